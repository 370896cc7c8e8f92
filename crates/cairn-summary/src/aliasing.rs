//! Which objects of entry may be one without the function's result being the same: found out from its accesses.
//!
//! Objects are looked at as different unless that could matter. It matters if one is written and the other read later, or
//! if neither order of writing them again in a caller would give the same. Then both go into one class (`entry`), or, if
//! they are never accessed alike, the summary says that it holds for different objects only.

use crate::entry::{Classes, Entry, Owner, Path};
use crate::facts::Facts;
use crate::rules::{Rules, Ruling};
use crate::summary::Touched;
use cairn_ir::GlobalId;
use cairn_logic::TermId;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Members of a class; in larger ones, objects count as different, and the summary says so.
const MAX_CLASS: usize = 8;

/// When an object was accessed, in steps of the analysis, and how.
#[derive(Clone, Debug, Default)]
struct Uses {
    first_write: Option<u32>,
    last_write: Option<u32>,
    last_read: Option<u32>,
    first_free: Option<u32>,
    last_use: Option<u32>,
    /// Distance and size of what was accessed; no distance if it is not constant.
    ranges: BTreeSet<(Option<i64>, u64)>,
}

/// All accesses to objects of entry.
#[derive(Clone, Debug, Default)]
pub struct Accesses {
    uses: FxHashMap<TermId, Uses>,
    /// Objects of which one was copied to the other: then they are the same address, or do not meet.
    copies: FxHashSet<(TermId, TermId)>,
    now: u32,
}

/// What a caller must grant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Apart {
    /// Different objects.
    Always(Owner, Owner),
    /// Different objects, or the same address.
    UnlessEqual(Owner, Owner),
}

/// What an access does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    Read,
    Write,
    Free,
}

impl Accesses {
    /// One more step: what comes now comes after everything so far.
    pub fn step(&mut self) {
        self.now += 1;
    }

    pub fn note(&mut self, base: TermId, how: Use, range: Option<(Option<i64>, u64)>) {
        let now = self.now;
        let uses = self.uses.entry(base).or_default();
        uses.last_use = Some(now);
        match how {
            Use::Read => uses.last_read = Some(now),
            Use::Write => {
                uses.first_write.get_or_insert(now);
                uses.last_write = Some(now);
            }
            Use::Free => {
                uses.first_free.get_or_insert(now);
                uses.ranges.insert((Some(0), 0));
            }
        }
        uses.ranges.extend(range);
    }

    pub fn copied(&mut self, from: TermId, to: TermId) {
        if from != to {
            self.copies.extend([(from, to), (to, from)]);
        }
    }

    /// An object may be accessed anywhere.
    pub fn anywhere(&mut self, base: TermId) {
        if let Some(uses) = self.uses.get_mut(&base) {
            uses.ranges = BTreeSet::from([(None, 0)]);
        }
    }

    /// Was an object freed so far?
    pub fn has_freed(&self) -> bool {
        self.uses.values().any(|uses| uses.first_free.is_some())
    }

    /// The objects that are accessed, in no order.
    pub fn bases(&self) -> impl Iterator<Item = TermId> + '_ {
        self.uses.keys().copied()
    }

    /// What a caller needs to know of the accesses, for its own aliasing.
    pub fn touched(&self, facts: &Facts) -> Vec<Touched> {
        let mut touched: Vec<Touched> = Vec::new();
        for (&base, uses) in &self.uses {
            let Some(owner) = facts.owner(base) else { continue };
            touched.push(Touched {
                owner,
                read: uses.last_read.is_some(),
                written: uses.first_write.is_some(),
                freed: uses.first_free.is_some(),
                ranges: uses.ranges.iter().copied().collect(),
            });
        }
        touched.sort_by_key(|touched| touched.owner);
        touched
    }

    /// Objects that are written, in an order in which a caller may write them again: of two that were first written in one
    /// step, the one that was written again later comes later (`matter`).
    pub fn order(&self, mut bases: Vec<TermId>, name: impl Fn(TermId) -> Path) -> Vec<TermId> {
        let first = |uses: &Uses| uses.first_write.into_iter().chain(uses.first_free).min();
        let span = |base: &TermId| self.uses.get(base).map(|uses| (first(uses), uses.last_write));
        bases.sort_by_cached_key(|base| (span(base), name(*base)));
        bases
    }
}

/// Everything that `refine` finds out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Refined {
    pub classes: Classes,
    pub apart: BTreeSet<Apart>,
}

/// Finds out which objects must be in one class. `old` only grows.
pub fn refine(
    facts: &Facts,
    entry: &Entry,
    accesses: &Accesses,
    old: &Classes,
    is_private: impl Fn(GlobalId) -> bool,
) -> Refined {
    let objects = accessed(facts, entry, accesses);
    let mut merged: BTreeMap<Path, u32> = old.clone();
    let mut refined = Refined::default();
    for (one, other) in pairs(&objects, &is_private) {
        let alike = one.uses.ranges.intersection(&other.uses.ranges).next().is_some();
        let by_type = facts.rules.typed_classes && alike;
        if !(by_type || matter(one.uses, other.uses, facts.rules)) {
            continue;
        }
        if alike && join(&mut merged, &one.path, &other.path) {
            continue;
        }
        refined.apart.insert(Apart::Always(other.owner, one.owner));
    }
    refined.apart.extend(unless_equal(&objects, accesses, &merged, &is_private));
    refined.classes = merged;
    refined
}

/// What is required of objects of one class, and of those that are copied to each other: with more accesses, it only becomes more.
pub fn required_of_classes(
    facts: &Facts,
    entry: &Entry,
    accesses: &Accesses,
    classes: &Classes,
    is_private: impl Fn(GlobalId) -> bool,
) -> BTreeSet<Apart> {
    let mut objects = accessed(facts, entry, accesses);
    let is_copied = |base: TermId| accesses.copies.iter().any(|(from, _)| *from == base);
    objects.retain(|object| classes.contains_key(&object.path) || is_copied(object.base));
    unless_equal(&objects, accesses, classes, &is_private).collect()
}

/// An object of entry that is accessed.
struct Accessed<'a> {
    path: Path,
    owner: Owner,
    uses: &'a Uses,
    base: TermId,
}

/// Objects of entry that are accessed, by name.
fn accessed<'a>(facts: &Facts, entry: &Entry, accesses: &'a Accesses) -> Vec<Accessed<'a>> {
    let of_entry = accesses.uses.iter().filter_map(|(&base, uses)| {
        let owner = facts.owner(base)?;
        Some(Accessed { path: entry.path(owner), owner, uses, base })
    });
    let mut objects: Vec<Accessed<'a>> = of_entry.collect();
    objects.sort_by(|a, b| a.path.cmp(&b.path));
    objects
}

/// Each object with those before it that it may meet.
fn pairs<'o, 'a>(
    objects: &'o [Accessed<'a>],
    is_private: &impl Fn(GlobalId) -> bool,
) -> impl Iterator<Item = (&'o Accessed<'a>, &'o Accessed<'a>)> {
    let never_meet = |a: Owner, b: Owner| match (a, b) {
        (Owner::Global(_), Owner::Global(_)) => true,
        (Owner::Global(global), _) | (_, Owner::Global(global)) => is_private(global),
        _ => false,
    };
    let with_earlier =
        objects.iter().enumerate().flat_map(|(i, one)| objects[..i].iter().map(move |other| (one, other)));
    with_earlier.filter(move |(one, other)| !never_meet(one.owner, other.owner))
}

/// Objects of one class, one of which is changed, and those that are copied to each other must be at the same address if they meet.
fn unless_equal(
    objects: &[Accessed<'_>],
    accesses: &Accesses,
    classes: &Classes,
    is_private: &impl Fn(GlobalId) -> bool,
) -> impl Iterator<Item = Apart> {
    let changed = |object: &Accessed<'_>| object.uses.first_write.is_some() || object.uses.first_free.is_some();
    let class = |object: &Accessed<'_>| classes.get(&object.path);
    let matters = move |one: &Accessed<'_>, other: &Accessed<'_>| {
        let together = class(one).is_some() && class(one) == class(other);
        accesses.copies.contains(&(one.base, other.base)) || together && (changed(one) || changed(other))
    };
    pairs(objects, is_private)
        .filter(move |(one, other)| matters(one, other))
        .map(|(one, other)| Apart::UnlessEqual(other.owner, one.owner))
}

/// Would it matter if both were one object?
fn matter(a: &Uses, b: &Uses, rules: Rules) -> bool {
    let before = |first: Option<u32>, last: Option<u32>| first.zip(last).is_some_and(|(first, last)| first < last);
    before(a.first_write, b.last_read)
        || before(b.first_write, a.last_read)
        || before(a.first_free, b.last_use)
        || before(b.first_free, a.last_use)
        || (rules.follow(Ruling::OneOrderOfWrites)
            && before(a.first_write, b.last_write)
            && before(b.first_write, a.last_write))
}

/// Puts two paths into one class, unless it gets too large.
fn join(classes: &mut Classes, a: &Path, b: &Path) -> bool {
    let members = |classes: &Classes, path: &Path| -> Vec<Path> {
        match classes.get(path) {
            Some(class) => classes.iter().filter(|(_, of)| *of == class).map(|(member, _)| member.clone()).collect(),
            None => vec![path.clone()],
        }
    };
    let mut all = members(classes, a);
    all.extend(members(classes, b));
    all.sort_unstable();
    all.dedup();
    if all.len() > MAX_CLASS {
        return false;
    }
    let class = all.iter().filter_map(|path| classes.get(path)).copied().min();
    let class = class.unwrap_or_else(|| classes.values().max().map_or(0, |most| most + 1));
    for path in all {
        classes.insert(path, class);
    }
    true
}
