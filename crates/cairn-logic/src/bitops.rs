//! Canonical bitwise operators, shifts and changes of width.
//!
//! Changes of width are pushed towards the leaves as far as that is exact; disjoint bits turn `|` and `^` into sums, so
//! a word put together from its own bytes becomes the word again.
//! Not here: sums (`arith`).

use crate::arena::Arena;
use crate::bits;
use crate::term::{Addend, BinOp, Sort, Term, TermId};

impl Arena {
    fn possible(&self, term: TermId) -> u128 {
        self.known_bits(term).possible(self.width(term))
    }

    /// Operands with a constant on the right, otherwise in structural order.
    fn constant_last(&self, a: TermId, b: TermId) -> (TermId, TermId) {
        match (self.as_const(a), self.as_const(b)) {
            (Some(_), None) => (b, a),
            (None, Some(_)) => (a, b),
            _ => self.in_order(a, b),
        }
    }

    fn is_complement(&mut self, a: TermId, b: TermId) -> bool {
        // Only a sum or a constant can be a complement in canonical form.
        let candidate = |arena: &Self, t| matches!(arena.term(t), Term::Lin { .. });
        (candidate(self, a) || candidate(self, b)) && self.not(a) == b
    }

    pub fn and(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = self.constant_last(a, b);
        let width = self.width(a);
        if a == b {
            return a;
        }
        if let Some(mask) = self.as_const(b) {
            return self.and_const(a, mask);
        }
        if self.is_complement(a, b) || self.possible(a) & self.possible(b) == 0 {
            return self.constant(width, 0);
        }
        self.intern(Term::Bin(BinOp::And, a, b), Sort::Bv(width))
    }

    fn and_const(&mut self, a: TermId, mask: u128) -> TermId {
        let width = self.width(a);
        if let Some(value) = self.as_const(a) {
            return self.constant(width, value & mask);
        }
        let mask = mask & self.possible(a);
        if mask == self.possible(a) {
            return a;
        }
        if mask == 0 {
            return self.constant(width, 0);
        }
        if let Some(simple) = self.and_const_inside(a, mask) {
            return simple;
        }
        let mask = self.constant(width, mask);
        self.intern(Term::Bin(BinOp::And, a, mask), Sort::Bv(width))
    }

    fn and_const_inside(&mut self, a: TermId, mask: u128) -> Option<TermId> {
        let width = self.width(a);
        match *self.term(a) {
            Term::Bin(BinOp::And, word, inner) => {
                let inner = self.as_const(inner)?;
                Some(self.and_const(word, inner & mask))
            }
            Term::Lin { konst, ref addends } => {
                let addends = addends.clone();
                if self.is_carry_free(width, konst, &addends) {
                    let parts: Vec<Addend> =
                        addends.iter().map(|&(c, t)| (c, self.and_const(t, mask >> c.trailing_zeros()))).collect();
                    return Some(self.lin(width, konst & mask, &parts));
                }
                self.mask_of_reduced_sum(a, konst, &addends, mask)
            }
            _ => None,
        }
    }

    /// Bits above the mask have no influence on those below: reduce the coefficients to the least magnitude.
    fn mask_of_reduced_sum(&mut self, a: TermId, konst: u128, addends: &[Addend], mask: u128) -> Option<TermId> {
        let width = self.width(a);
        let reduced = self.reduce_sum(width, bits::MAX_WIDTH - mask.leading_zeros(), konst, addends);
        (reduced != a).then(|| self.and_const(reduced, mask))
    }

    /// A sum that agrees with the given one on the low `low` bits, with coefficients of least magnitude.
    pub(crate) fn reduce_sum(&mut self, width: u32, low: u32, konst: u128, addends: &[Addend]) -> TermId {
        if low >= width {
            return self.lin(width, konst, addends);
        }
        let reduce = |value| bits::sext(low, width, bits::truncate(low, value));
        let parts: Vec<Addend> = addends.iter().map(|&(c, t)| (reduce(c), t)).collect();
        self.lin(width, reduce(konst), &parts)
    }

    /// Whether all coefficients are powers of two and no two summands can have the same bit.
    fn is_carry_free(&self, width: u32, konst: u128, addends: &[Addend]) -> bool {
        let mut taken = konst;
        addends.iter().all(|&(c, t)| {
            let possible = self.known_of_product(width, c, t).possible(width);
            let free = c.is_power_of_two() && taken & possible == 0;
            taken |= possible;
            free
        })
    }

    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = self.constant_last(a, b);
        let width = self.width(a);
        if a == b {
            return a;
        }
        if self.possible(a) & self.possible(b) == 0 {
            return self.add(a, b);
        }
        if let Some(value) = self.as_const(b) {
            let rest = self.and_const(a, !value & bits::ones(width));
            return self.add_const(rest, value);
        }
        if self.is_complement(a, b) {
            return self.constant(width, bits::ones(width));
        }
        self.intern(Term::Bin(BinOp::Or, a, b), Sort::Bv(width))
    }

    pub fn xor(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = self.constant_last(a, b);
        let width = self.width(a);
        if a == b {
            return self.constant(width, 0);
        }
        if self.possible(a) & self.possible(b) == 0 {
            return self.add(a, b);
        }
        if let Some(value) = self.as_const(b) {
            return self.xor_const(a, value);
        }
        if self.is_complement(a, b) {
            return self.constant(width, bits::ones(width));
        }
        self.intern(Term::Bin(BinOp::Xor, a, b), Sort::Bv(width))
    }

    fn xor_const(&mut self, a: TermId, value: u128) -> TermId {
        let width = self.width(a);
        // All bits that can be set are flipped: value − a. This covers `~x` and `!flag`.
        if self.possible(a) & !value == 0 {
            return self.lin(width, value, &[(bits::ones(width), a)]);
        }
        if let Term::Bin(BinOp::Xor, word, inner) = *self.term(a)
            && let Some(inner) = self.as_const(inner)
        {
            let both = self.constant(width, inner ^ value);
            return self.xor(word, both);
        }
        // Flipping the top bit is adding it.
        let top = value & bits::sign_bit(width);
        let low = value ^ top;
        if low == 0 {
            return self.add_const(a, top);
        }
        if let Some(value) = self.as_const(a) {
            return self.constant(width, value ^ low ^ top);
        }
        let low = self.constant(width, low);
        let flipped = self.intern(Term::Bin(BinOp::Xor, a, low), Sort::Bv(width));
        self.add_const(flipped, top)
    }

    pub fn shl(&mut self, a: TermId, by: TermId) -> TermId {
        let width = self.width(a);
        match self.as_const(by) {
            Some(by) if by >= u128::from(width) => self.constant(width, 0),
            Some(by) => self.mul_const(1 << by, a),
            None => self.intern(Term::Bin(BinOp::Shl, a, by), Sort::Bv(width)),
        }
    }

    pub fn lshr(&mut self, a: TermId, by: TermId) -> TermId {
        let width = self.width(a);
        match self.as_const(by) {
            Some(by) if by >= u128::from(width) => self.constant(width, 0),
            Some(by) => self.lshr_const(a, by as u32),
            None => self.intern(Term::Bin(BinOp::LShr, a, by), Sort::Bv(width)),
        }
    }

    fn lshr_const(&mut self, a: TermId, by: u32) -> TermId {
        let width = self.width(a);
        if by == 0 {
            return a;
        }
        if by >= width {
            return self.constant(width, 0);
        }
        match *self.term(a) {
            Term::Const(value) => return self.constant(width, value >> by),
            Term::Bin(BinOp::LShr, word, inner) => {
                if let Some(inner) = self.as_const(inner) {
                    return self.lshr_const(word, by.saturating_add(inner as u32));
                }
            }
            Term::Bin(BinOp::And, word, mask) => {
                if let Some(mask) = self.as_const(mask) {
                    let shifted = self.lshr_const(word, by);
                    return self.and_const(shifted, mask >> by);
                }
            }
            Term::Lin { konst, ref addends } => {
                let addends = addends.clone();
                if self.is_carry_free(width, konst, &addends) {
                    let parts: Vec<Addend> =
                        addends.iter().map(|&(c, t)| (1, self.lshr_of_shl(t, c.trailing_zeros(), by))).collect();
                    return self.lin(width, konst >> by, &parts);
                }
            }
            _ => {}
        }
        let by = self.constant(width, u128::from(by));
        self.intern(Term::Bin(BinOp::LShr, a, by), Sort::Bv(width))
    }

    /// (t << up) >> down.
    fn lshr_of_shl(&mut self, t: TermId, up: u32, down: u32) -> TermId {
        let width = self.width(t);
        if down >= up {
            let kept = self.and_const(t, bits::low_ones(width - up));
            return self.lshr_const(kept, down - up);
        }
        let raised = self.mul_const(1 << (up - down), t);
        self.and_const(raised, bits::low_ones(width - down))
    }

    pub fn ashr(&mut self, a: TermId, by: TermId) -> TermId {
        let width = self.width(a);
        if self.known_bits(a).zeros & bits::sign_bit(width) != 0 {
            return self.lshr(a, by);
        }
        let Some(by) = self.as_const(by) else {
            return self.intern(Term::Bin(BinOp::AShr, a, by), Sort::Bv(width));
        };
        let by = by.min(u128::from(width - 1));
        match self.as_const(a) {
            _ if by == 0 => a,
            Some(value) => self.constant(width, bits::ashr(width, value, by)),
            None => {
                let by = self.constant(width, by);
                self.intern(Term::Bin(BinOp::AShr, a, by), Sort::Bv(width))
            }
        }
    }

    /// The low `width` bits.
    pub fn truncate(&mut self, a: TermId, width: u32) -> TermId {
        self.extract(a, 0, width)
    }

    /// `width` bits of `a` from bit `lo` upwards.
    pub fn extract(&mut self, a: TermId, lo: u32, width: u32) -> TermId {
        let full = self.width(a);
        assert!(width >= 1 && lo + width <= full, "bits outside of the word");
        if width == full {
            return a;
        }
        if let Some(&known) = self.extracts.get(&(a, lo, width)) {
            return known;
        }
        let part = match self.extract_inside(a, lo, width) {
            Some(inside) => inside,
            None => self.intern(Term::Extract { of: a, lo }, Sort::Bv(width)),
        };
        self.extracts.insert((a, lo, width), part);
        part
    }

    fn extract_inside(&mut self, a: TermId, lo: u32, width: u32) -> Option<TermId> {
        match *self.term(a) {
            Term::Const(value) => Some(self.constant(width, value >> lo)),
            Term::Extract { of, lo: inner } => Some(self.extract(of, lo + inner, width)),
            Term::Zext(of) => Some(self.extract_of_zext(of, lo, width)),
            Term::Sext(of) => self.extract_of_sext(of, lo, width),
            Term::Bin(op @ (BinOp::And | BinOp::Or | BinOp::Xor), x, y) => {
                let (x, y) = (self.extract(x, lo, width), self.extract(y, lo, width));
                Some(self.bin(op, x, y))
            }
            Term::Bin(BinOp::Mul, x, y) if lo == 0 => {
                let (x, y) = (self.truncate(x, width), self.truncate(y, width));
                Some(self.mul(x, y))
            }
            Term::Bin(BinOp::LShr, x, by) => {
                let (by, full) = (self.as_const(by)? as u32, self.width(a));
                let from = lo + by;
                if from >= full {
                    return Some(self.constant(width, 0));
                }
                let part = self.extract(x, from, width.min(full - from));
                Some(self.zext(part, width))
            }
            Term::Lin { konst, ref addends } => {
                let addends = addends.clone();
                self.extract_of_sum(a, konst, &addends, lo, width)
            }
            _ => None,
        }
    }

    fn extract_of_zext(&mut self, of: TermId, lo: u32, width: u32) -> TermId {
        let narrow = self.width(of);
        if lo >= narrow {
            return self.constant(width, 0);
        }
        let part = self.extract(of, lo, width.min(narrow - lo));
        self.zext(part, width)
    }

    fn extract_of_sext(&mut self, of: TermId, lo: u32, width: u32) -> Option<TermId> {
        let narrow = self.width(of);
        if lo + width <= narrow {
            return Some(self.extract(of, lo, width));
        }
        (lo == 0).then(|| self.sext(of, width))
    }

    fn extract_of_sum(&mut self, a: TermId, konst: u128, addends: &[Addend], lo: u32, width: u32) -> Option<TermId> {
        if lo == 0 {
            let parts: Vec<Addend> = addends.iter().map(|&(c, t)| (c, self.truncate(t, width))).collect();
            return Some(self.lin(width, konst, &parts));
        }
        if !self.is_carry_free(self.width(a), konst, addends) {
            return None;
        }
        let mut parts = Vec::new();
        for &(c, t) in addends {
            let up = c.trailing_zeros();
            if up <= lo {
                parts.push((1, self.extract(t, lo - up, width)));
            } else if up - lo < width {
                parts.push((1 << (up - lo), self.truncate(t, width)));
            }
        }
        Some(self.lin(width, konst >> lo, &parts))
    }

    pub fn zext(&mut self, a: TermId, width: u32) -> TermId {
        let narrow = self.width(a);
        assert!(narrow <= width, "an extension to fewer bits");
        if narrow == width {
            return a;
        }
        match self.zext_inside(a, width) {
            Some(inside) => inside,
            None => self.intern(Term::Zext(a), Sort::Bv(width)),
        }
    }

    fn zext_inside(&mut self, a: TermId, width: u32) -> Option<TermId> {
        match *self.term(a) {
            Term::Const(value) => Some(self.constant(width, value)),
            Term::Zext(of) => Some(self.zext(of, width)),
            Term::Extract { of, lo } if self.width(of) <= width => {
                let narrow = self.width(a);
                let shifted = self.lshr_const(of, lo);
                let part = self.and_const(shifted, bits::ones(narrow));
                Some(self.zext(part, width))
            }
            Term::Bin(op @ (BinOp::And | BinOp::Or | BinOp::Xor), x, y) => {
                let (x, y) = (self.zext(x, width), self.zext(y, width));
                Some(self.bin(op, x, y))
            }
            Term::Bin(BinOp::LShr, x, by) => {
                let by = self.as_const(by)? as u32;
                let x = self.zext(x, width);
                Some(self.lshr_const(x, by))
            }
            Term::Lin { konst, ref addends } => {
                let addends = addends.clone();
                if !self.cannot_wrap(a, konst, &addends) {
                    return None;
                }
                let parts: Vec<Addend> = addends.iter().map(|&(c, t)| (c, self.zext(t, width))).collect();
                Some(self.lin(width, konst, &parts))
            }
            _ => None,
        }
    }

    /// Whether the sum stays below 2^w already because of the bits that its terms can have.
    fn cannot_wrap(&self, a: TermId, konst: u128, addends: &[Addend]) -> bool {
        let most = addends.iter().try_fold(konst, |sum, &(c, t)| sum.checked_add(c.checked_mul(self.possible(t))?));
        most.is_some_and(|most| most <= bits::ones(self.width(a)))
    }

    pub fn sext(&mut self, a: TermId, width: u32) -> TermId {
        let narrow = self.width(a);
        assert!(narrow <= width, "an extension to fewer bits");
        if narrow == width {
            return a;
        }
        if self.known_bits(a).zeros & bits::sign_bit(narrow) != 0 {
            return self.zext(a, width);
        }
        match *self.term(a) {
            Term::Const(value) => self.constant(width, bits::sext(narrow, width, value)),
            Term::Sext(of) => self.sext(of, width),
            _ if narrow == 1 => {
                let wide = self.zext(a, width);
                self.neg(wide)
            }
            _ => self.intern(Term::Sext(a), Sort::Bv(width)),
        }
    }

    /// The word with `hi` above `lo`.
    pub fn concat(&mut self, hi: TermId, lo: TermId) -> TermId {
        let (high, low) = (self.width(hi), self.width(lo));
        assert!(high + low <= bits::MAX_WIDTH, "a word has 1 to 128 bits");
        if let (&Term::Extract { of, lo: from }, &Term::Extract { of: other, lo: start }) =
            (self.term(hi), self.term(lo))
            && of == other
            && from == start + low
        {
            return self.extract(of, start, high + low);
        }
        let width = high + low;
        let (hi, lo) = (self.zext(hi, width), self.zext(lo, width));
        self.lin(width, 0, &[(1 << low, hi), (1, lo)])
    }
}
