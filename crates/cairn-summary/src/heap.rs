//! The symbolic heap: objects with cells at constant offsets, and what the rest of each object holds.
//!
//! A cell at a constant offset is updated strongly. An offset that is not constant is compared with the cells that are
//! there; what lies beside them is then unknown. Objects are shared between states until they are written to.
//!
//! Not here: whether an access is allowed (`check`).

use crate::entry::View;
use crate::facts::{Cond, Facts, Reason};
use crate::families::Family;
use crate::fold::fold;
use crate::ranges::{Range, Stored};
use crate::rules::Ruling;
use crate::value::{MAX_ALTERNATIVES, Scalar, Values};
use crate::writes::Writes;
use cairn_logic::TermId;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The widest cell, in bytes.
pub const MAX_CELL: u64 = 16;
/// Ranges longer than this are not kept byte by byte.
const MAX_RANGE: u64 = 4096;

/// All objects of a state.
#[derive(Clone, Debug, Default)]
pub struct Heap {
    objects: FxHashMap<TermId, Rc<Object>>,
    /// Something was written where nobody knows: objects of entry that are not here yet may hold anything.
    pub scrambled: Option<Scrambled>,
    /// What was read through addresses that are not known, by the number of the address. Nothing was written since.
    elsewhere: Writes,
}

/// What was written where nobody knows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Scrambled {
    Defined,
    /// Parts of it may be undefined.
    Undefined,
}

/// One object.
#[derive(Clone, PartialEq, Debug)]
pub struct Object {
    /// Neither freed nor out of scope.
    pub live: Cond,
    /// By offset; they do not overlap.
    cells: BTreeMap<u64, Cell>,
    rest: Rest,
    /// At offsets that are not constant.
    writes: Writes,
    /// Stands for several objects: no update is strong.
    pub summary: bool,
    /// Given up on at the head of a loop: it stays unknown there.
    pub widened: bool,
    /// Was there when the function was entered.
    pub entry: Option<EntryObject>,
    /// What is known of the blocks that it stands for, by the order in which they were made.
    pub family: Option<Family>,
}

/// An object of the caller, or a global: what is not written holds what it held on entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EntryObject {
    pub base: TermId,
    /// Cells lie at constant distances from here. The start of the object, if there is none.
    pub origin: Option<TermId>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    pub bytes: u64,
    pub values: Values,
    /// Where this holds, nothing was written here since entry; `values` are what was there.
    pub kept: Cond,
}

/// Positions of cells count from here in objects that have an origin, so that they may lie before it.
pub const ORIGIN: u64 = 1 << 40;

/// What an object holds beside its cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Rest {
    Undefined,
    Zero,
    /// Something, defined.
    Unknown(Reason),
    /// What it held when the function was entered.
    Entry,
}

impl Object {
    pub fn new(rest: Rest, summary: bool) -> Object {
        let (cells, writes) = (BTreeMap::new(), Writes::default());
        Object { live: Cond::TRUE, cells, rest, writes, summary, widened: false, entry: None, family: None }
    }

    /// An object as it is when the function is entered.
    pub fn of_entry(live: Cond, entry: EntryObject) -> Object {
        Object { live, entry: Some(entry), ..Object::new(Rest::Entry, false) }
    }

    /// Where the bytes at an offset lie, if that is at a constant distance from the start or the origin.
    fn position(&self, facts: &mut Facts, offset: TermId) -> Option<u64> {
        let Some(origin) = self.entry.and_then(|entry| entry.origin) else {
            // Before the start is beyond every end.
            return facts.as_offset(offset).filter(|offset| *offset < ORIGIN);
        };
        let distance = facts.conds.arena.sub(offset, origin);
        let distance = facts.as_distance(distance)?;
        let position = ORIGIN.checked_add_signed(distance)?;
        (position < 2 * ORIGIN).then_some(position)
    }

    /// The condition under which an offset is a position.
    fn lies_at(&self, facts: &mut Facts, offset: TermId, position: u64) -> Cond {
        match self.entry.and_then(|entry| entry.origin) {
            None => facts.offset_is(offset, position),
            Some(origin) => {
                let distance = facts.conds.arena.sub(offset, origin);
                facts.offset_is(distance, position.wrapping_sub(ORIGIN))
            }
        }
    }

    /// Distance of a position from the origin, or from the start.
    pub fn distance(&self, position: u64) -> i64 {
        let biased = self.entry.is_some_and(|entry| entry.origin.is_some());
        if biased { position as i64 - ORIGIN as i64 } else { position as i64 }
    }

    pub fn cells(&self) -> impl Iterator<Item = (u64, &Cell)> {
        self.cells.iter().map(|(at, cell)| (*at, cell))
    }

    /// What is known of whole ranges.
    pub fn ranges(&self) -> &[Range] {
        self.writes.ranges()
    }

    /// Does it differ from what it was on entry?
    pub fn is_touched(&self) -> bool {
        self.rest != Rest::Entry || self.cells.values().any(|cell| cell.kept != Cond::TRUE)
    }

    /// Was something written that is not defined?
    pub fn may_be_undefined(&self) -> bool {
        self.rest == Rest::Undefined || self.cells.values().any(|cell| is_tainted(&cell.values))
    }

    pub fn rest(&self) -> Rest {
        self.rest
    }

    fn overlapping(&self, offset: u64, bytes: u64) -> Vec<u64> {
        let start = offset.saturating_sub(MAX_CELL - 1);
        let near = self.cells.range(start..offset + bytes);
        near.filter(|(at, cell)| **at + cell.bytes > offset).map(|(at, _)| *at).collect()
    }

    /// Cuts cells so that none crosses an end of the range.
    fn split_at(&mut self, facts: &mut Facts, offset: u64) {
        let start = offset.saturating_sub(MAX_CELL - 1);
        let crossing = self.cells.range(start..offset).find(|(at, cell)| **at + cell.bytes > offset);
        let Some((&at, cell)) = crossing else { return };
        let cell = cell.clone();
        let head = offset - at;
        let low = part(facts, &cell.values, 0, head);
        let high = part(facts, &cell.values, head, cell.bytes - head);
        self.cells.insert(at, Cell { bytes: head, values: low, kept: cell.kept });
        self.cells.insert(offset, Cell { bytes: cell.bytes - head, values: high, kept: cell.kept });
    }

    fn clear(&mut self, facts: &mut Facts, offset: u64, bytes: u64) {
        self.split_at(facts, offset);
        self.split_at(facts, offset + bytes);
        for at in self.overlapping(offset, bytes) {
            self.cells.remove(&at);
        }
    }

    /// What lies at a position beside the cells.
    fn rest_cell(&self, facts: &mut Facts, at: u64, bytes: u64, view: View) -> Cell {
        let width = 8 * bytes as u32;
        let scalar = match self.rest {
            Rest::Zero => Scalar::word(facts.constant(width, 0)),
            Rest::Undefined => Scalar::Word { term: facts.unknown(width, Reason::Undefined), undef: ones(width) },
            Rest::Unknown(reason) => Scalar::word(facts.unknown(width, reason)),
            Rest::Entry => {
                let entry = self.entry.expect("only what was there on entry holds what it held");
                let values = facts.on_entry(entry.base, self.distance(at), bytes, view);
                return Cell { bytes, values, kept: Cond::TRUE };
            }
        };
        Cell { bytes, values: Values::one(scalar), kept: Cond::FALSE }
    }

    /// The content of a range. What is not in cells yet becomes a cell, so that the next read sees the same.
    fn load(&mut self, facts: &mut Facts, offset: u64, bytes: u64, view: View) -> Cell {
        if let Some(cell) = self.cells.get(&offset)
            && cell.bytes == bytes
        {
            if view == View::Pointer && cell.kept == Cond::TRUE && self.rest == Rest::Entry {
                let seen = self.rest_cell(facts, offset, bytes, view);
                self.cells.insert(offset, seen.clone());
                return seen;
            }
            return cell.clone();
        }
        let inside = self.overlapping(offset, bytes);
        if let [at] = inside[..]
            && at <= offset
            && at + self.cells[&at].bytes >= offset + bytes
        {
            let Cell { values, kept, .. } = self.cells[&at].clone();
            return Cell { bytes, values: part(facts, &values, offset - at, bytes), kept };
        }
        if inside.is_empty() {
            let cell = self.rest_cell(facts, offset, bytes, view);
            self.cells.insert(offset, cell.clone());
            return cell;
        }
        self.join_pieces(facts, offset, bytes)
    }

    /// The content at an offset that is not constant. It is remembered, so that the next read sees the same.
    fn load_at(&mut self, facts: &mut Facts, given: Cond, offset: TermId, bytes: u64) -> Values {
        let found = load_somewhere(facts, given, self, offset, bytes);
        let values = self.writes.refine(facts, given, offset, bytes, found);
        let values = cap(facts, values, 8 * bytes as u32);
        if !self.summary {
            self.writes.remember(offset, bytes, &values);
        }
        values
    }

    /// Takes note of what lies at an offset, if it is not constant.
    fn look_at(&mut self, facts: &mut Facts, offset: TermId, bytes: u64) {
        if self.position(facts, offset).is_none() {
            self.load_at(facts, Cond::TRUE, offset, bytes);
        }
    }

    fn join_pieces(&mut self, facts: &mut Facts, offset: u64, bytes: u64) -> Cell {
        self.split_at(facts, offset);
        self.split_at(facts, offset + bytes);
        let (mut result, mut at): (Option<Values>, u64) = (None, offset);
        let mut kept = Cond::TRUE;
        while at < offset + bytes {
            let next = self.cells.range(at..).next().map_or(offset + bytes, |(start, _)| (*start).min(offset + bytes));
            let piece = match self.cells.get(&at) {
                Some(cell) => cell.clone(),
                None => self.rest_cell(facts, at, next - at, View::Word),
            };
            kept = facts.and(kept, piece.kept);
            result = Some(match result {
                None => piece.values,
                Some(low) => piece.values.map2(&low, facts, |facts, high, low| facts.concat(high, low)),
            });
            at += piece.bytes;
        }
        let values = cap(facts, result.expect("a range has bytes"), 8 * bytes as u32);
        Cell { bytes, values, kept }
    }

    fn store(&mut self, facts: &mut Facts, offset: u64, bytes: u64, values: &Values, kept: Cond) {
        let values = if self.summary {
            let old = self.load(facts, offset, bytes, View::Word).values;
            let hit = facts.choice();
            Values::choose(facts, hit, values, &old)
        } else {
            values.clone()
        };
        self.clear(facts, offset, bytes);
        let values = cap(facts, values, 8 * bytes as u32);
        self.cells.insert(offset, Cell { bytes, values, kept });
    }

    /// Where a write counts as none: nowhere, also if it puts back what was there.
    fn kept_by_writing(&self, facts: &mut Facts, at: u64, bytes: u64, values: &Values) -> Cond {
        let Some(entry) = self.entry.filter(|_| !facts.rules.follow(Ruling::WrittenIsNotChanged)) else {
            return Cond::FALSE;
        };
        let before = facts.on_entry(entry.base, self.distance(at), bytes, View::AsBefore);
        if before == *values { Cond::TRUE } else { Cond::FALSE }
    }

    /// Forgets everything but whether something may be undefined.
    fn forget(&mut self, reason: Reason, undefined: bool) {
        self.writes.clear();
        self.forget_cells(reason, undefined);
    }

    /// Forgets what is known by position.
    fn forget_cells(&mut self, reason: Reason, undefined: bool) {
        let tainted = self.cells.values().any(|cell| is_tainted(&cell.values));
        self.cells.clear();
        if tainted || undefined || self.rest == Rest::Undefined {
            self.rest = Rest::Undefined;
        } else {
            self.rest = Rest::Unknown(reason);
        }
    }
}

impl Heap {
    /// An object of entry that was not met so far.
    pub fn untouched(&self, facts: &mut Facts, entry: EntryObject) -> Object {
        let live = facts.live_on_entry(entry.base);
        let Some(scrambled) = self.scrambled else { return Object::of_entry(live, entry) };
        let spared = facts.choice();
        let live = if facts.is_global(entry.base) { live } else { facts.and(live, spared) };
        let rest = match scrambled {
            Scrambled::Defined => Rest::Unknown(Reason::External),
            Scrambled::Undefined => Rest::Undefined,
        };
        Object { rest, ..Object::of_entry(live, entry) }
    }

    pub fn add(&mut self, base: TermId, object: Object) {
        self.elsewhere.clear();
        self.objects.insert(base, Rc::new(object));
    }

    /// Reads through an address that is not known: `any`, unless it was read before.
    pub fn load_elsewhere(
        &mut self,
        facts: &mut Facts,
        given: Cond,
        address: TermId,
        bytes: u64,
        any: Scalar,
    ) -> Values {
        let values = self.elsewhere.refine(facts, given, address, bytes, Values::one(any));
        let values = cap(facts, values, 8 * bytes as u32);
        self.elsewhere.remember(address, bytes, &values);
        values
    }

    /// Something may have been written through an address that is not known, or there is something new at it.
    pub fn forget_elsewhere(&mut self) {
        self.elsewhere.clear();
    }

    /// Keeps what another state, which is reached where `given` holds, knows as well; tells whether something is gone.
    pub fn keep_common_elsewhere(&mut self, facts: &mut Facts, given: Cond, other: &Heap) -> bool {
        self.elsewhere.keep_common(facts, given, &other.elsewhere)
    }

    pub fn get(&self, base: TermId) -> Option<&Object> {
        self.objects.get(&base).map(|object| &**object)
    }

    fn edit(&mut self, base: TermId) -> Option<&mut Object> {
        self.objects.get_mut(&base).map(Rc::make_mut)
    }

    /// An object whose content is about to change: an address that is not known may lead there.
    fn change(&mut self, base: TermId) -> Option<&mut Object> {
        self.elsewhere.clear();
        self.edit(base)
    }

    pub fn set_live(&mut self, base: TermId, live: Cond) {
        if let Some(object) = self.edit(base) {
            object.live = live;
            object.family = object.family.take().map(|family| Family { live: None, ..family });
        }
    }

    /// What is known of the members of a family.
    pub fn family(&self, base: TermId) -> Option<&Family> {
        self.get(base).and_then(|object| object.family.as_ref())
    }

    pub fn set_family(&mut self, base: TermId, family: Family) {
        if let Some(object) = self.edit(base) {
            object.family = Some(family);
        }
    }

    /// Are there families of which it is known that some members are alive?
    pub fn has_members(&self) -> bool {
        let alive = |family: &Family| family.live.as_ref().is_some_and(|live| !live.is_empty());
        self.objects.values().any(|object| object.family.as_ref().is_some_and(alive))
    }

    pub fn families(&self) -> Vec<TermId> {
        self.bases().into_iter().filter(|base| self.family(*base).is_some()).collect()
    }

    pub fn set_several(&mut self, base: TermId, several: bool) {
        if let Some(object) = self.edit(base) {
            object.summary = several;
        }
    }

    /// Content undefined, alive: a scope starts again.
    pub fn restart(&mut self, base: TermId) {
        if let Some(object) = self.change(base) {
            let summary = object.summary;
            *object = Object::new(Rest::Undefined, summary);
        }
    }

    /// One more object of those that this one stands for was made: its content is undefined.
    pub fn reallocate(&mut self, base: TermId) {
        if let Some(object) = self.change(base) {
            object.cells.clear();
            object.writes.clear();
            object.rest = Rest::Undefined;
        }
    }

    /// A scope ends: no content, and no access any more.
    pub fn end_scope(&mut self, base: TermId) {
        self.restart(base);
        self.set_live(base, Cond::FALSE);
    }

    /// Gives up on the content at the head of a loop; parts of it may be undefined.
    pub fn widen(&mut self, base: TermId, undefined: bool) {
        if let Some(object) = self.change(base) {
            object.cells.clear();
            object.writes.clear();
            object.rest = if undefined { Rest::Undefined } else { Rest::Unknown(Reason::Loop) };
            object.widened = true;
        }
    }

    /// Reads a word or an address through an address into a known object, where `given` holds.
    pub fn load(
        &mut self,
        facts: &mut Facts,
        given: Cond,
        base: TermId,
        offset: TermId,
        bytes: u64,
        view: View,
    ) -> Values {
        let Some(object) = self.edit(base) else {
            return Values::one(Scalar::word(facts.unknown(8 * bytes as u32, Reason::UnknownObject)));
        };
        let summary = object.summary;
        let values = match object.position(facts, offset) {
            Some(at) => {
                let found = object.load(facts, at, bytes, view).values;
                let values = object.writes.refine(facts, given, offset, bytes, found);
                cap(facts, values, 8 * bytes as u32)
            }
            None => object.load_at(facts, given, offset, bytes),
        };
        if summary { one_of_several(facts, &values, 8 * bytes as u32) } else { values }
    }

    pub fn store(&mut self, facts: &mut Facts, base: TermId, offset: TermId, bytes: u64, values: &Values) {
        self.store_if(facts, Cond::TRUE, Cond::TRUE, base, offset, bytes, values);
    }

    /// Writes where `given` holds, and only where `cond` does.
    #[allow(clippy::too_many_arguments)]
    pub fn store_if(
        &mut self,
        facts: &mut Facts,
        given: Cond,
        cond: Cond,
        base: TermId,
        offset: TermId,
        bytes: u64,
        values: &Values,
    ) {
        facts.expose(values);
        let Some(object) = self.change(base) else { return };
        let at = object.position(facts, offset);
        if object.summary {
            object.writes.clear();
        } else {
            object.writes.record(facts, given, Stored { offset, bytes, values, when: cond }, at.is_some());
        }
        let Some(at) = at else {
            return store_somewhere(facts, object, cond, offset, bytes, values);
        };
        if cond == Cond::TRUE {
            let kept = object.kept_by_writing(facts, at, bytes, values);
            return object.store(facts, at, bytes, values, kept);
        }
        let view = if values.has_pointer() { View::Pointer } else { View::Word };
        let old = object.load(facts, at, bytes, view);
        let merged = Values::choose(facts, cond, values, &old.values);
        let kept = facts.and(old.kept, !cond);
        object.store(facts, at, bytes, &merged, kept);
    }

    /// Puts a value in the place of another one at the head of a loop; `kept` tells where it may not have been written.
    pub fn replace(&mut self, facts: &mut Facts, base: TermId, at: u64, bytes: u64, values: &Values, kept: Cond) {
        if let Some(object) = self.change(base) {
            object.store(facts, at, bytes, values, kept);
        }
    }

    /// What lies at a position.
    pub fn at(&mut self, facts: &mut Facts, base: TermId, at: u64, bytes: u64) -> Cell {
        match self.edit(base) {
            Some(object) => object.load(facts, at, bytes, View::AsBefore),
            None => {
                let values = Values::word(facts.unknown(8 * bytes as u32, Reason::UnknownObject));
                Cell { bytes, values, kept: Cond::FALSE }
            }
        }
    }

    /// Is an offset at a constant place of the object?
    pub fn is_exact_at(&mut self, facts: &mut Facts, base: TermId, offset: TermId) -> bool {
        self.get(base).is_some_and(|object| object.position(facts, offset).is_some())
    }

    /// The cells of a range, by offset in it; `None` if the range is too long or not in one known object.
    pub fn extract(
        &mut self,
        facts: &mut Facts,
        base: TermId,
        offset: TermId,
        bytes: u64,
    ) -> Option<Vec<(u64, u64, Values)>> {
        if bytes > MAX_RANGE {
            return None;
        }
        let object = self.edit(base)?;
        if object.summary {
            return None;
        }
        let offset = object.position(facts, offset)?;
        object.split_at(facts, offset);
        object.split_at(facts, offset + bytes);
        let (mut pieces, mut at) = (Vec::new(), offset);
        while at < offset + bytes {
            let next =
                object.cells.range(at..).next().map_or(offset + bytes, |(start, _)| (*start).min(offset + bytes));
            let piece = match object.cells.get(&at) {
                Some(cell) => cell.clone(),
                None => object.rest_cell(facts, at, (next - at).min(8), View::AsBefore),
            };
            pieces.push((at - offset, piece.bytes, piece.values));
            at += piece.bytes;
        }
        Some(pieces)
    }

    /// Sets a range to one byte; `false` if it is too long to be kept.
    pub fn fill(&mut self, facts: &mut Facts, base: TermId, offset: TermId, bytes: u64, whole: bool, byte: u8) -> bool {
        let Some(object) = self.change(base) else { return false };
        object.writes.clear();
        let Some(offset) = object.position(facts, offset) else { return false };
        if whole && byte == 0 && !object.summary {
            object.cells.clear();
            object.rest = Rest::Zero;
            return true;
        }
        if bytes > MAX_RANGE {
            return false;
        }
        let mut at = 0;
        while at < bytes {
            let size = (bytes - at).min(8);
            let pattern = u128::from_ne_bytes([byte; 16]);
            let value = Values::word(facts.constant(8 * size as u32, pattern));
            object.store(facts, offset + at, size, &value, Cond::FALSE);
            at += size;
        }
        true
    }

    /// Nothing is known of the content any more.
    pub fn forget(&mut self, base: TermId, reason: Reason) {
        if let Some(object) = self.change(base) {
            object.forget(reason, false);
        }
    }

    /// Parts of the object are overwritten by something that may be undefined.
    pub fn scramble(&mut self, base: TermId) {
        if let Some(object) = self.change(base) {
            object.cells.clear();
            object.writes.clear();
            object.rest = Rest::Undefined;
        }
    }

    /// The state after two branches: `mine` where `cond` holds, `other` elsewhere.
    pub fn merge(&mut self, facts: &mut Facts, cond: Cond, other: &Heap) {
        let mut bases: Vec<TermId> = self.objects.keys().chain(other.objects.keys()).copied().collect();
        bases.sort_unstable();
        bases.dedup();
        facts.spend(bases.len());
        for base in bases {
            let mine = self.objects.get(&base).cloned().or_else(|| self.initial(facts, other.objects[&base].entry?));
            let theirs = other.objects.get(&base).cloned().or_else(|| other.initial(facts, self.objects[&base].entry?));
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

    pub fn object_count(&self) -> usize {
        self.objects.len()
    }

    pub fn any(&self, mut is_one: impl FnMut(TermId) -> bool) -> bool {
        self.objects.keys().any(|&base| is_one(base))
    }

    pub fn bases(&self) -> Vec<TermId> {
        let mut bases: Vec<TermId> = self.objects.keys().copied().collect();
        bases.sort_unstable();
        bases
    }

    /// Every address that an object holds, with its condition.
    pub fn addresses_in(&self, base: TermId) -> Vec<(TermId, Cond)> {
        let Some(object) = self.get(base) else { return Vec::new() };
        let cells = object.cells.values().flat_map(|cell| cell.values.iter().collect::<Vec<_>>());
        cells
            .filter_map(|(scalar, cond)| match scalar {
                Scalar::Ptr { base, .. } => Some((base, cond)),
                Scalar::Word { .. } => None,
            })
            .collect()
    }

    /// Keeps of the writes at offsets that are not constant those that are the same in another state, which is reached
    /// where `given` holds.
    pub fn keep_common_writes(&mut self, facts: &mut Facts, given: Cond, other: &Heap, base: TermId) -> bool {
        let Some(theirs) = other.objects.get(&base) else { return false };
        let differ =
            self.objects.get(&base).is_some_and(|mine| mine.writes != theirs.writes && !mine.writes.is_empty());
        differ && self.edit(base).is_some_and(|mine| mine.writes.keep_common(facts, given, &theirs.writes))
    }

    /// What is known of whole ranges of an object.
    pub fn ranges(&self, base: TermId) -> &[Range] {
        self.get(base).map_or(&[], |object| object.writes.ranges())
    }

    pub fn add_range(&mut self, base: TermId, range: Range) {
        if let Some(object) = self.edit(base) {
            object.writes.add_range(range);
        }
    }

    /// What was written at offsets that are not constant.
    pub fn written(&self, base: TermId) -> Vec<(TermId, u64, Values)> {
        let writes = self.get(base).into_iter().flat_map(|object| object.writes.written());
        writes.map(|(offset, bytes, values)| (offset, bytes, values.clone())).collect()
    }

    /// How two heaps differ in one object that both have.
    pub fn difference(&self, other: &Heap, base: TermId) -> Option<Difference> {
        let (mine, theirs) = (self.objects.get(&base)?, other.objects.get(&base)?);
        if Rc::ptr_eq(mine, theirs) || mine == theirs {
            return None;
        }
        let changed = |(at, cell): &(&u64, &Cell)| mine.cells.get(at) != Some(cell);
        let mut cells: Vec<(u64, u64)> =
            theirs.cells.iter().filter(changed).map(|(at, cell)| (*at, cell.bytes)).collect();
        let gone = mine.cells.iter().filter(|(at, _)| !theirs.cells.contains_key(at));
        cells.extend(gone.map(|(at, cell)| (*at, cell.bytes)));
        Some(Difference { live: mine.live != theirs.live, rest: mine.rest != theirs.rest, cells })
    }
}

/// How an object differs between two states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    pub live: bool,
    pub rest: bool,
    /// Offset and size of the cells that differ.
    pub cells: Vec<(u64, u64)>,
}

fn exists_where(facts: &mut Facts, cond: Cond, mut object: Rc<Object>) -> Rc<Object> {
    let live = facts.and(object.live, cond);
    let live = facts.tame(live);
    if live != object.live {
        Rc::make_mut(&mut object).live = live;
    }
    // Nothing leads to members of a family where there are none, so what is known of them may stay.
    object
}

fn merge_objects(facts: &mut Facts, cond: Cond, mine: &mut Object, theirs: &Object) {
    let mut theirs = theirs.clone();
    if !mine.summary && !theirs.summary {
        // What is known at an offset on one side only is asked of the other.
        let (ours, others) = (theirs.writes.missing(&mine.writes), mine.writes.missing(&theirs.writes));
        ours.into_iter().for_each(|(offset, bytes)| theirs.look_at(facts, offset, bytes));
        others.into_iter().for_each(|(offset, bytes)| mine.look_at(facts, offset, bytes));
    }
    let live = facts.ite(cond, mine.live, theirs.live);
    mine.live = facts.tame(live);
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

/// Two states that know different things of a family know nothing of it together.
fn one_of_two_families(facts: &mut Facts) -> Family {
    let next = facts.unknown(facts.pointer_bits(), Reason::Join);
    Family { next, live: None }
}

/// What one of several objects holds: two reads may be of different ones, so nothing relates them.
fn one_of_several(facts: &mut Facts, values: &Values, width: u32) -> Values {
    let mut word: Option<Scalar> = None;
    let mut result: Option<Values> = None;
    for (scalar, _) in values.iter() {
        let case = match scalar {
            Scalar::Word { term, undef } => {
                let (known, known_undef) = match word {
                    Some(Scalar::Word { term, undef }) => (Some(term), undef),
                    _ => (None, 0),
                };
                let constant = facts.conds.arena.as_const(term).is_some() && known.is_none_or(|known| known == term);
                let term = if constant { term } else { facts.unknown(width, Reason::Loop) };
                word = Some(Scalar::Word { term, undef: undef | known_undef });
                continue;
            }
            Scalar::Ptr { base, offset } => {
                let base = match facts.member(base) {
                    Some((family, _)) => {
                        let index = facts.unknown(facts.pointer_bits(), Reason::Loop);
                        facts.member_at(family, index)
                    }
                    None => base,
                };
                let fixed = facts.as_offset(offset).is_some();
                let width = facts.conds.arena.width(offset);
                Scalar::Ptr { base, offset: if fixed { offset } else { facts.unknown(width, Reason::Loop) } }
            }
        };
        result = Some(either(facts, case, result));
    }
    if let Some(word) = word {
        result = Some(either(facts, word, result));
    }
    result.unwrap_or_else(|| values.clone())
}

fn either(facts: &mut Facts, scalar: Scalar, others: Option<Values>) -> Values {
    match others {
        None => Values::one(scalar),
        Some(others) => {
            let this = facts.choice();
            Values::choose(facts, this, &Values::one(scalar), &others)
        }
    }
}

/// A read at an offset that is not constant: each cell where it lies there, otherwise something.
fn load_somewhere(facts: &mut Facts, given: Cond, object: &mut Object, offset: TermId, bytes: u64) -> Values {
    let width = 8 * bytes as u32;
    let regular = object.cells.len() < MAX_ALTERNATIVES
        && object.cells.iter().all(|(at, cell)| cell.bytes == bytes && at % bytes == 0);
    if object.rest == Rest::Zero && object.cells.is_empty() {
        return Values::word(facts.constant(width, 0));
    }
    let rest_defined = object.rest != Rest::Undefined;
    let unknown = |facts: &mut Facts, defined: bool| {
        let term = facts.unknown(width, Reason::SymbolicOffset);
        Scalar::Word { term, undef: if defined { 0 } else { ones(width) } }
    };
    if !regular {
        let defined = rest_defined && object.cells.values().all(|cell| cell.values.iter().all(|(s, _)| s.undef() == 0));
        let found = Values::one(unknown(facts, defined));
        if object.entry.is_some() {
            return found;
        }
        let ranges = fold(facts, &object.cells, bytes);
        return ranges.iter().fold(found, |found, range| range.refine(facts, given, offset, bytes, found));
    }
    // An offset that is not a multiple of the size would cross cells.
    let mut elsewhere = Cond::TRUE;
    let mut cases = Vec::new();
    let cells: Vec<(u64, Values)> = object.cells.iter().map(|(at, cell)| (*at, cell.values.clone())).collect();
    for (at, values) in cells {
        let here = object.lies_at(facts, offset, at);
        for (scalar, cond) in values.iter() {
            cases.push((scalar, facts.and(cond, here)));
        }
        let not_here = facts.not(here);
        elsewhere = facts.and(elsewhere, not_here);
    }
    let all_defined = rest_defined && cases.iter().all(|(scalar, _)| scalar.undef() == 0);
    // Beside the cells, or across them.
    cases.push((unknown(facts, all_defined), elsewhere));
    let values = Values::of(facts, cases);
    cap(facts, values, width)
}

/// A write at an offset that is not constant.
fn store_somewhere(facts: &mut Facts, object: &mut Object, cond: Cond, offset: TermId, bytes: u64, values: &Values) {
    let regular = object.cells.len() < MAX_ALTERNATIVES
        && object.cells.iter().all(|(at, cell)| cell.bytes == bytes && at % bytes == 0);
    let from_origin = match object.entry.and_then(|entry| entry.origin) {
        Some(origin) => facts.conds.arena.sub(offset, origin),
        None => offset,
    };
    let aligned = facts.multiple_of(from_origin, bytes);
    if !regular || !aligned {
        return object.forget_cells(Reason::SymbolicOffset, is_tainted(values));
    }
    let offsets: Vec<u64> = object.cells.keys().copied().collect();
    for at in offsets {
        let here = object.lies_at(facts, offset, at);
        let here = facts.and(here, cond);
        let hit = if object.summary {
            let c = facts.choice();
            facts.and(here, c)
        } else {
            here
        };
        let old = object.cells[&at].clone();
        let new = Values::choose(facts, hit, values, &old.values);
        let new = cap(facts, new, 8 * bytes as u32);
        let kept = facts.and(old.kept, !hit);
        object.cells.insert(at, Cell { bytes, values: new, kept });
    }
    if object.rest != Rest::Undefined {
        let tainted = is_tainted(values);
        object.rest = if tainted { Rest::Undefined } else { Rest::Unknown(Reason::SymbolicOffset) };
    }
}

fn is_tainted(values: &Values) -> bool {
    values.iter().any(|(scalar, _)| scalar.undef() != 0)
}

/// Some bytes of a value.
fn part(facts: &mut Facts, values: &Values, from: u64, bytes: u64) -> Values {
    values.map(facts, |facts, scalar| facts.extract(scalar, 8 * from as u32, 8 * bytes as u32))
}

/// At most so many cases, under conditions that are not too large; beyond, any of the cases, or any value.
pub fn cap(facts: &mut Facts, values: Values, width: u32) -> Values {
    if values.iter().len() <= MAX_ALTERNATIVES {
        return values.tamed(facts);
    }
    facts.expose(&values);
    let undef = values.iter().fold(0, |undef, (scalar, _)| undef | scalar.undef());
    Values::one(Scalar::Word { term: facts.unknown(width, Reason::Join), undef })
}

pub fn ones(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}
