//! Arithmetic on words of 1 to 128 bits, and what is known about single bits of a word.
//!
//! A word of width `w` is a `u128` whose bits from `w` upwards are zero. Division and shifts follow SMT-LIB,
//! so every operation is total: `x /u 0` is all ones, `x %u 0` is `x`, a shift by `w` or more gives the fill bit.
//! Not here: terms.

/// The widest word.
pub const MAX_WIDTH: u32 = 128;

/// The all-ones word of `width` bits.
#[inline]
pub fn ones(width: u32) -> u128 {
    debug_assert!((1..=MAX_WIDTH).contains(&width));
    u128::MAX >> (MAX_WIDTH - width)
}

/// The low `count` bits set; `count` may be 0.
#[inline]
pub fn low_ones(count: u32) -> u128 {
    if count == 0 { 0 } else { ones(count.min(MAX_WIDTH)) }
}

#[inline]
pub fn truncate(width: u32, value: u128) -> u128 {
    value & ones(width)
}

/// The word with only its top bit set, that is, the least signed value.
#[inline]
pub fn sign_bit(width: u32) -> u128 {
    1 << (width - 1)
}

#[inline]
pub fn is_negative(width: u32, value: u128) -> bool {
    value & sign_bit(width) != 0
}

/// The signed reading of a word.
#[inline]
pub fn to_signed(width: u32, value: u128) -> i128 {
    let shift = MAX_WIDTH - width;
    ((value << shift) as i128) >> shift
}

/// The word whose signed reading is `value` modulo 2^width.
#[inline]
pub fn from_signed(width: u32, value: i128) -> u128 {
    truncate(width, value as u128)
}

#[inline]
pub fn add(width: u32, a: u128, b: u128) -> u128 {
    truncate(width, a.wrapping_add(b))
}

#[inline]
pub fn sub(width: u32, a: u128, b: u128) -> u128 {
    truncate(width, a.wrapping_sub(b))
}

#[inline]
pub fn mul(width: u32, a: u128, b: u128) -> u128 {
    truncate(width, a.wrapping_mul(b))
}

#[inline]
pub fn neg(width: u32, a: u128) -> u128 {
    truncate(width, a.wrapping_neg())
}

pub fn shl(width: u32, a: u128, b: u128) -> u128 {
    if b >= u128::from(width) { 0 } else { truncate(width, a << b) }
}

pub fn lshr(width: u32, a: u128, b: u128) -> u128 {
    if b >= u128::from(width) { 0 } else { a >> b }
}

pub fn ashr(width: u32, a: u128, b: u128) -> u128 {
    let by = b.min(u128::from(width - 1)) as u32;
    from_signed(width, to_signed(width, a) >> by)
}

pub fn udiv(width: u32, a: u128, b: u128) -> u128 {
    a.checked_div(b).unwrap_or(ones(width))
}

pub fn urem(a: u128, b: u128) -> u128 {
    a.checked_rem(b).unwrap_or(a)
}

pub fn sdiv(width: u32, a: u128, b: u128) -> u128 {
    let quotient = udiv(width, magnitude(width, a), magnitude(width, b));
    if is_negative(width, a) != is_negative(width, b) { neg(width, quotient) } else { quotient }
}

pub fn srem(width: u32, a: u128, b: u128) -> u128 {
    let rest = urem(magnitude(width, a), magnitude(width, b));
    if is_negative(width, a) { neg(width, rest) } else { rest }
}

fn magnitude(width: u32, a: u128) -> u128 {
    if is_negative(width, a) { neg(width, a) } else { a }
}

pub fn sext(from: u32, to: u32, a: u128) -> u128 {
    from_signed(to, to_signed(from, a))
}

/// The multiplicative inverse of an odd word modulo 2^width.
pub fn inverse(width: u32, odd: u128) -> u128 {
    debug_assert!(odd & 1 == 1, "an even word has no inverse");
    // Newton's iteration doubles the number of correct low bits; three are correct at the start.
    let mut inverse = odd;
    for _ in 0..6 {
        inverse = inverse.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    truncate(width, inverse)
}

/// Bits of a word that have the same value in every valuation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnownBits {
    pub zeros: u128,
    pub ones: u128,
}

impl KnownBits {
    pub const NONE: KnownBits = KnownBits { zeros: 0, ones: 0 };

    pub fn constant(width: u32, value: u128) -> Self {
        Self { zeros: ones(width) & !value, ones: value }
    }

    /// Bits that can be one in some valuation.
    pub fn possible(self, width: u32) -> u128 {
        ones(width) & !self.zeros
    }

    pub fn value(self, width: u32) -> Option<u128> {
        (self.zeros | self.ones == ones(width)).then_some(self.ones)
    }

    /// What is known from two sources about one word.
    pub fn or_also(self, other: Self) -> Self {
        Self { zeros: self.zeros | other.zeros, ones: self.ones | other.ones }
    }

    pub fn and(self, other: Self) -> Self {
        Self { zeros: self.zeros | other.zeros, ones: self.ones & other.ones }
    }

    pub fn or(self, other: Self) -> Self {
        Self { zeros: self.zeros & other.zeros, ones: self.ones | other.ones }
    }

    pub fn xor(self, other: Self) -> Self {
        let known = (self.zeros | self.ones) & (other.zeros | other.ones);
        let value = self.ones ^ other.ones;
        Self { zeros: known & !value, ones: known & value }
    }

    pub fn shl(self, width: u32, by: u32) -> Self {
        Self { zeros: truncate(width, self.zeros << by) | low_ones(by), ones: truncate(width, self.ones << by) }
    }

    pub fn lshr(self, width: u32, by: u32) -> Self {
        Self { zeros: (self.zeros >> by) | (ones(width) & !(ones(width) >> by)), ones: self.ones >> by }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverses_are_exact_at_every_width() {
        for width in 1..=MAX_WIDTH {
            for seed in [1u128, 3, 5, 0x1234_5677, u128::MAX] {
                let odd = truncate(width, seed);
                assert_eq!(mul(width, odd, inverse(width, odd)), 1);
            }
        }
    }

    #[test]
    fn division_agrees_with_the_definition_on_all_small_words() {
        let w = 4;
        for a in 0..16u128 {
            for b in 1..16u128 {
                let (sa, sb) = (to_signed(w, a), to_signed(w, b));
                assert_eq!(to_signed(w, sdiv(w, a, b)), to_signed(w, from_signed(w, sa / sb)));
                assert_eq!(to_signed(w, srem(w, a, b)), sa % sb);
            }
            assert_eq!((udiv(w, a, 0), urem(a, 0), srem(w, a, 0)), (15, a, a));
            assert_eq!(sdiv(w, a, 0), if is_negative(w, a) { 1 } else { 15 });
        }
    }
}
