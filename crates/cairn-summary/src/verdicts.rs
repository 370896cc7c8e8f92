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

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Verdicts {
    #[serde(serialize_with = "in_order")]
    checks: FxHashMap<Check, Status>,
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
        self.checks.get(check).is_some_and(|status| status.open.is_some())
    }

    /// How many checks are open.
    pub fn open_count(&self) -> usize {
        self.checks.values().filter(|status| status.open.is_some()).count()
    }

    pub fn status(&self, check: &Check) -> Option<&Status> {
        self.checks.get(check)
    }

    pub(crate) fn renamed(self, mut rename: impl FnMut(Check) -> Check) -> Verdicts {
        let checks = self.checks.into_iter().map(|(check, status)| (rename(check), status));
        Verdicts { checks: checks.collect(), quiet: self.quiet }
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

fn in_order<S: Serializer>(checks: &FxHashMap<Check, Status>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(checks.iter().collect::<BTreeMap<_, _>>())
}
