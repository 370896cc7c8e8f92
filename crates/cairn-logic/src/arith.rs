//! Canonical arithmetic: everything linear becomes one sum, exactly modulo 2^w.
//!
//! `+`, `−`, `~`, multiplication and left shift by constants are absorbed by `lin`. Each rewrite holds for every
//! valuation at every width; none assumes that something does not wrap.
//! Not here: bitwise operators and changes of width (`bitops`).

use rustc_hash::FxHashMap;

use crate::arena::Arena;
use crate::bits;
use crate::term::{Addend, BinOp, Sort, Term, TermId};

/// A sum under construction.
struct Sum {
    width: u32,
    konst: u128,
    addends: Vec<Addend>,
}

impl Arena {
    /// Σ cᵢ·tᵢ + k modulo 2^width.
    pub fn lin(&mut self, width: u32, konst: u128, addends: &[Addend]) -> TermId {
        let mut sum = Sum { width, konst: bits::truncate(width, konst), addends: Vec::new() };
        for &(coefficient, term) in addends {
            self.add_into(&mut sum, coefficient, term);
        }
        self.combine(&mut sum);
        while let Some((coefficient, term)) = self.fuse_masks(&mut sum) {
            self.add_into(&mut sum, coefficient, term);
            self.combine(&mut sum);
        }
        self.finish_sum(sum)
    }

    fn finish_sum(&mut self, sum: Sum) -> TermId {
        match (&sum.addends[..], sum.konst) {
            ([], konst) => self.constant(sum.width, konst),
            (&[(1, term)], 0) => term,
            _ => self.intern(Term::Lin { konst: sum.konst, addends: sum.addends.into() }, Sort::Bv(sum.width)),
        }
    }

    fn add_into(&mut self, sum: &mut Sum, coefficient: u128, term: TermId) {
        debug_assert_eq!(self.width(term), sum.width, "addends of different widths");
        let coefficient = bits::truncate(sum.width, coefficient);
        if coefficient == 0 {
            return;
        }
        match self.term(term) {
            Term::Const(value) => {
                sum.konst = bits::add(sum.width, sum.konst, bits::mul(sum.width, coefficient, *value));
            }
            Term::Lin { konst, addends } => {
                let addends = addends.clone();
                sum.konst = bits::add(sum.width, sum.konst, bits::mul(sum.width, coefficient, *konst));
                for &(inner, term) in &addends {
                    self.add_into(sum, bits::mul(sum.width, coefficient, inner), term);
                }
            }
            _ => match self.undo_right_shift(sum.width, coefficient, term) {
                Some((coefficient, term)) => self.add_into(sum, coefficient, term),
                None => sum.addends.push((coefficient, term)),
            },
        }
    }

    /// c·2^k·(x >> k) = c·(x & high bits), and the same with a mask over the shifted word.
    fn undo_right_shift(&mut self, width: u32, coefficient: u128, term: TermId) -> Option<Addend> {
        let (shifted, mask) = match *self.term(term) {
            Term::Bin(BinOp::And, shifted, mask) => (shifted, self.as_const(mask)?),
            _ => (term, bits::ones(width)),
        };
        let Term::Bin(BinOp::LShr, word, by) = *self.term(shifted) else { return None };
        let by = self.as_const(by)? as u32;
        if coefficient.trailing_zeros() < by {
            return None;
        }
        let mask = self.constant(width, mask << by);
        Some((coefficient >> by, self.and(word, mask)))
    }

    /// Sorts the addends and adds up those of the same term.
    fn combine(&self, sum: &mut Sum) {
        let width = sum.width;
        sum.addends.sort_by(|a, b| self.order(a.1, b.1));
        sum.addends.dedup_by(|next, kept| {
            let same = next.1 == kept.1;
            if same {
                kept.0 = bits::add(width, kept.0, next.0);
            }
            same
        });
        sum.addends.retain(|a| a.0 != 0);
    }

    /// (x & m) + (x & n) with disjoint masks is x & (m | n), and x − (x & m) is x & ~m. Takes two such addends out.
    fn fuse_masks(&mut self, sum: &mut Sum) -> Option<Addend> {
        let full = bits::ones(sum.width);
        let words: Vec<(TermId, u128)> = sum.addends.iter().map(|addend| self.masked_word(addend.1, full)).collect();
        let mut counts: FxHashMap<TermId, u32> = FxHashMap::default();
        words.iter().for_each(|(word, _)| *counts.entry(*word).or_default() += 1);
        for i in (0..words.len()).filter(|&i| counts[&words[i].0] > 1) {
            let (c, (x, m)) = (sum.addends[i].0, words[i]);
            for (j, &(y, n)) in words.iter().enumerate() {
                let d = sum.addends[j].0;
                if i == j || x != y {
                    continue;
                }
                let mask = if c == d && m & n == 0 {
                    m | n
                } else if c == bits::neg(sum.width, d) && m & n == n {
                    m & !n
                } else {
                    continue;
                };
                sum.addends.remove(i.max(j));
                sum.addends.remove(i.min(j));
                let mask = self.constant(sum.width, mask);
                return Some((c, self.and(x, mask)));
            }
        }
        None
    }

    /// The word and the mask of `word & mask`; the mask of any other term is its possible bits' superset `full`.
    fn masked_word(&self, term: TermId, full: u128) -> (TermId, u128) {
        match *self.term(term) {
            Term::Bin(BinOp::And, word, mask) => self.as_const(mask).map_or((term, full), |mask| (word, mask)),
            _ => (term, full),
        }
    }

    /// The constant and the addends of a word: itself once if it is no sum.
    pub fn lin_parts(&self, term: TermId) -> (u128, Vec<Addend>) {
        match self.term(term) {
            Term::Const(value) => (*value, Vec::new()),
            Term::Lin { konst, addends } => (*konst, addends.to_vec()),
            _ => (0, vec![(1, term)]),
        }
    }

    pub fn add(&mut self, a: TermId, b: TermId) -> TermId {
        self.lin(self.width(a), 0, &[(1, a), (1, b)])
    }

    pub fn sub(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        self.lin(width, 0, &[(1, a), (bits::ones(width), b)])
    }

    pub fn add_const(&mut self, a: TermId, konst: u128) -> TermId {
        self.lin(self.width(a), konst, &[(1, a)])
    }

    pub fn mul_const(&mut self, coefficient: u128, a: TermId) -> TermId {
        self.lin(self.width(a), 0, &[(coefficient, a)])
    }

    pub fn neg(&mut self, a: TermId) -> TermId {
        self.mul_const(bits::ones(self.width(a)), a)
    }

    /// The bitwise complement, −a − 1.
    pub fn not(&mut self, a: TermId) -> TermId {
        let width = self.width(a);
        self.lin(width, bits::ones(width), &[(bits::ones(width), a)])
    }

    pub fn mul(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(value) = self.as_const(a) {
            return self.mul_const(value, b);
        }
        if let Some(value) = self.as_const(b) {
            return self.mul_const(value, a);
        }
        let ((c, x), (d, y)) = (self.factor(a), self.factor(b));
        let width = self.width(a);
        let (x, y) = self.in_order(x, y);
        let product = self.intern(Term::Bin(BinOp::Mul, x, y), Sort::Bv(width));
        self.mul_const(bits::mul(width, c, d), product)
    }

    /// c and t of a word c·t.
    fn factor(&self, term: TermId) -> Addend {
        match self.term(term) {
            Term::Lin { konst: 0, addends } if addends.len() == 1 => addends[0],
            _ => (1, term),
        }
    }

    pub(crate) fn in_order(&self, a: TermId, b: TermId) -> (TermId, TermId) {
        if self.order(a, b).is_le() { (a, b) } else { (b, a) }
    }

    /// Any binary operator by name.
    pub fn bin(&mut self, op: BinOp, a: TermId, b: TermId) -> TermId {
        debug_assert_eq!(self.width(a), self.width(b), "operands of different widths");
        match op {
            BinOp::Mul => self.mul(a, b),
            BinOp::And => self.and(a, b),
            BinOp::Or => self.or(a, b),
            BinOp::Xor => self.xor(a, b),
            BinOp::Shl => self.shl(a, b),
            BinOp::LShr => self.lshr(a, b),
            BinOp::AShr => self.ashr(a, b),
            BinOp::UDiv | BinOp::URem | BinOp::SDiv | BinOp::SRem => self.divide(op, a, b),
        }
    }

    pub fn udiv(&mut self, a: TermId, b: TermId) -> TermId {
        self.divide(BinOp::UDiv, a, b)
    }

    pub fn urem(&mut self, a: TermId, b: TermId) -> TermId {
        self.divide(BinOp::URem, a, b)
    }

    pub fn sdiv(&mut self, a: TermId, b: TermId) -> TermId {
        self.divide(BinOp::SDiv, a, b)
    }

    pub fn srem(&mut self, a: TermId, b: TermId) -> TermId {
        self.divide(BinOp::SRem, a, b)
    }

    fn divide(&mut self, op: BinOp, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        if let Some(divisor) = self.as_const(b) {
            if let Some(dividend) = self.as_const(a) {
                return self.constant(width, crate::eval::apply(op, width, dividend, divisor));
            }
            if let Some(simple) = self.divide_by_const(op, a, divisor) {
                return simple;
            }
        }
        self.intern(Term::Bin(op, a, b), Sort::Bv(width))
    }

    fn divide_by_const(&mut self, op: BinOp, a: TermId, divisor: u128) -> Option<TermId> {
        let width = self.width(a);
        let power = divisor.is_power_of_two().then(|| u128::from(divisor.trailing_zeros()));
        match (op, power) {
            (BinOp::UDiv, Some(by)) => {
                let by = self.constant(width, by);
                Some(self.lshr(a, by))
            }
            (BinOp::URem, Some(_)) => {
                let mask = self.constant(width, divisor - 1);
                Some(self.and(a, mask))
            }
            (BinOp::UDiv, None) if divisor == 0 => Some(self.constant(width, bits::ones(width))),
            (BinOp::URem | BinOp::SRem, None) if divisor == 0 => Some(a),
            // At width 1 the word 1 reads −1, so that quotient by it is the dividend as well.
            (BinOp::SDiv, _) if divisor == bits::ones(width) => Some(self.neg(a)),
            (BinOp::SRem, _) if divisor == bits::ones(width) || divisor == 1 => Some(self.constant(width, 0)),
            (BinOp::SDiv, _) if divisor == 1 => Some(a),
            _ => None,
        }
    }
}
