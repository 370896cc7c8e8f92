//! What is recorded while executions are followed, in layers, so that a part of it can be taken back.
//!
//! A loop that is looked at as a whole is covered by that: what its first iterations, looked at one by one before, left
//! open does not count then. Not here: conditions under which something fails; they are suggestions, whoever made them.

use crate::abandoned::Abandoned;
use crate::analysis::Analysis;
use crate::state::{Arrival, State};
use crate::verdicts::Layer;
use cairn_ir::FuncId;
use rustc_hash::FxHashSet;
use std::hash::Hash;

/// Things whose checks were recorded, by the layer in which they were: who takes that back must record them again.
pub(crate) struct Recorded<T> {
    /// The newest one comes last.
    layers: Vec<FxHashSet<T>>,
}

impl<T> Default for Recorded<T> {
    fn default() -> Self {
        Recorded { layers: vec![FxHashSet::default()] }
    }
}

impl<T: Hash + Eq> Recorded<T> {
    pub fn contains(&self, one: &T) -> bool {
        self.layers.iter().any(|layer| layer.contains(one))
    }

    /// Tells whether it is new.
    pub fn insert(&mut self, one: T) -> bool {
        !self.contains(&one) && self.newest().insert(one)
    }

    pub fn remove(&mut self, one: &T) {
        self.layers.iter_mut().for_each(|layer| {
            layer.remove(one);
        });
    }

    fn newest(&mut self) -> &mut FxHashSet<T> {
        self.layers.last_mut().expect("there is always one")
    }

    fn end_layer(&mut self) {
        let newest = self.layers.pop().unwrap_or_default();
        self.newest().extend(newest);
    }
}

/// What was recorded since some moment.
pub(crate) struct Records {
    verdicts: Layer,
    abandoned: Abandoned,
    failures: Abandoned,
    ends: Vec<State>,
    jumped: Vec<(usize, Arrival)>,
    cut_short: bool,
    groups: FxHashSet<FuncId>,
    calls: FxHashSet<(FuncId, Vec<u128>)>,
}

impl Analysis<'_> {
    /// From now on, what is recorded is kept apart from what was before.
    pub(crate) fn start_records(&mut self) -> Records {
        self.verdicts.start_layer();
        self.recursion.recorded.layers.push(FxHashSet::default());
        self.recursion.recorded_calls.layers.push(FxHashSet::default());
        Records { verdicts: Layer::default(), ..self.take_others() }
    }

    /// What was recorded since `start_records`, as if it had never been.
    pub(crate) fn take_records(&mut self) -> Records {
        Records {
            verdicts: self.verdicts.take_layer(),
            groups: std::mem::take(self.recursion.recorded.newest()),
            calls: std::mem::take(self.recursion.recorded_calls.newest()),
            ..self.take_others()
        }
    }

    /// Records again what was taken back.
    pub(crate) fn add_records(&mut self, mut records: Records) {
        self.verdicts.add(std::mem::take(&mut records.verdicts));
        self.recursion.recorded.newest().extend(std::mem::take(&mut records.groups));
        self.recursion.recorded_calls.newest().extend(std::mem::take(&mut records.calls));
        self.add_others(records);
    }

    /// Puts together what was recorded since `start_records` and `before`.
    pub(crate) fn end_records(&mut self, before: Records) {
        self.verdicts.end_layer();
        self.recursion.recorded.end_layer();
        self.recursion.recorded_calls.end_layer();
        self.add_others(before);
    }

    fn take_others(&mut self) -> Records {
        Records {
            verdicts: Layer::default(),
            abandoned: std::mem::take(&mut self.abandoned),
            failures: std::mem::take(&mut self.failures),
            ends: std::mem::take(&mut self.ends),
            jumped: std::mem::take(&mut self.jumps.arrived),
            cut_short: std::mem::take(&mut self.cut_short),
            groups: FxHashSet::default(),
            calls: FxHashSet::default(),
        }
    }

    /// The others come first.
    fn add_others(&mut self, others: Records) {
        self.abandoned.extend(others.abandoned);
        self.failures.extend(others.failures);
        let later = std::mem::replace(&mut self.ends, others.ends);
        self.ends.extend(later);
        let later = std::mem::replace(&mut self.jumps.arrived, others.jumped);
        self.jumps.arrived.extend(later);
        self.cut_short |= others.cut_short;
    }
}
