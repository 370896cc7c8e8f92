//! Arithmetic on formats that the processor does not have: `f16`, `bf16`, x87 extended precision, `f128`.
//!
//! Sums, products and quotients are those of `rustc_apfloat`; square root and remainder are computed here on the
//! significands, because the library lacks the one and needs a step per binary digit for the other.
//! Operands are never NaN here; results that are NaN are the caller's to choose.

use super::parts::{Magnitude, Parts, default_nan, pack, pack_rounded, unpack};
use cairn_ir::{BinOp, FloatKind, UnOp};
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, Round};
use std::cmp::Ordering;

/// Runs the body with the type alias `$float` set to the library's type of the format.
macro_rules! with_format {
    ($kind:expr, $float:ident => $body:expr) => {
        match $kind {
            FloatKind::Half => {
                type $float = Half;
                $body
            }
            FloatKind::BFloat => {
                type $float = BFloat;
                $body
            }
            FloatKind::F32 => {
                type $float = Single;
                $body
            }
            FloatKind::F64 => {
                type $float = Double;
                $body
            }
            FloatKind::X86Fp80 => {
                type $float = X87DoubleExtended;
                $body
            }
            FloatKind::Fp128 => {
                type $float = Quad;
                $body
            }
        }
    };
}

/// `FAdd` to `FDiv`; `None` for other operations.
pub fn arithmetic(op: BinOp, kind: FloatKind, a: u128, b: u128) -> Option<u128> {
    with_format!(kind, F => {
        let (a, b) = (F::from_bits(a), F::from_bits(b));
        let result = match op {
            BinOp::FAdd => a + b,
            BinOp::FSub => a - b,
            BinOp::FMul => a * b,
            BinOp::FDiv => a / b,
            _ => return None,
        };
        Some(result.value.to_bits())
    })
}

/// `a * b + c`, rounded once.
pub fn fma(kind: FloatKind, a: u128, b: u128, c: u128) -> u128 {
    with_format!(kind, F => F::from_bits(a).mul_add(F::from_bits(b), F::from_bits(c)).value.to_bits())
}

/// `None` if an operand is NaN.
pub fn order(kind: FloatKind, a: u128, b: u128) -> Option<Ordering> {
    with_format!(kind, F => F::from_bits(a).partial_cmp(&F::from_bits(b)))
}

/// `Floor`, `Ceil`, `Trunc`, `Rint`, `Round`; `None` for other operations.
pub fn to_integral(op: UnOp, kind: FloatKind, a: u128) -> Option<u128> {
    let round = match op {
        UnOp::Floor => Round::TowardNegative,
        UnOp::Ceil => Round::TowardPositive,
        UnOp::Trunc => Round::TowardZero,
        UnOp::Rint => Round::NearestTiesToEven,
        UnOp::Round => Round::NearestTiesToAway,
        _ => return None,
    };
    with_format!(kind, F => Some(F::from_bits(a).round_to_integral(round).value.to_bits()))
}

/// The square root, correctly rounded.
pub fn sqrt(kind: FloatKind, a: u128) -> u128 {
    let parts = unpack(kind, a);
    match parts.magnitude {
        Magnitude::Finite { sig, exp } if !parts.negative => sqrt_of(kind, sig, exp),
        Magnitude::Infinite if !parts.negative => a,
        Magnitude::Zero => a,
        _ => default_nan(kind),
    }
}

/// Digit by digit, two bits of the radicand for one bit of the root: the remainder stays below twice the root.
fn sqrt_of(kind: FloatKind, sig: u128, exp: i32) -> u128 {
    const STEPS: i32 = 116;
    let mut radicand = sig << sig.leading_zeros();
    let mut exp = exp - sig.leading_zeros() as i32;
    if exp % 2 != 0 {
        // No bit is lost: a significand has at most 113.
        radicand >>= 1;
        exp += 1;
    }
    let (mut root, mut rest) = (0u128, 0u128);
    for _ in 0..STEPS {
        rest = rest << 2 | radicand >> 126;
        radicand <<= 2;
        root <<= 1;
        let trial = root << 1 | 1;
        if rest >= trial {
            rest -= trial;
            root |= 1;
        }
    }
    // After 64 steps the root has the exponent `exp / 2`.
    pack_rounded(kind, false, root, exp / 2 + 64 - STEPS, rest != 0)
}

/// C's `fmod`: exact, with the sign of `a`.
pub fn remainder(kind: FloatKind, a: u128, b: u128) -> u128 {
    let (x, y) = (unpack(kind, a), unpack(kind, b));
    match (x.magnitude, y.magnitude) {
        (Magnitude::Infinite | Magnitude::Nan { .. }, _) | (_, Magnitude::Zero | Magnitude::Nan { .. }) => {
            default_nan(kind)
        }
        (Magnitude::Zero, _) | (_, Magnitude::Infinite) => pack(kind, x),
        (Magnitude::Finite { sig: xs, exp: xe }, Magnitude::Finite { sig: ys, exp: ye }) => {
            let (sig, exp) = remainder_of(xs, xe, ys, ye);
            let magnitude = if sig == 0 { Magnitude::Zero } else { Magnitude::Finite { sig, exp } };
            pack(kind, Parts { negative: x.negative, magnitude })
        }
    }
}

fn remainder_of(xs: u128, xe: i32, ys: u128, ye: i32) -> (u128, i32) {
    if xe < ye {
        let shift = (ye - xe) as u32;
        let rest = if shift > ys.leading_zeros() { xs } else { xs % (ys << shift) };
        return (rest, xe);
    }
    let (mut rest, mut shift) = (xs % ys, (xe - ye) as u32);
    while shift > 0 && rest != 0 {
        let step = shift.min(ys.leading_zeros());
        rest = (rest << step) % ys;
        shift -= step;
    }
    (rest, ye)
}
