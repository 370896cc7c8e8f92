//! Two states become one.

use super::{Cell, EntryObject, Heap, Object, Rest, cap};
use crate::entry::View;
use crate::facts::{Cond, Facts, Reason};
use crate::families::Family;
use crate::rules::Ruling;
use crate::value::Values;
use cairn_logic::TermId;
use std::rc::Rc;

impl Heap {
    /// The state after two branches: `mine` where `cond` holds, `other` elsewhere.
    pub fn merge(&mut self, facts: &mut Facts, cond: Cond, other: &Heap) {
        let mut bases: Vec<TermId> = self.objects.keys().chain(other.objects.keys()).copied().collect();
        bases.sort_unstable();
        bases.dedup();
        facts.spend(bases.len());
        let folded = self.fold_apart(facts, other, &bases);
        let other = folded.as_ref().unwrap_or(other);
        for base in bases {
            let entry = |heap: &Heap| heap.objects.get(&base).and_then(|object| object.entry);
            let mine = self.objects.get(&base).cloned().or_else(|| self.initial(facts, entry(other)?));
            let theirs = other.objects.get(&base).cloned().or_else(|| other.initial(facts, entry(self)?));
            let merged = match (mine, theirs) {
                // Constants are put into the heap when they are met: they were there all the time.
                (Some(only), None) | (None, Some(only)) if facts.is_global(base) => only,
                (Some(only), None) | (None, Some(only)) if only.entry.is_some() => only,
                // Made on one branch only: it exists only where that branch was taken.
                (Some(only), None) => exists_where(facts, cond, only),
                (None, Some(only)) => exists_where(facts, !cond, only),
                (Some(mine), Some(theirs)) if Rc::ptr_eq(&mine, &theirs) || mine == theirs => mine,
                (Some(mut mine), Some(theirs)) => {
                    merge_objects(facts, cond, Rc::make_mut(&mut mine), &theirs);
                    mine
                }
                (None, None) => continue,
            };
            self.objects.insert(base, merged);
        }
        self.scrambled = self.scrambled.max(other.scrambled);
        self.elsewhere.merge(facts, cond, &other.elsewhere);
    }

    /// A block that has a content of its own here and not there, though it was made there, too, has none of its own any more.
    /// Gives the other heap if it changed.
    fn fold_apart(&mut self, facts: &mut Facts, other: &Heap, bases: &[TermId]) -> Option<Heap> {
        let mut changed: Option<Heap> = None;
        for &base in bases {
            let Some((family, index)) = facts.member(base) else { continue };
            let is_made = |heap: &Heap| heap.family(family).is_some_and(|members| members.next != index);
            let (mine, theirs) = (self.get(base).is_some(), other.get(base).is_some());
            if mine && !theirs && is_made(other) {
                self.fold(facts, base, family);
            } else if theirs && !mine && is_made(self) {
                changed.get_or_insert_with(|| other.clone()).fold(facts, base, family);
            }
        }
        changed
    }

    /// An object that stands for several holds what it holds, or what another one does.
    pub fn join_object(&mut self, facts: &mut Facts, base: TermId, other: &Object) {
        let either = facts.choice();
        if let Some(object) = self.change(base) {
            merge_objects(facts, either, object, other);
        }
    }

    /// An object of entry, for a state that did not meet it while another one did.
    fn initial(&self, facts: &mut Facts, entry: EntryObject) -> Option<Rc<Object>> {
        if !facts.rules.follow(Ruling::EntryOnTheOtherPath) {
            return None;
        }
        Some(Rc::new(self.untouched(facts, entry)))
    }
}

fn exists_where(facts: &mut Facts, cond: Cond, mut object: Rc<Object>) -> Rc<Object> {
    let now = facts.and(object.made, cond);
    let now = facts.tame(now);
    if now != object.made {
        Rc::make_mut(&mut object).made = now;
    }
    // Nothing leads to members of a family where there are none, so what is known of them may stay.
    object
}

fn merge_objects(facts: &mut Facts, cond: Cond, mine: &mut Object, theirs: &Object) {
    let mut theirs = theirs.clone();
    if mine.vacant != theirs.vacant {
        take_content(mine, &mut theirs);
    }
    if !mine.summary && !theirs.summary {
        // What is known at an offset on one side only is asked of the other.
        let (ours, others) = (theirs.writes.missing(&mine.writes), mine.writes.missing(&theirs.writes));
        ours.into_iter().for_each(|(offset, bytes)| theirs.look_at(facts, offset, bytes));
        others.into_iter().for_each(|(offset, bytes)| mine.look_at(facts, offset, bytes));
    }
    let live = facts.ite(cond, mine.live, theirs.live);
    mine.live = facts.tame(live);
    let made = facts.ite(cond, mine.made, theirs.made);
    mine.made = facts.tame(made);
    // The same boundaries on both sides, then cell by cell.
    let ends = |object: &Object| object.cells.iter().flat_map(|(at, c)| [*at, *at + c.bytes]).collect::<Vec<_>>();
    let (mine_ends, their_ends) = (ends(mine), ends(&theirs));
    their_ends.iter().for_each(|&at| mine.split_at(facts, at));
    mine_ends.iter().for_each(|&at| theirs.split_at(facts, at));
    let starts: Vec<(u64, u64)> = mine
        .cells
        .iter()
        .chain(&theirs.cells)
        .map(|(at, cell)| (*at, cell.bytes))
        .collect::<std::collections::BTreeSet<_>>()
        .into_iter()
        .collect();
    facts.spend(8 * starts.len());
    for (at, bytes) in starts {
        let view = |cell: Option<&Cell>| {
            if cell.is_some_and(|cell| cell.values.has_pointer()) { View::Pointer } else { View::Word }
        };
        let (my_view, their_view) = (view(theirs.cells.get(&at)), view(mine.cells.get(&at)));
        let (a, b) = (mine.load(facts, at, bytes, my_view), theirs.load(facts, at, bytes, their_view));
        let values = Values::choose(facts, cond, &a.values, &b.values);
        let kept = facts.ite(cond, a.kept, b.kept);
        mine.cells.insert(at, Cell { bytes, values: cap(facts, values, 8 * bytes as u32), kept });
    }
    if mine.rest != theirs.rest {
        mine.rest = match (mine.rest, theirs.rest) {
            (Rest::Undefined, _) | (_, Rest::Undefined) => Rest::Undefined,
            (Rest::Unknown(Reason::SymbolicOffset), _) | (_, Rest::Unknown(Reason::SymbolicOffset)) => {
                Rest::Unknown(Reason::SymbolicOffset)
            }
            _ => Rest::Unknown(Reason::Join),
        };
    }
    mine.writes.merge(facts, cond, &theirs.writes);
    if mine.family != theirs.family {
        mine.family = Some(one_of_two_families(facts));
    }
    mine.summary |= theirs.summary;
    mine.widened |= theirs.widened;
}

/// Where one stands for nothing, both hold what the other one does.
fn take_content(mine: &mut Object, theirs: &mut Object) {
    let (vacant, other) = if mine.vacant { (mine, theirs) } else { (theirs, mine) };
    *vacant = vacant.filled_like(other);
}

/// Two states that know different things of a family know nothing of it together.
fn one_of_two_families(facts: &mut Facts) -> Family {
    let next = facts.unknown(facts.pointer_bits(), Reason::Join);
    Family { next, live: None }
}
