//! What is known of one word: bounds of both integer readings and single bits, kept consistent with each other.
//!
//! A word of width `w` has the unsigned reading in [0, 2^w) and the signed one in [−2^(w−1), 2^(w−1)). The two are
//! linked only where the sign is decided. Every operation here over-approximates the set of words.
//! Not here: operators (`forward`, `backward`), which node has which domain (`node`).

use crate::bits;

/// Wider words are not read as integers: sums of their readings would not fit into the machine's widest integer.
pub(super) const MAX_INT_WIDTH: u32 = 120;

/// One of the two integers that a word can be read as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reading {
    Unsigned = 0,
    Signed = 1,
}

impl Reading {
    pub(super) const BOTH: [Reading; 2] = [Reading::Unsigned, Reading::Signed];

    /// The least integer of this reading.
    pub(super) fn least(self, width: u32) -> i128 {
        match self {
            Reading::Unsigned => 0,
            Reading::Signed => -(1i128 << (width - 1)),
        }
    }
}

/// 2^width.
pub(super) fn modulus(width: u32) -> i128 {
    1i128 << width
}

/// An over-approximation of the words that a term can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(super) struct Dom {
    pub(super) ulo: i128,
    pub(super) uhi: i128,
    pub(super) slo: i128,
    pub(super) shi: i128,
    pub(super) zeros: u128,
    pub(super) ones: u128,
}

impl Dom {
    /// All words. For words too wide to be read as integers, a placeholder that nobody reads.
    pub(super) fn top(width: u32) -> Dom {
        let width = width.clamp(1, MAX_INT_WIDTH);
        let half = 1i128 << (width - 1);
        Dom { ulo: 0, uhi: 2 * half - 1, slo: -half, shi: half - 1, zeros: 0, ones: 0 }
    }

    pub(super) fn constant(width: u32, value: u128) -> Dom {
        let (unsigned, signed) = (value as i128, bits::to_signed(width, value));
        let ones = value;
        Dom { ulo: unsigned, uhi: unsigned, slo: signed, shi: signed, zeros: bits::ones(width) & !value, ones }
    }

    pub(super) fn bounds(&self, reading: Reading) -> (i128, i128) {
        match reading {
            Reading::Unsigned => (self.ulo, self.uhi),
            Reading::Signed => (self.slo, self.shi),
        }
    }

    pub(super) fn value(&self) -> Option<u128> {
        (self.ulo == self.uhi).then_some(self.ulo as u128)
    }

    pub(super) fn contains(&self, width: u32, value: u128) -> bool {
        let (unsigned, signed) = (value as i128, bits::to_signed(width, value));
        self.ulo <= unsigned
            && unsigned <= self.uhi
            && self.slo <= signed
            && signed <= self.shi
            && value & self.zeros == 0
            && !value & self.ones == 0
    }

    /// The words between two unsigned integers.
    pub(super) fn unsigned(width: u32, lo: i128, hi: i128) -> Dom {
        let mut dom = Dom::top(width);
        (dom.ulo, dom.uhi) = (dom.ulo.max(lo), dom.uhi.min(hi));
        dom
    }

    /// The words between two signed integers.
    pub(super) fn signed(width: u32, lo: i128, hi: i128) -> Dom {
        let mut dom = Dom::top(width);
        (dom.slo, dom.shi) = (dom.slo.max(lo), dom.shi.min(hi));
        dom
    }

    pub(super) fn between(width: u32, reading: Reading, lo: i128, hi: i128) -> Dom {
        match reading {
            Reading::Unsigned => Dom::unsigned(width, lo, hi),
            Reading::Signed => Dom::signed(width, lo, hi),
        }
    }

    pub(super) fn with_bits(width: u32, zeros: u128, ones: u128) -> Dom {
        Dom { zeros, ones, ..Dom::top(width) }
    }

    /// Both at once, not yet made consistent.
    pub(super) fn meet(&self, other: &Dom) -> Dom {
        Dom {
            ulo: self.ulo.max(other.ulo),
            uhi: self.uhi.min(other.uhi),
            slo: self.slo.max(other.slo),
            shi: self.shi.min(other.shi),
            zeros: self.zeros | other.zeros,
            ones: self.ones | other.ones,
        }
    }

    /// Whether `meet` with this would change nothing.
    pub(super) fn is_within(&self, other: &Dom) -> bool {
        self.ulo >= other.ulo
            && self.uhi <= other.uhi
            && self.slo >= other.slo
            && self.shi <= other.shi
            && other.zeros & !self.zeros == 0
            && other.ones & !self.ones == 0
    }

    /// Lets bounds and bits sharpen each other; `None` if no word is left.
    pub(super) fn reduced(mut self, width: u32) -> Option<Dom> {
        loop {
            self.exchange_bits(width)?;
            let (ulo, uhi) = (self.ulo, self.uhi);
            self.exchange_readings(width);
            if self.ulo > self.uhi || self.slo > self.shi {
                return None;
            }
            // Bits and unsigned bounds agree already, so only new unsigned bounds are a reason to go on.
            if (ulo, uhi) == (self.ulo, self.uhi) {
                return Some(self);
            }
        }
    }

    fn exchange_bits(&mut self, width: u32) -> Option<()> {
        if self.zeros & self.ones != 0 || self.ulo > self.uhi {
            return None;
        }
        if self.zeros | self.ones != 0 {
            self.ulo = next_match(width, self.ulo as u128, self.zeros, self.ones)? as i128;
            self.uhi = previous_match(width, self.uhi as u128, self.zeros, self.ones)? as i128;
            if self.ulo > self.uhi {
                return None;
            }
        }
        // Bits above the topmost difference of the bounds are those of the bounds.
        let differ = (self.ulo ^ self.uhi) as u128;
        let open = bits::low_ones(bits::MAX_WIDTH - differ.leading_zeros());
        let same = bits::ones(width) & !open;
        self.ones |= self.ulo as u128 & same;
        self.zeros |= !(self.ulo as u128) & same;
        Some(())
    }

    /// The signed reading is the unsigned one, or 2^w less; each half is used only when the other is excluded.
    fn exchange_readings(&mut self, width: u32) {
        let half = 1i128 << (width - 1);
        let full = 2 * half;
        let may_be_positive = self.ulo < half && self.shi >= 0 && self.ulo <= self.shi && self.slo <= self.uhi;
        let may_be_negative =
            self.uhi >= half && self.slo < 0 && self.ulo - full <= self.shi && self.slo <= self.uhi - full;
        match (may_be_positive, may_be_negative) {
            (true, true) => {}
            (true, false) => {
                let (lo, hi) = (self.ulo.max(self.slo), self.uhi.min(self.shi).min(half - 1));
                (self.ulo, self.uhi, self.slo, self.shi) = (lo, hi, lo, hi);
            }
            (false, true) => {
                let (lo, hi) = ((self.ulo - full).max(self.slo), (self.uhi - full).min(self.shi).min(-1));
                (self.ulo, self.uhi, self.slo, self.shi) = (lo + full, hi + full, lo, hi);
            }
            (false, false) => (self.ulo, self.uhi) = (1, 0),
        }
    }

    /// The words x + k modulo 2^w.
    pub(super) fn shifted(&self, width: u32, by: u128) -> Dom {
        if by == 0 {
            return *self;
        }
        let full = modulus(width);
        let mut dom = Dom::top(width);
        for (lo, hi) in [(self.ulo, self.uhi), (self.slo, self.shi)] {
            // The arc from lo upwards; as an interval of a reading where it does not cross that reading's end.
            let mut start = lo + by as i128;
            start -= if start >= full { full } else { 0 };
            start += if start < 0 { full } else { 0 };
            let signed_start = if start >= full / 2 { start - full } else { start };
            if start + (hi - lo) < full {
                dom = dom.meet(&Dom::unsigned(width, start, start + (hi - lo)));
            }
            if signed_start + (hi - lo) < full / 2 {
                dom = dom.meet(&Dom::signed(width, signed_start, signed_start + (hi - lo)));
            }
        }
        let known = bits::low_ones((self.zeros | self.ones).trailing_ones().min(width));
        let sum = self.ones.wrapping_add(by) & known;
        // Below the lowest bit of the addend nothing changes, whatever is unknown there.
        let below = bits::low_ones(by.trailing_zeros().min(width));
        dom.ones = sum | (self.ones & below);
        dom.zeros = (known & !sum) | (self.zeros & below);
        dom
    }
}

/// The least word ≥ `from` with the given bits; `None` if there is none.
fn next_match(width: u32, from: u128, zeros: u128, ones: u128) -> Option<u128> {
    let wrong = (from & zeros) | (!from & ones);
    if wrong == 0 {
        return Some(from);
    }
    let at = 127 - wrong.leading_zeros();
    let bit = if ones >> at & 1 == 1 {
        at
    } else {
        // A one that must be zero: some higher bit has to go up.
        let free = bits::ones(width) & !from & !zeros & !bits::low_ones(at + 1);
        if free == 0 {
            return None;
        }
        free.trailing_zeros()
    };
    Some((from & !bits::low_ones(bit + 1)) | 1 << bit | (ones & bits::low_ones(bit)))
}

/// The greatest word ≤ `from` with the given bits.
fn previous_match(width: u32, from: u128, zeros: u128, ones: u128) -> Option<u128> {
    let all = bits::ones(width);
    Some(all & !next_match(width, all & !from, ones, zeros)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Rng;

    const W: u32 = 4;

    pub(crate) fn random_dom(rng: &mut Rng, width: u32) -> Dom {
        let (a, b) = (rng.word(width) as i128, rng.word(width) as i128);
        let (c, d) = (bits::to_signed(width, rng.word(width)), bits::to_signed(width, rng.word(width)));
        let mut dom = Dom::top(width);
        if rng.chance(2) {
            dom = dom.meet(&Dom::unsigned(width, a.min(b), a.max(b)));
        }
        if rng.chance(2) {
            dom = dom.meet(&Dom::signed(width, c.min(d), c.max(d)));
        }
        if rng.chance(2) {
            let (mask, value) = (rng.word(width), rng.word(width));
            dom = dom.meet(&Dom::with_bits(width, mask & !value, mask & value));
        }
        dom
    }

    #[test]
    fn reduction_and_shift_keep_every_word() {
        let mut rng = Rng::new(1);
        for _ in 0..20_000 {
            let dom = random_dom(&mut rng, W);
            let words: Vec<u128> = (0..16).filter(|&v| dom.contains(W, v)).collect();
            let Some(reduced) = dom.reduced(W) else {
                assert!(words.is_empty(), "{dom:?}");
                continue;
            };
            assert!(words.iter().all(|&v| reduced.contains(W, v)), "{dom:?} became {reduced:?}");
            for by in 0..16 {
                let shifted = reduced.shifted(W, by);
                assert!(words.iter().all(|&v| shifted.contains(W, bits::add(W, v, by))), "{reduced:?} + {by}");
            }
        }
    }

    #[test]
    fn matches_are_the_nearest_words() {
        for zeros in 0..16u128 {
            for ones in (0..16u128).filter(|o| o & zeros == 0) {
                let fits = |v: &u128| v & zeros == 0 && !v & ones == 0;
                for from in 0..16 {
                    assert_eq!(next_match(W, from, zeros, ones), (from..16).find(fits));
                    assert_eq!(previous_match(W, from, zeros, ones), (0..=from).rev().find(fits));
                }
            }
        }
    }
}
