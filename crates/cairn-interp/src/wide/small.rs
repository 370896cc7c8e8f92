//! Integers of 1 to 128 bits as zero-extended `u128`: the fast and simple twin of the limb arithmetic in `wide`.

use super::WideError;
use cairn_ir::{BinOp, BitOp, OverflowOp};

/// The low `width` bits.
#[inline]
pub const fn cut(width: u32, value: u128) -> u128 {
    value << (128 - width) >> (128 - width)
}

/// The value as a signed number.
#[inline]
pub const fn signed(width: u32, value: u128) -> i128 {
    (value << (128 - width)) as i128 >> (128 - width)
}

const fn smallest(width: u32) -> i128 {
    i128::MIN >> (128 - width)
}

const fn largest(width: u32) -> i128 {
    i128::MAX >> (128 - width)
}

/// An operation on integers. Floating-point operations are not integers' and give 0.
#[inline]
pub fn binary(op: BinOp, width: u32, a: u128, b: u128) -> Result<u128, WideError> {
    let (sa, sb) = (signed(width, a), signed(width, b));
    let result = match op {
        BinOp::Add => a.wrapping_add(b),
        BinOp::Sub => a.wrapping_sub(b),
        BinOp::Mul => a.wrapping_mul(b),
        BinOp::UDiv => a.checked_div(b).ok_or(WideError::DivisionByZero)?,
        BinOp::URem => a.checked_rem(b).ok_or(WideError::DivisionByZero)?,
        BinOp::SDiv => check_signed_division(width, sa, sb)?.wrapping_div(sb) as u128,
        BinOp::SRem => check_signed_division(width, sa, sb)?.wrapping_rem(sb) as u128,
        BinOp::Shl => a << shift_count(width, b)?,
        BinOp::LShr => a >> shift_count(width, b)?,
        BinOp::AShr => (sa >> shift_count(width, b)?) as u128,
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        BinOp::UMin => a.min(b),
        BinOp::UMax => a.max(b),
        BinOp::SMin => sa.min(sb) as u128,
        BinOp::SMax => sa.max(sb) as u128,
        BinOp::UAddSat => a.saturating_add(b).min(cut(width, u128::MAX)),
        BinOp::USubSat => a.saturating_sub(b),
        BinOp::SAddSat => sa.saturating_add(sb).clamp(smallest(width), largest(width)) as u128,
        BinOp::SSubSat => sa.saturating_sub(sb).clamp(smallest(width), largest(width)) as u128,
        BinOp::UShlSat => unsigned_shl_saturating(width, a, shift_count(width, b)?),
        BinOp::SShlSat => signed_shl_saturating(width, sa, shift_count(width, b)?),
        BinOp::FAdd
        | BinOp::FSub
        | BinOp::FMul
        | BinOp::FDiv
        | BinOp::FRem
        | BinOp::FMin
        | BinOp::FMax
        | BinOp::FMinimum
        | BinOp::FMaximum
        | BinOp::CopySign => 0,
    };
    Ok(cut(width, result))
}

/// The dividend, if the division is defined.
fn check_signed_division(width: u32, a: i128, b: i128) -> Result<i128, WideError> {
    match b {
        0 => Err(WideError::DivisionByZero),
        -1 if a == smallest(width) => Err(WideError::SignedDivOverflow),
        _ => Ok(a),
    }
}

fn shift_count(width: u32, count: u128) -> Result<u32, WideError> {
    if count < u128::from(width) { Ok(count as u32) } else { Err(WideError::BadShift) }
}

fn unsigned_shl_saturating(width: u32, a: u128, count: u32) -> u128 {
    let shifted = cut(width, a << count);
    if shifted >> count == a { shifted } else { u128::MAX }
}

fn signed_shl_saturating(width: u32, a: i128, count: u32) -> u128 {
    let shifted = signed(width, (a << count) as u128);
    let result = match (shifted >> count == a, a < 0) {
        (true, _) => shifted,
        (false, true) => smallest(width),
        (false, false) => largest(width),
    };
    result as u128
}

/// Absolute value of a signed integer; the smallest one stays.
#[inline]
pub fn abs(width: u32, a: u128) -> u128 {
    cut(width, signed(width, a).unsigned_abs())
}

/// `b` and `c` are looked at by the funnel shifts only. `BSwap` is for widths of whole bytes.
pub fn bits(op: BitOp, width: u32, a: u128, b: u128, c: u128) -> u128 {
    let spare = 128 - width;
    let result = match op {
        BitOp::CtPop => u128::from(a.count_ones()),
        BitOp::CtLz => u128::from(a.leading_zeros() - spare),
        BitOp::CtTz => u128::from(a.trailing_zeros().min(width)),
        BitOp::BSwap => a.swap_bytes() >> spare,
        BitOp::BitReverse => a.reverse_bits() >> spare,
        BitOp::FshL => funnel_left(width, a, b, (c % u128::from(width)) as u32),
        BitOp::FshR => match (c % u128::from(width)) as u32 {
            0 => b,
            count => funnel_left(width, a, b, width - count),
        },
    };
    cut(width, result)
}

/// The high half of `a:b << count`, for a count below the width.
fn funnel_left(width: u32, a: u128, b: u128, count: u32) -> u128 {
    if count == 0 { a } else { a << count | b >> (width - count) }
}

/// The wrapped result, and whether it wrapped.
#[inline]
pub fn overflowing(op: OverflowOp, width: u32, a: u128, b: u128) -> (u128, bool) {
    let (sa, sb) = (signed(width, a), signed(width, b));
    let unsigned = |(value, wrapped): (u128, bool)| (cut(width, value), wrapped || cut(width, value) != value);
    let checked =
        |(value, wrapped): (i128, bool)| (cut(width, value as u128), wrapped || signed(width, value as u128) != value);
    match op {
        OverflowOp::UAdd => unsigned(a.overflowing_add(b)),
        OverflowOp::USub => unsigned(a.overflowing_sub(b)),
        OverflowOp::UMul => unsigned(a.overflowing_mul(b)),
        OverflowOp::SAdd => checked(sa.overflowing_add(sb)),
        OverflowOp::SSub => checked(sa.overflowing_sub(sb)),
        OverflowOp::SMul => checked(sa.overflowing_mul(sb)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_of_five_bit_numbers_agrees_with_wide_arithmetic() {
        for a in 0..32u128 {
            for b in 0..32u128 {
                let (x, y) = (signed(5, a), signed(5, b));
                assert_eq!(binary(BinOp::SAddSat, 5, a, b), Ok(cut(5, (x + y).clamp(-16, 15) as u128)));
                assert_eq!(binary(BinOp::SSubSat, 5, a, b), Ok(cut(5, (x - y).clamp(-16, 15) as u128)));
                assert_eq!(binary(BinOp::UAddSat, 5, a, b), Ok((a + b).min(31)));
                assert_eq!(
                    overflowing(OverflowOp::SMul, 5, a, b),
                    (cut(5, (x * y) as u128), !(-16..16).contains(&(x * y)))
                );
                assert_eq!(overflowing(OverflowOp::USub, 5, a, b), (cut(5, a.wrapping_sub(b)), a < b));
                let shift = if b < 5 { Ok(cut(5, (x << b).clamp(-16, 15) as u128)) } else { Err(WideError::BadShift) };
                assert_eq!(binary(BinOp::SShlSat, 5, a, b), shift);
                let shift = if b < 5 { Ok((a << b).min(31)) } else { Err(WideError::BadShift) };
                assert_eq!(binary(BinOp::UShlSat, 5, a, b), shift);
            }
        }
        assert_eq!(binary(BinOp::SDiv, 5, 16, 31), Err(WideError::SignedDivOverflow));
        assert_eq!(binary(BinOp::SRem, 5, 16, 31), Err(WideError::SignedDivOverflow));
        assert_eq!(binary(BinOp::SDiv, 5, 25, 2), Ok(cut(5, (-3i128) as u128)));
        assert_eq!(binary(BinOp::URem, 5, 1, 0), Err(WideError::DivisionByZero));
    }

    #[test]
    fn bits_of_odd_widths() {
        assert_eq!(bits(BitOp::CtLz, 24, 1, 0, 0), 23);
        assert_eq!(bits(BitOp::CtTz, 24, 0, 0, 0), 24);
        assert_eq!(bits(BitOp::BSwap, 48, 0x0102_0304_0506, 0, 0), 0x0605_0403_0201);
        assert_eq!(bits(BitOp::BitReverse, 3, 0b110, 0, 0), 0b011);
        assert_eq!(bits(BitOp::FshL, 8, 0x12, 0x34, 4), 0x23);
        assert_eq!(bits(BitOp::FshR, 8, 0x12, 0x34, 4), 0x23);
        assert_eq!(bits(BitOp::FshL, 8, 0x12, 0x34, 8), 0x12);
        assert_eq!(bits(BitOp::FshR, 8, 0x12, 0x34, 16), 0x34);
        assert_eq!(bits(BitOp::FshR, 8, 0x12, 0x34, 1), 0x1a);
    }
}
