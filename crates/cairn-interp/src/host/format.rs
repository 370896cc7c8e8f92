//! `printf` of one floating-point value, byte by byte as glibc does it.
//!
//! Decimal conversions round the exact value, ties to even. `%a` prints one hexadecimal digit before the point: the
//! integer bit of IEEE formats, the top four bits of x87's significand. In one thing we follow C instead: glibc 2.36
//! loses the zeros of `%#g` when a value rounds up to the first power of ten that needs an exponent (`1.e+06`).
//! Not here: integers, strings, whole format strings (the library models do those in C).

use super::decimal::Decimal;
use crate::float::parts::{Layout, Magnitude, unpack};
use cairn_ir::FloatKind;

/// Longest width and precision; beyond it a text would not fit into memory in earnest.
const MAX_NUMBER: usize = 1 << 24;

/// A conversion such as `%-+10.3f`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Spec {
    left: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zero: bool,
    width: usize,
    precision: Option<usize>,
    /// Lower case: `f`, `e`, `g` or `a`.
    conversion: u8,
    upper: bool,
}

/// What `printf(spec, value)` prints. `None` if `spec` is not one complete floating-point conversion, or asks for more
/// than 16 million characters.
pub fn format_float(spec: &[u8], kind: FloatKind, bits: u128) -> Option<Vec<u8>> {
    let spec = Spec::parse(spec)?;
    let parts = unpack(kind, bits);
    let (prefix, body, numeric) = match parts.magnitude {
        Magnitude::Infinite => ("", b"inf".to_vec(), false),
        Magnitude::Nan { .. } => ("", b"nan".to_vec(), false),
        Magnitude::Zero | Magnitude::Finite { .. } => {
            let (sig, exp) = match parts.magnitude {
                Magnitude::Finite { sig, exp } => (sig, exp),
                _ => (0, 0),
            };
            match spec.conversion {
                b'a' => ("0x", hexadecimal(&spec, kind, sig, exp), true),
                _ => ("", decimal(&spec, &Decimal::exact(sig, exp)), true),
            }
        }
    };
    // The sign of a NaN is its sign bit, also of those that `unpack` makes of refused x87 patterns.
    let mut text = spec.pad(spec.sign(parts.negative), prefix, &body, numeric);
    if spec.upper {
        text.make_ascii_uppercase();
    }
    Some(text)
}

impl Spec {
    fn parse(text: &[u8]) -> Option<Spec> {
        let mut rest = text.strip_prefix(b"%")?;
        let mut spec = Spec::default();
        while let Some((&flag, after)) = rest.split_first() {
            match flag {
                b'-' => spec.left = true,
                b'+' => spec.plus = true,
                b' ' => spec.space = true,
                b'#' => spec.alternate = true,
                b'0' => spec.zero = true,
                // Grouping of thousands: there is none in the C locale.
                b'\'' => {}
                _ => break,
            }
            rest = after;
        }
        spec.width = number(&mut rest)?;
        if let Some(after) = rest.strip_prefix(b".") {
            rest = after;
            spec.precision = Some(number(&mut rest)?);
        }
        rest = rest.strip_prefix(b"L").or(rest.strip_prefix(b"l")).unwrap_or(rest);
        let &[conversion] = rest else { return None };
        spec.conversion = conversion.to_ascii_lowercase();
        spec.upper = conversion.is_ascii_uppercase();
        matches!(spec.conversion, b'f' | b'e' | b'g' | b'a').then_some(spec)
    }

    fn sign(&self, negative: bool) -> &'static str {
        match (negative, self.plus, self.space) {
            (true, ..) => "-",
            (false, true, _) => "+",
            (false, false, true) => " ",
            (false, false, false) => "",
        }
    }

    /// Zeros stand between the prefix and the digits; infinities and NaNs are filled with spaces only.
    fn pad(&self, sign: &str, prefix: &str, body: &[u8], numeric: bool) -> Vec<u8> {
        let fill = self.width.saturating_sub(sign.len() + prefix.len() + body.len());
        let (before, zeros, after) = match (self.left, self.zero && numeric) {
            (true, _) => (0, 0, fill),
            (false, true) => (0, fill, 0),
            (false, false) => (fill, 0, 0),
        };
        let mut text = vec![b' '; before];
        text.extend_from_slice(sign.as_bytes());
        text.extend_from_slice(prefix.as_bytes());
        text.extend(std::iter::repeat_n(b'0', zeros));
        text.extend_from_slice(body);
        text.extend(std::iter::repeat_n(b' ', after));
        text
    }
}

/// Reads digits off the front; none are 0. `None` if the number is too large.
fn number(text: &mut &[u8]) -> Option<usize> {
    let mut value = 0usize;
    while let Some((digit @ b'0'..=b'9', rest)) = text.split_first() {
        value = value.checked_mul(10)?.checked_add(usize::from(digit - b'0'))?;
        *text = rest;
    }
    (value <= MAX_NUMBER).then_some(value)
}

fn decimal(spec: &Spec, value: &Decimal) -> Vec<u8> {
    let precision = spec.precision.unwrap_or(6);
    match spec.conversion {
        b'f' => fixed(&value.scaled(precision as i64), precision, spec.alternate),
        b'e' => {
            let (digits, exponent) = scientific_digits(value, precision + 1);
            scientific(&digits, exponent, spec.alternate)
        }
        _ => general(spec, value, precision.max(1)),
    }
}

/// `digits / 10^precision` in positional notation.
fn fixed(digits: &[u8], precision: usize, always_point: bool) -> Vec<u8> {
    let mut text = vec![b'0'; (precision + 1).saturating_sub(digits.len())];
    text.extend_from_slice(digits);
    if precision > 0 || always_point {
        text.insert(text.len() - precision, b'.');
    }
    text
}

/// The first `count` digits, rounded, and the exponent of the first of them.
fn scientific_digits(value: &Decimal, count: usize) -> (Vec<u8>, i64) {
    let mut exponent = value.exponent();
    let mut digits = value.scaled(count as i64 - 1 - exponent);
    if digits.len() > count {
        digits.pop();
        exponent += 1;
    }
    digits.resize(count, b'0');
    (digits, exponent)
}

fn scientific(digits: &[u8], exponent: i64, always_point: bool) -> Vec<u8> {
    let mut text = fixed(digits, digits.len() - 1, always_point);
    let sign = if exponent < 0 { '-' } else { '+' };
    text.extend_from_slice(format!("e{sign}{:02}", exponent.unsigned_abs()).as_bytes());
    text
}

/// `%g` with `count` significant digits.
fn general(spec: &Spec, value: &Decimal, count: usize) -> Vec<u8> {
    let (mut digits, exponent) = scientific_digits(value, count);
    if !spec.alternate {
        while digits.len() > 1 && digits.last() == Some(&b'0') {
            digits.pop();
        }
    }
    if exponent < -4 || exponent >= count as i64 {
        return scientific(&digits, exponent, spec.alternate);
    }
    // Digits before the point are not to be stripped.
    let integer_digits = (exponent + 1).max(0) as usize;
    if digits.len() < integer_digits {
        digits.resize(integer_digits, b'0');
    }
    fixed(&digits, (digits.len() as i64 - 1 - exponent) as usize, spec.alternate)
}

/// `%a` without sign and `0x`.
fn hexadecimal(spec: &Spec, kind: FloatKind, sig: u128, exp: i32) -> Vec<u8> {
    let (kind, sig, exp) = as_printed(kind, sig, exp);
    let layout = Layout::of(kind);
    let fraction_bits = if layout.explicit_integer_bit { layout.precision - 4 } else { layout.precision - 1 };
    let places = (fraction_bits / 4) as usize;
    let mut exponent = if sig == 0 { 0 } else { exp + fraction_bits as i32 };
    let mut shown = spec.precision.unwrap_or(places);
    let mut digits = round_bits(sig, 4 * places.saturating_sub(shown) as u32);
    if digits >> (4 * places.min(shown)) == 0x10 {
        digits >>= 4;
        exponent += 4;
    }
    let mut text = format!("{digits:0width$x}", width = places.min(shown) + 1).into_bytes();
    if spec.precision.is_none() {
        while text.len() > 1 && text.last() == Some(&b'0') {
            text.pop();
        }
        shown = text.len() - 1;
    }
    text.resize(shown + 1, b'0');
    if shown > 0 || spec.alternate {
        text.insert(1, b'.');
    }
    text.extend_from_slice(format!("p{exponent:+}").as_bytes());
    text
}

/// The formats below `double` are promoted to it before they are printed.
fn as_printed(kind: FloatKind, sig: u128, exp: i32) -> (FloatKind, u128, i32) {
    match kind {
        FloatKind::Half | FloatKind::BFloat | FloatKind::F32 if sig != 0 => {
            let up = sig.leading_zeros() - (128 - Layout::of(FloatKind::F64).precision);
            (FloatKind::F64, sig << up, exp - up as i32)
        }
        FloatKind::Half | FloatKind::BFloat | FloatKind::F32 => (FloatKind::F64, sig, exp),
        _ => (kind, sig, exp),
    }
}

/// `value / 2^drop`, ties to even.
fn round_bits(value: u128, drop: u32) -> u128 {
    if drop == 0 {
        return value;
    }
    let (kept, rest, half) = (value >> drop, value & ((1 << drop) - 1), 1u128 << (drop - 1));
    kept + u128::from(rest > half || rest == half && kept & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of `bits <tab> conversion <tab> text`; f80 has 20 hexadecimal digits, f64 has 16.
    #[test]
    fn texts_are_those_of_glibc() {
        let mut count = 0;
        for row in include_str!("../../testdata/format.txt").lines() {
            let columns: Vec<&str> = row.split('\t').collect();
            let &[bits, spec, expected] = &columns[..] else { panic!("bad row {row:?}") };
            let kind = if bits.trim().len() == 20 { FloatKind::X86Fp80 } else { FloatKind::F64 };
            let bits = u128::from_str_radix(bits.trim(), 16).expect("hexadecimal");
            let text = format_float(spec.as_bytes(), kind, bits).unwrap_or_else(|| panic!("refused {spec:?}"));
            assert_eq!(String::from_utf8_lossy(&text), expected, "{spec:?} of {bits:x}");
            count += 1;
        }
        assert!(count >= 900);
    }

    #[test]
    fn only_whole_conversions_are_accepted() {
        for spec in ["", "f", "%", "%d", "%f ", "%*f", "%.-1f", "%LLf", "x%f", "%99999999999999999999f", "%20000000f"] {
            assert_eq!(format_float(spec.as_bytes(), FloatKind::F64, 0), None, "{spec:?}");
        }
        assert_eq!(format_float(b"%'lf", FloatKind::F64, 0), Some(b"0.000000".to_vec()));
    }

    #[test]
    fn other_formats_print_too() {
        let print = |spec: &str, kind, bits| String::from_utf8(format_float(spec.as_bytes(), kind, bits).expect(spec));
        assert_eq!(print("%a", FloatKind::F32, 1), Ok("0x1p-149".to_owned()));
        assert_eq!(print("%a", FloatKind::Half, 0), Ok("0x0p+0".to_owned()));
        assert_eq!(print("%g", FloatKind::Half, 0x3c01), Ok("1.00098".to_owned()));
        assert_eq!(print("%a", FloatKind::Fp128, 0x3fff8 << 108), Ok("0x1.8p+0".to_owned()));
        assert_eq!(
            print("%.40g", FloatKind::Fp128, (0x3fff << 112) + 1),
            Ok("1.000000000000000000000000000000000192593".to_owned())
        );
    }
}
