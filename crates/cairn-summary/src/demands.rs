//! What one summary asks of callers and tells them beside effects, and another one of the same function does not.
//!
//! This only grows from round to round: which words and objects must be defined, what must be different objects, what is
//! accessed, what is called.

use crate::aliasing::Apart;
use crate::entry::{Owner, Path};
use crate::summary::{FunctionSummary, Touched};
use crate::widen::Part;
use std::collections::BTreeSet;

/// What `new` asks for and tells beside effects, and `old` does not.
pub(crate) fn new_demands(old: &FunctionSummary, new: &FunctionSummary) -> Vec<Part> {
    let mut parts = new_words(old, new);
    let grows = !places(new).is_subset(&places(old))
        || !apart(new).is_subset(&apart(old))
        || !defined(new).is_subset(&defined(old))
        || !called(new).is_subset(&called(old))
        || (new.scrambles && !old.scrambles)
        || (new.compares && !old.compares)
        || (new.exposes && !old.exposes)
        || (new.hides && !old.hides)
        || (new.meets_unknown && !old.meets_unknown);
    parts.extend(grows.then_some(Part::Whole));
    let is_new = |touched: &&Touched| !is_known_access(old, touched, &new.path(touched.owner));
    parts.extend(new.touched.iter().filter(is_new).map(|touched| Part::Ranges(new.path(touched.owner))));
    parts
}

/// Words that must be defined, in objects that need not be as a whole.
fn new_words(old: &FunctionSummary, new: &FunctionSummary) -> Vec<Part> {
    let (known, defined) = (needed(old), defined(old));
    let words = needed(new).into_iter().filter(|word| !known.contains(word));
    words.map(|(path, _, _)| path).filter(|path| !defined.contains(path)).map(Part::Defined).collect()
}

fn needed(summary: &FunctionSummary) -> BTreeSet<(Path, i64, u64)> {
    let needed = summary.words.iter().filter(|(_, _, _, needed)| *needed);
    needed.map(|(owner, at, bytes, _)| (summary.path(*owner), *at, *bytes)).collect()
}

fn defined(summary: &FunctionSummary) -> BTreeSet<Path> {
    summary.defined.iter().map(|owner| summary.path(*owner)).collect()
}

fn places(summary: &FunctionSummary) -> BTreeSet<Path> {
    (0..summary.places.len()).map(|place| summary.path(Owner::Place(place as u32))).collect()
}

fn called(summary: &FunctionSummary) -> BTreeSet<Path> {
    summary.called.iter().map(|&place| summary.path(Owner::Place(place))).collect()
}

fn apart(summary: &FunctionSummary) -> BTreeSet<(bool, Path, Path)> {
    let named = |apart: &Apart| {
        let (always, a, b) = match *apart {
            Apart::Always(a, b) => (true, summary.path(a), summary.path(b)),
            Apart::UnlessEqual(a, b) => (false, summary.path(a), summary.path(b)),
        };
        if a < b { (always, a, b) } else { (always, b, a) }
    };
    summary.apart.iter().map(named).collect()
}

/// Does a summary tell of an access like this?
fn is_known_access(summary: &FunctionSummary, touched: &Touched, path: &Path) -> bool {
    summary.touched.iter().filter(|known| summary.path(known.owner) == *path).any(|known| {
        let anywhere = known.ranges.iter().any(|(distance, bytes)| distance.is_none() && *bytes == 0);
        known.read >= touched.read
            && known.written >= touched.written
            && known.freed >= touched.freed
            && (anywhere || touched.ranges.iter().all(|range| known.ranges.contains(range)))
    })
}
