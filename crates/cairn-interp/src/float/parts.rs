//! Takes floats of every format apart into sign, significand and exponent, and puts them together with one rounding.
//!
//! The one place that knows how formats are encoded. Not here: arithmetic.

use cairn_ir::FloatKind;

/// A float as a number: `(-1)^negative * magnitude`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parts {
    pub negative: bool,
    pub magnitude: Magnitude,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Magnitude {
    Zero,
    /// `sig * 2^exp` with `sig != 0`; `sig` is not normalised.
    Finite {
        sig: u128,
        exp: i32,
    },
    Infinite,
    /// The bits of the fraction below the integer bit, moved to the top of the word.
    Nan {
        payload: u128,
    },
}

/// The shape of a binary format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Bits of the significand, the integer bit included.
    pub precision: u32,
    pub exponent_bits: u32,
    /// The integer bit is stored (x87).
    pub explicit_integer_bit: bool,
}

impl Layout {
    pub const fn of(kind: FloatKind) -> Layout {
        let (precision, exponent_bits) = match kind {
            FloatKind::Half => (11, 5),
            FloatKind::BFloat => (8, 8),
            FloatKind::F32 => (24, 8),
            FloatKind::F64 => (53, 11),
            FloatKind::X86Fp80 => (64, 15),
            FloatKind::Fp128 => (113, 15),
        };
        Layout { precision, exponent_bits, explicit_integer_bit: matches!(kind, FloatKind::X86Fp80) }
    }

    /// Bits below the exponent field.
    const fn stored_bits(self) -> u32 {
        self.precision - !self.explicit_integer_bit as u32
    }

    /// The exponent field of infinities and NaNs.
    const fn special_field(self) -> u32 {
        (1 << self.exponent_bits) - 1
    }

    pub const fn bias(self) -> i32 {
        (1 << (self.exponent_bits - 1)) - 1
    }

    /// The exponent of the last bit of the smallest numbers: every finite value is a multiple of 2 to this.
    pub const fn smallest_exponent(self) -> i32 {
        2 - self.bias() - self.precision as i32
    }

    const fn integer_bit(self) -> u128 {
        1 << (self.precision - 1)
    }

    const fn sign_bit(self) -> u128 {
        1 << (self.stored_bits() + self.exponent_bits)
    }

    fn encode(self, negative: bool, field: u32, sig: u128) -> u128 {
        let stored = if self.explicit_integer_bit { sig } else { sig & (self.integer_bit() - 1) };
        let sign = if negative { self.sign_bit() } else { 0 };
        sign | u128::from(field) << self.stored_bits() | stored
    }
}

/// The bit that holds the sign.
pub const fn sign_bit(kind: FloatKind) -> u128 {
    Layout::of(kind).sign_bit()
}

/// Takes a bit pattern apart. x87 patterns that the processor refuses (unnormals, pseudo-infinities, pseudo-NaNs) are
/// the NaN that it makes of them.
pub fn unpack(kind: FloatKind, bits: u128) -> Parts {
    let layout = Layout::of(kind);
    let negative = bits & layout.sign_bit() != 0;
    let field = (bits >> layout.stored_bits()) as u32 & layout.special_field();
    let stored = bits & ((1 << layout.stored_bits()) - 1);
    let valid = !layout.explicit_integer_bit || field == 0 || stored & layout.integer_bit() != 0;
    if !valid {
        return Parts { negative: true, magnitude: Magnitude::Nan { payload: 0 } };
    }
    let fraction = stored & (layout.integer_bit() - 1);
    let magnitude = if field == layout.special_field() {
        match fraction {
            0 => Magnitude::Infinite,
            _ => Magnitude::Nan { payload: fraction << (129 - layout.precision) },
        }
    } else if field == 0 {
        match stored {
            0 => Magnitude::Zero,
            sig => Magnitude::Finite { sig, exp: layout.smallest_exponent() },
        }
    } else {
        let sig = fraction | layout.integer_bit();
        Magnitude::Finite { sig, exp: layout.smallest_exponent() + field as i32 - 1 }
    };
    Parts { negative, magnitude }
}

/// Puts a number together; NaNs become quiet, the rest is rounded to nearest, ties to even.
pub fn pack(kind: FloatKind, parts: Parts) -> u128 {
    match parts.magnitude {
        Magnitude::Zero => zero(kind, parts.negative),
        Magnitude::Infinite => infinity(kind, parts.negative),
        Magnitude::Nan { payload } => nan(kind, parts.negative, payload),
        Magnitude::Finite { sig, exp } => pack_rounded(kind, parts.negative, sig, exp, false),
    }
}

/// The float nearest to `sig * 2^exp`, ties to even. With `sticky`, the number meant lies strictly between
/// `sig * 2^exp` and `(sig + 1) * 2^exp`; `sig` must then have two bits more than the format.
pub fn pack_rounded(kind: FloatKind, negative: bool, sig: u128, exp: i32, sticky: bool) -> u128 {
    let layout = Layout::of(kind);
    if sig == 0 {
        return zero(kind, negative);
    }
    let len = 128 - sig.leading_zeros() as i32;
    debug_assert!(!sticky || len >= layout.precision as i32 + 2, "too few bits to round correctly");
    let mut last = (exp + len - layout.precision as i32).max(layout.smallest_exponent());
    let mut rounded = shift_rounded(sig, last - exp, sticky);
    if rounded >> layout.precision != 0 {
        rounded >>= 1;
        last += 1;
    }
    if rounded & layout.integer_bit() == 0 {
        return layout.encode(negative, 0, rounded);
    }
    let field = last - layout.smallest_exponent() + 1;
    if field >= layout.special_field() as i32 {
        return infinity(kind, negative);
    }
    layout.encode(negative, field as u32, rounded)
}

/// `sig / 2^by` to nearest, ties to even; `by` may be negative when the result fits.
fn shift_rounded(sig: u128, by: i32, sticky: bool) -> u128 {
    if by <= 0 {
        return sig << -by;
    }
    if by > 128 {
        return 0;
    }
    let kept = sig.checked_shr(by as u32).unwrap_or(0);
    let half = 1u128 << (by - 1);
    let rest = sig & (half | (half - 1));
    let up = rest > half || rest == half && (sticky || kept & 1 == 1);
    kept + u128::from(up)
}

pub fn zero(kind: FloatKind, negative: bool) -> u128 {
    Layout::of(kind).encode(negative, 0, 0)
}

pub fn infinity(kind: FloatKind, negative: bool) -> u128 {
    let layout = Layout::of(kind);
    layout.encode(negative, layout.special_field(), layout.integer_bit())
}

/// A quiet NaN with the top of `payload` as its fraction.
pub fn nan(kind: FloatKind, negative: bool, payload: u128) -> u128 {
    let layout = Layout::of(kind);
    let quiet = layout.integer_bit() >> 1;
    let fraction = payload >> (129 - layout.precision);
    layout.encode(negative, layout.special_field(), layout.integer_bit() | quiet | fraction)
}

/// The NaN that x86 makes of an invalid operation: quiet, negative, without payload.
pub fn default_nan(kind: FloatKind) -> u128 {
    nan(kind, true, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: &[FloatKind] = FloatKind::ALL;

    #[test]
    fn packing_undoes_unpacking() {
        for &kind in KINDS {
            let layout = Layout::of(kind);
            for field in [0, 1, 2, layout.bias() as u32, layout.special_field() - 1, layout.special_field()] {
                for fraction in [0, 1, layout.integer_bit() / 2, layout.integer_bit() / 2 + 1, layout.integer_bit() - 1]
                {
                    let integer = if field == 0 { 0 } else { layout.integer_bit() };
                    let bits = layout.encode(true, field, integer | fraction);
                    let quieted = match unpack(kind, bits).magnitude {
                        Magnitude::Nan { .. } => bits | layout.integer_bit() >> 1,
                        _ => bits,
                    };
                    assert_eq!(pack(kind, unpack(kind, bits)), quieted, "{kind} {bits:x}");
                }
            }
        }
    }

    #[test]
    fn rounding_is_to_nearest_even() {
        let one_and = |low: u128, sticky| pack_rounded(FloatKind::F64, false, 1 << 59 | low, -59, sticky) as u64;
        let one = 1.0f64.to_bits();
        assert_eq!(one_and(64, false), one, "a tie goes to the even neighbour");
        assert_eq!(one_and(64, true), one + 1, "a little more than a tie does not");
        assert_eq!(one_and(63, true), one);
        assert_eq!(one_and(128 + 64, false), one + 2);
        assert_eq!(pack_rounded(FloatKind::F64, false, u128::MAX, 0, true) as u64, 2f64.powi(128).to_bits());
    }

    #[test]
    fn extremes_round_to_zero_and_infinity() {
        let pack = |sig, exp| f64::from_bits(pack_rounded(FloatKind::F64, false, sig, exp, false) as u64);
        assert_eq!(pack(1, -1075), 0.0);
        assert_eq!(pack(3, -1076), f64::from_bits(1));
        assert_eq!(pack(1, -30000), 0.0);
        assert_eq!(pack(1 << 127, -1075 - 127), 0.0, "a tie with zero");
        assert_eq!(pack((1 << 127) + 1, -1075 - 127), f64::from_bits(1));
        assert_eq!(pack((1 << 53) - 1, 971), f64::MAX);
        assert_eq!(pack((1 << 54) - 1, 970), f64::INFINITY);
        assert_eq!(pack(1, 30000), f64::INFINITY);
    }

    #[test]
    fn x87_patterns_without_integer_bit_are_nans() {
        let unnormal = 0x3fff << 64 | 1 << 62;
        assert_eq!(pack(FloatKind::X86Fp80, unpack(FloatKind::X86Fp80, unnormal)), 0xffff << 64 | 0b11 << 62);
        let pseudo_denormal = 1u128 << 63;
        assert_eq!(pack(FloatKind::X86Fp80, unpack(FloatKind::X86Fp80, pseudo_denormal)), 1 << 64 | 1 << 63);
    }
}
