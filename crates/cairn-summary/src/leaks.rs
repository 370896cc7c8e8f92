//! Which heap blocks are lost when the program ends, or where it may stay for ever.

use crate::analysis::{Activation, Analysis, ObjectKind, Shape};
use crate::facts::Cond;
use crate::live::Needed;
use crate::state::{Arrival, State};
use crate::value::{Scalar, Values};
use cairn_ir::{BlockId, Body, Id, ValueId};
use cairn_logic::TermId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Rounds in which reachability may grow; a longer chain counts as unreachable.
const ROUNDS: usize = 64;

impl Analysis<'_> {
    /// Checks every block that is alive at an end of the program: something that stays must lead to it.
    pub(crate) fn check_leaks(&mut self) {
        for state in std::mem::take(&mut self.ends) {
            let reached = self.reached(&state);
            let reached = self.closed(&state, reached, &FxHashSet::default());
            self.check_blocks(&state, &reached);
        }
    }

    fn check_blocks(&mut self, state: &State, reached: &FxHashMap<TermId, Cond>) {
        for base in state.heap.bases() {
            let Some(ObjectKind::Heap(site)) = self.kind(base).filter(|_| self.facts.member(base).is_none()) else {
                continue;
            };
            let live = state.heap.get(base).map_or(Cond::FALSE, |object| object.exists(&mut self.facts));
            // Of several objects that are looked at as one, a pointer reaches only one.
            let several = state.heap.get(base).is_some_and(|object| object.summary);
            let lost = match reached.get(&base) {
                Some(&reached) if !several => self.facts.and(live, !reached),
                _ => live,
            };
            let lost = match self.lost_members(state, base, reached) {
                Some(members) => self.facts.and(lost, members),
                None => lost,
            };
            // Code that is not there may hold or have freed what it was given.
            let given_away = !self.unknown_code.is_empty() && self.facts.is_exposed(base);
            let (bad, perhaps) = if several || given_away { (Cond::FALSE, lost) } else { (lost, Cond::FALSE) };
            self.record(site, state, bad, perhaps);
        }
    }

    /// Checks what a function that is looked at alone made: when it returns, something must lead there, or its caller never
    /// will.
    pub(crate) fn check_lost(&mut self, state: &State, results: &[Values]) {
        let mut reached = self.reached(state);
        results.iter().for_each(|values| self.add_holders(&mut reached, values));
        let reached = self.closed(state, reached, &FxHashSet::default());
        self.check_blocks(state, &reached);
    }

    /// For each object, a condition under which a global (or a live local) surely leads to it.
    fn reached(&mut self, state: &State) -> FxHashMap<TermId, Cond> {
        let mut reached: FxHashMap<TermId, Cond> = FxHashMap::default();
        for base in state.heap.bases() {
            match self.kind(base) {
                Some(ObjectKind::Global { .. } | ObjectKind::Entry(_)) => {
                    reached.insert(base, Cond::TRUE);
                }
                Some(ObjectKind::Stack) if self.limits.locals_hold_at_exit => {
                    let live = state.heap.get(base).map_or(Cond::FALSE, |object| object.exists(&mut self.facts));
                    reached.insert(base, live);
                }
                _ => {}
            }
        }
        reached
    }

    /// What is reached from there, and so on, but not through what may have been written.
    fn closed(
        &mut self,
        state: &State,
        mut reached: FxHashMap<TermId, Cond>,
        written: &FxHashSet<TermId>,
    ) -> FxHashMap<TermId, Cond> {
        for _ in 0..ROUNDS {
            let mut grew = false;
            for base in state.heap.bases() {
                let Some(&holder) = reached.get(&base) else { continue };
                if written.contains(&base) || state.heap.get(base).is_some_and(|object| object.summary) {
                    continue;
                }
                // What is freed holds nothing.
                let exists = state.heap.get(base).map_or(Cond::TRUE, |object| object.exists(&mut self.facts));
                let holder = self.facts.and(holder, exists);
                let holder = self.facts.tame(holder);
                for (target, cond) in state.heap.addresses_in(base) {
                    let through = self.facts.and(holder, cond);
                    let known = reached.get(&target).copied().unwrap_or(Cond::FALSE);
                    let now = self.facts.or_within(known, through);
                    if now != known {
                        reached.insert(target, now);
                        grew = true;
                    }
                }
            }
            if !grew {
                break;
            }
        }
        reached
    }
}

// ---- executions that do not end by themselves ----

/// What holds blocks where an execution may stay for ever, or end where nobody looks.
struct Holders<'a> {
    /// What variables of the active functions are, if they count.
    locals: Option<Vec<Values>>,
    /// Memory that the function was given counts, too.
    given: bool,
    /// Objects that may have been written by then.
    written: &'a FxHashSet<TermId>,
}

impl Analysis<'_> {
    /// The program aborts here where `when` holds.
    pub(crate) fn check_held(&mut self, act: &Activation<'_>, state: &State, when: Cond) {
        if self.has_blocks(state, when) {
            let (block, inst) = act.here;
            let locals = self.variables(act, state, &act.shape.live(act.body).before(act.body, block, inst as usize));
            self.check_holders(
                state,
                when,
                Holders { locals: Some(locals), given: true, written: &FxHashSet::default() },
            );
        }
    }

    /// It may go round in a loop for ever.
    pub(crate) fn check_held_at_head(&mut self, act: &Activation<'_>, header: BlockId, head: &Arrival) {
        if self.has_blocks(&head.state, Cond::TRUE) {
            let needed = act.shape.live(act.body).before(act.body, header, 0);
            let mut locals = self.variables(act, &head.state, &needed);
            locals.extend(head.args.iter().cloned());
            self.check_holders(
                &head.state,
                Cond::TRUE,
                Holders { locals: Some(locals), given: true, written: &FxHashSet::default() },
            );
        }
    }

    /// It may not come back from a call where `when` holds, after writing to some objects.
    pub(crate) fn check_held_in_call(
        &mut self,
        act: &Activation<'_>,
        state: &State,
        when: Cond,
        written: &FxHashSet<TermId>,
        locals_count: bool,
    ) {
        if self.has_blocks(state, when) {
            let locals = locals_count.then(|| self.variables(act, state, &behind_call(&act.shape, act.body, act.here)));
            self.check_holders(state, when, Holders { locals, given: true, written });
        }
    }

    /// A jump leaves the active functions where `when` holds, after writing to some objects, and perhaps those that called
    /// them: what only their variables lead to is lost.
    pub(crate) fn check_held_by_jump(&mut self, state: &State, when: Cond, written: &FxHashSet<TermId>) {
        if self.has_blocks(state, when) {
            self.check_holders(state, when, Holders { locals: None, given: false, written });
        }
    }

    /// Is there something to lose, and does that count?
    fn has_blocks(&mut self, state: &State, when: Cond) -> bool {
        let is_block = |base: TermId| matches!(self.kind(base), Some(ObjectKind::Heap(_)));
        let alive = |base: TermId| state.heap.get(base).is_some_and(|object| object.live != Cond::FALSE);
        let counts = self.verdicts.quiet == 0 && !self.hunting && state.heap.any(|base| is_block(base) && alive(base));
        let pc = self.facts.and(state.pc, when);
        counts && !self.facts.impossible(pc)
    }

    /// What the variables are that active functions still need.
    fn variables(&self, act: &Activation<'_>, state: &State, needed: &Needed) -> Vec<Values> {
        let mut values = known(&act.env, &state.carried, needed);
        for caller in &self.callers {
            let needed = behind_call(&caller.shape, caller.body, caller.at);
            values.extend(known(&caller.env, &caller.carried, &needed));
        }
        values
    }

    fn check_holders(&mut self, state: &State, when: Cond, holders: Holders<'_>) {
        let mut reached: FxHashMap<TermId, Cond> = FxHashMap::default();
        for base in state.heap.bases() {
            let stays = match self.kind(base) {
                Some(ObjectKind::Global { .. }) => Cond::TRUE,
                Some(ObjectKind::Entry(_)) if holders.given => Cond::TRUE,
                Some(ObjectKind::Stack) if holders.locals.is_some() => {
                    state.heap.get(base).map_or(Cond::FALSE, |object| object.exists(&mut self.facts))
                }
                _ => continue,
            };
            reached.insert(base, stays);
        }
        holders.locals.iter().flatten().for_each(|values| self.add_holders(&mut reached, values));
        let reached = self.closed(state, reached, holders.written);
        let holding = reached.iter().filter(|(base, _)| !holders.written.contains(base));
        let holding: FxHashMap<TermId, Cond> = holding.map(|(&base, &cond)| (base, cond)).collect();
        for base in state.heap.bases() {
            let Some(ObjectKind::Heap(site)) = self.kind(base).filter(|_| self.facts.member(base).is_none()) else {
                continue;
            };
            let Some(object) = state.heap.get(base) else { continue };
            let exists = object.exists(&mut self.facts);
            let lost = match object.summary {
                true => self.lost_members(state, base, &holding).unwrap_or(exists),
                false => self.facts.and(exists, !reached.get(&base).copied().unwrap_or(Cond::FALSE)),
            };
            let lost = self.facts.and(lost, when);
            self.record(site, state, Cond::FALSE, lost);
        }
    }

    fn add_holders(&mut self, reached: &mut FxHashMap<TermId, Cond>, values: &Values) {
        for (scalar, cond) in values.iter() {
            if let Scalar::Ptr { base, .. } = scalar {
                let known = reached.get(&base).copied().unwrap_or(Cond::FALSE);
                let now = self.facts.or_within(known, cond);
                reached.insert(base, now);
            }
        }
    }
}

/// What a function still needs behind a call of it.
fn behind_call(shape: &Shape, body: &Body, (block, inst): (BlockId, u32)) -> Needed {
    let mut needed = shape.live(body).before(body, block, inst as usize + 1);
    let results = body.blocks[block].insts.get(inst as usize).into_iter().flat_map(|inst| inst.results.iter());
    results.for_each(|result| needed.remove(result));
    needed
}

fn known(env: &[Option<Values>], carried: &BTreeMap<ValueId, Values>, needed: &Needed) -> Vec<Values> {
    let value = |value: ValueId| carried.get(&value).or(env.get(value.index())?.as_ref()).cloned();
    needed.values().filter_map(value).collect()
}
