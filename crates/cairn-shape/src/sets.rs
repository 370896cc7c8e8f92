//! Sets of heaps at one place: those that add nothing are dropped, many are joined.
//!
//! Not here: how two heaps are compared and joined (`merge`), which nodes are folded (`fold`), parts of heaps (`decompose`).

use crate::fold::{Folds, fold};
use crate::heap::Heap;
use crate::known::KnownLinks;
use crate::merge::{Cover, Outline, Style, cover, join, may_keep_shape};
use crate::run::{Join, Kept, Run, Stop};
use crate::value::Val;
use crate::world::World;
use cairn_ir::BlockId;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// Heaps that were seen at one block.
#[derive(Default)]
pub(crate) struct Seen {
    pub heaps: Vec<Heap>,
    /// Outlines of the first heaps, by these links.
    outlines: Vec<Outline>,
    links: KnownLinks,
    visits: u32,
    /// How many choices the last heap had made, and how often in a row that did not change.
    choices: Option<u32>,
    decided: u32,
    /// Where nothing is folded: positions of heaps by what is quickly seen of them.
    by_key: FxHashMap<u64, Vec<usize>>,
    /// The same: what they take.
    size: u64,
}

/// Steps that comparing two heaps costs, besides one for each object that is looked at; asking whether one covers the other is
/// half of that.
const COST_OF_JOINS: u64 = 10;
const COST_OF_COVERS: u64 = 5;
/// Iterations of a loop in which nothing was left to choose.
const DECIDED: u32 = 64;

impl Seen {
    fn remove(&mut self, at: usize) {
        self.heaps.remove(at);
        self.outlines.remove(at);
    }

    /// Looks at the outlines of all heaps.
    fn draw(&mut self, world: &World<'_>, known: &KnownLinks) {
        if self.links != *known {
            self.outlines.clear();
            self.links = known.clone();
        }
        let new = self.heaps[self.outlines.len()..].iter().map(|heap| Outline::of(world, heap, known));
        self.outlines.extend(new);
    }
}

impl Run<'_> {
    /// Adds a heap to the exits of a recursive function, which grow as those of a loop do.
    pub(crate) fn admit_at_exit(&mut self, seen: &mut Seen, heap: Heap) -> Result<Option<Heap>, Stop> {
        self.admit(seen, heap, true)
    }

    /// Adds a heap to those seen at a block. Gives the heap to go on with, if it adds something.
    pub(crate) fn admit(&mut self, seen: &mut Seen, mut heap: Heap, is_loop: bool) -> Result<Option<Heap>, Stop> {
        heap.collect();
        if is_loop {
            self.doubt_lost(&heap);
        }
        if !self.limits.patience.folds {
            return self.admit_as_it_is(seen, heap);
        }
        let mut patience = if is_loop { self.limits.patience.at_loops } else { self.limits.patience.at_joins };
        if self.limits.join == Join::Powerset {
            (patience.shapes, patience.lengths) = (u32::MAX, u32::MAX);
        }
        if is_loop {
            seen.decided = if seen.choices == Some(heap.choices) { seen.decided + 1 } else { 0 };
            seen.choices = Some(heap.choices);
            debug_assert!(heap.is_whole(self.world), "before folding");
            let folds = self.folds(seen.visits >= patience.nodes);
            fold(self.world, &mut heap, &mut self.known, folds);
            debug_assert!(heap.is_whole(self.world), "folding");
        } else {
            seen.visits = seen.heaps.len() as u32;
        }
        if seen.visits > self.limits.visits {
            return Err(Stop::Loop(self.span()));
        }
        let place = Place { visits: seen.visits, kept: patience, is_loop };
        if self.joined_with_seen(seen, &mut heap, place)? {
            return Ok(None);
        }
        if seen.decided == 0 || seen.decided > DECIDED {
            seen.visits += 1;
        }
        seen.heaps.push(heap.clone());
        Ok(Some(heap))
    }

    /// Compares a heap with those seen before: it is joined with some, and those that it covers are dropped. Says whether it
    /// adds nothing. What could not be joined with it is not tried again when it grew.
    fn joined_with_seen(&mut self, seen: &mut Seen, heap: &mut Heap, place: Place) -> Result<bool, Stop> {
        self.spend(1)?;
        if seen.heaps.is_empty() {
            return Ok(false);
        }
        let known = self.known.clone();
        seen.draw(self.world, &known);
        let mut new = Drawn { outline: Outline::of(self.world, heap, &known), heap, known: &known };
        let Some(mut by_old) = self.covers(seen, &new)? else { return Ok(true) };
        let (mut at, mut grown) = (0, false);
        while at < seen.heaps.len() {
            let (old, other) = (&seen.heaps[at], &seen.outlines[at]);
            if grown {
                by_old[at] = self.cover(&new, old, other)?;
                if by_old[at] == Some(Cover::Whole) {
                    return Ok(true);
                }
            }
            let by_new = self.cover_by(&new, old, other)?;
            let joins = || place.joins(seen.heaps.len(), &new.outline, other) && place.wants(self.world, new.heap, old);
            let ripe = by_old[at].is_some() || by_new.is_some() || joins();
            if by_new != Some(Cover::Whole) {
                let Some(wide) = ripe.then(|| self.joined(new.heap, old, place, &known)).flatten() else {
                    at += 1;
                    continue;
                };
                debug_assert!(wide.is_whole(self.world), "a join");
                *new.heap = wide;
                if place.is_loop && self.is_as_before(new.heap, old) {
                    return Ok(true);
                }
                new.outline = Outline::of(self.world, new.heap, &known);
                grown = true;
            }
            by_old.remove(at);
            seen.remove(at);
        }
        if grown {
            self.drop_covered(seen, &new)?;
        }
        seen.outlines.push(new.outline);
        Ok(false)
    }

    /// How those seen before cover a heap; nothing if one does as a whole.
    fn covers(&mut self, seen: &Seen, new: &Drawn<'_>) -> Result<Option<Vec<Option<Cover>>>, Stop> {
        let mut covers = Vec::with_capacity(seen.heaps.len());
        for (old, other) in seen.heaps.iter().zip(&seen.outlines) {
            let cover = self.cover(new, old, other)?;
            if cover == Some(Cover::Whole) {
                return Ok(None);
            }
            covers.push(cover);
        }
        Ok(Some(covers))
    }

    fn cover(&mut self, new: &Drawn<'_>, old: &Heap, other: &Outline) -> Result<Option<Cover>, Stop> {
        if !other.may_cover(&new.outline) {
            return Ok(None);
        }
        self.spend(COST_OF_COVERS)?;
        Ok(cover(self.world, new.heap, old, new.known))
    }

    fn cover_by(&mut self, new: &Drawn<'_>, old: &Heap, other: &Outline) -> Result<Option<Cover>, Stop> {
        if !new.outline.may_cover(other) {
            return Ok(None);
        }
        self.spend(COST_OF_COVERS)?;
        Ok(cover(self.world, old, new.heap, new.known))
    }

    /// Drops what a heap covers that grew meanwhile.
    fn drop_covered(&mut self, seen: &mut Seen, new: &Drawn<'_>) -> Result<(), Stop> {
        for at in (0..seen.heaps.len()).rev() {
            if self.cover_by(new, &seen.heaps[at], &seen.outlines[at])? == Some(Cover::Whole) {
                seen.remove(at);
            }
        }
        Ok(())
    }

    /// Folds what was joined: it may be what was there before, then.
    fn is_as_before(&mut self, heap: &mut Heap, old: &Heap) -> bool {
        let folds = self.folds(true);
        fold(self.world, heap, &mut self.known, folds);
        cover(self.world, heap, old, &self.known) == Some(Cover::Whole)
    }

    /// A heap that covers two, if it is time to join such heaps.
    fn joined(&self, heap: &Heap, old: &Heap, place: Place, known: &KnownLinks) -> Option<Heap> {
        let Place { visits, kept, is_loop } = place;
        let wide = Style { landmarks: Some(&self.landmarks[..]), known };
        let last = kept.shapes.max(kept.lengths).max(kept.numbers);
        let widens = is_loop && visits >= last;
        let mut merged = join(self.world, heap, old, if widens { wide } else { Style { landmarks: None, known } })?;
        let wanted = match (merged.shape_lost, merged.lengths_lost) {
            (true, _) => kept.shapes,
            (false, true) => kept.lengths,
            (false, false) => kept.numbers,
        };
        if visits < wanted && !merged.only_sites_lost {
            return None;
        }
        if is_loop && visits >= wanted && !widens {
            merged = join(self.world, heap, old, wide)?;
        }
        Some(Heap { choices: heap.choices.max(old.choices), ..merged.heap })
    }
}

/// A heap that arrives, with its outline by the links known then.
struct Drawn<'a> {
    heap: &'a mut Heap,
    outline: Outline,
    known: &'a KnownLinks,
}

/// Where heaps meet, and how many have been there.
#[derive(Clone, Copy)]
struct Place {
    visits: u32,
    kept: Kept,
    is_loop: bool,
}

impl Place {
    /// Is it time to join heaps with these outlines, if so many are kept?
    fn joins(&self, count: usize, new: &Outline, old: &Outline) -> bool {
        self.visits >= self.kept.numbers.min(self.kept.lengths).min(self.kept.shapes)
            && new.may_join(old)
            && (count >= self.kept.orders as usize || new.agrees(old) || new.differs_in_one_of_many(old))
    }

    /// Might a join of two heaps lose no more than it may by now?
    fn wants(&self, world: &World<'_>, heap: &Heap, old: &Heap) -> bool {
        let Place { visits, kept, .. } = *self;
        visits >= kept.shapes || may_keep_shape(world, heap, old, visits >= kept.lengths)
    }
}

impl Run<'_> {
    /// Who has little patience folds more.
    pub(crate) fn folds(&self, lossy: bool) -> Folds {
        Folds { lossy, held: self.limits.patience.tabulates }
    }

    /// Another iteration on the way to an execution that fails. What an earlier heap covers fails there, too.
    pub(crate) fn try_again(
        &mut self,
        seen: &mut Seen,
        block: BlockId,
        mut heap: Heap,
        most: u32,
    ) -> Result<Option<Heap>, Stop> {
        heap.collect();
        let (depth, choices) = (heap.frames.len(), heap.choices);
        let (trips, before) = heap.trips.entry((depth, block)).or_insert((0, choices));
        *trips += u32::from(*before != choices);
        *before = choices;
        if *trips > most || seen.visits > TRIES {
            return Ok(None);
        }
        let admitted = self.admit_as_it_is(seen, heap)?;
        seen.visits += u32::from(admitted.is_some());
        Ok(admitted)
    }

    /// Adds a heap that none of the others covers, without changing it.
    fn admit_as_it_is(&mut self, seen: &mut Seen, heap: Heap) -> Result<Option<Heap>, Stop> {
        self.spend(1 + heap.size() / SIZE_PER_STEP)?;
        if heap.objs.len() > MANY_OBJECTS || seen.size > LARGEST_SET {
            return Err(Stop::Loop(self.span()));
        }
        let known = KnownLinks::new();
        let key = key(&heap);
        for &at in seen.by_key.get(&key).into_iter().flatten() {
            self.spend(COST_OF_JOINS)?;
            if cover(self.world, &heap, &seen.heaps[at], &known) == Some(Cover::Whole) {
                return Ok(None);
            }
        }
        seen.by_key.entry(key).or_default().push(seen.heaps.len());
        seen.size += heap.size();
        seen.heaps.push(heap.clone());
        Ok(Some(heap))
    }
}

/// Heaps that are all kept cost what they take.
const SIZE_PER_STEP: u64 = 2;

/// Objects that a heap may have where nothing is folded.
const MANY_OBJECTS: usize = 80;

/// What all heaps of one place may take there: those of a long loop over an array grow in every iteration.
const LARGEST_SET: u64 = 1_000_000;

/// Heaps with other keys are not compared where nothing is folded: most of them differ in what a register holds.
fn key(heap: &Heap) -> u64 {
    let mut hasher = FxHasher::default();
    heap.objs.len().hash(&mut hasher);
    for val in heap.frames.iter().flat_map(|frame| frame.regs.values()) {
        match val {
            Val::Num(lin) => (0, lin.as_const()).hash(&mut hasher),
            Val::Ptr(addr) => (1, addr.off.as_const()).hash(&mut hasher),
            Val::Undef | Val::Top => 2.hash(&mut hasher),
        }
    }
    hasher.finish()
}

/// Heaps at the head of a loop that a search follows.
const TRIES: u32 = 300;

#[cfg(test)]
mod tests;
