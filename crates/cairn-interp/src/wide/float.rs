//! Conversions between floats and integers of any width.

use super::{all_ones, is_negative, largest, limbs, magnitude, natural, negate, smallest, trunc};
use crate::float::parts::{Magnitude, pack_rounded, unpack};
use cairn_ir::FloatKind;

/// The integer part of a float; `None` if it does not fit or is NaN.
pub fn from_float(kind: FloatKind, float: u128, width: u32, signed: bool) -> Option<Vec<u64>> {
    let parts = unpack(kind, float);
    let integer = match parts.magnitude {
        Magnitude::Zero => vec![],
        Magnitude::Finite { sig, exp } if exp >= 0 => {
            let len = u64::from(exp as u32) + u64::from(128 - sig.leading_zeros());
            if len > u64::from(width) {
                return None;
            }
            natural::shl(&natural::from_u128(sig), exp as u64)
        }
        Magnitude::Finite { sig, exp } => natural::from_u128(sig.checked_shr(exp.unsigned_abs()).unwrap_or(0)),
        Magnitude::Infinite | Magnitude::Nan { .. } => return None,
    };
    let limit = match (signed, parts.negative) {
        (true, true) => smallest(width),
        (true, false) => largest(width),
        (false, true) => vec![],
        (false, false) => all_ones(width),
    };
    if natural::cmp(&integer, &limit).is_gt() {
        return None;
    }
    let integer = trunc(width, integer);
    Some(if parts.negative { negate(width, &integer) } else { integer })
}

/// Like `from_float`, but the nearest integer that fits, and 0 for NaN.
pub fn from_float_sat(kind: FloatKind, float: u128, width: u32, signed: bool) -> Vec<u64> {
    if let Some(integer) = from_float(kind, float, width, signed) {
        return integer;
    }
    let parts = unpack(kind, float);
    match (parts.magnitude, signed, parts.negative) {
        (Magnitude::Nan { .. }, ..) | (_, false, true) => vec![0; limbs(width)],
        (_, true, true) => smallest(width),
        (_, true, false) => largest(width),
        (_, false, false) => all_ones(width),
    }
}

/// The float nearest to an integer.
pub fn to_float(kind: FloatKind, number: &[u64], width: u32, signed: bool) -> u128 {
    if signed && is_negative(width, number) {
        let (_, absolute) = magnitude(width, number);
        return natural_to_float(kind, true, &absolute, 0, false);
    }
    natural_to_float(kind, false, number, 0, false)
}

/// The float nearest to `number * 2^exp`; with `sticky`, to a little more than that.
pub fn natural_to_float(kind: FloatKind, negative: bool, number: &[u64], exp: i32, sticky: bool) -> u128 {
    let dropped = natural::bit_len(number).saturating_sub(128);
    let sig = super::to_u128(&natural::shr(number, dropped));
    let sticky = sticky || natural::any_bit_below(number, dropped);
    pack_rounded(kind, negative, sig, exp.saturating_add(dropped as i32), sticky)
}
