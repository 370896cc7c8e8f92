//! Conditions and values of which only that is kept that holds however deep recursive calls go.

use crate::facts::{Cond, Facts, Reason};
use crate::value::{Scalar, Values};
use cairn_logic::{TermId, Var, VarClass};

impl Facts {
    /// A condition that may be either, for a reason.
    pub fn condition(&mut self, reason: Reason) -> Cond {
        let bit = self.unknown(1, reason);
        let fact = self.conds.arena.truth(bit);
        self.fact(fact)
    }

    /// Does a condition speak only of what was there on entry?
    pub fn is_known(&self, cond: Cond) -> bool {
        self.conds.vars(cond).iter().all(|var| self.reason(*var).is_none())
    }

    /// What can be said of a condition without numbers: it holds wherever the condition can.
    pub fn for_some_numbers(&mut self, cond: Cond) -> Cond {
        let is_number = |var: &Var| match var.class {
            VarClass::Entry => var.key % 2 == 1,
            VarClass::Choice | VarClass::Havoc | VarClass::LoopVariant => true,
            VarClass::Size | VarClass::Valid | VarClass::Index => false,
        };
        let numbers: Vec<Var> = self.conds.vars(cond).into_iter().filter(is_number).collect();
        if numbers.is_empty() { cond } else { !self.for_all(!cond, &numbers) }
    }

    /// Where a condition holds whatever the unknowns in it are.
    pub fn whatever_is_unknown(&mut self, cond: Cond) -> Cond {
        let is_unknown = |var: &Var| self.reason(*var).is_some();
        let unknowns: Vec<Var> = self.conds.vars(cond).into_iter().filter(is_unknown).collect();
        if unknowns.is_empty() { cond } else { self.for_all(cond, &unknowns) }
    }

    /// Does a scalar speak only of what was there on entry?
    fn is_exact(&self, scalar: Scalar) -> bool {
        let vars = scalar.terms().into_iter().flat_map(|term| self.conds.arena.vars(term));
        vars.into_iter().all(|var| self.reason(var).is_none())
    }

    /// The same value with conditions that only need to be right where `known` holds.
    pub fn under(&mut self, values: &Values, known: Cond) -> Values {
        let mut cases: Vec<(Scalar, Cond)> = Vec::new();
        for (scalar, cond) in values.iter() {
            let possible = self.and(cond, known);
            if possible != Cond::FALSE {
                cases.push((scalar, self.simplify(cond, known)));
            }
        }
        if cases.is_empty() { values.clone() } else { Values::of(self, cases) }
    }

    /// The cases of a value that are possible where `cond` does not hold.
    pub fn without(&mut self, values: &Values, cond: Cond) -> Values {
        let cases: Vec<(Scalar, Cond)> = values
            .iter()
            .filter(|&(_, when)| !(when != Cond::TRUE && self.conds.and(when, !cond) == Cond::FALSE))
            .collect();
        if cases.is_empty() { values.clone() } else { Values::of(self, cases) }
    }

    /// What a value may be in deeper calls: the exact cases stay (the first time), elsewhere any of the constants and addresses
    /// that were seen where they can be, or any number.
    pub fn given_up(&mut self, values: &Values, known: Cond, width: u32, times: u32) -> Values {
        let all: Vec<(Scalar, Cond)> = values.iter().map(|(scalar, cond)| (scalar, self.and(cond, known))).collect();
        let mut exact: Vec<(Scalar, Cond)> = Vec::new();
        for &(scalar, cond) in &all {
            if times < 2 && self.is_exact(scalar) {
                exact.push((scalar, self.whatever_is_unknown(cond)));
            }
        }
        let elsewhere = exact.iter().fold(Cond::TRUE, |rest, (_, cond)| self.and(rest, !*cond));
        let mut cases = exact;
        for (scalar, cond) in self.anything_like(&all, width, times) {
            cases.push((scalar, self.and(cond, elsewhere)));
        }
        Values::of(self, cases)
    }

    /// Any of the cases, where each can be.
    fn anything_like(&mut self, cases: &[(Scalar, Cond)], width: u32, times: u32) -> Vec<(Scalar, Cond)> {
        let mut kinds: Vec<(Scalar, Cond)> = Vec::new();
        for &(scalar, cond) in cases {
            let can_be = if times < 2 { self.for_some_numbers(cond) } else { Cond::TRUE };
            let like = kinds.iter_mut().find(|(known, _)| self.is_like(*known, scalar, times));
            match like {
                Some((known, when)) => {
                    *when = self.or(*when, can_be);
                    *known = self.either_like(*known, scalar);
                }
                None => kinds.push((scalar, can_be)),
            }
        }
        if kinds.is_empty() {
            kinds.push((Scalar::word(self.unknown(width, Reason::Recursion)), Cond::TRUE));
        }
        self.one_where_it_can_be(&kinds)
    }

    /// Are two scalars one case when it does not count how deep calls go?
    fn is_like(&self, a: Scalar, b: Scalar, times: u32) -> bool {
        let is_constant = |term: TermId| times < 2 && self.conds.arena.as_const(term).is_some();
        match (a, b) {
            (Scalar::Ptr { base: a, .. }, Scalar::Ptr { base: b, .. }) => a == b,
            (Scalar::Word { term: a, .. }, Scalar::Word { term: b, .. }) => {
                a == b || !(is_constant(a) || is_constant(b))
            }
            _ => false,
        }
    }

    fn either_like(&mut self, a: Scalar, b: Scalar) -> Scalar {
        match (a, b) {
            _ if a == b => a,
            (Scalar::Ptr { base, .. }, _) => {
                Scalar::Ptr { base, offset: self.unknown(self.pointer_bits(), Reason::Recursion) }
            }
            (Scalar::Word { term, undef }, other) => {
                let width = self.conds.arena.width(term);
                Scalar::Word { term: self.unknown(width, Reason::Recursion), undef: undef | other.undef() }
            }
        }
    }

    /// One of the cases whose condition holds; which, is not known.
    fn one_where_it_can_be(&mut self, kinds: &[(Scalar, Cond)]) -> Vec<(Scalar, Cond)> {
        let mut cases = Vec::new();
        let mut others = Cond::TRUE;
        for (i, &(scalar, can_be)) in kinds.iter().enumerate() {
            let scalar = self.any_number(scalar);
            let later = kinds[i + 1..].iter().fold(Cond::FALSE, |any, (_, cond)| self.or(any, *cond));
            let chosen = if i + 1 < kinds.len() { self.condition(Reason::Recursion) } else { Cond::TRUE };
            let taken = self.or(chosen, !later);
            let taken = if i + 1 < kinds.len() { self.and(taken, can_be) } else { Cond::TRUE };
            cases.push((scalar, self.and(others, taken)));
            others = self.and(others, !taken);
        }
        cases
    }

    /// A number that is not constant may be any in deeper calls.
    fn any_number(&mut self, scalar: Scalar) -> Scalar {
        match scalar {
            Scalar::Word { term, undef } if self.conds.arena.as_const(term).is_none() => {
                let width = self.conds.arena.width(term);
                Scalar::Word { term: self.unknown(width, Reason::Recursion), undef }
            }
            other => other,
        }
    }
}
