//! Canonical comparisons: from two terms to an atom, its negation or a truth value.
//!
//! Every rewrite is an equivalence modulo 2^w; in particular `x ≤ y` is never turned into `x − y ≤ 0`, which wraps.
//! Not here: comparisons of whole pointers (two atoms; see `Conds`), what a context implies (`theory`).

use crate::arena::Arena;
use crate::atom::{Atom, Fact, Lit};
use crate::bits;
use crate::interval::IntervalSet;
use crate::term::{Addend, BaseClass, BaseConst, BinOp, Sort, Term, TermId, VarClass};

impl Arena {
    fn fact(&mut self, atom: Atom) -> Fact {
        Fact::Lit(Lit::new(self.intern_atom(atom), true))
    }

    /// `a = b` for two words.
    pub fn eq(&mut self, a: TermId, b: TermId) -> Fact {
        let (a, b) = self.strip_equal_extensions(a, b);
        let difference = self.sub(a, b);
        let (konst, addends) = self.lin_parts(difference);
        let width = self.width(a);
        self.congruence(width, width, &addends, bits::neg(width, konst), 4)
    }

    /// `a = value`.
    pub fn eq_const(&mut self, a: TermId, value: u128) -> Fact {
        let value = self.constant(self.width(a), value);
        self.eq(a, value)
    }

    /// `a ≠ 0`.
    pub fn nonzero(&mut self, a: TermId) -> Fact {
        !self.eq_const(a, 0)
    }

    /// A Boolean variable, or any other word of one bit, as a statement.
    pub fn truth(&mut self, bit: TermId) -> Fact {
        debug_assert_eq!(self.width(bit), 1);
        self.eq_const(bit, 1)
    }

    /// `a & mask = value`.
    pub fn mask_eq(&mut self, a: TermId, mask: u128, value: u128) -> Fact {
        let mask = self.constant(self.width(a), mask);
        let masked = self.and(a, mask);
        self.eq_const(masked, value)
    }

    /// The subject that `a = b` has; defined also where the equality folds.
    pub(crate) fn equality_subject(&mut self, a: TermId, b: TermId) -> TermId {
        let difference = self.sub(a, b);
        let (_, addends) = self.lin_parts(difference);
        let width = self.width(a);
        match unit_scale(width, &addends) {
            Some(scale) => self.scaled(width, scale, &addends),
            None => self.lin(width, 0, &addends),
        }
    }

    fn scaled(&mut self, width: u32, scale: u128, addends: &[Addend]) -> TermId {
        let parts: Vec<Addend> = addends.iter().map(|&(c, t)| (bits::mul(width, c, scale), t)).collect();
        self.lin(width, 0, &parts)
    }

    /// Σ cᵢ·tᵢ ≡ value modulo 2^low. Divides by the common power of two and makes the first odd coefficient 1.
    /// `rounds` bounds the attempts to reach a fixpoint with the rewrites of sums.
    fn congruence(&mut self, width: u32, low: u32, addends: &[Addend], value: u128, rounds: u32) -> Fact {
        let value = bits::truncate(low, value);
        let live: Vec<Addend> =
            addends.iter().map(|&(c, t)| (bits::truncate(low, c), t)).filter(|a| a.0 != 0).collect();
        let Some(even) = live.iter().map(|a| a.0.trailing_zeros()).min() else { return Fact::Const(value == 0) };
        if value & bits::low_ones(even) != 0 {
            return Fact::FALSE;
        }
        let (low, value) = (low - even, value >> even);
        let live: Vec<Addend> = live.iter().map(|&(c, t)| (c >> even, t)).collect();
        let scale = unit_scale(low, &live).expect("division left an odd coefficient");
        let value = bits::mul(low, value, scale);
        let scaled: Vec<Addend> = live.iter().map(|&(c, t)| (bits::mul(low, c, scale), t)).collect();
        let subject = self.reduce_sum(width, low, 0, &scaled);
        self.congruence_on(subject, low, value, rounds)
    }

    fn congruence_on(&mut self, subject: TermId, low: u32, value: u128, rounds: u32) -> Fact {
        let width = self.width(subject);
        let (konst, parts) = self.lin_parts(subject);
        if !matches!(self.term(subject), Term::Lin { .. }) {
            return self.mask_fact(subject, bits::low_ones(low), value);
        }
        let settled = konst == 0 && unit_scale(low, &parts) == Some(1);
        if !settled && rounds > 0 {
            return self.congruence(width, low, &parts, bits::sub(low, value, konst), rounds - 1);
        }
        self.low_mask_atom(subject, low, value)
    }

    /// `subject ≡ value` modulo 2^low for a sum.
    fn low_mask_atom(&mut self, subject: TermId, low: u32, value: u128) -> Fact {
        let known = self.known_bits(subject);
        let mask = bits::low_ones(low);
        if ((value & known.zeros) | (!value & known.ones)) & mask != 0 {
            return Fact::FALSE;
        }
        if low == self.width(subject) {
            return self.equality_atom(subject, value);
        }
        self.mask_atom(subject, mask, value)
    }

    /// At width 1 `x = 0` is `¬(x = 1)`.
    fn equality_atom(&mut self, subject: TermId, value: u128) -> Fact {
        if self.width(subject) == 1 && value == 0 {
            return !self.fact(Atom::Eq { subject, value: 1 });
        }
        self.fact(Atom::Eq { subject, value })
    }

    /// A single bit that is 0 is the negation of that bit being 1.
    fn mask_atom(&mut self, subject: TermId, mask: u128, value: u128) -> Fact {
        if mask.is_power_of_two() && value == 0 {
            return !self.fact(Atom::Mask { subject, mask, value: mask });
        }
        self.fact(Atom::Mask { subject, mask, value })
    }

    /// `x & mask = value`, moved inwards as far as that is exact.
    fn mask_fact(&mut self, x: TermId, mask: u128, value: u128) -> Fact {
        let (width, known) = (self.width(x), self.known_bits(x));
        if value & !mask != 0 || ((value & known.zeros) | (!value & known.ones)) & mask != 0 {
            return Fact::FALSE;
        }
        if let Some(inside) = self.mask_fact_inside(x, mask & !known.zeros & !known.ones, value) {
            return inside;
        }
        // Known bits stay in the mask if it is full: an equality is the simpler atom.
        if mask == bits::ones(width) {
            return self.equality_atom(x, value);
        }
        let mask = mask & !known.zeros & !known.ones;
        let value = value & mask;
        let rest = bits::ones(width) & !mask;
        if rest & rest.wrapping_add(1) == 0 {
            return self.in_set(x, &IntervalSet::range(width, value, value | rest));
        }
        self.mask_atom(x, mask, value)
    }

    /// As `mask_fact`, for a mask of which no bit is known already.
    fn mask_fact_inside(&mut self, x: TermId, mask: u128, value: u128) -> Option<Fact> {
        if mask == 0 {
            return Some(Fact::TRUE);
        }
        let value = value & mask;
        match *self.term(x) {
            Term::Zext(of) => Some(self.mask_fact(of, mask, value)),
            Term::Sext(of) if mask & !bits::ones(self.width(of)) == 0 => Some(self.mask_fact(of, mask, value)),
            Term::Extract { of, lo } => Some(self.mask_fact(of, mask << lo, value << lo)),
            Term::Bin(BinOp::And, of, inner) => self.as_const(inner).map(|_| self.mask_fact(of, mask, value)),
            Term::Bin(BinOp::Xor, of, inner) => {
                let flips = self.as_const(inner)?;
                Some(self.mask_fact(of, mask, value ^ (flips & mask)))
            }
            Term::Bin(BinOp::LShr, of, by) => {
                let by = self.as_const(by)?;
                Some(self.mask_fact(of, mask << by, value << by))
            }
            Term::Lin { konst, ref addends } => {
                let addends = addends.clone();
                self.mask_of_sum(x, konst, &addends, mask, value)
            }
            _ => None,
        }
    }

    fn mask_of_sum(&mut self, x: TermId, konst: u128, addends: &[Addend], mask: u128, value: u128) -> Option<Fact> {
        let (width, low) = (self.width(x), bits::MAX_WIDTH - mask.leading_zeros());
        let needed = mask | self.known_bits(x).zeros | self.known_bits(x).ones;
        if needed & bits::low_ones(low) == bits::low_ones(low) {
            // All bits below the top of the mask are known or asked for: a congruence.
            let value = value | (self.known_bits(x).ones & bits::low_ones(low));
            return Some(self.congruence(width, low, addends, bits::sub(low, value, bits::truncate(low, konst)), 4));
        }
        let reduced = self.reduce_sum(width, low, konst, addends);
        (reduced != x).then(|| self.mask_fact(reduced, mask, value))
    }

    /// Both sides without an extension that they share.
    fn strip_equal_extensions(&self, a: TermId, b: TermId) -> (TermId, TermId) {
        match (self.term(a), self.term(b)) {
            (&Term::Zext(x), &Term::Zext(y)) | (&Term::Sext(x), &Term::Sext(y)) if self.width(x) == self.width(y) => {
                (x, y)
            }
            _ => (a, b),
        }
    }

    /// `x ∈ set`.
    pub fn in_set(&mut self, x: TermId, set: &IntervalSet) -> Fact {
        let width = self.width(x);
        debug_assert_eq!(width, set.width());
        if let Some(value) = self.as_const(x) {
            return Fact::Const(set.contains(value));
        }
        if let Some((inner, set)) = self.in_set_inside(x, set) {
            return self.in_set(inner, &set);
        }
        let known = self.known_bits(x);
        let range = IntervalSet::range(width, known.ones, known.possible(width));
        let (inside, outside) = (set.intersect(&range), set.complement().intersect(&range));
        if inside.is_empty() || outside.is_empty() {
            return Fact::Const(outside.is_empty());
        }
        if let Some(value) = inside.as_single() {
            return self.eq_const(x, value);
        }
        if let Some(value) = outside.as_single() {
            return !self.eq_const(x, value);
        }
        if inside.contains(known.ones) {
            !self.fact(Atom::In { subject: x, set: outside })
        } else {
            self.fact(Atom::In { subject: x, set: inside })
        }
    }

    /// The same statement about a simpler term.
    fn in_set_inside(&mut self, x: TermId, set: &IntervalSet) -> Option<(TermId, IntervalSet)> {
        let width = self.width(x);
        match *self.term(x) {
            Term::Zext(of) => Some((of, set.preimage_of_zext(self.width(of)))),
            Term::Sext(of) => Some((of, set.preimage_of_sext(self.width(of)))),
            Term::Bin(BinOp::LShr, of, by) => {
                let by = self.as_const(by)? as u32;
                let possible = set.intersect(&IntervalSet::range(width, 0, bits::ones(width) >> by));
                let parts = possible.parts().iter().map(|&(lo, hi)| (lo << by, (hi << by) | bits::low_ones(by)));
                Some((of, IntervalSet::from_parts(width, parts.collect())))
            }
            Term::Lin { konst, ref addends } => {
                // The word in the middle is its own negative.
                let negative = addends[0].0 > bits::neg(width, addends[0].0);
                if konst == 0 && !negative {
                    return None;
                }
                let addends = addends.clone();
                let set = set.shift(bits::neg(width, konst));
                if !negative {
                    return Some((self.lin(width, 0, &addends), set));
                }
                Some((self.scaled(width, bits::ones(width), &addends), set.negate()))
            }
            _ => None,
        }
    }

    /// `a ≤ b`, unsigned.
    pub fn ule(&mut self, a: TermId, b: TermId) -> Fact {
        let (a, b) = self.strip_equal_extensions(a, b);
        let width = self.width(a);
        if let Some(value) = self.as_const(b) {
            return self.in_set(a, &IntervalSet::range(width, 0, value));
        }
        if let Some(value) = self.as_const(a) {
            return self.in_set(b, &IntervalSet::range(width, value, bits::ones(width)));
        }
        let (known_a, known_b) = (self.known_bits(a), self.known_bits(b));
        if known_a.possible(width) <= known_b.ones {
            return Fact::TRUE;
        }
        if known_a.ones > known_b.possible(width) {
            return Fact::FALSE;
        }
        let difference = self.sub(b, a);
        if let Some(step) = self.as_const(difference) {
            // a ≤ a + step: no carry out.
            return self.in_set(a, &IntervalSet::range(width, 0, bits::ones(width) - step));
        }
        // a ≤ b says that a + (b − a) has no carry out, and so does b − a ≤ b.
        let a = if self.simpler(difference, a) { difference } else { a };
        self.fact(Atom::Ule(a, b))
    }

    fn simpler(&self, a: TermId, b: TermId) -> bool {
        let size = |t| self.lin_parts(t).1.len();
        size(a).cmp(&size(b)).then_with(|| self.order(a, b)).is_lt()
    }

    /// `a < b`, unsigned.
    pub fn ult(&mut self, a: TermId, b: TermId) -> Fact {
        !self.ule(b, a)
    }

    /// `a ≤ b`, signed.
    pub fn sle(&mut self, a: TermId, b: TermId) -> Fact {
        let width = self.width(a);
        let (least, most) = (bits::sign_bit(width), bits::ones(width) >> 1);
        if let Some(value) = self.as_const(b) {
            return self.in_set(a, &IntervalSet::signed_range(width, least, value));
        }
        if let Some(value) = self.as_const(a) {
            // At width 1 the greatest signed word is 0.
            return self.in_set(b, &IntervalSet::signed_range(width, value, most));
        }
        if let (&Term::Sext(x), &Term::Sext(y)) = (self.term(a), self.term(b))
            && self.width(x) == self.width(y)
        {
            return self.sle(x, y);
        }
        if let (Some(x), Some(y)) = (self.known_sign(a), self.known_sign(b)) {
            return if x == y { self.ule(a, b) } else { Fact::Const(x) };
        }
        let difference = self.sub(b, a);
        if let Some(step) = self.as_const(difference) {
            return self.in_set(a, &signed_no_overflow(width, step));
        }
        self.fact(Atom::Sle(a, b))
    }

    /// `a < b`, signed.
    pub fn slt(&mut self, a: TermId, b: TermId) -> Fact {
        !self.sle(b, a)
    }

    /// Whether a word is negative, if its top bit is known.
    fn known_sign(&self, a: TermId) -> Option<bool> {
        let (known, top) = (self.known_bits(a), bits::sign_bit(self.width(a)));
        match (known.zeros & top != 0, known.ones & top != 0) {
            (false, false) => None,
            (_, negative) => Some(negative),
        }
    }

    /// Identity of two objects. `None` if both are the same summary object, which stands for several:
    /// "perhaps", which only a bracket can say.
    pub fn base_eq(&mut self, a: TermId, b: TermId) -> Option<Fact> {
        debug_assert!(self.sort(a) == Sort::Base && self.sort(b) == Sort::Base);
        let (a, b) = self.in_order(a, b);
        if a == b {
            return (!self.is_summary(a)).then_some(Fact::TRUE);
        }
        match (self.constant_site(a), self.constant_site(b)) {
            (Some(x), Some(y)) if x != y => return Some(Fact::FALSE),
            (Some(_), Some(_)) => return self.same_site(a, b),
            (Some(site), None) | (None, Some(site)) if site.class.is_new() => {
                let other = if self.constant_site(a).is_some() { b } else { a };
                if self.as_var(other).is_some_and(|var| var.class == VarClass::Entry) {
                    return Some(Fact::FALSE);
                }
            }
            _ => {}
        }
        Some(self.fact(Atom::BaseEq(a, b)))
    }

    /// Two different terms of one allocation: compare the indices, if both have one.
    fn same_site(&mut self, a: TermId, b: TermId) -> Option<Fact> {
        match (self.term(a), self.term(b)) {
            (&Term::BaseAt { site, index }, &Term::BaseAt { index: other, .. })
                if self.width(index) == self.width(other) =>
            {
                let equal = self.eq(index, other);
                let summary = site.class == BaseClass::Summary;
                (!summary || equal == Fact::FALSE).then_some(equal)
            }
            // The site as a whole against one of its members, or members counted differently: not decided.
            _ => Some(self.fact(Atom::BaseEq(a, b))),
        }
    }

    fn constant_site(&self, base: TermId) -> Option<BaseConst> {
        match *self.term(base) {
            Term::BaseConst(base) | Term::BaseAt { site: base, .. } => Some(base),
            _ => None,
        }
    }

    /// Does the term stand for one of several objects, which one is not known?
    pub fn is_summary(&self, base: TermId) -> bool {
        self.constant_site(base).is_some_and(|site| site.class == BaseClass::Summary)
    }
}

/// The factor that makes the first odd coefficient 1, modulo 2^width.
fn unit_scale(width: u32, addends: &[Addend]) -> Option<u128> {
    let odd = addends.iter().find(|a| a.0 & 1 == 1)?.0;
    Some(bits::inverse(width, bits::truncate(width, odd)))
}

/// The words a with a ≤ a + step in the signed reading.
fn signed_no_overflow(width: u32, step: u128) -> IntervalSet {
    let (least, most) = (bits::sign_bit(width), bits::ones(width) >> 1);
    if bits::is_negative(width, step) {
        IntervalSet::signed_range(width, least, bits::sub(width, bits::sub(width, least, step), 1))
    } else {
        IntervalSet::signed_range(width, least, bits::sub(width, most, step))
    }
}
