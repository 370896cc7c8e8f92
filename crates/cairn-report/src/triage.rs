//! Which failures count: not those that a comment in the source allows, that the baseline knows, or that lie outside of
//! what was changed. Nothing of this changes a verdict; what does not count is still counted and shown as such.

use crate::baseline::Baseline;
use crate::check::{CheckReport, Item, ItemVerdict};
use crate::suppress::{self, Notice};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

/// Why a failure does not count.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Standing {
    /// A comment allows it, for this reason.
    pub suppressed: Option<String>,
    /// The baseline knows it. `None` without a baseline.
    pub known: Option<bool>,
    /// Neither its line nor its function was changed.
    pub unchanged: bool,
}

/// Lines that were changed, by absolute path: first and last.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Changes {
    pub files: BTreeMap<PathBuf, Vec<(u32, u32)>>,
}

/// What was noticed while sorting.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Triage {
    /// Comments that are wrong or not needed.
    pub notices: Vec<Notice>,
    /// Entries of the baseline that do not fail any more.
    pub fixed: usize,
}

/// Sorts the failures of a report.
pub fn triage(report: &mut CheckReport, baseline: Option<&Baseline>, changes: Option<&Changes>) -> Triage {
    let notices = suppress::apply(report);
    let mut fixed = 0;
    if let Some(baseline) = baseline {
        for item in report.items.iter_mut() {
            item.standing.known = Some(baseline.contains(&item.id));
        }
        fixed = baseline.fixed(report);
    }
    if let Some(changes) = changes {
        let mut known: HashMap<PathBuf, Option<&[(u32, u32)]>> = HashMap::new();
        for item in report.items.iter_mut() {
            let ranges = item
                .place
                .as_ref()
                .map(|place| *known.entry(place.path.clone()).or_insert_with(|| changes.of_file(&place.path)));
            item.standing.unchanged = ranges.is_some_and(|ranges| !touches(ranges, item));
        }
    }
    Triage { notices, fixed }
}

impl Standing {
    /// Is it one that has to be looked at?
    pub fn counts(&self) -> bool {
        self.suppressed.is_none() && self.known != Some(true) && !self.unchanged
    }
}

impl Item {
    /// Refuted or likely: what a gate can fail on without asking for proof.
    pub fn fails(&self) -> bool {
        matches!(self.verdict, ItemVerdict::Refuted { .. } | ItemVerdict::Open { likely: true, .. })
    }
}

impl Changes {
    fn of_file(&self, path: &Path) -> Option<&[(u32, u32)]> {
        let absolute = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        self.files.get(&absolute).map(Vec::as_slice)
    }
}

/// Was the statement or its function changed?
fn touches(ranges: Option<&[(u32, u32)]>, item: &Item) -> bool {
    let line = item.place.as_ref().map_or(0, |place| place.line);
    let (first, last) = item.function_lines.unwrap_or((line, line));
    let (first, last) = (first.min(line), last.max(line));
    ranges.unwrap_or_default().iter().any(|&(from, to)| from <= last && first <= to)
}
