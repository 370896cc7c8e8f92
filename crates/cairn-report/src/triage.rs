//! Which failures count: not those that a comment in the source allows, that the baseline knows, or that lie outside of
//! what was changed. Nothing of this changes a verdict; what does not count is still counted and shown as such.

use crate::baseline::Baseline;
use crate::check::{CheckReport, Item, ItemVerdict};
use crate::finding::Finding;
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
    /// Neither its function was changed nor a line on the way to it.
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
        let mut changed = Changed { changes, known: HashMap::new() };
        for item in report.items.iter_mut() {
            item.standing.unchanged = item.place.is_some() && !changed.touches(item);
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

/// Changes, with what is known of paths as they stand in reports.
struct Changed<'a> {
    changes: &'a Changes,
    known: HashMap<PathBuf, &'a [(u32, u32)]>,
}

impl Changed<'_> {
    /// Was the statement or its function changed, or a line of the execution that fails there?
    fn touches(&mut self, item: &Item) -> bool {
        let function = item.place.as_ref().is_some_and(|place| {
            let (first, last) = item.function_lines.unwrap_or((place.line, place.line));
            self.meets(&place.path, first.min(place.line), last.max(place.line))
        });
        function || item.finding().is_some_and(|finding| self.meets_way(finding))
    }

    fn meets_way(&mut self, finding: &Finding) -> bool {
        let calls = finding.stack.iter().filter_map(|frame| frame.place.as_ref());
        let steps = finding.path.steps.iter().filter_map(|step| step.place.as_ref());
        let notes = finding.notes.iter().filter_map(|note| note.place.as_ref());
        calls.chain(steps).chain(notes).any(|place| self.meets(&place.path, place.line, place.line))
    }

    fn meets(&mut self, path: &Path, first: u32, last: u32) -> bool {
        let changes = self.changes;
        let ranges = *self.known.entry(path.to_owned()).or_insert_with(|| changes.of_file(path));
        ranges.iter().any(|&(from, to)| from <= last && first <= to)
    }
}

impl Changes {
    fn of_file(&self, path: &Path) -> &[(u32, u32)] {
        let absolute = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        self.files.get(&absolute).map(Vec::as_slice).unwrap_or_default()
    }
}
