//! Sets of words as sorted lists of intervals, in the unsigned reading.
//!
//! An interval that wraps around 0 is two intervals. All operations are exact.

use crate::bits;

/// A set of words of one width: disjoint, non-adjacent, ascending inclusive intervals.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct IntervalSet {
    width: u32,
    parts: Box<[(u128, u128)]>,
}

/// An inclusive interval.
pub(crate) type Part = (u128, u128);

/// Does each interval of a set lie in one of another set?
pub(crate) fn is_subset(inner: &[Part], outer: &[Part]) -> bool {
    inner.iter().all(|part| outer.iter().any(|whole| whole.0 <= part.0 && part.1 <= whole.1))
}

pub(crate) fn is_disjoint(a: &[Part], b: &[Part]) -> bool {
    a.iter().all(|x| b.iter().all(|y| x.1 < y.0 || y.1 < x.0))
}

/// Is every word up to the last one in a set or in the other?
pub(crate) fn is_everything(a: &[Part], b: &[Part], last: u128) -> bool {
    let mut next = 0;
    // From the first word that is in neither of those seen so far, one of the two must go on.
    while let Some(end) = a.iter().chain(b).filter(|part| part.0 <= next && next <= part.1).map(|part| part.1).max() {
        if end >= last {
            return true;
        }
        next = end + 1;
    }
    false
}

impl IntervalSet {
    pub fn empty(width: u32) -> Self {
        Self { width, parts: Box::new([]) }
    }

    pub fn full(width: u32) -> Self {
        Self { width, parts: Box::new([(0, bits::ones(width))]) }
    }

    pub fn single(width: u32, value: u128) -> Self {
        Self { width, parts: Box::new([(value, value)]) }
    }

    /// From `lo` upwards to `hi`, through 0 if `hi < lo`.
    pub fn range(width: u32, lo: u128, hi: u128) -> Self {
        if lo <= hi {
            Self { width, parts: Box::new([(lo, hi)]) }
        } else {
            Self::from_parts(width, vec![(0, hi), (lo, bits::ones(width))])
        }
    }

    /// The words whose signed reading lies between those of `lo` and `hi`; empty if `hi <s lo`.
    pub fn signed_range(width: u32, lo: u128, hi: u128) -> Self {
        if bits::to_signed(width, lo) > bits::to_signed(width, hi) {
            Self::empty(width)
        } else {
            Self::range(width, lo, hi)
        }
    }

    /// The union of any intervals (each with lo ≤ hi).
    pub fn from_parts(width: u32, mut parts: Vec<(u128, u128)>) -> Self {
        parts.sort_unstable();
        let mut merged: Vec<(u128, u128)> = Vec::with_capacity(parts.len());
        for (lo, hi) in parts {
            match merged.last_mut() {
                Some(last) if lo <= last.1 || lo - last.1 == 1 => last.1 = last.1.max(hi),
                _ => merged.push((lo, hi)),
            }
        }
        Self { width, parts: merged.into() }
    }

    pub fn width(&self) -> u32 {
        self.width
    }

    pub fn parts(&self) -> &[(u128, u128)] {
        &self.parts
    }

    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    pub fn is_full(&self) -> bool {
        *self.parts == [(0, bits::ones(self.width))]
    }

    pub fn contains(&self, value: u128) -> bool {
        let after = self.parts.partition_point(|&(lo, _)| lo <= value);
        after > 0 && value <= self.parts[after - 1].1
    }

    /// The only member.
    pub fn as_single(&self) -> Option<u128> {
        match *self.parts {
            [(lo, hi)] if lo == hi => Some(lo),
            _ => None,
        }
    }

    pub fn min(&self) -> Option<u128> {
        self.parts.first().map(|p| p.0)
    }

    pub fn max(&self) -> Option<u128> {
        self.parts.last().map(|p| p.1)
    }

    /// The least and the greatest member in the signed reading.
    pub fn signed_bounds(&self) -> Option<(i128, i128)> {
        let top = bits::sign_bit(self.width);
        let shifted = self.shift(top);
        Some((shifted.min()?, shifted.max()?)).map(|(lo, hi)| {
            let signed = |v| bits::to_signed(self.width, bits::sub(self.width, v, top));
            (signed(lo), signed(hi))
        })
    }

    /// How many words are members; saturates at 2^128 − 1.
    pub fn count(&self) -> u128 {
        self.parts.iter().fold(0u128, |sum, &(lo, hi)| sum.saturating_add((hi - lo).saturating_add(1)))
    }

    pub fn complement(&self) -> Self {
        let mut parts = Vec::with_capacity(self.parts.len() + 1);
        let mut next = Some(0);
        for &(lo, hi) in &*self.parts {
            if let Some(from) = next.filter(|&from| from < lo) {
                parts.push((from, lo - 1));
            }
            next = (hi < bits::ones(self.width)).then(|| hi + 1);
        }
        parts.extend(next.map(|from| (from, bits::ones(self.width))));
        Self { width: self.width, parts: parts.into() }
    }

    pub fn union(&self, other: &Self) -> Self {
        debug_assert_eq!(self.width, other.width);
        Self::from_parts(self.width, self.parts.iter().chain(&*other.parts).copied().collect())
    }

    pub fn intersect(&self, other: &Self) -> Self {
        debug_assert_eq!(self.width, other.width);
        let (mut i, mut j, mut parts) = (0, 0, Vec::new());
        while i < self.parts.len() && j < other.parts.len() {
            let (a, b) = (self.parts[i], other.parts[j]);
            let (lo, hi) = (a.0.max(b.0), a.1.min(b.1));
            if lo <= hi {
                parts.push((lo, hi));
            }
            if a.1 < b.1 { i += 1 } else { j += 1 }
        }
        Self { width: self.width, parts: parts.into() }
    }

    pub fn is_subset(&self, other: &Self) -> bool {
        is_subset(&self.parts, &other.parts)
    }

    pub fn is_disjoint(&self, other: &Self) -> bool {
        is_disjoint(&self.parts, &other.parts)
    }

    /// { v + by mod 2^w }.
    pub fn shift(&self, by: u128) -> Self {
        self.map_ranges(|lo, hi| Self::range(self.width, bits::add(self.width, lo, by), bits::add(self.width, hi, by)))
    }

    /// { −v mod 2^w }.
    pub fn negate(&self) -> Self {
        self.map_ranges(|lo, hi| Self::range(self.width, bits::neg(self.width, hi), bits::neg(self.width, lo)))
    }

    fn map_ranges(&self, image: impl Fn(u128, u128) -> Self) -> Self {
        if self.is_full() {
            return self.clone();
        }
        let parts = self.parts.iter().flat_map(|&(lo, hi)| image(lo, hi).parts.into_vec()).collect();
        Self::from_parts(self.width, parts)
    }

    /// The words of `narrow` bits whose zero extension is a member.
    pub fn preimage_of_zext(&self, narrow: u32) -> Self {
        let low = self.intersect(&Self::range(self.width, 0, bits::ones(narrow)));
        Self { width: narrow, parts: low.parts }
    }

    /// The words of `narrow` bits whose sign extension is a member.
    pub fn preimage_of_sext(&self, narrow: u32) -> Self {
        let top = bits::sign_bit(narrow);
        let low = self.intersect(&Self::range(self.width, 0, top - 1));
        let high =
            self.intersect(&Self::range(self.width, bits::sext(narrow, self.width, top), bits::ones(self.width)));
        let high = high.parts.iter().map(|&(lo, hi)| (bits::truncate(narrow, lo), bits::truncate(narrow, hi)));
        Self::from_parts(narrow, low.parts.iter().copied().chain(high).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const W: u32 = 4;

    fn from_bits(members: u16) -> IntervalSet {
        IntervalSet::from_parts(W, (0..16).filter(|v| members >> v & 1 == 1).map(|v| (v, v)).collect())
    }

    fn to_bits(set: &IntervalSet) -> u16 {
        (0..16).filter(|&v| set.contains(v)).fold(0, |bits, v| bits | 1 << v)
    }

    #[test]
    fn every_operation_agrees_with_sets_of_bits() {
        for a in (0..=u16::MAX).step_by(37) {
            let set = from_bits(a);
            assert_eq!(to_bits(&set), a);
            assert_eq!(to_bits(&set.complement()), !a);
            assert_eq!(set.count(), u128::from(a.count_ones()));
            assert_eq!(to_bits(&set.shift(5)), a.rotate_left(5));
            assert_eq!(to_bits(&set.negate()), (0..16).fold(0, |r, v| r | (a >> v & 1) << ((16 - v) % 16)));
            assert_eq!(set.negate().negate(), set);
            for b in (1..=u16::MAX).step_by(1009) {
                let other = from_bits(b);
                assert_eq!(to_bits(&set.union(&other)), a | b);
                assert_eq!(to_bits(&set.intersect(&other)), a & b);
                assert_eq!(set.is_subset(&other), a & !b == 0);
            }
            let wide = IntervalSet::from_parts(6, (0..64).filter(|v| a >> (v % 16) & 1 == 1).map(|v| (v, v)).collect());
            for v in 0..16 {
                assert_eq!(wide.preimage_of_zext(W).contains(v), wide.contains(v));
                assert_eq!(wide.preimage_of_sext(W).contains(v), wide.contains(bits::sext(W, 6, v)));
            }
            if let Some((lo, hi)) = set.signed_bounds() {
                let signed = (0..16).filter(|&v| set.contains(v)).map(|v| bits::to_signed(W, v));
                assert_eq!((Some(lo), Some(hi)), (signed.clone().min(), signed.max()));
            }
        }
    }
}
