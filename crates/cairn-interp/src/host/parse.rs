//! `strtod` and `strtold`: reads the longest prefix of a text that is a number, correctly rounded.
//!
//! The C locale's decimal point. Not here: `errno`; overflow is an infinity, underflow a zero.

use crate::float::parts::{infinity, nan, sign_bit, zero};
use crate::wide::natural;
use crate::wide::natural_to_float;
use cairn_ir::FloatKind;

/// The number that a text starts with, after white space, and how many bytes it takes. Without a number both are 0.
pub fn parse_float(text: &[u8], kind: FloatKind) -> (u128, usize) {
    let mut reader = Reader { text, position: 0 };
    reader.skip_while(|byte| matches!(byte, b' ' | b'\t'..=b'\r'));
    let negative = reader.take(|byte| byte == b'-');
    if !negative {
        reader.take(|byte| byte == b'+');
    }
    let Some(magnitude) = parse_magnitude(&mut reader, kind) else { return (zero(kind, false), 0) };
    (if negative { magnitude | sign_bit(kind) } else { magnitude }, reader.position)
}

fn parse_magnitude(reader: &mut Reader, kind: FloatKind) -> Option<u128> {
    if reader.take_word(b"inf") {
        reader.take_word(b"inity");
        return Some(infinity(kind, false));
    }
    if reader.take_word(b"nan") {
        return Some(parse_nan(reader, kind));
    }
    let start = reader.position;
    if reader.take_word(b"0x") {
        if let Some(number) = Number::read(reader, 16, b'p') {
            return Some(hexadecimal(kind, &number));
        }
        // The `0` is a number, the `x` is not part of it.
        reader.position = start;
    }
    Number::read(reader, 10, b'e').map(|number| decimal(kind, &number))
}

/// After `nan`: optionally `(...)`, whose letters, read as a C integer, are the payload.
fn parse_nan(reader: &mut Reader, kind: FloatKind) -> u128 {
    let start = reader.position;
    if reader.take(|byte| byte == b'(') {
        reader.skip_while(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let letters = &reader.text[start + 1..reader.position];
        if reader.take(|byte| byte == b')') {
            let payload = u128::from(c_integer(letters).unwrap_or(0));
            let quiet_bits = nan(kind, false, 0);
            return quiet_bits | payload & (quiet_bit(kind) - 1);
        }
        reader.position = start;
    }
    nan(kind, false, 0)
}

/// The bit that makes a NaN quiet: all below it is payload.
fn quiet_bit(kind: FloatKind) -> u128 {
    1 << (crate::float::parts::Layout::of(kind).precision - 2)
}

/// The value of all letters as `strtoull(letters, 0)` reads them; too large is the largest.
fn c_integer(letters: &[u8]) -> Option<u64> {
    let (digits, radix) = match letters {
        [b'0', b'x' | b'X', digits @ ..] if !digits.is_empty() => (digits, 16),
        [b'0', ..] => (letters, 8),
        _ => (letters, 10),
    };
    digits.iter().try_fold(0u64, |value, &digit| {
        let digit = char::from(digit).to_digit(radix)?;
        Some(
            value
                .checked_mul(u64::from(radix))
                .and_then(|value| value.checked_add(u64::from(digit)))
                .unwrap_or(u64::MAX),
        )
    })
}

/// A position in a text.
struct Reader<'a> {
    text: &'a [u8],
    position: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.position).copied()
    }

    fn take(&mut self, wanted: impl Fn(u8) -> bool) -> bool {
        let found = self.peek().is_some_and(wanted);
        self.position += usize::from(found);
        found
    }

    fn skip_while(&mut self, wanted: impl Fn(u8) -> bool) {
        while self.take(&wanted) {}
    }

    /// Skips a word, given in lower case.
    fn take_word(&mut self, word: &[u8]) -> bool {
        let end = self.position + word.len();
        let found = self.text.get(self.position..end).is_some_and(|text| text.eq_ignore_ascii_case(word));
        if found {
            self.position = end;
        }
        found
    }
}

/// More decimal digits than any number between two floats of a format needs (`f128`: 11563) cannot matter, but for
/// whether one of them is not 0.
const MAX_DIGITS: usize = 12_000;

/// The digits of a number as text: `digits * radix^-fraction * base^exponent`, plus a little with `more`.
struct Number {
    /// Values of digits, without leading zeros.
    digits: Vec<u8>,
    /// Digits were dropped that are not all 0.
    more: bool,
    /// Digits after the point, less those before it that were dropped.
    fraction: i64,
    exponent: i64,
}

impl Number {
    /// Reads digits with an optional point and exponent; `None` (and nothing useful read) without any digit.
    fn read(reader: &mut Reader, radix: u32, exponent_letter: u8) -> Option<Number> {
        let mut number = Number { digits: Vec::new(), more: false, fraction: 0, exponent: 0 };
        let (mut seen_digit, mut seen_point) = (false, false);
        while let Some(byte) = reader.peek() {
            match char::from(byte).to_digit(radix) {
                Some(digit) => {
                    seen_digit = true;
                    number.push(digit as u8, seen_point);
                }
                None if byte == b'.' && !seen_point => seen_point = true,
                None => break,
            }
            reader.position += 1;
        }
        if !seen_digit {
            return None;
        }
        number.exponent = read_exponent(reader, exponent_letter);
        Some(number)
    }

    fn push(&mut self, digit: u8, after_point: bool) {
        let kept = self.digits.len() < MAX_DIGITS;
        if kept && (digit != 0 || !self.digits.is_empty()) {
            self.digits.push(digit);
        }
        self.more |= !kept && digit != 0;
        self.fraction += i64::from(after_point) - i64::from(!kept);
    }

    fn to_natural(&self, radix: u64) -> Vec<u64> {
        let mut value = Vec::new();
        for &digit in &self.digits {
            natural::mul_add_small(&mut value, radix, u64::from(digit));
        }
        value
    }
}

/// An exponent, if there is a whole one; far too large ones are cut.
fn read_exponent(reader: &mut Reader, letter: u8) -> i64 {
    const LIMIT: i64 = 1 << 48;
    let start = reader.position;
    if !reader.take(|byte| byte.eq_ignore_ascii_case(&letter)) {
        return 0;
    }
    let negative = reader.take(|byte| byte == b'-');
    if !negative {
        reader.take(|byte| byte == b'+');
    }
    if !reader.peek().is_some_and(|byte| byte.is_ascii_digit()) {
        reader.position = start;
        return 0;
    }
    let mut value = 0i64;
    while let Some(digit @ b'0'..=b'9') = reader.peek() {
        value = (value * 10 + i64::from(digit - b'0')).min(LIMIT);
        reader.position += 1;
    }
    if negative { -value } else { value }
}

fn hexadecimal(kind: FloatKind, number: &Number) -> u128 {
    if number.digits.is_empty() {
        return zero(kind, false);
    }
    let exponent = number.exponent - 4 * number.fraction;
    // With thousands of digits the number has bits enough for `more`.
    let exponent = exponent.clamp(i64::from(i32::MIN / 2), i64::from(i32::MAX / 2)) as i32;
    natural_to_float(kind, false, &number.to_natural(16), exponent, number.more)
}

fn decimal(kind: FloatKind, number: &Number) -> u128 {
    let exponent = number.exponent - number.fraction;
    // Every format overflows above 10^4933 and underflows below 10^-4966.
    let first_digit = exponent + number.digits.len() as i64;
    if number.digits.is_empty() || first_digit < -5000 {
        return zero(kind, false);
    }
    if first_digit > 5000 {
        return infinity(kind, false);
    }
    let digits = number.to_natural(10);
    let power = natural::pow(10, exponent.unsigned_abs() as u32);
    if exponent >= 0 {
        return natural_to_float(kind, false, &natural::mul(&digits, &power), 0, number.more);
    }
    // A quotient of at least 128 bits.
    let shift = (natural::bit_len(&power) + 128).saturating_sub(natural::bit_len(&digits));
    let (quotient, rest) = natural::div_rem(&natural::shl(&digits, shift), &power);
    natural_to_float(kind, false, &quotient, -(shift as i32), number.more || !rest.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use FloatKind::{F32, F64, Fp128, X86Fp80};

    fn unescape(text: &str) -> Vec<u8> {
        let mut pieces = text.split("\\x");
        let mut bytes = pieces.next().unwrap_or("").as_bytes().to_vec();
        for piece in pieces {
            bytes.push(u8::from_str_radix(&piece[..2], 16).expect("two hexadecimal digits"));
            bytes.extend_from_slice(&piece.as_bytes()[2..]);
        }
        bytes
    }

    /// Rows of `"text" <tab> strtod its-length strtold its-length strtof`.
    #[test]
    fn numbers_are_those_of_glibc() {
        let mut count = 0;
        for row in include_str!("../../testdata/parse.txt").lines() {
            let (text, values) = row.split_once('\t').expect("two columns");
            let text = unescape(text.trim_matches('"'));
            let values: Vec<&str> = values.split_whitespace().collect();
            let bits = |i: usize| u128::from_str_radix(values[i], 16).expect("hexadecimal");
            let len = |i: usize| values[i].parse::<usize>().expect("a length");
            assert_eq!(parse_float(&text, F64), (bits(0), len(1)), "f64 {row}");
            assert_eq!(parse_float(&text, X86Fp80), (bits(2), len(3)), "f80 {row}");
            assert_eq!(parse_float(&text, F32), (bits(4), len(1)), "f32 {row}");
            count += 1;
        }
        assert!(count >= 110);
    }

    #[test]
    fn decimal_numbers_agree_with_rusts_parser() {
        let mut state = 7u64;
        for _ in 0..20_000 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let digits = state >> (state % 60);
            let exponent = (state >> 40) as i32 % 660 - 340;
            let text = format!("{digits}e{exponent}");
            let expected: f64 = text.parse().expect("a number");
            assert_eq!(parse_float(text.as_bytes(), F64), (u128::from(expected.to_bits()), text.len()), "{text}");
            let expected: f32 = text.parse().expect("a number");
            assert_eq!(parse_float(text.as_bytes(), F32).0, u128::from(expected.to_bits()), "{text}");
        }
    }

    #[test]
    fn printed_floats_read_back() {
        let mut state = 3u128;
        for kind in [X86Fp80, Fp128] {
            for _ in 0..200 {
                state = state
                    .wrapping_mul(0x2360ed051fc65da44385df649fccf645)
                    .wrapping_add(0x5851f42d4c957f2d14057b7ef767814f);
                let bits = match kind {
                    X86Fp80 => (state >> 112) << 64 | (state as u64 | 1 << 63) as u128,
                    _ => state,
                };
                let bits = if crate::float::is_nan(kind, bits) { 0 } else { bits };
                for spec in [&b"%.40Le"[..], b"%La"] {
                    let text = super::super::format::format_float(spec, kind, bits).expect("a conversion");
                    assert_eq!(parse_float(&text, kind), (bits, text.len()), "{kind} {bits:x}");
                }
            }
        }
    }

    #[test]
    fn the_last_of_many_digits_breaks_a_tie() {
        let tie = format!("9007199254740993.{}", "0".repeat(20_000));
        let bits = |text: &str| parse_float(text.as_bytes(), F64).0 as u64;
        assert_eq!(bits(&tie), 9007199254740992f64.to_bits());
        assert_eq!(bits(&format!("{tie}1")), 9007199254740994f64.to_bits());
        let long = format!("0x8000000000000400{}1p-80000", "0".repeat(20_000));
        assert_eq!(bits(&long), bits("0x8000000000000800p4"));
        let integer = format!("{}e-19999", "1".repeat(20_000));
        assert_eq!(bits(&integer), (10f64 / 9.0).to_bits());
        assert_eq!(bits(&format!("0.{}5e20001", "0".repeat(20_000))), 5f64.to_bits());
    }
}
