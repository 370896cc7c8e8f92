//! What the present iteration of a loop made, in a function that is looked at alone: an object of its own until the iteration
//! is over.
//!
//! An allocation in a loop that is looked at as a whole has a name for what all iterations make, which stands for many, and gives
//! another name to what it makes now: that is one object, so what is written to it is known. Where control goes back to the
//! head, the object becomes one of the many, and every address of it one of theirs. Where control leaves the loop, it
//! stays what it is. The same goes for what a callee made.
//!
//! Not here: whole programs, which tell members of a family apart by numbers (`recent`, `families`).

use crate::analysis::{Analysis, ObjectKind};
use crate::facts::{Cond, Facts, Reason};
use crate::heap::{Heap, Object, Rest};
use crate::state::Arrival;
use crate::state::State;
use crate::value::{Scalar, Values};
use crate::verdicts::Check;
use cairn_logic::{BaseClass, TermId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// So many of those that one name stands for are told apart from it.
const MOST_NEWEST: usize = 4;

impl Analysis<'_> {
    /// An allocation in a loop that is generalised.
    pub(crate) fn newest_object(
        &mut self,
        state: &mut State,
        kind: ObjectKind,
        site: Check,
        size: TermId,
        rest: Rest,
    ) -> TermId {
        let all = self.summary_name(kind, site);
        let Some(base) = self.newest_name(&state.heap, &[], all, false) else {
            return self.summary_object(state, kind, site, size);
        };
        self.has_one_of_size(all, size);
        self.sizes.insert(base, size);
        self.kinds.insert(base, kind);
        state.heap.add(base, Object::new(rest, false));
        base
    }

    /// A name for one more of the objects that `all` stands for, if not too many have names, those `about` to be made among
    /// them, and if there is time to look closely. What a callee made may be several objects itself.
    pub(crate) fn newest_name(&mut self, heap: &Heap, about: &[TermId], all: TermId, several: bool) -> Option<TermId> {
        let is_one = |base: &TermId| self.facts.newest.get(base) == Some(&all);
        let named = heap.bases().iter().chain(about).filter(|base| is_one(base)).count();
        if named >= MOST_NEWEST || self.turned_coarse {
            return None;
        }
        let class = if several { BaseClass::Summary } else { BaseClass::Fresh };
        let base = self.facts.object(class, self.next_object);
        self.next_object += 1;
        self.facts.newest.insert(base, all);
        Some(base)
    }

    /// The iteration of a loop is over that began with the heap `before`: what it made is made.
    pub(crate) fn end_iteration(&mut self, before: &Heap, arrival: &mut Arrival) {
        let made = arrival.state.heap.bases().into_iter().filter(|base| before.get(*base).is_none());
        let made: FxHashMap<TermId, TermId> =
            made.filter_map(|base| Some((base, *self.facts.newest.get(&base)?))).collect();
        if made.is_empty() {
            return;
        }
        let renaming = Renaming::new(&mut self.facts, made, arrival.state.pc);
        arrival.rename(&mut self.facts, &renaming);
        for (one, all) in renaming.pairs() {
            self.become_one_of(&mut arrival.state, one, all);
        }
    }

    fn become_one_of(&mut self, state: &mut State, one: TermId, all: TermId) {
        let made = state.heap.get(one).map_or(Cond::FALSE, |object| object.made);
        let given = self.facts.and(state.pc, made);
        if self.facts.impossible(given) {
            // On another way through the iteration it was.
            return state.heap.remove(one);
        }
        if self.facts.is_exposed(one) {
            self.facts.expose_object(all);
        }
        let live = self.lives_on(state, given, one);
        let live = match state.heap.get(all).map(|object| object.live) {
            Some(known) if known != live => self.facts.choice(),
            _ => live,
        };
        state.heap.keep_possible(&mut self.facts, one, given);
        state.heap.fold(&mut self.facts, one, all);
        state.heap.set_live(all, live);
        state.heap.set_made(all);
    }

    /// Is an object alive where `given` holds? Conditions would speak of this iteration, so it is surely so, surely not, or
    /// not known.
    fn lives_on(&mut self, state: &State, given: Cond, base: TermId) -> Cond {
        let live = state.heap.get(base).map_or(Cond::FALSE, |object| object.live);
        let (alive, dead) = (self.facts.and(given, live), self.facts.and(given, !live));
        if self.facts.impossible(dead) {
            Cond::TRUE
        } else if self.facts.impossible(alive) {
            Cond::FALSE
        } else {
            self.facts.choice()
        }
    }
}

impl Arrival {
    fn rename(&mut self, facts: &mut Facts, renaming: &Renaming) {
        self.state.heap.rename(facts, renaming);
        self.args.iter_mut().for_each(|values| *values = renaming.values(facts, values));
        if self.state.carried.values().any(|values| renaming.is_in(facts, values)) {
            let carried = Rc::make_mut(&mut self.state.carried);
            carried.values_mut().for_each(|values| *values = renaming.values(facts, values));
        }
    }
}

/// Other names for objects where `given` holds. What a name stands for then may be several, so numbers of addresses are lost.
pub(crate) struct Renaming {
    given: Cond,
    names: FxHashMap<TermId, TermId>,
    /// The addresses of these as numbers, as far as anybody made one of them.
    numbers: Vec<TermId>,
}

impl Renaming {
    pub fn new(facts: &mut Facts, names: FxHashMap<TermId, TermId>, given: Cond) -> Renaming {
        let width = facts.pointer_bits();
        let numbers = names.keys().filter_map(|&base| facts.conds.arena.known_address(base, width)).collect();
        Renaming { given, names, numbers }
    }

    /// Old and new names, in a fixed order.
    fn pairs(&self) -> Vec<(TermId, TermId)> {
        let mut pairs: Vec<(TermId, TermId)> = self.names.iter().map(|(&from, &to)| (from, to)).collect();
        pairs.sort_unstable();
        pairs
    }

    /// Does a term speak of one of them as a number?
    pub fn changes(&self, facts: &Facts, term: TermId) -> bool {
        let mut found = false;
        if !self.numbers.is_empty() {
            facts.conds.arena.for_each_subterm(&[term], |part| found |= self.numbers.contains(&part));
        }
        found
    }

    pub fn mentions(&self, facts: &Facts, scalar: Scalar) -> bool {
        scalar.terms().into_iter().any(|term| self.names.contains_key(&term) || self.changes(facts, term))
    }

    pub fn is_in(&self, facts: &Facts, values: &Values) -> bool {
        values.iter().any(|(scalar, _)| self.mentions(facts, scalar))
    }

    pub fn values(&self, facts: &mut Facts, values: &Values) -> Values {
        if !self.is_in(facts, values) {
            return values.clone();
        }
        values.possible(facts, self.given).map(facts, |facts, scalar| self.scalar(facts, scalar))
    }

    pub fn scalar(&self, facts: &mut Facts, scalar: Scalar) -> Scalar {
        let width = facts.pointer_bits();
        match scalar {
            Scalar::Word { term, undef } => Scalar::Word { term: self.term(facts, term), undef },
            // The object at such a number is another one each time.
            Scalar::Ptr { base, .. } if self.changes(facts, base) => {
                Scalar::word(facts.unknown(width, Reason::UnknownObject))
            }
            Scalar::Ptr { base, offset } => {
                Scalar::Ptr { base: *self.names.get(&base).unwrap_or(&base), offset: self.term(facts, offset) }
            }
        }
    }

    fn term(&self, facts: &mut Facts, term: TermId) -> TermId {
        if !self.changes(facts, term) {
            return term;
        }
        facts.unknown(facts.conds.arena.width(term), Reason::UnknownObject)
    }
}
