//! What became of each check: by place and rule, over all the contexts in which it was met.

use crate::facts::Reason;
use cairn_ir::{BlockId, FuncId, Rule};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize, Serializer};
use std::collections::BTreeMap;

/// A check: where, and for what.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Check {
    pub func: FuncId,
    pub block: BlockId,
    /// Index of the instruction; the number of instructions for the terminator.
    pub inst: u32,
    pub rule: Rule,
}

/// What is known of a check.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Status {
    /// It held in so many contexts.
    pub held: u32,
    /// It may fail, for these reasons (empty: nothing unknown is involved).
    pub open: Option<Vec<Reason>>,
}

/// What was recorded of each check since some moment.
pub type Layer = FxHashMap<Check, Status>;

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Verdicts {
    /// The newest one.
    #[serde(serialize_with = "in_order")]
    checks: Layer,
    /// Those before it, the oldest first; none in the end.
    #[serde(skip)]
    below: Vec<Layer>,
    /// While positive, nothing is recorded: a loop is being explored.
    pub quiet: u32,
}

impl Verdicts {
    pub fn held(&mut self, check: Check) {
        if self.quiet == 0 {
            self.checks.entry(check).or_default().held += 1;
        }
    }

    pub fn may_fail(&mut self, check: Check, reasons: Vec<Reason>) {
        if self.quiet > 0 {
            return;
        }
        let known = self.checks.entry(check).or_default().open.get_or_insert_default();
        known.extend(reasons);
        known.sort_unstable();
        known.dedup();
    }

    pub fn is_open(&self, check: &Check) -> bool {
        let open = |layer: &Layer| layer.get(check).is_some_and(|status| status.open.is_some());
        open(&self.checks) || self.below.iter().any(open)
    }

    /// From now on, what is recorded forms a new layer.
    pub fn start_layer(&mut self) {
        self.below.push(std::mem::take(&mut self.checks));
    }

    /// What was recorded in the newest layer; it is empty then.
    pub fn take_layer(&mut self) -> Layer {
        std::mem::take(&mut self.checks)
    }

    /// The newest layer becomes a part of the one before it.
    pub fn end_layer(&mut self) {
        let newest = std::mem::replace(&mut self.checks, self.below.pop().unwrap_or_default());
        self.add(newest);
    }

    /// Records what another layer holds, too.
    pub fn add(&mut self, layer: Layer) {
        for (check, status) in layer {
            let known = self.checks.entry(check).or_default();
            known.held += status.held;
            if let Some(reasons) = status.open {
                let open = known.open.get_or_insert_default();
                open.extend(reasons);
                open.sort_unstable();
                open.dedup();
            }
        }
    }

    /// How many checks are open in the newest layer.
    pub fn open_count(&self) -> usize {
        self.checks.values().filter(|status| status.open.is_some()).count()
    }

    pub fn status(&self, check: &Check) -> Option<&Status> {
        self.checks.get(check)
    }

    pub(crate) fn renamed(self, mut rename: impl FnMut(Check) -> Check) -> Verdicts {
        let checks = self.checks.into_iter().map(|(check, status)| (rename(check), status));
        Verdicts { checks: checks.collect(), below: Vec::new(), quiet: self.quiet }
    }

    pub(crate) fn checks(&self) -> impl Iterator<Item = &Check> {
        self.checks.keys()
    }

    /// All checks in a fixed order.
    pub fn sorted(&self) -> Vec<(Check, &Status)> {
        let mut all: Vec<_> = self.checks.iter().map(|(check, status)| (*check, status)).collect();
        all.sort_unstable_by_key(|(check, _)| *check);
        all
    }
}

fn in_order<S: Serializer>(checks: &Layer, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(checks.iter().collect::<BTreeMap<_, _>>())
}
