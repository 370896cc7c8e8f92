//! Floating-point arithmetic on bit patterns, for every format of the IR.
//!
//! `f32` and `f64` use the processor; the other formats are computed in software (`soft`). A bit pattern is
//! zero-extended into a `u128`. Every result is determined by the operands, NaNs included: a NaN result is the first
//! NaN operand made quiet, or, when no operand is NaN, the negative quiet NaN that x86 makes.
//! Not here: text (`host::format`, `host::parse`), transcendental functions (`host::math`).

mod int;
pub mod parts;
mod soft;

pub use int::{from_int, to_int, to_int_sat};

use cairn_ir::{BinOp, FCmpOp, FloatKind, UnOp};
use parts::{Magnitude, default_nan, pack, sign_bit, unpack};
use std::cmp::Ordering;

/// `FAdd` and the like. For operations on integers the answer is the default NaN.
#[inline]
pub fn binary(op: BinOp, kind: FloatKind, a: u128, b: u128) -> u128 {
    let fast = match kind {
        FloatKind::F64 => {
            let (x, y) = (f64::from_bits(a as u64), f64::from_bits(b as u64));
            native_f64(op, x, y).filter(|result| !result.is_nan()).map(|result| u128::from(result.to_bits()))
        }
        FloatKind::F32 => {
            let (x, y) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
            native_f32(op, x, y).filter(|result| !result.is_nan()).map(|result| u128::from(result.to_bits()))
        }
        _ => None,
    };
    fast.unwrap_or_else(|| binary_slow(op, kind, a, b))
}

#[inline]
fn native_f64(op: BinOp, x: f64, y: f64) -> Option<f64> {
    Some(match op {
        BinOp::FAdd => x + y,
        BinOp::FSub => x - y,
        BinOp::FMul => x * y,
        BinOp::FDiv => x / y,
        BinOp::FRem => x % y,
        _ => return None,
    })
}

#[inline]
fn native_f32(op: BinOp, x: f32, y: f32) -> Option<f32> {
    Some(match op {
        BinOp::FAdd => x + y,
        BinOp::FSub => x - y,
        BinOp::FMul => x * y,
        BinOp::FDiv => x / y,
        BinOp::FRem => x % y,
        _ => return None,
    })
}

/// Everything but numbers from arithmetic on native formats.
fn binary_slow(op: BinOp, kind: FloatKind, a: u128, b: u128) -> u128 {
    if op == BinOp::CopySign {
        return a & !sign_bit(kind) | b & sign_bit(kind);
    }
    let nan = first_nan(kind, &[a, b]);
    match op {
        BinOp::FMin | BinOp::FMax => match (is_nan(kind, a), is_nan(kind, b)) {
            (false, false) => extremum(kind, a, b, op == BinOp::FMin),
            (true, false) => b,
            (false, true) => a,
            (true, true) => nan.unwrap_or_else(|| default_nan(kind)),
        },
        _ if nan.is_some() => nan.unwrap_or_else(|| default_nan(kind)),
        BinOp::FMinimum => extremum(kind, a, b, true),
        BinOp::FMaximum => extremum(kind, a, b, false),
        BinOp::FRem => soft::remainder(kind, a, b),
        _ => number_or_default_nan(kind, soft::arithmetic(op, kind, a, b)),
    }
}

/// The smaller or larger number; the negative zero is smaller than the positive one.
fn extremum(kind: FloatKind, a: u128, b: u128, smaller: bool) -> u128 {
    let a_is_smaller = match order(kind, a, b) {
        Some(Ordering::Equal) | None => a & sign_bit(kind) != 0,
        Some(order) => order == Ordering::Less,
    };
    if a_is_smaller == smaller { a } else { b }
}

/// `FNeg` and the like. For operations on integers the answer is the default NaN.
#[inline]
pub fn unary(op: UnOp, kind: FloatKind, a: u128) -> u128 {
    match op {
        UnOp::FNeg => return a ^ sign_bit(kind),
        UnOp::FAbs => return a & !sign_bit(kind),
        _ => {}
    }
    if let Some(nan) = first_nan(kind, &[a]) {
        return nan;
    }
    match (op, kind) {
        (UnOp::Sqrt, FloatKind::F64) if sqrt_is_number(kind, a) => {
            u128::from(f64::from_bits(a as u64).sqrt().to_bits())
        }
        (UnOp::Sqrt, FloatKind::F32) if sqrt_is_number(kind, a) => {
            u128::from(f32::from_bits(a as u32).sqrt().to_bits())
        }
        (UnOp::Sqrt, _) => soft::sqrt(kind, a),
        // Every f32 is an f64, and so is its integral neighbour.
        (_, FloatKind::F64 | FloatKind::F32) => {
            integral_f64(op, to_f64(kind, a)).map_or_else(|| default_nan(kind), |result| from_f64(kind, result))
        }
        _ => number_or_default_nan(kind, soft::to_integral(op, kind, a)),
    }
}

fn sqrt_is_number(kind: FloatKind, a: u128) -> bool {
    a & sign_bit(kind) == 0 || a == sign_bit(kind)
}

fn integral_f64(op: UnOp, x: f64) -> Option<f64> {
    Some(match op {
        UnOp::Floor => x.floor(),
        UnOp::Ceil => x.ceil(),
        UnOp::Trunc => x.trunc(),
        UnOp::Rint => x.round_ties_even(),
        UnOp::Round => x.round(),
        _ => return None,
    })
}

/// `a * b + c`, rounded once.
pub fn fma(kind: FloatKind, a: u128, b: u128, c: u128) -> u128 {
    if let Some(nan) = first_nan(kind, &[a, b, c]) {
        return nan;
    }
    let bits = match kind {
        FloatKind::F64 => {
            let [a, b, c] = [a, b, c].map(|bits| f64::from_bits(bits as u64));
            u128::from(a.mul_add(b, c).to_bits())
        }
        FloatKind::F32 => {
            let [a, b, c] = [a, b, c].map(|bits| f32::from_bits(bits as u32));
            u128::from(a.mul_add(b, c).to_bits())
        }
        _ => soft::fma(kind, a, b, c),
    };
    number_or_default_nan(kind, Some(bits))
}

#[inline]
pub fn compare(op: FCmpOp, kind: FloatKind, a: u128, b: u128) -> bool {
    let order = order(kind, a, b);
    let (unordered, less, equal, greater) = (
        order.is_none(),
        order == Some(Ordering::Less),
        order == Some(Ordering::Equal),
        order == Some(Ordering::Greater),
    );
    match op {
        FCmpOp::False => false,
        FCmpOp::Oeq => equal,
        FCmpOp::Ogt => greater,
        FCmpOp::Oge => greater || equal,
        FCmpOp::Olt => less,
        FCmpOp::Ole => less || equal,
        FCmpOp::One => less || greater,
        FCmpOp::Ord => !unordered,
        FCmpOp::Ueq => unordered || equal,
        FCmpOp::Ugt => unordered || greater,
        FCmpOp::Uge => unordered || greater || equal,
        FCmpOp::Ult => unordered || less,
        FCmpOp::Ule => unordered || less || equal,
        FCmpOp::Une => !equal,
        FCmpOp::Uno => unordered,
        FCmpOp::True => true,
    }
}

#[inline]
fn order(kind: FloatKind, a: u128, b: u128) -> Option<Ordering> {
    match kind {
        FloatKind::F64 => f64::from_bits(a as u64).partial_cmp(&f64::from_bits(b as u64)),
        FloatKind::F32 => f32::from_bits(a as u32).partial_cmp(&f32::from_bits(b as u32)),
        _ => soft::order(kind, a, b),
    }
}

/// The same number in another format, rounded to nearest; NaNs keep the top of their payload.
#[inline]
pub fn convert(from: FloatKind, to: FloatKind, bits: u128) -> u128 {
    match (from, to) {
        (FloatKind::F32, FloatKind::F64) if !is_nan(from, bits) => {
            u128::from(f64::from(f32::from_bits(bits as u32)).to_bits())
        }
        (FloatKind::F64, FloatKind::F32) if !is_nan(from, bits) => {
            u128::from((f64::from_bits(bits as u64) as f32).to_bits())
        }
        _ => pack(to, unpack(from, bits)),
    }
}

#[inline]
pub fn to_f64(kind: FloatKind, bits: u128) -> f64 {
    match kind {
        FloatKind::F64 => f64::from_bits(bits as u64),
        _ => f64::from_bits(convert(kind, FloatKind::F64, bits) as u64),
    }
}

#[inline]
pub fn from_f64(kind: FloatKind, value: f64) -> u128 {
    match kind {
        FloatKind::F64 => u128::from(value.to_bits()),
        _ => convert(FloatKind::F64, kind, u128::from(value.to_bits())),
    }
}

#[inline]
pub fn is_nan(kind: FloatKind, bits: u128) -> bool {
    match kind {
        FloatKind::F64 => f64::from_bits(bits as u64).is_nan(),
        FloatKind::F32 => f32::from_bits(bits as u32).is_nan(),
        _ => matches!(unpack(kind, bits).magnitude, Magnitude::Nan { .. }),
    }
}

/// The first NaN among the operands, made quiet.
fn first_nan(kind: FloatKind, operands: &[u128]) -> Option<u128> {
    operands.iter().find(|&&bits| is_nan(kind, bits)).map(|&bits| pack(kind, unpack(kind, bits)))
}

/// The result of an operation on numbers: the NaNs of invalid operations are all the same one.
fn number_or_default_nan(kind: FloatKind, bits: Option<u128>) -> u128 {
    bits.filter(|&bits| !is_nan(kind, bits)).unwrap_or_else(|| default_nan(kind))
}

#[cfg(test)]
mod tests;
