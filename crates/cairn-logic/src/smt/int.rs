//! Words as integers between 0 and 2^w − 1, with an explicit quotient wherever an operation wraps or divides.
//!
//! Exact, not an approximation: a sum r is Σ cᵢ·tᵢ + k − 2^w·q with 0 ≤ r < 2^w, and q has the bounds that the
//! operands leave. Coefficients are read as signed numbers, which keeps quotients small. Possible when every operation
//! is linear or has a constant as its right operand (`fits`); Z3 is often a hundred times faster here than on
//! bit-vectors.

use super::lower::Lowering;
use super::query::Content;
use super::z3::Ast;
use crate::atom::Atom;
use crate::bits;
use crate::term::{Addend, BinOp, Sort, Term, TermId};

/// The widest word; beyond it, bounds of sums would not fit into 128 bits.
const WIDEST: u32 = 100;
/// Words up to this width are as fast in bit-vectors.
const SMALL: u32 = 8;
/// How many separate runs of ones a mask may have.
const MOST_RUNS: usize = 4;

/// Whether every word of the query can be told in integers.
pub(super) fn fits(content: &Content) -> bool {
    let atom_fits = |atom: &Atom| match atom {
        Atom::Mask { mask, .. } => runs(*mask).len() <= MOST_RUNS,
        _ => true,
    };
    content.ids().all(|id| term_fits(content, id)) && content.atoms.iter().all(atom_fits)
}

/// Whether there is arithmetic for which integers are the better choice. Tests of bits, and small words, are not.
pub(super) fn pays(content: &Content) -> bool {
    let wide = |id: TermId| matches!(content.sort(id), Sort::Bv(width) if width > SMALL);
    let is_arithmetic = |id: &TermId| match content.term(*id) {
        Term::Lin { .. } => true,
        Term::Bin(op, ..) => matches!(op, BinOp::UDiv | BinOp::URem | BinOp::SDiv | BinOp::SRem),
        _ => false,
    };
    let compares = |atom: &Atom| matches!(atom, Atom::Ule(a, _) | Atom::Sle(a, _) if wide(*a));
    content.ids().filter(is_arithmetic).any(wide) || content.atoms.iter().any(compares)
}

fn term_fits(content: &Content, id: TermId) -> bool {
    let Sort::Bv(width) = content.sort(id) else { return true };
    if width > WIDEST {
        return false;
    }
    match content.term(id) {
        Term::Lin { konst, addends } => quotient_range(content, width, *konst, addends).is_some(),
        Term::Bin(op, _, b) => match (op, content.as_const(*b)) {
            (BinOp::And | BinOp::Or | BinOp::Xor, Some(mask)) => runs(mask).len() <= MOST_RUNS,
            (BinOp::UDiv | BinOp::URem | BinOp::SDiv | BinOp::SRem, Some(divisor)) => divisor != 0,
            (BinOp::LShr | BinOp::AShr, Some(by)) => by < u128::from(width),
            _ => false,
        },
        _ => true,
    }
}

/// The intervals [lo, hi) of positions where the mask is one.
fn runs(mask: u128) -> Vec<(u32, u32)> {
    let (mut runs, mut rest, mut at) = (Vec::new(), mask, 0);
    while rest != 0 {
        let zeros = rest.trailing_zeros();
        rest >>= zeros;
        let ones = rest.trailing_ones();
        runs.push((at + zeros, at + zeros + ones));
        rest = rest.checked_shr(ones).unwrap_or(0);
        at += zeros + ones;
    }
    runs
}

/// The largest value that a word can have, as far as its last operation tells.
fn largest(content: &Content, id: TermId) -> u128 {
    let full = bits::ones(content.width(id));
    match content.term(id) {
        Term::Const(value) => *value,
        Term::Zext(of) => largest(content, *of),
        Term::Bin(op, a, b) => match (op, content.as_const(*b)) {
            (BinOp::And, Some(mask)) => mask,
            (BinOp::URem, Some(divisor)) if divisor != 0 => divisor - 1,
            (BinOp::UDiv, Some(divisor)) if divisor != 0 => bits::ones(content.width(*a)) / divisor,
            (BinOp::LShr, Some(by)) => full.checked_shr(by.min(128) as u32).unwrap_or(0),
            _ => full,
        },
        _ => full,
    }
}

/// A coefficient or constant as the signed number that it is equal to modulo 2^width.
fn signed(width: u32, value: u128) -> i128 {
    bits::to_signed(width, value)
}

/// The least and the greatest quotient of Σ cᵢ·tᵢ + k by 2^width. `None` if the bounds are too large to compute.
fn quotient_range(content: &Content, width: u32, konst: u128, addends: &[Addend]) -> Option<(i128, i128)> {
    let (mut lo, mut hi) = (signed(width, konst), signed(width, konst));
    for &(coefficient, term) in addends {
        let reach = signed(width, coefficient).checked_mul(i128::try_from(largest(content, term)).ok()?)?;
        lo = lo.checked_add(reach.min(0))?;
        hi = hi.checked_add(reach.max(0))?;
    }
    Some((lo.div_euclid(1 << width), hi.div_euclid(1 << width)))
}

impl<'s> Lowering<'s, '_> {
    fn int(&self, value: i128) -> Ast<'s> {
        self.session.number(value, self.session.int_sort())
    }

    fn scaled(&self, coefficient: i128, term: Ast<'s>) -> Ast<'s> {
        if coefficient == 1 { term } else { self.session.product(self.int(coefficient), term) }
    }

    /// `base + coefficient·term`.
    fn plus(&self, base: Ast<'s>, coefficient: i128, term: Ast<'s>) -> Ast<'s> {
        self.session.sum(&[base, self.scaled(coefficient, term)])
    }

    pub(super) fn int_bounds(&self, term: Ast<'s>, lo: i128, hi: i128) {
        self.session.assert(self.session.int_le(self.int(lo), term));
        self.session.assert(self.session.int_le(term, self.int(hi)));
    }

    pub(super) fn int_term(&mut self, id: TermId) -> Ast<'s> {
        let content = self.content;
        let width = content.width(id);
        match content.term(id) {
            Term::Const(value) => self.word_number(width, *value),
            Term::Lin { konst, addends } => self.int_sum(id, width, *konst, addends),
            Term::Bin(op, a, b) => {
                let constant = content.as_const(*b).expect("only constants on the right of what fits");
                self.int_operation(*op, *a, constant)
            }
            Term::Extract { of, lo } => self.bits_of(*of, *lo, lo + width),
            Term::Zext(of) => self.term(*of),
            Term::Sext(of) => {
                let sign = self.sign(*of);
                self.plus(self.term(*of), (1 << width) - (1 << content.width(*of)), sign)
            }
            Term::Var(_) | Term::Uf { .. } | Term::Address(_) | Term::BaseConst(_) | Term::BaseAt { .. } => {
                unreachable!("open terms and objects are lowered in `lower`")
            }
        }
    }

    fn int_sum(&mut self, id: TermId, width: u32, konst: u128, addends: &[Addend]) -> Ast<'s> {
        let mut parts: Vec<Ast<'s>> =
            addends.iter().map(|&(c, t)| self.scaled(signed(width, c), self.term(t))).collect();
        if konst != 0 {
            parts.push(self.int(signed(width, konst)));
        }
        let sum = self.session.sum(&parts);
        let (least, greatest) =
            quotient_range(self.content, width, konst, addends).expect("the bounds of what fits were computed before");
        if least == greatest {
            return if least == 0 { sum } else { self.session.sum(&[sum, self.int(-(least << width))]) };
        }
        let quotient = self.fresh_quotient((id, 0, false), least, greatest);
        let rest = self.plus(sum, -(1 << width), quotient);
        self.int_bounds(rest, 0, (1 << width) - 1);
        rest
    }

    fn int_operation(&mut self, op: BinOp, a: TermId, constant: u128) -> Ast<'s> {
        let width = self.content.width(a);
        match op {
            BinOp::And => self.masked(a, constant),
            BinOp::Or | BinOp::Xor => {
                // Adding counts the common bits twice: once too often for `or`, twice for `xor`.
                let common = self.masked(a, constant);
                let sum = self.session.sum(&[self.term(a), self.word_number(width, constant)]);
                self.plus(sum, if op == BinOp::Or { -1 } else { -2 }, common)
            }
            BinOp::LShr => self.high(a, constant as u32),
            BinOp::AShr => {
                let by = constant as u32;
                let (high, sign) = (self.high(a, by), self.sign(a));
                self.plus(high, (1 << width) - (1 << (width - by)), sign)
            }
            BinOp::UDiv => self.quotient(a, constant, false),
            BinOp::URem => self.remainder(self.term(a), a, constant, false),
            BinOp::SDiv => {
                let quotient = self.quotient(a, magnitude(width, constant), true);
                let negative = self.negative(a);
                let flips = if bits::is_negative(width, constant) { self.session.not(negative) } else { negative };
                self.negated_if(flips, quotient, width)
            }
            BinOp::SRem => {
                let size = self.magnitude_of(a);
                let rest = self.remainder(size, a, magnitude(width, constant), true);
                let negative = self.negative(a);
                self.negated_if(negative, rest, width)
            }
            BinOp::Mul | BinOp::Shl => unreachable!("constant factors and shifts are part of sums"),
        }
    }

    fn fresh_quotient(&mut self, key: (TermId, u128, bool), least: i128, greatest: i128) -> Ast<'s> {
        let name = format!("q{}", self.quotients.len());
        let quotient = self.session.constant(&name, self.session.int_sort());
        self.int_bounds(quotient, least, greatest);
        self.quotients.insert(key, quotient);
        quotient
    }

    /// The quotient of a word, or of its magnitude if `signed`, by a constant that is not 0.
    fn quotient(&mut self, of: TermId, divisor: u128, signed: bool) -> Ast<'s> {
        let key = (of, divisor, signed);
        if let Some(&quotient) = self.quotients.get(&key) {
            return quotient;
        }
        let dividend = if signed { self.magnitude_of(of) } else { self.term(of) };
        let most = if signed { bits::sign_bit(self.content.width(of)) } else { largest(self.content, of) };
        let quotient = self.fresh_quotient(key, 0, (most / divisor) as i128);
        let rest = self.plus(dividend, -(divisor as i128), quotient);
        self.int_bounds(rest, 0, divisor as i128 - 1);
        quotient
    }

    fn remainder(&mut self, dividend: Ast<'s>, of: TermId, divisor: u128, signed: bool) -> Ast<'s> {
        let quotient = self.quotient(of, divisor, signed);
        self.plus(dividend, -(divisor as i128), quotient)
    }

    /// The bits of a word from `lo` upwards.
    fn high(&mut self, of: TermId, lo: u32) -> Ast<'s> {
        match lo {
            0 => self.term(of),
            _ if lo >= self.content.width(of) => self.int(0),
            _ => self.quotient(of, 1 << lo, false),
        }
    }

    /// The bits [lo, hi) of a word.
    fn bits_of(&mut self, of: TermId, lo: u32, hi: u32) -> Ast<'s> {
        if hi >= self.content.width(of) {
            return self.high(of, lo);
        }
        let (low, high) = (self.high(of, lo), self.high(of, hi));
        let bits = self.plus(low, -(1 << (hi - lo)), high);
        // Follows from the two quotients, but only by reasoning about divisibility.
        self.int_bounds(bits, 0, (1 << (hi - lo)) - 1);
        bits
    }

    fn masked(&mut self, of: TermId, mask: u128) -> Ast<'s> {
        let parts: Vec<Ast<'s>> = runs(mask)
            .into_iter()
            .map(|(lo, hi)| {
                let bits = self.bits_of(of, lo, hi);
                self.scaled(1 << lo, bits)
            })
            .collect();
        if parts.is_empty() { self.int(0) } else { self.session.sum(&parts) }
    }

    /// The top bit, 0 or 1.
    fn sign(&mut self, of: TermId) -> Ast<'s> {
        let top = self.content.width(of) - 1;
        self.high(of, top)
    }

    fn negative(&mut self, of: TermId) -> Ast<'s> {
        let sign = self.sign(of);
        self.session.eq(sign, self.int(1))
    }

    fn magnitude_of(&mut self, of: TermId) -> Ast<'s> {
        let (negative, word) = (self.negative(of), self.term(of));
        let negated = self.plus(self.int(1 << self.content.width(of)), -1, word);
        self.session.ite(negative, negated, word)
    }

    /// `−size` modulo 2^width if the condition holds, otherwise `size`.
    fn negated_if(&self, condition: Ast<'s>, size: Ast<'s>, width: u32) -> Ast<'s> {
        let session = self.session;
        let positive = session.int_le(self.int(1), size);
        session.ite(session.and(&[condition, positive]), self.plus(self.int(1 << width), -1, size), size)
    }

    fn signed_value(&mut self, of: TermId) -> Ast<'s> {
        let sign = self.sign(of);
        self.plus(self.term(of), -(1 << self.content.width(of)), sign)
    }

    pub(super) fn int_atom(&mut self, atom: &Atom) -> Ast<'s> {
        let session = self.session;
        match *atom {
            Atom::Eq { subject, value } => session.eq(self.term(subject), self.word_number(1, value)),
            Atom::Mask { subject, mask, value } => {
                let part = |(lo, hi)| {
                    let bits = self.bits_of(subject, lo, hi);
                    session.eq(bits, self.int(((value >> lo) & bits::low_ones(hi - lo)) as i128))
                };
                let parts: Vec<Ast<'s>> = runs(mask).into_iter().map(part).collect();
                session.and(&parts)
            }
            Atom::In { subject, ref set } => {
                let term = self.term(subject);
                let range = |&(lo, hi): &(u128, u128)| {
                    let at_least = session.int_le(self.int(lo as i128), term);
                    session.and(&[at_least, session.int_le(term, self.int(hi as i128))])
                };
                let parts: Vec<Ast<'s>> = set.parts().iter().map(range).collect();
                session.or(&parts)
            }
            Atom::Ule(a, b) => session.int_le(self.term(a), self.term(b)),
            Atom::Sle(a, b) => {
                let (a, b) = (self.signed_value(a), self.signed_value(b));
                session.int_le(a, b)
            }
            Atom::BaseEq(..) => unreachable!("objects are lowered in `lower`"),
        }
    }
}

fn magnitude(width: u32, value: u128) -> u128 {
    if bits::is_negative(width, value) { bits::neg(width, value) } else { value }
}
