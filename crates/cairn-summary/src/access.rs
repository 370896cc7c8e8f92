//! Where accesses go, and whether they may: null, wild, freed, out of scope, out of bounds.

use crate::analysis::{Activation, Analysis, ObjectKind};
use crate::entry::Quality;
use crate::facts::Cond;
use crate::state::State;
use crate::value::Scalar;
use cairn_ir::{Operand, Rule};
use cairn_logic::{BaseClass, BaseConst, Term, TermId};

/// Where an access goes: known objects with offset and condition, and the condition under which it goes elsewhere.
pub(crate) struct Accessed {
    pub targets: Vec<(TermId, TermId, Cond)>,
    pub unknown: Cond,
    /// The addresses of the latter.
    pub elsewhere: Vec<(Scalar, Cond)>,
}

/// When an access is wrong, and when it only might be because several objects are looked at as one.
struct Bad {
    null: Cond,
    wild: Cond,
    freed: Cond,
    perhaps_freed: Cond,
    ended: Cond,
    perhaps_ended: Cond,
    outside: Cond,
    perhaps_outside: Cond,
}

impl Default for Bad {
    fn default() -> Self {
        let never = Cond::FALSE;
        Bad {
            null: never,
            wild: never,
            freed: never,
            perhaps_freed: never,
            ended: never,
            perhaps_ended: never,
            outside: never,
            perhaps_outside: never,
        }
    }
}

impl Analysis<'_> {
    /// Objects that an address may point to, with offset and condition.
    pub(crate) fn targets(
        &mut self,
        act: &Activation,
        state: &mut State,
        operand: Operand,
    ) -> Vec<(TermId, TermId, Cond)> {
        let value = self.value(act, state, operand);
        let mut targets = Vec::new();
        for (scalar, cond) in value.iter() {
            let possible = self.facts.and(state.pc, cond);
            if possible != Cond::FALSE {
                let (base, offset) = self.facts.pointer_of(scalar);
                self.materialise(state, base);
                targets.push((base, offset, cond));
            }
        }
        targets
    }

    /// Checks an access and gives the objects that it goes to.
    ///
    /// What would end the execution is assumed not to happen from here on. An address into an object that is not known
    /// may still be a good one, so its case stays, as does what is only an estimate: objects that stand for several.
    pub(crate) fn access(
        &mut self,
        act: &Activation,
        state: &mut State,
        operand: Operand,
        bytes: TermId,
        write: bool,
    ) -> Accessed {
        let value = self.value(act, state, operand);
        self.check_defined(act, state, &value);
        let mut bad = Bad::default();
        let mut good = Accessed { targets: Vec::new(), unknown: Cond::FALSE, elsewhere: Vec::new() };
        let targets = self.targets(act, state, operand);
        for &(base, _, cond) in &targets {
            if self.is_null(base) {
                bad.null = self.facts.or_within(bad.null, cond);
            }
        }
        for (base, offset, cond) in targets {
            // Where the address is null, nothing comes after this.
            let cond = self.facts.simplify(cond, !bad.null);
            match self.kind(base) {
                None if self.is_null(base) => {}
                Some(ObjectKind::Function(_)) => bad.wild = self.facts.or_within(bad.wild, cond),
                Some(ObjectKind::Global { constant: true }) if write => bad.wild = self.facts.or_within(bad.wild, cond),
                None => {
                    good.unknown = self.facts.or_within(good.unknown, cond);
                    good.elsewhere.push((Scalar::Ptr { base, offset }, cond));
                }
                Some(kind) => {
                    self.note_access(base, offset, bytes, write);
                    self.check_object(state, &mut bad, kind, base, offset, bytes, cond);
                    self.check_qualities(&mut bad, kind, cond, write);
                    let holders = self.holders_of(&state.heap, base, cond);
                    good.targets.extend(holders.into_iter().map(|(holder, cond)| (holder, offset, cond)));
                }
            }
        }
        // An address of which nothing is known may be wrong in every way.
        let unknown = good.unknown;
        let perhaps_freed = self.facts.or_within(bad.perhaps_freed, unknown);
        let perhaps_outside = self.facts.or_within(bad.perhaps_outside, unknown);
        self.check_assuming(act, state, Rule::NullDereference, bad.null, unknown);
        self.check_assuming(act, state, Rule::InvalidPointer, bad.wild, unknown);
        self.check_assuming(act, state, Rule::UseAfterFree, bad.freed, perhaps_freed);
        let perhaps_ended = self.facts.or_within(bad.perhaps_ended, unknown);
        self.check_assuming(act, state, Rule::UseAfterScope, bad.ended, perhaps_ended);
        self.check_assuming(act, state, Rule::OutOfBounds, bad.outside, perhaps_outside);
        good
    }

    #[allow(clippy::too_many_arguments)]
    fn check_object(
        &mut self,
        state: &State,
        bad: &mut Bad,
        kind: ObjectKind,
        base: TermId,
        offset: TermId,
        bytes: TermId,
        cond: Cond,
    ) {
        let summary = state.heap.get(self.facts.holder(base)).is_some_and(|object| object.summary);
        let live = self.alive(state, base);
        let dead = self.facts.and(cond, !live);
        let size = self.size(base);
        let beyond = self.beyond(offset, bytes, size);
        let beyond = self.facts.and(cond, beyond);
        // Where a variable is defined elsewhere, it may be larger than it says here.
        let (freed, ended, outside) = match summary || kind == ObjectKind::External {
            true => (&mut bad.perhaps_freed, &mut bad.perhaps_ended, &mut bad.perhaps_outside),
            false => (&mut bad.freed, &mut bad.ended, &mut bad.outside),
        };
        *outside = self.facts.or_within(*outside, beyond);
        match kind {
            ObjectKind::Heap(_) => *freed = self.facts.or_within(*freed, dead),
            ObjectKind::Entry(place) => {
                let heap = self.facts.quality(place, Quality::Heap);
                let block = self.facts.and(dead, heap);
                *freed = self.facts.or_within(*freed, block);
                let local = self.facts.and(dead, !heap);
                *ended = self.facts.or_within(*ended, local);
            }
            _ => *ended = self.facts.or_within(*ended, dead),
        }
    }

    /// An address of the caller may lead to no object, or to one that must not be written.
    fn check_qualities(&mut self, bad: &mut Bad, kind: ObjectKind, cond: Cond, write: bool) {
        let ObjectKind::Entry(place) = kind else { return };
        let mut wild = self.facts.quality(place, Quality::Wild);
        if write {
            let constant = self.facts.quality(place, Quality::Constant);
            wild = self.facts.or_within(wild, constant);
        }
        let wild = self.facts.and(cond, wild);
        bad.wild = self.facts.or_within(bad.wild, wild);
    }

    pub(crate) fn is_null(&self, base: TermId) -> bool {
        matches!(self.facts.conds.arena.term(base), Term::BaseConst(BaseConst { class: BaseClass::Null, .. }))
    }

    /// Not `offset <= size && bytes <= size - offset`.
    pub(crate) fn beyond(&mut self, offset: TermId, bytes: TermId, size: TermId) -> Cond {
        let fact = self.facts.conds.arena.ule(offset, size);
        let starts_inside = self.facts.fact(fact);
        let room = self.facts.conds.arena.sub(size, offset);
        let fact = self.facts.conds.arena.ule(bytes, room);
        let fits = self.facts.fact(fact);
        let inside = self.facts.and(starts_inside, fits);
        !inside
    }
}
