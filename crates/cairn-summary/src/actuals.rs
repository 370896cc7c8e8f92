//! What the names of a callee's objects are in its caller: the cases that each may be, with size and qualities.
//!
//! A name leads to null, without an offset, or to an address that is not 0; whatever an address of the caller may be besides is
//! told apart here. Not here: conditions and values of the summary read with these cases (`images`).

use crate::aliasing::Use;
use crate::analysis::{Analysis, ObjectKind, fit};
use crate::apply::DoesNotHold;
use crate::compute::FIRST_PAGE;
use crate::entry::{Owner, Quality, View};
use crate::facts::{Cond, Reason};
use crate::heap::ones;
use crate::images::PlaceCase;
use crate::state::State;
use crate::summary::FunctionSummary;
use crate::value::{Scalar, Values};
use cairn_ir::Id;
use cairn_logic::{BaseClass, TermId};

/// An address with more cases than this at a call is not looked at case by case.
const MOST_CASES: usize = 12;

/// What places and words of the callee are at this call.
pub(crate) struct Actuals {
    pub args: Vec<Values>,
    pub places: Vec<Vec<PlaceCase>>,
    /// Something that the callee reads may not be defined.
    pub tainted: bool,
}

impl Analysis<'_> {
    pub(crate) fn actuals(
        &mut self,
        state: &mut State,
        summary: &FunctionSummary,
        args: Vec<Values>,
    ) -> Result<Actuals, DoesNotHold> {
        let mut actuals = Actuals { args, places: Vec::new(), tainted: false };
        let bytes = u64::from(self.facts.pointer_bits() / 8);
        for &(owner, distance) in &summary.places {
            let mut cases = Vec::new();
            for (scalar, guard) in self.content(state, &actuals, owner, distance, bytes, View::Pointer) {
                let tainted = scalar.undef() != 0 && self.is_possible(state, guard);
                actuals.tainted |= tainted;
                self.place_cases(state, scalar, guard, tainted, &mut cases);
            }
            if cases.len() > MOST_CASES {
                return Err(DoesNotHold);
            }
            actuals.places.push(cases);
        }
        Ok(actuals)
    }

    pub(crate) fn is_possible(&mut self, state: &State, cond: Cond) -> bool {
        let both = self.facts.and(state.pc, cond);
        !self.facts.impossible(both)
    }

    /// What the caller has where the callee says that something lay on entry.
    pub(crate) fn content(
        &mut self,
        state: &mut State,
        actuals: &Actuals,
        owner: Owner,
        distance: i64,
        bytes: u64,
        view: View,
    ) -> Vec<(Scalar, Cond)> {
        let width = 8 * bytes as u32;
        if let Owner::Param(param) = owner {
            let given = actuals.args.get(param as usize).cloned();
            let values = given.unwrap_or_else(|| {
                Values::one(Scalar::Word { term: self.facts.unknown(width, Reason::Undefined), undef: ones(width) })
            });
            let values = values.map(&mut self.facts, |facts, scalar| fit(facts, scalar, width));
            return values.iter().collect();
        }
        let mut all = Vec::new();
        for case in self.owner_cases(state, actuals, owner) {
            let distance = self.facts.distance(distance);
            let offset = self.facts.conds.arena.add(case.offset, distance);
            if case.known {
                self.note_use(case.base, offset, Use::Read, bytes);
                self.needs_defined(state, case.base, offset);
                let values = state.heap.load(&mut self.facts, state.pc, case.base, offset, bytes, view);
                if view != View::AsBefore {
                    self.facts.need(&values);
                }
                for (scalar, cond) in values.iter() {
                    all.push((scalar, self.facts.and(cond, case.guard)));
                }
            } else if self.is_null(case.base) && view == View::Pointer {
                // The callee fails where it reads this: nothing that comes after matters, so nothing more shall be unknown.
                all.push((self.null(), case.guard));
            } else {
                let defined = self.is_null(case.base) || self.elsewhere_is_defined(state);
                let undef = if defined { 0 } else { ones(width) };
                let term = self.facts.unknown(width, Reason::UnknownObject);
                all.push((Scalar::Word { term, undef }, case.guard));
            }
        }
        all.retain(|(_, cond)| *cond != Cond::FALSE);
        all
    }

    /// Is everything defined that an unknown address may lead to? Where the program starts, that is what is exposed, and what
    /// others have made; elsewhere, it may be anything of a caller.
    fn elsewhere_is_defined(&self, state: &State) -> bool {
        let starts = self.modular.as_ref().is_some_and(|modular| modular.starts_program && !modular.hides);
        let may_lead_to = |base: TermId| {
            self.facts.is_exposed(base) && state.heap.get(base).is_some_and(|object| object.may_be_undefined())
        };
        starts && !state.heap.any(may_lead_to)
    }

    pub(crate) fn owner_cases(&mut self, state: &mut State, actuals: &Actuals, owner: Owner) -> Vec<PlaceCase> {
        match owner {
            Owner::Place(place) => actuals.places[place as usize].clone(),
            Owner::Global(global) => {
                let base = self.facts.object(BaseClass::Global, global.index() as u32);
                let offset = self.facts.offset(0);
                vec![self.place_case(state, base, offset, Cond::TRUE)]
            }
            Owner::Param(_) => Vec::new(),
        }
    }

    fn place_cases(
        &mut self,
        state: &mut State,
        scalar: Scalar,
        guard: Cond,
        tainted: bool,
        cases: &mut Vec<PlaceCase>,
    ) {
        let scalar = self.null_or_number(scalar);
        if let Scalar::Word { term, .. } = scalar
            && self.facts.conds.arena.as_const(term).is_none()
        {
            // A number as an address: null, or nobody knows.
            let fact = self.facts.conds.arena.eq_const(term, 0);
            let zero = self.facts.fact(fact);
            let null = self.facts.and(guard, zero);
            if null != Cond::FALSE {
                let (base, offset) = (self.facts.conds.arena.null(), self.facts.offset(0));
                cases.push(PlaceCase { tainted, ..self.place_case(state, base, offset, null) });
            }
            let other = self.facts.and(guard, !zero);
            if other != Cond::FALSE {
                let (base, offset) = self.facts.pointer_of(scalar);
                cases.push(PlaceCase { tainted, ..self.place_case(state, base, offset, other) });
            }
            return;
        }
        let (base, offset) = self.facts.pointer_of(scalar);
        let strays = self.may_be_null(state, base, offset);
        let null = self.facts.and(guard, strays);
        if null != Cond::FALSE {
            let (base, offset) = (self.facts.conds.arena.null(), self.facts.offset(0));
            cases.push(PlaceCase { tainted, ..self.place_case(state, base, offset, null) });
        }
        let guard = self.facts.and(guard, !strays);
        let case = PlaceCase { tainted, ..self.place_case(state, base, offset, guard) };
        match cases.iter_mut().find(|known| known.base == base && known.offset == offset) {
            Some(known) => {
                known.guard = self.facts.or_within(known.guard, guard);
                known.tainted |= tainted;
            }
            None => cases.push(case),
        }
    }

    /// What is null has no offset where a name leads to it: an address at a distance from null is the number that it is.
    fn null_or_number(&mut self, scalar: Scalar) -> Scalar {
        match scalar {
            Scalar::Ptr { base, offset } if self.is_null(base) && self.facts.as_offset(offset) != Some(0) => {
                Scalar::word(offset)
            }
            other => other,
        }
    }

    /// When an address that was computed from one of an object may have become null.
    fn may_be_null(&mut self, state: &State, base: TermId, offset: TermId) -> Cond {
        let near = |distance: Option<i64>| distance.is_some_and(|distance| distance.unsigned_abs() < FIRST_PAGE);
        let outside = match self.kind(base) {
            None => return Cond::FALSE,
            Some(ObjectKind::Entry(place)) => {
                let own = self.facts.entry.as_ref().expect("it has places").places[place as usize].offset;
                let moved = self.facts.conds.arena.sub(offset, own);
                match self.facts.as_distance(moved) {
                    Some(0) => return Cond::FALSE,
                    // Nothing lies in the first page, and no object so high that this were beyond the last one.
                    distance if near(distance) => self.facts.quality(place, Quality::Wild),
                    _ => self.beyond_end(base, offset),
                }
            }
            _ if near(self.facts.as_distance(offset)) => return Cond::FALSE,
            _ => self.beyond_end(base, offset),
        };
        if self.facts.follows(state.pc, !outside) {
            return Cond::FALSE;
        }
        self.facts.perhaps(outside)
    }

    fn beyond_end(&mut self, base: TermId, offset: TermId) -> Cond {
        let size = self.size(base);
        let fact = self.facts.conds.arena.ule(offset, size);
        let inside = self.facts.fact(fact);
        !inside
    }

    fn place_case(&mut self, state: &mut State, base: TermId, offset: TermId, guard: Cond) -> PlaceCase {
        self.materialise(state, base);
        let object = state.heap.get(base);
        let several = object.is_some_and(|object| object.summary);
        let known = object.is_some();
        let live = object.map_or(Cond::TRUE, |object| object.live);
        let yes_no = |yes: bool| if yes { Cond::TRUE } else { Cond::FALSE };
        let kind = self.kind(base);
        let size = if known || kind.is_some() {
            self.size_for_callee(state, base, several || kind == Some(ObjectKind::External))
        } else {
            self.facts.unknown(self.facts.pointer_bits(), Reason::UnknownObject)
        };
        if self.is_null(base) {
            // Following it is wrong already; nothing else shall be said to be.
            let size = self.facts.distance(-1);
            let fine = [Cond::TRUE, Cond::TRUE, Cond::FALSE, Cond::FALSE];
            return PlaceCase { base, offset, guard, size, qualities: fine, several, known, tainted: false };
        }
        let qualities = match kind {
            Some(ObjectKind::Entry(place)) => Quality::ALL.map(|quality| match quality {
                Quality::Live => live,
                other => self.facts.quality(place, other),
            }),
            None => Quality::ALL.map(|_| {
                let bit = self.facts.unknown(1, Reason::UnknownObject);
                let fact = self.facts.conds.arena.truth(bit);
                self.facts.fact(fact)
            }),
            _ => Quality::ALL.map(|quality| match quality {
                Quality::Live => live,
                Quality::Heap => yes_no(matches!(kind, Some(ObjectKind::Heap(_)))),
                Quality::Wild => yes_no(matches!(kind, Some(ObjectKind::Function(_)))),
                Quality::Constant => yes_no(matches!(kind, Some(ObjectKind::Global { constant: true }))),
            }),
        };
        PlaceCase { base, offset, guard, size, qualities, several, known, tainted: false }
    }

    /// The size of an object, or one that is at least that.
    fn size_for_callee(&mut self, state: &mut State, base: TermId, at_least: bool) -> TermId {
        let least = self.size(base);
        if !at_least {
            return least;
        }
        let size = self.facts.unknown(self.facts.pointer_bits(), Reason::External);
        let fact = self.facts.conds.arena.ule(least, size);
        let large = self.facts.fact(fact);
        state.pc = self.facts.and(state.pc, large);
        size
    }
}
