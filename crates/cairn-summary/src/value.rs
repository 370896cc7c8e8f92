//! Symbolic values: a scalar, or several with the conditions under which each is the one.
//!
//! The conditions of a value set exclude each other and cover every case of the path condition it was made under.
//! Undefined bits are tracked by a mask of constants; their value is a variable of its own, so that computing with them
//! covers every value they could have.

use crate::facts::{Cond, Facts, Reason};
use cairn_logic::TermId;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// More alternatives than this for one value are joined into an unknown one.
pub const MAX_ALTERNATIVES: usize = 24;

/// One value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scalar {
    /// A number, or any bits; ones in `undef` mark bits that are undefined.
    Word { term: TermId, undef: u128 },
    /// An address: an object and a byte offset of pointer width.
    Ptr { base: TermId, offset: TermId },
}

impl Scalar {
    /// What changes where a value moves: the word, or the offset of the address.
    pub fn number(self) -> TermId {
        match self {
            Scalar::Word { term, .. } => term,
            Scalar::Ptr { offset, .. } => offset,
        }
    }

    pub fn word(term: TermId) -> Scalar {
        Scalar::Word { term, undef: 0 }
    }

    /// The terms that it is made of.
    pub fn terms(self) -> Vec<TermId> {
        match self {
            Scalar::Word { term, .. } => vec![term],
            Scalar::Ptr { base, offset } => vec![base, offset],
        }
    }

    pub fn undef(self) -> u128 {
        match self {
            Scalar::Word { undef, .. } => undef,
            Scalar::Ptr { .. } => 0,
        }
    }
}

/// A value with its cases.
#[derive(Clone, PartialEq, Debug)]
pub struct Values(Rc<[(Scalar, Cond)]>);

/// So many cases are kept, however quickly one looks.
const MANY: usize = 64;
/// Of so many cases, each is looked at to find one; more have an index.
const FEW: usize = 16;
/// Cases that are put together in one step of work.
const CASES_BY_STEP: usize = 8;

/// Cases that differ, in the order in which they came.
#[derive(Default)]
struct Distinct {
    cases: Vec<(Scalar, Cond)>,
    /// Where each of them is, if there are many.
    places: FxHashMap<Scalar, usize>,
}

impl Distinct {
    fn find(&mut self, scalar: Scalar) -> Option<&mut Cond> {
        let place = match self.cases.len() {
            0..=FEW => self.cases.iter().position(|(known, _)| *known == scalar),
            _ => self.places.get(&scalar).copied(),
        };
        place.map(|place| &mut self.cases[place].1)
    }

    fn push(&mut self, scalar: Scalar, cond: Cond) {
        self.cases.push((scalar, cond));
        if self.cases.len() > FEW {
            let new = self.places.len()..self.cases.len();
            self.places.extend(new.map(|place| (self.cases[place].0, place)));
        }
    }
}

impl Values {
    pub fn one(scalar: Scalar) -> Values {
        Values(Rc::from([(scalar, Cond::TRUE)]))
    }

    pub fn word(term: TermId) -> Values {
        Values::one(Scalar::word(term))
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Scalar, Cond)> + '_ {
        self.0.iter().copied()
    }

    /// The value, if there is only one case.
    pub fn single(&self) -> Option<Scalar> {
        match &*self.0 {
            [(scalar, _)] => Some(*scalar),
            _ => None,
        }
    }

    /// Puts cases together: equal scalars become one, impossible ones go, long ones are shortened.
    pub fn of(facts: &mut Facts, cases: impl IntoIterator<Item = (Scalar, Cond)>) -> Values {
        let mut kept = Distinct::default();
        let mut too_large = false;
        for (scalar, cond) in cases {
            if cond == Cond::FALSE {
                continue;
            }
            let scalar = facts.shortened(scalar);
            match kept.find(scalar) {
                Some(_) if too_large => {}
                Some(known) => {
                    *known = facts.or(*known, cond);
                    too_large |= facts.is_large(*known);
                }
                None => {
                    kept.push(scalar, cond);
                    too_large |= facts.is_large(cond);
                }
            }
        }
        let mut kept = kept.cases;
        facts.spend(kept.len() / CASES_BY_STEP);
        if let [(_, cond)] = &mut kept[..] {
            *cond = Cond::TRUE;
        }
        if kept.len() > facts.care.most_cases.max(MANY) {
            let values = Values(kept.into());
            return values.anything(facts, values.width(facts));
        }
        if kept.len() > 1 && too_large {
            return Values::any_of(facts, kept.into_iter().map(|(scalar, _)| scalar));
        }
        Values(kept.into())
    }

    /// One of several, and nothing is known of which.
    pub fn any_of(facts: &mut Facts, scalars: impl IntoIterator<Item = Scalar>) -> Values {
        let mut cases: Vec<(Scalar, Cond)> = Vec::new();
        let mut others = Cond::TRUE;
        let mut scalars = scalars.into_iter().peekable();
        while let Some(scalar) = scalars.next() {
            if scalars.peek().is_none() {
                cases.push((scalar, others));
                break;
            }
            let this = facts.choice();
            cases.push((scalar, facts.and(others, this)));
            others = facts.and(others, !this);
        }
        Values(cases.into())
    }

    /// Any value, since there are too many cases; their objects are not followed any more.
    pub fn anything(&self, facts: &mut Facts, width: u32) -> Values {
        facts.expose(self);
        facts.need(self);
        let undef = self.iter().fold(0, |undef, (scalar, _)| undef | scalar.undef());
        Values::one(Scalar::Word { term: facts.unknown(width, Reason::Join), undef })
    }

    /// In bits.
    pub fn width(&self, facts: &Facts) -> u32 {
        match self.iter().next() {
            Some((Scalar::Word { term, .. }, _)) => facts.conds.arena.width(term),
            _ => facts.pointer_bits(),
        }
    }

    /// Is one of the cases an address?
    pub fn has_pointer(&self) -> bool {
        self.iter().any(|(scalar, _)| matches!(scalar, Scalar::Ptr { .. }))
    }

    /// The same cases; under conditions that are too large, any of them.
    pub fn tamed(self, facts: &mut Facts) -> Values {
        if self.0.len() < 2 || !self.iter().any(|(_, cond)| facts.is_large(cond)) {
            return self;
        }
        Values::any_of(facts, self.iter().map(|(scalar, _)| scalar))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn map(&self, facts: &mut Facts, mut f: impl FnMut(&mut Facts, Scalar) -> Scalar) -> Values {
        let cases: Vec<_> = self.iter().map(|(scalar, cond)| (f(facts, scalar), cond)).collect();
        Values::of(facts, cases)
    }

    /// Without the cases that are impossible where `given` holds.
    pub fn possible(&self, facts: &mut Facts, given: Cond) -> Values {
        let is_possible = |&(_, when): &(Scalar, Cond)| {
            let here = facts.and(given, when);
            !facts.impossible(here)
        };
        let cases: Vec<_> = self.iter().filter(is_possible).collect();
        match cases[..] {
            [] => self.clone(),
            [(only, _)] => Values::one(only),
            _ => Values::of(facts, cases),
        }
    }

    /// Every pair of cases that can be together.
    pub fn map2(
        &self,
        other: &Values,
        facts: &mut Facts,
        mut f: impl FnMut(&mut Facts, Scalar, Scalar) -> Scalar,
    ) -> Values {
        let mut cases = Vec::new();
        for (a, when_a) in self.iter() {
            for (b, when_b) in other.iter() {
                let both = facts.and(when_a, when_b);
                if both != Cond::FALSE {
                    cases.push((f(facts, a, b), both));
                }
            }
        }
        Values::of(facts, cases)
    }

    /// `then` where `cond` holds, `otherwise` elsewhere.
    pub fn choose(facts: &mut Facts, cond: Cond, then: &Values, otherwise: &Values) -> Values {
        if cond == Cond::TRUE || then == otherwise {
            return then.clone();
        }
        if cond == Cond::FALSE {
            return otherwise.clone();
        }
        let negated = facts.not(cond);
        let mut cases = Vec::new();
        for (values, guard) in [(then, cond), (otherwise, negated)] {
            for (scalar, when) in values.iter() {
                cases.push((scalar, facts.and(when, guard)));
            }
        }
        Values::of(facts, cases)
    }

    /// The condition under which some property holds of the value.
    pub fn when(&self, facts: &mut Facts, mut property: impl FnMut(&mut Facts, Scalar) -> Cond) -> Cond {
        let mut result = Cond::FALSE;
        for (scalar, cond) in self.iter() {
            let holds = property(facts, scalar);
            let both = facts.and(cond, holds);
            result = facts.or(result, both);
            if facts.is_large(result) {
                // Too many cases to tell them apart: it may hold or not.
                return facts.choice();
            }
        }
        result
    }
}
