//! Conversions between floats and integers of at most 128 bits; wider ones are in `wide::float`.

use super::parts::{Magnitude, pack_rounded, unpack};
use cairn_ir::FloatKind;

/// The integer part of a float as an integer of `width` bits (at most 128), zero-extended; `None` if it does not fit or
/// is NaN.
#[inline]
pub fn to_int(kind: FloatKind, bits: u128, width: u32, signed: bool) -> Option<u128> {
    if kind == FloatKind::F64 && signed && width <= 64 {
        return f64_to_signed(f64::from_bits(bits as u64), width);
    }
    match truncate(kind, bits) {
        Truncated::Magnitude { negative, magnitude } if fits(negative, magnitude, width, signed) => {
            Some(cut(if negative { magnitude.wrapping_neg() } else { magnitude }, width))
        }
        _ => None,
    }
}

/// Like `to_int`, but the nearest integer that fits, and 0 for NaN.
pub fn to_int_sat(kind: FloatKind, bits: u128, width: u32, signed: bool) -> u128 {
    if let Some(value) = to_int(kind, bits, width, signed) {
        return value;
    }
    let negative = match truncate(kind, bits) {
        Truncated::Nan => return 0,
        Truncated::Magnitude { negative, .. } | Truncated::Huge { negative } => negative,
    };
    match (signed, negative) {
        (true, true) => 1 << (width - 1),
        (true, false) => (1 << (width - 1)) - 1,
        (false, true) => 0,
        (false, false) => cut(u128::MAX, width),
    }
}

/// The float nearest to an integer of `width` bits (at most 128); bits above the width are not looked at.
#[inline]
pub fn from_int(kind: FloatKind, value: u128, width: u32, signed: bool) -> u128 {
    let value = extend(value, width, signed);
    if kind == FloatKind::F64 && width <= 64 {
        let float = if signed { value as i64 as f64 } else { value as u64 as f64 };
        return u128::from(float.to_bits());
    }
    let negative = signed && (value as i128) < 0;
    pack_rounded(kind, negative, if negative { value.wrapping_neg() } else { value }, 0, false)
}

#[inline]
fn f64_to_signed(value: f64, width: u32) -> Option<u128> {
    const LIMIT: f64 = (1u64 << 63) as f64;
    // NaN fails both comparisons.
    if !(-LIMIT..LIMIT).contains(&value) {
        return None;
    }
    let value = value as i64;
    let spare = 64 - width;
    (value << spare >> spare == value).then(|| cut(value as u128, width))
}

/// The integer part of a float.
enum Truncated {
    Magnitude {
        negative: bool,
        magnitude: u128,
    },
    /// More than 128 bits, or infinite.
    Huge {
        negative: bool,
    },
    Nan,
}

fn truncate(kind: FloatKind, bits: u128) -> Truncated {
    let parts = unpack(kind, bits);
    let negative = parts.negative;
    match parts.magnitude {
        Magnitude::Zero => Truncated::Magnitude { negative, magnitude: 0 },
        Magnitude::Infinite => Truncated::Huge { negative },
        Magnitude::Nan { .. } => Truncated::Nan,
        Magnitude::Finite { sig, exp } if exp <= 0 => {
            Truncated::Magnitude { negative, magnitude: sig.checked_shr(exp.unsigned_abs()).unwrap_or(0) }
        }
        Magnitude::Finite { sig, exp } if exp as u32 <= sig.leading_zeros() => {
            Truncated::Magnitude { negative, magnitude: sig << exp }
        }
        Magnitude::Finite { .. } => Truncated::Huge { negative },
    }
}

fn fits(negative: bool, magnitude: u128, width: u32, signed: bool) -> bool {
    let len = 128 - magnitude.leading_zeros();
    match (signed, negative) {
        (false, false) => len <= width,
        (false, true) => magnitude == 0,
        (true, false) => len < width,
        (true, true) => len < width || magnitude == 1 << (width - 1),
    }
}

fn cut(value: u128, width: u32) -> u128 {
    value & u128::MAX.checked_shr(128 - width).unwrap_or(0)
}

fn extend(value: u128, width: u32, signed: bool) -> u128 {
    let spare = 128 - width;
    if signed { ((value as i128) << spare >> spare) as u128 } else { value << spare >> spare }
}
