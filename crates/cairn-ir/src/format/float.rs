//! Floats as readable text: decimal where that gives back the same bits, else the bits.
//!
//! f32 and f64 use the shortest decimal of their own format. The other formats go through f64: a decimal stands for the
//! f64 nearest to it, if the format holds that number exactly. Not here: arithmetic.

use crate::FloatKind;

/// How a format lays out its bits.
struct Layout {
    exponent: u32,
    /// Bits of the fraction, without an explicit leading 1.
    fraction: u32,
    /// The leading 1 is stored (x87).
    explicit_one: bool,
}

fn layout(kind: FloatKind) -> Layout {
    let (exponent, fraction, explicit_one) = match kind {
        FloatKind::Half => (5, 10, false),
        FloatKind::BFloat => (8, 7, false),
        FloatKind::F32 => (8, 23, false),
        FloatKind::F64 => (11, 52, false),
        FloatKind::X86Fp80 => (15, 63, true),
        FloatKind::Fp128 => (15, 112, false),
    };
    Layout { exponent, fraction, explicit_one }
}

pub(super) fn write(kind: FloatKind, bits: u128) -> String {
    decimal(kind, bits).unwrap_or_else(|| format!("{bits:#x}"))
}

fn decimal(kind: FloatKind, bits: u128) -> Option<String> {
    let text = match kind {
        FloatKind::F32 => format!("{:?}", f32::from_bits(u32::try_from(bits).ok()?)),
        FloatKind::F64 => format!("{:?}", f64::from_bits(u64::try_from(bits).ok()?)),
        _ => format!("{:?}", to_f64(kind, bits)?),
    };
    (read(kind, &text) == Some(bits)).then_some(text)
}

/// The bits that a literal of this format stands for.
pub(super) fn read(kind: FloatKind, text: &str) -> Option<u128> {
    if let Some(digits) = text.strip_prefix("0x") {
        let bits = u128::from_str_radix(digits, 16).ok()?;
        return (kind.bits() == 128 || bits >> kind.bits() == 0).then_some(bits);
    }
    // Excludes the words that Rust's parser knows (`inf`, `nan`).
    if !text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'+' | b'-' | b'e' | b'E')) {
        return None;
    }
    if kind == FloatKind::F32 {
        return text.parse::<f32>().ok().filter(|value| value.is_finite()).map(|value| value.to_bits().into());
    }
    from_f64(kind, text.parse::<f64>().ok().filter(|value| value.is_finite())?)
}

/// The number in another format, if it is a zero or a normal number there, exactly.
fn from_f64(kind: FloatKind, value: f64) -> Option<u128> {
    let bits = value.to_bits();
    if kind == FloatKind::F64 {
        return Some(bits.into());
    }
    let Layout { exponent, fraction, explicit_one } = layout(kind);
    let sign = u128::from(bits >> 63) << (kind.bits() - 1);
    if value == 0.0 {
        return Some(sign);
    }
    if !value.is_normal() {
        return None;
    }
    let power = ((bits >> 52) & 0x7ff) as i64 - 1023;
    let biased = power + (1 << (exponent - 1)) - 1;
    if biased <= 0 || biased >= (1 << exponent) - 1 {
        return None;
    }
    let digits = u128::from(bits & ((1 << 52) - 1)) << 64;
    let dropped = 116 - fraction;
    if dropped >= 64 && digits & ((1 << dropped) - 1) != 0 {
        return None;
    }
    let one = u128::from(explicit_one);
    let mantissa = (one << fraction) | (digits >> dropped);
    Some(sign | (biased as u128) << (fraction + u32::from(explicit_one)) | mantissa)
}

/// The nearest f64 towards zero, if the number is normal in both formats or zero. Callers check by converting back.
fn to_f64(kind: FloatKind, bits: u128) -> Option<f64> {
    let Layout { exponent, fraction, explicit_one } = layout(kind);
    let sign = ((bits >> (kind.bits() - 1)) as u64) << 63;
    if bits << (129 - kind.bits()) == 0 {
        return Some(f64::from_bits(sign));
    }
    let biased = (bits >> (fraction + u32::from(explicit_one))) as i64 & ((1 << exponent) - 1);
    let power = biased - ((1 << (exponent - 1)) - 1);
    if biased == 0 || biased == (1 << exponent) - 1 || !(-1022..=1023).contains(&power) {
        return None;
    }
    let digits = bits & ((1 << fraction) - 1);
    let digits = if fraction > 52 { digits >> (fraction - 52) } else { digits << (52 - fraction) };
    Some(f64::from_bits(sign | ((power + 1023) as u64) << 52 | digits as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_numbers_are_decimal_in_every_format() {
        for &kind in FloatKind::ALL {
            for text in ["0.0", "-0.0", "1.0", "-2.5", "0.5", "96.0"] {
                let bits = read(kind, text).unwrap();
                assert_eq!(write(kind, bits), text, "{kind}");
            }
        }
        assert_eq!(read(FloatKind::X86Fp80, "1.0"), Some(0x3fff_8000_0000_0000_0000));
        assert_eq!(read(FloatKind::Half, "-2.0"), Some(0xc000));
        assert_eq!(read(FloatKind::BFloat, "1.0"), Some(0x3f80));
        assert_eq!(read(FloatKind::Fp128, "1.0"), Some(0x3fff << 112));
    }

    #[test]
    fn all_halves_and_corner_cases_come_back() {
        for bits in 0..=0xffff {
            for kind in [FloatKind::Half, FloatKind::BFloat] {
                assert_eq!(read(kind, &write(kind, bits)), Some(bits), "{kind}");
            }
        }
        for &kind in FloatKind::ALL {
            let all = if kind.bits() == 128 { u128::MAX } else { (1 << kind.bits()) - 1 };
            for bits in [all, 1, all >> 1, all ^ 1, all / 3, all / 5] {
                assert_eq!(read(kind, &write(kind, bits)), Some(bits), "{kind} {bits:#x}");
            }
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert_eq!(read(FloatKind::Half, "0.1"), None);
        assert_eq!(read(FloatKind::Half, "1e9"), None);
        assert_eq!(read(FloatKind::F64, "1e999"), None);
        assert_eq!(read(FloatKind::F32, "0x1ffffffff"), None);
        assert_eq!(read(FloatKind::F64, "inf"), None);
    }
}
