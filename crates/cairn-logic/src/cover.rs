//! The strongest statement without a variable that follows from a conjunction of literals on it, as far as affordable.
//!
//! Rules are tried from exact to rough: an equality is substituted; sets, bits and disequalities on the bare variable are
//! decided by counting; bounds in one reading are combined pairwise; both readings are split by sign. Bounds are used
//! as integers only on the bare variable (after a change of variables that is one-to-one modulo 2^w), so nothing wraps.
//! What no rule understands is dropped, which rounds up, and recorded.

use crate::atom::{Atom, Fact, Lit};
use crate::bits::{self, KnownBits};
use crate::context::Theory;
use crate::diagram::{Cond, Conds};
use crate::eliminate::Eliminated;
use crate::interval::IntervalSet;
use crate::subst::Subst;
use crate::term::{Sort, TermId, Var};
use crate::weaken::Why;

/// So many values of a variable are tried one by one.
const ENUMERATED: u32 = 4;
/// So many intervals of a set are combined with bounds; beyond, their hull is.
const MOST_PARTS: usize = 4;
/// So many bounds in the other reading are split by the sign of their term.
const MOST_SIGN_SPLITS: usize = 3;

/// A bound on the bare variable by a term without it.
#[derive(Clone, Copy)]
struct Bound {
    term: TermId,
    upper: bool,
    strict: bool,
    signed: bool,
    lit: Lit,
}

/// What literals say about the bare variable.
struct Facts {
    width: u32,
    set: IntervalSet,
    bits: KnownBits,
    /// Masks that must not match: (mask, value).
    other_bits: Vec<(u128, u128)>,
    /// The literals behind `set`, and those behind `bits` and `other_bits`.
    set_lits: Vec<Lit>,
    bit_lits: Vec<Lit>,
    bounds: Vec<Bound>,
    /// Terms that the variable differs from.
    differs: Vec<(TermId, Lit)>,
    /// How many more values are excluded at most, by literals not in the lists above.
    excluded: u128,
    /// Literals that were counted in `excluded` only.
    counted: Vec<Lit>,
    /// Literals that no rule understands.
    rest: Vec<Lit>,
}

impl Conds {
    /// What `∃ var. ⋀ lits` implies, and whether it is the same.
    pub(crate) fn cover<T: Theory + ?Sized>(&mut self, var: Var, lits: &[Lit], cx: &mut T) -> Eliminated {
        self.steps += 1 + lits.len() as u64;
        if lits.is_empty() {
            return Eliminated { cond: Cond::TRUE, exact: true };
        }
        if let Some(result) = self.cover_by_equality(var, lits) {
            return result;
        }
        if var.sort == Sort::Base {
            return self.cover_object(var, lits);
        }
        if let Some(result) = self.cover_by_even_equality(var, lits, cx) {
            return result;
        }
        let (moved, recorded) = (self.best_translation(var, lits), self.degraded.len());
        let facts = self.read(var, &moved);
        let result = self.cover_facts(var, &moved, facts);
        self.name_original_atoms(recorded, &moved, lits);
        result
    }

    /// Records are for people: they name the atoms as they were before the change of variables.
    fn name_original_atoms(&mut self, from: usize, moved: &[Lit], lits: &[Lit]) {
        for entry in &mut self.degraded[from..] {
            if let Why::ElimRounded { atom, .. } = &mut entry.why
                && let Some(place) = moved.iter().position(|lit| lit.atom() == *atom)
            {
                *atom = lits[place].atom();
            }
        }
    }

    /// All literals with a term for the variable.
    fn with_term(&mut self, var: Var, term: TermId, lits: &[Lit]) -> Eliminated {
        let mut subst = Subst::new().var(var, term);
        let mut result = Eliminated { cond: Cond::TRUE, exact: true };
        for &lit in lits {
            match self.arena.substitute_atom(lit.atom(), &mut subst) {
                Some(fact) => {
                    let side = self.fact(if lit.is_positive() { fact } else { !fact });
                    result.cond = self.and(result.cond, side);
                }
                None => {
                    result.exact = false;
                    self.drop_lits(var, &[lit]);
                }
            }
        }
        result
    }

    fn cover_by_equality(&mut self, var: Var, lits: &[Lit]) -> Option<Eliminated> {
        let lit = |conds: &mut Self, lit: Lit| lit.is_positive().then(|| conds.solve(lit.atom(), var)).flatten();
        let term = lits.iter().find_map(|&l| lit(self, l))?;
        Some(self.with_term(var, term, lits))
    }

    /// There are always further objects: disequalities alone exclude nothing.
    fn cover_object(&mut self, var: Var, lits: &[Lit]) -> Eliminated {
        let understood = |conds: &Self, lit: Lit| match *conds.arena.atom(lit.atom()) {
            Atom::BaseEq(a, b) => {
                let bare = |t| conds.arena.as_var(t) == Some(var);
                !lit.is_positive()
                    && ((bare(a) && !conds.arena.mentions(b, var)) || (bare(b) && !conds.arena.mentions(a, var)))
            }
            _ => false,
        };
        let dropped: Vec<Lit> = lits.iter().copied().filter(|&lit| !understood(self, lit)).collect();
        self.drop_lits(var, &dropped);
        Eliminated { cond: Cond::TRUE, exact: dropped.is_empty() }
    }

    fn drop_lits(&mut self, var: Var, lits: &[Lit]) {
        for lit in lits {
            self.degrade(Why::ElimRounded { var, atom: lit.atom() });
        }
    }

    /// 2^j·var = t has the solutions (t >> j) + m·2^(w−j), if the low j bits of t are 0.
    fn cover_by_even_equality<T: Theory + ?Sized>(&mut self, var: Var, lits: &[Lit], cx: &mut T) -> Option<Eliminated> {
        let (lit, even, term) = lits.iter().find_map(|&lit| self.solve_even(lit, var).map(|(j, t)| (lit, j, t)))?;
        let width = self.arena.width(term);
        let divides = self.arena.mask_eq(term, bits::low_ones(even), 0);
        let divides = self.fact(divides);
        let others: Vec<Lit> = lits.iter().copied().filter(|&other| other != lit).collect();
        if others.is_empty() {
            return Some(Eliminated { cond: divides, exact: true });
        }
        let by = self.arena.constant(width, u128::from(even));
        let least = self.arena.lshr(term, by);
        let only_least = self.is_below_power(var, width - even, cx);
        let copies: u32 = if only_least { 1 } else { 1u32.checked_shl(even).unwrap_or(u32::MAX) };
        if copies > ENUMERATED {
            self.drop_lits(var, &others);
            return Some(Eliminated { cond: divides, exact: false });
        }
        let mut any = Eliminated { cond: Cond::FALSE, exact: true };
        for copy in 0..copies {
            let solution = self.arena.add_const(least, u128::from(copy) << (width - even));
            let one = self.with_term(var, solution, &others);
            any = Eliminated { cond: self.or(any.cond, one.cond), exact: any.exact && one.exact };
        }
        Some(Eliminated { cond: self.and(any.cond, divides), exact: any.exact })
    }

    /// Whether the context, in which the literals are assumed, says var < 2^power.
    fn is_below_power<T: Theory + ?Sized>(&mut self, var: Var, power: u32, cx: &mut T) -> bool {
        let term = self.arena.var(var);
        let low = IntervalSet::range(self.arena.width(term), 0, bits::low_ones(power));
        match self.arena.in_set(term, &low) {
            Fact::Const(value) => value,
            Fact::Lit(lit) => cx.implied(&mut self.arena, lit.atom()) == Some(lit.is_positive()),
        }
    }

    /// j and t, if the literal says 2^j·var = t with 0 < j and t free of var.
    fn solve_even(&mut self, lit: Lit, var: Var) -> Option<(u32, TermId)> {
        let Atom::Eq { subject, value } = *self.arena.atom(lit.atom()) else { return None };
        if !lit.is_positive() {
            return None;
        }
        let (coefficient, rest) = self.isolate(subject, var)?;
        let (width, even) = (self.arena.width(subject), coefficient.trailing_zeros());
        let inverse = bits::inverse(width, coefficient >> even);
        let minus = bits::neg(width, inverse);
        let term = self.arena.lin(width, bits::mul(width, value, inverse), &[(minus, rest)]);
        (even > 0).then_some((even, term))
    }

    /// The literals after the change of variables var := (var − r)/c that leaves the fewest of them not understood, where
    /// c·var + r occurs and c is odd: one-to-one modulo 2^w, so ∃ var means the same.
    fn best_translation(&mut self, var: Var, lits: &[Lit]) -> Vec<Lit> {
        let mut best = (self.read(var, lits).rest.len(), lits.to_vec());
        for word in self.translated_words(var, lits) {
            if best.0 == 0 {
                break;
            }
            let Some(term) = self.inverse_translation(word, var) else { continue };
            let Some(moved) = self.translate(var, term, lits) else { continue };
            let left = self.read(var, &moved).rest.len();
            if left < best.0 {
                best = (left, moved);
            }
        }
        best.1
    }

    /// The sums in which the variable occurs linearly, in order of occurrence.
    fn translated_words(&self, var: Var, lits: &[Lit]) -> Vec<TermId> {
        let mut words = Vec::new();
        for term in lits.iter().flat_map(|lit| self.arena.atom(lit.atom()).terms()) {
            let is_word = self.arena.sort(term) != Sort::Base;
            let is_sum = is_word && !self.arena.lin_parts(term).1.is_empty() && self.arena.as_var(term).is_none();
            if is_sum && self.arena.mentions(term, var) && !words.contains(&term) {
                words.push(term);
            }
        }
        words
    }

    fn inverse_translation(&mut self, word: TermId, var: Var) -> Option<TermId> {
        let (coefficient, rest) = self.isolate(word, var)?;
        if coefficient & 1 == 0 {
            return None;
        }
        let width = self.arena.width(word);
        let inverse = bits::inverse(width, coefficient);
        let own = self.arena.var(var);
        Some(self.arena.lin(width, 0, &[(inverse, own), (bits::neg(width, inverse), rest)]))
    }

    /// `None` if some literal folds: then the plain reading is as good, since the path is consistent as far as known.
    fn translate(&mut self, var: Var, term: TermId, lits: &[Lit]) -> Option<Vec<Lit>> {
        let mut subst = Subst::new().var(var, term);
        lits.iter()
            .map(|lit| match self.arena.substitute_atom(lit.atom(), &mut subst)? {
                Fact::Lit(moved) if lit.is_positive() => Some(moved),
                Fact::Lit(moved) => Some(!moved),
                Fact::Const(_) => None,
            })
            .collect()
    }

    fn read(&mut self, var: Var, lits: &[Lit]) -> Facts {
        let width = var.sort.width();
        let mut facts = Facts {
            width,
            set: IntervalSet::full(width),
            bits: KnownBits::NONE,
            other_bits: Vec::new(),
            set_lits: Vec::new(),
            bit_lits: Vec::new(),
            bounds: Vec::new(),
            differs: Vec::new(),
            excluded: 0,
            counted: Vec::new(),
            rest: Vec::new(),
        };
        for &lit in lits {
            if self.read_one(var, lit, &mut facts).is_none() {
                facts.rest.push(lit);
            }
        }
        facts
    }

    /// `None` if the literal is not understood.
    fn read_one(&mut self, var: Var, lit: Lit, facts: &mut Facts) -> Option<()> {
        let positive = lit.is_positive();
        let bare = |conds: &Self, t: TermId| conds.arena.as_var(t) == Some(var);
        match self.arena.atom(lit.atom()).clone() {
            Atom::Eq { subject, value } if bare(self, subject) => {
                facts.meet_set(IntervalSet::single(facts.width, value), lit);
            }
            Atom::In { subject, set } if bare(self, subject) => facts.meet_set(set, lit),
            Atom::Mask { subject, mask, value } if bare(self, subject) => {
                facts.bit_lits.push(lit);
                if positive {
                    let known = KnownBits { zeros: mask & !value, ones: value };
                    facts.bits = facts.bits.or_also(known);
                } else {
                    facts.other_bits.push((mask, value));
                }
            }
            Atom::Eq { subject, .. } if !positive => {
                let (coefficient, _) = self.isolate(subject, var)?;
                match self.solve(lit.atom(), var) {
                    Some(term) => facts.differs.push((term, lit)),
                    None => facts.exclude(1u128.checked_shl(coefficient.trailing_zeros()), lit),
                }
            }
            Atom::Mask { subject, mask, .. } if !positive && mask & mask.wrapping_add(1) == 0 => {
                let (coefficient, _) = self.isolate(subject, var)?;
                let free = facts.width - mask.count_ones() + coefficient.trailing_zeros();
                facts.exclude(1u128.checked_shl(free), lit);
            }
            Atom::Ule(a, b) | Atom::Sle(a, b) => {
                let signed = matches!(self.arena.atom(lit.atom()), Atom::Sle(..));
                let (term, below) = match (bare(self, a), bare(self, b)) {
                    (true, false) => (b, true),
                    (false, true) => (a, false),
                    _ => return None,
                };
                if self.arena.mentions(term, var) {
                    return None;
                }
                // ¬(z ≤ t) is t < z.
                facts.bounds.push(Bound { term, upper: below == positive, strict: !positive, signed, lit });
            }
            _ => return None,
        }
        Some(())
    }

    fn cover_facts(&mut self, var: Var, lits: &[Lit], facts: Facts) -> Eliminated {
        if facts.set.is_empty() || facts.bits.zeros & facts.bits.ones != 0 || facts.count(1) == 0 {
            return Eliminated { cond: Cond::FALSE, exact: true };
        }
        if facts.count(ENUMERATED + 1) <= ENUMERATED {
            return self.enumerate(var, lits, &facts);
        }
        if facts.bounds.is_empty() {
            return self.cover_unbounded(var, &facts);
        }
        let mut dropped = [&facts.rest[..], &facts.counted, &facts.bit_lits].concat();
        let differs = if facts.differs.len() > 1 || !dropped.is_empty() {
            dropped.extend(facts.differs.iter().map(|d| d.1));
            None
        } else {
            facts.differs.first().map(|d| d.0)
        };
        let mixed = facts.bounds.iter().any(|b| b.signed) && facts.bounds.iter().any(|b| !b.signed);
        let mut result = if mixed {
            self.cover_by_sign(&facts, differs, &mut dropped)
        } else {
            self.cover_reading(&facts.set, &facts.bounds, differs, facts.bounds[0].signed)
        };
        if !result.exact {
            dropped.extend(&facts.set_lits);
        }
        self.drop_lits(var, &dropped);
        result.exact &= dropped.is_empty();
        result
    }

    /// Few values are left: try each of them.
    fn enumerate(&mut self, var: Var, lits: &[Lit], facts: &Facts) -> Eliminated {
        let mut any = Eliminated { cond: Cond::FALSE, exact: true };
        for value in facts.members(ENUMERATED) {
            let value = self.arena.constant(facts.width, value);
            let one = self.with_term(var, value, lits);
            any = Eliminated { cond: self.or(any.cond, one.cond), exact: any.exact && one.exact };
        }
        any
    }

    /// No bounds: there is a value if fewer are excluded than there are.
    fn cover_unbounded(&mut self, var: Var, facts: &Facts) -> Eliminated {
        let enough = facts.has_more_than_excluded();
        let mut dropped = facts.rest.clone();
        if !enough {
            dropped.extend(facts.differs.iter().map(|d| d.1));
            dropped.extend(facts.counted.iter().chain(&facts.bit_lits));
        }
        self.drop_lits(var, &dropped);
        Eliminated { cond: Cond::TRUE, exact: enough && dropped.is_empty() }
    }

    /// Bounds in both readings: below the sign bit, and above it, the two orders agree.
    fn cover_by_sign(&mut self, facts: &Facts, differs: Option<TermId>, dropped: &mut Vec<Lit>) -> Eliminated {
        let width = facts.width;
        let top = bits::sign_bit(width);
        let mut any = Eliminated { cond: Cond::FALSE, exact: true };
        for negative in [false, true] {
            let half = if negative { (top, bits::ones(width)) } else { (0, top - 1) };
            let set = facts.set.intersect(&IntervalSet::range(width, half.0, half.1));
            if set.is_empty() {
                continue;
            }
            let (signed, plain): (Vec<Bound>, Vec<Bound>) = facts.bounds.iter().partition(|b| b.signed);
            // In this half a signed bound asks for a term of the same sign, or is already met by one of the other sign.
            let (asked, met): (Vec<Bound>, Vec<Bound>) = signed.into_iter().partition(|b| b.upper != negative);
            let (split, too_many) = met.split_at(met.len().min(MOST_SIGN_SPLITS));
            dropped.extend(too_many.iter().map(|b| b.lit));
            let mut bounds = plain;
            let mut side = Cond::TRUE;
            for bound in asked {
                let agrees = self.has_sign(bound.term, negative);
                side = self.and(side, agrees);
                bounds.push(Bound { signed: false, ..bound });
            }
            let one = self.split_by_terms(&set, &mut bounds, split, negative, differs);
            let one = Eliminated { cond: self.and(side, one.cond), exact: one.exact };
            any = Eliminated { cond: self.or(any.cond, one.cond), exact: any.exact && one.exact };
        }
        any
    }

    fn has_sign(&mut self, term: TermId, negative: bool) -> Cond {
        let zero = self.arena.constant(self.arena.width(term), 0);
        let fact = self.arena.slt(term, zero);
        self.fact(if negative { fact } else { !fact })
    }

    fn split_by_terms(
        &mut self,
        set: &IntervalSet,
        bounds: &mut Vec<Bound>,
        split: &[Bound],
        negative: bool,
        differs: Option<TermId>,
    ) -> Eliminated {
        let Some((&bound, others)) = split.split_first() else {
            return self.cover_reading(set, bounds, differs, false);
        };
        let same = self.has_sign(bound.term, negative);
        bounds.push(Bound { signed: false, ..bound });
        let with = self.split_by_terms(set, bounds, others, negative, differs);
        bounds.pop();
        let without = self.split_by_terms(set, bounds, others, negative, differs);
        Eliminated { cond: self.ite(same, with.cond, without.cond), exact: with.exact && without.exact }
    }

    /// Bounds in one reading: an integer lies between all lower and all upper bounds iff each pair leaves room.
    fn cover_reading(
        &mut self,
        set: &IntervalSet,
        bounds: &[Bound],
        differs: Option<TermId>,
        signed: bool,
    ) -> Eliminated {
        let width = set.width();
        let turn = if signed { bits::sign_bit(width) } else { 0 };
        let turned = set.shift(turn);
        let mut parts = turned.parts().to_vec();
        let exact = parts.len() <= MOST_PARTS;
        if !exact {
            parts = vec![(parts[0].0, parts[parts.len() - 1].1)];
        }
        let mut any = Cond::FALSE;
        for (lo, hi) in parts {
            let (lo, hi) = (bits::sub(width, lo, turn), bits::sub(width, hi, turn));
            let one = self.cover_interval((lo, hi), bounds, differs, signed);
            any = self.or(any, one);
        }
        Eliminated { cond: any, exact }
    }

    fn cover_interval(
        &mut self,
        interval: (u128, u128),
        bounds: &[Bound],
        differs: Option<TermId>,
        signed: bool,
    ) -> Cond {
        let width = self.arena.width(bounds.first().map_or_else(|| differs.expect("a bound"), |b| b.term));
        let (lo, hi) = (self.arena.constant(width, interval.0), self.arena.constant(width, interval.1));
        let (mut lowers, mut uppers, mut result) = (vec![lo], vec![hi], Cond::TRUE);
        for bound in bounds {
            let (side, term) = self.closed_bound(bound, signed);
            result = self.and(result, side);
            if bound.upper { &mut uppers } else { &mut lowers }.push(term);
        }
        for &lower in &lowers {
            for &upper in &uppers {
                let room = if signed { self.arena.sle(lower, upper) } else { self.arena.ule(lower, upper) };
                let room = self.fact(room);
                result = self.and(result, room);
                if let Some(other) = differs {
                    let (single, hit) = (self.arena.eq(lower, upper), self.arena.eq(lower, other));
                    let (single, hit) = (self.fact(single), self.fact(hit));
                    let gone = self.and(single, hit);
                    result = self.and(result, !gone);
                }
            }
        }
        result
    }

    /// t < z as t ≠ greatest and t + 1 ≤ z; z < t as t ≠ least and z ≤ t − 1.
    fn closed_bound(&mut self, bound: &Bound, signed: bool) -> (Cond, TermId) {
        if !bound.strict {
            return (Cond::TRUE, bound.term);
        }
        let width = self.arena.width(bound.term);
        let least = if signed { bits::sign_bit(width) } else { 0 };
        let (end, step) = if bound.upper { (least, bits::ones(width)) } else { (bits::sub(width, least, 1), 1) };
        let at_end = self.arena.eq_const(bound.term, end);
        (!self.fact(at_end), self.arena.add_const(bound.term, step))
    }
}

impl Facts {
    fn meet_set(&mut self, set: IntervalSet, lit: Lit) {
        self.set = self.set.intersect(&if lit.is_positive() { set } else { set.complement() });
        self.set_lits.push(lit);
    }

    fn exclude(&mut self, values: Option<u128>, lit: Lit) {
        self.excluded = self.excluded.saturating_add(values.unwrap_or(u128::MAX));
        self.counted.push(lit);
    }

    /// The members of the set that have the known bits, in ascending order, at most `most` of them.
    fn members(&self, most: u32) -> Vec<u128> {
        let mut members = Vec::new();
        for &(lo, hi) in self.set.parts() {
            let mut from = lo;
            while members.len() < most as usize
                && let Some(value) = next_with_bits(from, self.bits, self.width).filter(|value| *value <= hi)
            {
                members.push(value);
                match value.checked_add(1).filter(|next| *next <= hi) {
                    Some(next) => from = next,
                    None => break,
                }
            }
        }
        members
    }

    /// The number of members, at most `most`.
    fn count(&self, most: u32) -> u32 {
        self.members(most).len() as u32
    }

    /// Whether more values have the known bits and lie in the set than all disequalities can exclude.
    fn has_more_than_excluded(&self) -> bool {
        let fixed = self.bits.zeros | self.bits.ones;
        let free = self.width - fixed.count_ones();
        let clashes = |mask: u128, value: u128| (value & self.bits.zeros) | (mask & !value & self.bits.ones) != 0;
        let power = |exponent: u32| 1u128.checked_shl(exponent).unwrap_or(u128::MAX);
        let by_bits = self.other_bits.iter().filter(|(mask, value)| !clashes(*mask, *value));
        let by_bits = by_bits.map(|(mask, _)| power(free - (mask & !fixed).count_ones()));
        let excluded = by_bits.fold(self.excluded, u128::saturating_add).saturating_add(self.differs.len() as u128);
        let available = if self.set.is_full() {
            power(free)
        } else if fixed == 0 {
            self.set.count()
        } else {
            u128::from(self.count(64))
        };
        available > excluded
    }
}

/// The least word from `from` upwards with the known bits.
fn next_with_bits(from: u128, known: KnownBits, width: u32) -> Option<u128> {
    let fits = |value: u128| value & known.zeros == 0 && !value & known.ones == 0;
    if fits(from) {
        return Some(from);
    }
    // Keep the bits of `from` above some position, raise the bit there, take the least below. The lowest position wins.
    (0..width).find_map(|position| {
        let above = !bits::low_ones(position + 1) & bits::ones(width);
        let raised = (from & above) | 1 << position;
        let candidate = raised | (known.ones & bits::low_ones(position));
        (from >> position & 1 == 0 && fits(candidate)).then_some(candidate)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_word_with_known_bits_is_the_least() {
        for zeros in 0..32u128 {
            for ones in (0..32u128).filter(|ones| ones & zeros == 0) {
                let known = KnownBits { zeros, ones };
                for from in 0..32 {
                    let plain = (from..32).find(|v| v & zeros == 0 && !v & ones == 0);
                    assert_eq!(next_with_bits(from, known, 5), plain, "{from} {zeros:b} {ones:b}");
                }
            }
        }
    }
}
