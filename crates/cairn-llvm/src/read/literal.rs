//! Numeric literals: integers of any width, and floats in all of LLVM's spellings.

use crate::ast::Const;
use cairn_ir::FloatKind;
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert};

/// An integer literal of a type with `bits` bits: decimal, `u0x…` or `s0x…`. `None` if it is malformed.
pub(super) fn int(text: &str, bits: u32) -> Option<Const<'_>> {
    if let Some(hex) = text.strip_prefix("u0x") {
        let value = hex_u128(hex)?;
        return (bits <= 128 || value >> 127 == 0).then_some(Const::Int(value as i128));
    }
    if let Some(hex) = text.strip_prefix("s0x") {
        return signed_hex(hex).map(Const::Int);
    }
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    Some(match (text.parse::<i128>(), text.parse::<u128>()) {
        (Ok(value), _) => Const::Int(value),
        (_, Ok(value)) if bits <= 128 => Const::Int(value as i128),
        _ => Const::BigInt(text),
    })
}

/// `s0x…`: LLVM drops leading zero bits, so that the highest one that is set is the sign.
fn signed_hex(hex: &str) -> Option<i128> {
    let value = hex_u128(hex)?;
    let unused = value.leading_zeros();
    Some(if value == 0 { 0 } else { (value << unused) as i128 >> unused })
}

fn hex_u128(digits: &str) -> Option<u128> {
    let digits_only = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit());
    if digits_only { u128::from_str_radix(digits, 16).ok() } else { None }
}

/// The bits of a float literal in its own format; `None` if it is malformed or the format cannot represent it.
pub(super) fn float(text: &str, kind: FloatKind) -> Option<u128> {
    if let Some(hex) = text.strip_prefix("f0x") {
        return own_bits(hex, kind);
    }
    if let Some(hex) = text.strip_prefix("0x") {
        return match (hex.as_bytes().first()?, kind) {
            (b'K', FloatKind::X86Fp80) | (b'H', FloatKind::Half) | (b'R', FloatKind::BFloat) => {
                own_bits(&hex[1..], kind)
            }
            (b'L', FloatKind::Fp128) => quad_bits(&hex[1..]),
            (first, _) if first.is_ascii_hexdigit() => from_double(u64::try_from(hex_u128(hex)?).ok()?, kind),
            _ => None,
        };
    }
    let number = text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'e' | b'E' | b'+' | b'-'));
    let value = text.parse::<f64>().ok().filter(|_| number)?;
    from_double(value.to_bits(), kind)
}

/// Hexadecimal digits that are the format's own bits.
fn own_bits(hex: &str, kind: FloatKind) -> Option<u128> {
    let value = hex_u128(hex)?;
    (128 - value.leading_zeros() <= kind.bits()).then_some(value)
}

/// LLVM writes the low half of an `fp128` first.
fn quad_bits(hex: &str) -> Option<u128> {
    let value = hex_u128(hex)?;
    (hex.len() == 32).then(|| value.rotate_left(64))
}

/// Converts a double exactly.
fn from_double(bits: u64, kind: FloatKind) -> Option<u128> {
    match kind {
        FloatKind::F64 => Some(u128::from(bits)),
        FloatKind::F32 => single_from_double(bits).map(u128::from),
        FloatKind::Half => convert::<Half>(bits),
        FloatKind::BFloat => convert::<BFloat>(bits),
        FloatKind::X86Fp80 => convert::<X87DoubleExtended>(bits),
        FloatKind::Fp128 => convert::<Quad>(bits),
    }
}

/// LLVM prints `float` as the double of the same value; for a NaN that means the payload's upper bits.
fn single_from_double(bits: u64) -> Option<u32> {
    let value = f64::from_bits(bits);
    if value.is_nan() {
        let payload = (bits & ((1 << 52) - 1)) >> 29;
        let exact = bits & ((1 << 29) - 1) == 0 && payload != 0;
        return exact.then_some(((bits >> 63) as u32) << 31 | 0x7f80_0000 | payload as u32);
    }
    let single = value as f32;
    (f64::from(single) == value).then_some(single.to_bits())
}

fn convert<T: Float>(bits: u64) -> Option<u128>
where
    Double: FloatConvert<T>,
{
    let mut loses_info = false;
    let converted: T = Double::from_bits(u128::from(bits)).convert(&mut loses_info).value;
    (!loses_info).then(|| converted.to_bits())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_keep_their_value_in_every_spelling() {
        let cases: &[(&str, u32, Option<Const>)] = &[
            ("42", 32, Some(Const::Int(42))),
            ("-1", 8, Some(Const::Int(-1))),
            ("-170141183460469231731687303715884105728", 128, Some(Const::Int(i128::MIN))),
            ("340282366920938463463374607431768211455", 128, Some(Const::Int(-1))),
            (
                "340282366920938463463374607431768211456",
                256,
                Some(Const::BigInt("340282366920938463463374607431768211456")),
            ),
            ("u0xFF", 8, Some(Const::Int(255))),
            ("s0xFF", 16, Some(Const::Int(-1))),
            ("s0x0", 16, Some(Const::Int(0))),
            ("u0x", 8, None),
            ("1x", 8, None),
            ("-", 8, None),
            ("+1", 8, None),
        ];
        for (text, bits, expected) in cases {
            assert_eq!(int(text, *bits), *expected, "{text}");
        }
    }

    #[test]
    fn floats_are_given_in_the_bits_of_their_own_format() {
        use FloatKind::*;
        let cases: &[(&str, FloatKind, Option<u128>)] = &[
            ("1.000000e+00", F64, Some(0x3ff0_0000_0000_0000)),
            ("1.000000e+00", F32, Some(0x3f80_0000)),
            ("-0.000000e+00", F32, Some(0x8000_0000)),
            ("0x3FB99999A0000000", F32, Some(0x3dcc_cccd)),
            ("0x3FB999999999999A", F32, None),
            ("0x7FF0000000000000", F32, Some(0x7f80_0000)),
            ("0x7FF8000000000000", F32, Some(0x7fc0_0000)),
            ("0x7FF4000000000000", F32, Some(0x7fa0_0000)),
            ("0x36A0000000000000", F32, Some(1)),
            ("0xK3FFF8000000000000000", X86Fp80, Some(0x3fff_8000_0000_0000_0000)),
            ("0xL00000000000000003FFF000000000000", Fp128, Some(0x3fff << 112)),
            ("0xH3C00", Half, Some(0x3c00)),
            ("0xR3F80", BFloat, Some(0x3f80)),
            ("1.5", Half, Some(0x3e00)),
            ("1.5", BFloat, Some(0x3fc0)),
            ("2.0", X86Fp80, Some(0x4000_8000_0000_0000_0000)),
            ("2.0", Fp128, Some(0x4000 << 112)),
            ("0xH3C00", F32, None),
            ("0x1FFFFFFFFFFFFFFFF", F64, None),
            ("inf", F64, None),
            ("0xK", X86Fp80, None),
        ];
        for (text, kind, expected) in cases {
            assert_eq!(float(text, *kind), *expected, "{text} as {kind:?}");
        }
    }
}
