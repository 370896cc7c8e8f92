//! Counting and moving bits of integers of any width.

use super::{bit, from_u128, limbs, natural, small, to_u128, trunc};
use cairn_ir::BitOp;

/// `b` and `c` are looked at by the funnel shifts only, and taken as 0 when missing. `BSwap` is for widths of whole
/// bytes.
pub fn bits(op: BitOp, width: u32, a: &[u64], b: Option<&[u64]>, c: Option<&[u64]>) -> Vec<u64> {
    let (b, c) = (b.unwrap_or(&[]), c.unwrap_or(&[]));
    if width <= 128 {
        return from_u128(width, small::bits(op, width, to_u128(a), to_u128(b), to_u128(c)));
    }
    bits_limbs(op, width, a, b, c)
}

/// `bits` for every width, without the short cut.
pub(super) fn bits_limbs(op: BitOp, width: u32, a: &[u64], b: &[u64], c: &[u64]) -> Vec<u64> {
    let count = |value: u64| from_u128(width, u128::from(value));
    match op {
        BitOp::CtPop => count(a.iter().map(|limb| u64::from(limb.count_ones())).sum()),
        BitOp::CtLz => count(u64::from(width) - natural::bit_len(a)),
        BitOp::CtTz => count((0..width).take_while(|&i| !bit(a, i)).count() as u64),
        BitOp::BSwap => from_top(width, a, u64::swap_bytes),
        BitOp::BitReverse => from_top(width, a, u64::reverse_bits),
        BitOp::FshL | BitOp::FshR => {
            let count = count_modulo(c, u64::from(width));
            let left = match op {
                BitOp::FshR if count == 0 => u64::from(width),
                BitOp::FshR => u64::from(width) - count,
                _ => count,
            };
            funnel_left(width, a, b, left)
        }
    }
}

/// Reverses the order of limbs and, by `within`, of each limb's units; then the result lies at the top of the limbs.
fn from_top(width: u32, a: &[u64], within: impl Fn(u64) -> u64) -> Vec<u64> {
    let reversed: Vec<u64> = a.iter().rev().map(|&limb| within(limb)).collect();
    let spare = limbs(width) as u64 * 64 - u64::from(width);
    trunc(width, natural::shr(&reversed, spare))
}

fn count_modulo(count: &[u64], width: u64) -> u64 {
    natural::div_small(&mut count.to_vec(), width)
}

/// The high half of `a:b << count`, for a count up to the width.
fn funnel_left(width: u32, a: &[u64], b: &[u64], count: u64) -> Vec<u64> {
    let high = trunc(width, natural::shl(a, count));
    let low = trunc(width, natural::shr(b, u64::from(width) - count));
    high.iter().zip(&low).map(|(x, y)| x | y).collect()
}
