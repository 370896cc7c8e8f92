//! The symbolic heap: objects with cells at constant offsets, and what the rest of each object holds.
//!
//! A cell at a constant offset is updated strongly. An offset that is not constant is compared with the cells that are
//! there; what lies beside them is then unknown. Objects are shared between states until they are written to.
//!
//! Not here: whether an access is allowed (`check`).

mod merge;
mod object;
mod somewhere;

pub use object::{Cell, EntryObject, Object, Rest};

use crate::entry::View;
use crate::facts::{Cond, Facts, Reason};
use crate::families::Family;
use crate::newest::Renaming;
use crate::ranges::{Range, Stored};
use crate::value::{MAX_ALTERNATIVES, Scalar, Values};
use crate::writes::Writes;
use cairn_logic::TermId;
use rustc_hash::FxHashMap;
use somewhere::{one_of_several, store_somewhere};
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

    /// Another one of the objects that this one stands for was made.
    pub fn set_made(&mut self, base: TermId) {
        if let Some(object) = self.edit(base) {
            object.made = Cond::TRUE;
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
            object.vacant = false;
        }
    }

    /// A block with a content of its own becomes one of those that another object stands for.
    pub fn fold(&mut self, facts: &mut Facts, base: TermId, into: TermId) {
        let Some(one) = self.objects.remove(&base) else { return };
        let mut one = Object { summary: true, ..(*one).clone() };
        // What is at an offset that is not constant is at another one in each block.
        one.writes.keep_constant(facts);
        match self.get(into) {
            Some(all) if all.vacant => self.add(into, all.filled_like(&one)),
            Some(all) => self.join_object(facts, into, &all.filled_like(&one)),
            None => self.add(into, one),
        }
    }

    /// There is no such object.
    pub fn remove(&mut self, base: TermId) {
        self.objects.remove(&base);
    }

    /// Gives objects that addresses lead to other names, wherever these addresses lie.
    pub(crate) fn rename(&mut self, facts: &mut Facts, renaming: &Renaming) {
        self.elsewhere.clear();
        for base in self.bases() {
            if self.get(base).is_some_and(|object| object.mentions(facts, renaming)) {
                self.edit(base).into_iter().for_each(|object| object.rename(facts, renaming));
            }
        }
    }

    /// Leaves out of the cells of an object what they cannot hold where `given` holds.
    pub fn keep_possible(&mut self, facts: &mut Facts, base: TermId, given: Cond) {
        for cell in self.edit(base).into_iter().flat_map(|object| object.cells.values_mut()) {
            if cell.values.single().is_none() {
                cell.values = cell.values.possible(facts, given);
            }
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
            facts.need(&piece.values);
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

    /// The whole object holds input, of which perhaps this is known.
    pub fn become_input(&mut self, base: TermId, known: Option<Range>) {
        if let Some(object) = self.change(base) {
            object.cells.clear();
            object.writes.clear();
            object.rest = Rest::Unknown(Reason::Input);
            known.into_iter().for_each(|range| object.writes.add_range(range));
        }
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

    /// What was read at offsets that are not constant.
    pub fn looked_at(&self, base: TermId) -> Vec<(TermId, u64, Values)> {
        let reads = self.get(base).into_iter().flat_map(|object| object.looked_at());
        reads.map(|(offset, bytes, values)| (offset, bytes, values.clone())).collect()
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

/// At most so many cases, under conditions that are not too large; beyond, any of the cases, or any value.
pub fn cap(facts: &mut Facts, values: Values, width: u32) -> Values {
    if values.iter().len() <= MAX_ALTERNATIVES {
        return values.tamed(facts);
    }
    values.anything(facts, width)
}

pub fn ones(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}
