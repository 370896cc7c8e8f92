//! Words as bit-vectors: one operation of Z3 for each of ours, with the same meaning (SMT-LIB).

use super::lower::Lowering;
use super::z3::Ast;
use crate::atom::Atom;
use crate::bits;
use crate::term::{BinOp, Term, TermId};

impl<'s> Lowering<'s, '_> {
    pub(super) fn bv_term(&mut self, id: TermId) -> Ast<'s> {
        let (content, session) = (self.content, self.session);
        let width = content.width(id);
        match content.term(id) {
            Term::Const(value) => self.word_number(width, *value),
            Term::Lin { konst, addends } => {
                let parts = addends.iter().map(|&(c, t)| self.bv_scaled(width, c, t));
                let parts: Vec<Ast<'s>> = parts.chain((*konst != 0).then(|| self.word_number(width, *konst))).collect();
                parts[1..].iter().fold(parts[0], |sum, &part| session.bv_add(sum, part))
            }
            Term::Bin(op, a, b) => session.bv_op(*op, self.term(*a), self.term(*b)),
            Term::Extract { of, lo } => session.bv_extract(self.term(*of), *lo, width),
            Term::Zext(of) => session.bv_extend(self.term(*of), width - content.width(*of), false),
            Term::Sext(of) => session.bv_extend(self.term(*of), width - content.width(*of), true),
            Term::Var(_) | Term::Uf { .. } | Term::Address(_) | Term::BaseConst(_) | Term::BaseAt { .. } => {
                unreachable!("open terms and objects are lowered in `lower`")
            }
        }
    }

    fn bv_scaled(&self, width: u32, coefficient: u128, term: TermId) -> Ast<'s> {
        if coefficient == 1 {
            return self.term(term);
        }
        self.session.bv_op(BinOp::Mul, self.word_number(width, coefficient), self.term(term))
    }

    pub(super) fn bv_atom(&mut self, atom: &Atom) -> Ast<'s> {
        let (content, session) = (self.content, self.session);
        match *atom {
            Atom::Eq { subject, value } => {
                session.eq(self.term(subject), self.word_number(content.width(subject), value))
            }
            Atom::Mask { subject, mask, value } => {
                let number = |value| self.word_number(content.width(subject), value);
                session.eq(session.bv_op(BinOp::And, self.term(subject), number(mask)), number(value))
            }
            Atom::In { subject, ref set } => {
                let parts: Vec<Ast<'s>> = set.parts().iter().map(|&(lo, hi)| self.bv_range(subject, lo, hi)).collect();
                session.or(&parts)
            }
            Atom::Ule(a, b) => session.bv_ule(self.term(a), self.term(b)),
            Atom::Sle(a, b) => session.bv_sle(self.term(a), self.term(b)),
            Atom::BaseEq(..) => unreachable!("objects are lowered in `lower`"),
        }
    }

    fn bv_range(&self, subject: TermId, lo: u128, hi: u128) -> Ast<'s> {
        let (session, term, width) = (self.session, self.term(subject), self.content.width(subject));
        let number = |value| self.word_number(width, value);
        match (lo == 0, hi == bits::ones(width)) {
            _ if lo == hi => session.eq(term, number(lo)),
            (true, true) => session.truth(true),
            (true, false) => session.bv_ule(term, number(hi)),
            (false, true) => session.bv_ule(number(lo), term),
            (false, false) => session.and(&[session.bv_ule(number(lo), term), session.bv_ule(term, number(hi))]),
        }
    }
}
