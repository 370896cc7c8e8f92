//! Which heap blocks are lost when the program ends.

use crate::analysis::{Analysis, ObjectKind};
use crate::facts::Cond;
use crate::state::State;
use crate::value::{Scalar, Values};
use cairn_logic::TermId;
use rustc_hash::FxHashMap;

/// Rounds in which reachability may grow; a longer chain counts as unreachable.
const ROUNDS: usize = 64;

impl Analysis<'_> {
    /// Checks every block that is alive at an end of the program: something that stays must lead to it.
    pub(crate) fn check_leaks(&mut self) {
        for state in std::mem::take(&mut self.ends) {
            let reached = self.reached(&state);
            let reached = self.closed(&state, reached);
            self.check_blocks(&state, &reached);
        }
    }

    fn check_blocks(&mut self, state: &State, reached: &FxHashMap<TermId, Cond>) {
        for base in state.heap.bases() {
            let Some(ObjectKind::Heap(site)) = self.kind(base) else { continue };
            let live = state.heap.get(base).map_or(Cond::FALSE, |object| object.live);
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
        for (scalar, cond) in results.iter().flat_map(|values| values.iter().collect::<Vec<_>>()) {
            if let Scalar::Ptr { base, .. } = scalar {
                let known = reached.get(&base).copied().unwrap_or(Cond::FALSE);
                let now = self.facts.or_within(known, cond);
                reached.insert(base, now);
            }
        }
        let reached = self.closed(state, reached);
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
                    let live = state.heap.get(base).map_or(Cond::FALSE, |object| object.live);
                    reached.insert(base, live);
                }
                _ => {}
            }
        }
        reached
    }

    /// What is reached from there, and so on.
    fn closed(&mut self, state: &State, mut reached: FxHashMap<TermId, Cond>) -> FxHashMap<TermId, Cond> {
        for _ in 0..ROUNDS {
            let mut grew = false;
            for base in state.heap.bases() {
                let Some(&holder) = reached.get(&base) else { continue };
                if state.heap.get(base).is_some_and(|object| object.summary) {
                    continue;
                }
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
