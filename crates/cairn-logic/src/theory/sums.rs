//! Sums read as integers: bounds of a sum from those of its addends and back, and differences between them.
//!
//! A sum of readings S = Σ cᵢ·aᵢ + k is congruent to the word of the sum, so the sum's reading is S − q·2^w for some q.
//! Only when the bounds leave one q do integer consequences follow; until then the sum is dormant. Division by a
//! coefficient happens on the integer equation only, never modulo 2^w.

use super::dom::{Dom, Reading, modulus};
use super::node::{Kind, NIL, NodeId};
use super::{Contradiction, Ctx};
use crate::bits;

/// Longer sums are left to the modular rows.
const MAX_ADDENDS: usize = 8;

/// Larger products are not added up, so that no sum of bounds overflows.
const PART_LIMIT: u128 = 1 << 121;

/// A sum with the bounds of its parts in one reading of the addends.
pub(super) struct Reach {
    reading: Reading,
    /// Coefficient in its signed reading, addend, bounds of the product.
    parts: [(i128, NodeId, i128, i128); MAX_ADDENDS],
    count: usize,
    pub(super) konst: i128,
    /// Bounds of the whole.
    lo: i128,
    hi: i128,
}

enum Turns {
    None,
    /// One number of turns, and what they amount to.
    Loss(i128),
    Open,
}

impl Reach {
    pub(super) fn parts(&self) -> &[(i128, NodeId, i128, i128)] {
        &self.parts[..self.count]
    }

    /// Bounds of everything but one part, by intervals alone.
    fn rest(&self, part_lo: i128, part_hi: i128) -> (i128, i128) {
        let lo: i128 = self.parts().iter().map(|p| p.2).sum();
        let hi: i128 = self.parts().iter().map(|p| p.3).sum();
        (self.konst + lo - part_lo, self.konst + hi - part_hi)
    }
}

impl Ctx {
    pub(super) fn propagate_sum(&mut self, id: NodeId) -> Result<(), Contradiction> {
        let Kind::Sum { konst, from, to } = self.nodes[id].kind else { return Ok(()) };
        if (to - from) as usize > MAX_ADDENDS || !self.nodes[id].is_tracked() {
            return Ok(());
        }
        self.sum_bits(id, konst, from, to)?;
        for reading in Reading::BOTH {
            for of_sum in Reading::BOTH {
                let Some(reach) = self.reach(id, reading) else { continue };
                self.sum_bounds(id, of_sum, &reach)?;
            }
            let same = |at: u32| {
                let dom = &self.nodes[self.addends[at as usize].1].dom;
                dom.ulo == dom.slo && dom.uhi == dom.shi
            };
            if (from..to).all(same) {
                break;
            }
        }
        Ok(())
    }

    pub(super) fn reach(&self, id: NodeId, reading: Reading) -> Option<Reach> {
        let Kind::Sum { konst, from, to } = self.nodes[id].kind else { return None };
        if (to - from) as usize > MAX_ADDENDS {
            return None;
        }
        let width = self.nodes[id].width;
        let konst = bits::to_signed(width, konst);
        let mut reach = Reach { reading, parts: [(0, id, 0, 0); MAX_ADDENDS], count: 0, konst, lo: konst, hi: konst };
        for at in from..to {
            let (coefficient, addend) = self.addends[at as usize];
            let coefficient = bits::to_signed(width, coefficient);
            let (lo, hi) = self.nodes[addend].dom.bounds(reading);
            let (x, y) = (coefficient.checked_mul(lo)?, coefficient.checked_mul(hi)?);
            let (lo, hi) = (x.min(y), x.max(y));
            if lo.unsigned_abs() > PART_LIMIT || hi.unsigned_abs() > PART_LIMIT {
                return None;
            }
            reach.parts[reach.count] = (coefficient, addend, lo, hi);
            reach.count += 1;
            (reach.lo, reach.hi) = (reach.lo + lo, reach.hi + hi);
        }
        if let [(1, x, ..), (-1, y, ..)] | [(-1, y, ..), (1, x, ..)] = *reach.parts() {
            let (lo, hi) = self.difference_bounds((x, reading), (y, reading));
            (reach.lo, reach.hi) = (reach.lo.max(lo + konst), reach.hi.min(hi + konst));
        }
        Some(reach)
    }

    /// How many turns around 2^w the sum of readings can be away from the reading of the sum: none, one or several.
    fn turns(&self, id: NodeId, of_sum: Reading, reach: &Reach) -> Turns {
        let (width, dom) = (self.nodes[id].width, &self.nodes[id].dom);
        let (full, least) = (modulus(width), of_sum.least(width));
        let (own_lo, own_hi) = dom.bounds(of_sum);
        let (first, last) = ((reach.lo - least) >> width, (reach.hi - least) >> width);
        if last - first > 2 {
            return Turns::Open;
        }
        let fits = |q: &i128| {
            own_lo + q * full <= reach.hi
                && reach.lo <= own_hi + q * full
                && self.fits_differences(id, of_sum, reach, q * full)
        };
        let mut left = (first..=last).filter(fits);
        match (left.next(), left.next()) {
            (None, _) => Turns::None,
            (Some(q), None) => Turns::Loss(q * full),
            _ => Turns::Open,
        }
    }

    /// Whether the differences between the sum and its addends allow this loss: a + b < a tells that a + b wrapped.
    fn fits_differences(&self, id: NodeId, of_sum: Reading, reach: &Reach, lost: i128) -> bool {
        if self.nodes[id].slot == NIL {
            return true;
        }
        reach.parts().iter().filter(|p| p.0 == 1 && self.nodes[p.1].slot != NIL).all(|&(_, x, lo, hi)| {
            let (rest_lo, rest_hi) = reach.rest(lo, hi);
            let (least, most) = self.difference_bounds((id, of_sum), (x, reach.reading));
            rest_lo - lost <= most && least <= rest_hi - lost
        })
    }

    /// What has to be taken from the sum of readings to get the reading of the sum, if only one number is left.
    pub(super) fn decided_loss(&self, id: NodeId, of_sum: Reading, reach: &Reach) -> Option<i128> {
        match self.turns(id, of_sum, reach) {
            Turns::Loss(lost) => Some(lost),
            _ => None,
        }
    }

    /// Everything that follows once the number of turns is decided.
    fn sum_bounds(&mut self, id: NodeId, of_sum: Reading, reach: &Reach) -> Result<(), Contradiction> {
        let width = self.nodes[id].width;
        let lost = match self.turns(id, of_sum, reach) {
            Turns::None => return Err(Contradiction),
            Turns::Open => return Ok(()),
            Turns::Loss(lost) => lost,
        };
        self.update(id, Dom::between(width, of_sum, reach.lo - lost, reach.hi - lost))?;
        let (own_lo, own_hi) = self.nodes[id].dom.bounds(of_sum);
        self.bound_addends(reach, own_lo + lost, own_hi + lost)?;
        self.sum_differences(id, of_sum, reach, lost)
    }

    /// Each addend from the total, which lies between `lo` and `hi`, and the other addends.
    fn bound_addends(&mut self, reach: &Reach, lo: i128, hi: i128) -> Result<(), Contradiction> {
        for &(coefficient, addend, part_lo, part_hi) in reach.parts() {
            let width = self.nodes[addend].width;
            // Bounds of the rest by intervals; the total itself may be bounded more tightly by a difference.
            let (rest_lo, rest_hi) = reach.rest(part_lo, part_hi);
            let (from, to) = (lo - rest_hi, hi - rest_lo);
            let (least, most) = match coefficient {
                1 => (from, to),
                -1 => (-to, -from),
                2.. => (ceiling(from, coefficient), to.div_euclid(coefficient)),
                _ => (ceiling(-to, -coefficient), (-from).div_euclid(-coefficient)),
            };
            self.update(addend, Dom::between(width, reach.reading, least, most))?;
        }
        Ok(())
    }

    /// Sum − addend for addends with coefficient 1, and the difference of two addends of opposite sign.
    fn sum_differences(&mut self, id: NodeId, of_sum: Reading, reach: &Reach, lost: i128) -> Result<(), Contradiction> {
        for (at, &(coefficient, x, lo, hi)) in reach.parts().iter().enumerate() {
            if coefficient != 1 || self.nodes[x].slot == NIL {
                continue;
            }
            let Some(place) = self.place_of(x, reach.reading) else { continue };
            let (rest_lo, rest_hi) = reach.rest(lo, hi);
            if let Some(sum) = self.place_of(id, of_sum) {
                self.bound_difference(sum, place, rest_lo - lost, rest_hi - lost)?;
            }
            let (own_lo, own_hi) = self.nodes[id].dom.bounds(of_sum);
            for (other, &(minus, y, y_lo, y_hi)) in reach.parts().iter().enumerate() {
                if minus != -1 || other == at {
                    continue;
                }
                let Some(of_y) = self.place_of(y, reach.reading) else { continue };
                // x − y = sum + lost − the other addends.
                let (others_lo, others_hi) = (rest_lo - y_lo, rest_hi - y_hi);
                self.bound_difference(place, of_y, own_lo + lost - others_hi, own_hi + lost - others_lo)?;
            }
        }
        Ok(())
    }

    /// Low bits: those of a sum depend on the low bits of the addends only.
    fn sum_bits(&mut self, id: NodeId, konst: u128, from: u32, to: u32) -> Result<(), Contradiction> {
        let width = self.nodes[id].width;
        let known = |dom: &Dom| (dom.zeros | dom.ones).trailing_ones();
        let product = |this: &Self, at: u32| {
            let (coefficient, addend) = this.addends[at as usize];
            let dom = &this.nodes[addend].dom;
            let low = (known(dom) + coefficient.trailing_zeros()).min(width);
            (low, bits::mul(width, coefficient, dom.ones))
        };
        let mut value = konst;
        let (mut low, mut second, mut weakest) = (width, width, from);
        for at in from..to {
            let (its, part) = product(self, at);
            value = bits::add(width, value, part);
            if its < low {
                (second, low, weakest) = (low, its, at);
            } else {
                second = second.min(its);
            }
        }
        if low > 0 {
            let mask = bits::low_ones(low);
            self.update(id, Dom::with_bits(width, mask & !value, value & mask))?;
        }
        // The addend of which least is known, from the sum and the others.
        let dom = self.nodes[id].dom;
        let reach = known(&dom).min(width).min(second);
        let (coefficient, addend) = self.addends[weakest as usize];
        let even = coefficient.trailing_zeros();
        if reach <= low || reach <= even {
            return Ok(());
        }
        let rest = bits::sub(width, value, product(self, weakest).1);
        let mask = bits::low_ones(reach - even);
        let quotient = bits::sub(width, dom.ones, rest) >> even;
        let inverse = bits::inverse(width, coefficient >> even);
        let found = quotient.wrapping_mul(inverse) & mask;
        self.update(addend, Dom::with_bits(width, mask & !found, found))
    }
}

fn ceiling(a: i128, b: i128) -> i128 {
    -(-a).div_euclid(b)
}
