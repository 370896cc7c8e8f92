//! Integers of any width as little-endian 64-bit limbs, as `_BitInt(N)` and `__int128` need them.
//!
//! A number of `width` bits has exactly `limbs(width)` limbs; bits above the width are 0. Operands have to be so, and
//! results are so. Up to 128 bits the work is done on `u128` (`small`).
//! Not here: pointers inside integers, undefined bits (the interpreter's values).

mod arith;
mod bits;
mod float;
pub mod natural;
pub mod small;

pub use arith::{abs, binary, compare, overflowing};
pub use bits::bits;
pub use float::{from_float, from_float_sat, natural_to_float, to_float};

/// Why an operation has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WideError {
    #[error("division by zero")]
    DivisionByZero,
    #[error("the quotient of the smallest number and -1 does not fit")]
    SignedDivOverflow,
    #[error("shift count is not below the width")]
    BadShift,
}

/// How many limbs a number of `width` bits has.
pub const fn limbs(width: u32) -> usize {
    width.div_ceil(64) as usize
}

/// The low `width` bits of a number, or the same unsigned number with more bits: as many limbs as they need.
pub fn trunc(width: u32, mut number: Vec<u64>) -> Vec<u64> {
    number.resize(limbs(width), 0);
    if let (Some(top), spare @ 1..) = (number.last_mut(), limbs(width) as u32 * 64 - width) {
        *top = *top << spare >> spare;
    }
    number
}

/// The same signed number with `to` bits instead of `from`.
pub fn sext(from: u32, to: u32, number: &[u64]) -> Vec<u64> {
    let mut extended = number.to_vec();
    if is_negative(from, number) {
        if let (Some(top), used @ 1..) = (extended.last_mut(), from % 64) {
            *top |= u64::MAX << used;
        }
        extended.resize(limbs(to), u64::MAX);
    }
    trunc(to, extended)
}

pub fn from_u128(width: u32, value: u128) -> Vec<u64> {
    trunc(width, vec![value as u64, (value >> 64) as u64])
}

/// The low 128 bits.
pub fn to_u128(number: &[u64]) -> u128 {
    let limb = |i: usize| u128::from(number.get(i).copied().unwrap_or(0));
    limb(0) | limb(1) << 64
}

/// Is the sign bit of a number of `width` bits set?
pub fn is_negative(width: u32, number: &[u64]) -> bool {
    bit(number, width - 1)
}

fn bit(number: &[u64], position: u32) -> bool {
    number.get(position as usize / 64).is_some_and(|limb| limb >> (position % 64) & 1 == 1)
}

/// `-number` modulo 2^width.
fn negate(width: u32, number: &[u64]) -> Vec<u64> {
    let mut result: Vec<u64> = number.iter().map(|limb| !limb).collect();
    natural::add_assign(&mut result, &[1]);
    trunc(width, result)
}

/// Sign and absolute value of a signed number.
fn magnitude(width: u32, number: &[u64]) -> (bool, Vec<u64>) {
    let negative = is_negative(width, number);
    (negative, if negative { negate(width, number) } else { number.to_vec() })
}

/// `2^(width-1)`: the smallest signed number.
fn smallest(width: u32) -> Vec<u64> {
    let mut number = vec![0; limbs(width)];
    number[(width as usize - 1) / 64] = 1 << ((width - 1) % 64);
    number
}

/// `2^(width-1) - 1`: the largest signed number.
fn largest(width: u32) -> Vec<u64> {
    trunc(width, smallest(width).iter().map(|limb| !limb).collect())
}

/// `2^width - 1`.
fn all_ones(width: u32) -> Vec<u64> {
    trunc(width, vec![u64::MAX; limbs(width)])
}

#[cfg(test)]
mod tests;
