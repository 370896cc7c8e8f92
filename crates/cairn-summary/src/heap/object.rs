//! One object of the heap: cells at constant offsets, and what the rest of it holds.
//!
//! A cell at a constant offset is updated strongly; `somewhere` has what happens at others.

use super::somewhere::{is_tainted, load_somewhere};
use super::{MAX_CELL, cap, ones};
use crate::entry::View;
use crate::facts::{Cond, Facts, Reason};
use crate::families::Family;
use crate::newest::Renaming;
use crate::ranges::Range;
use crate::rules::Ruling;
use crate::value::{Scalar, Values};
use crate::writes::Writes;
use cairn_logic::TermId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One object.
#[derive(Clone, PartialEq, Debug)]
pub struct Object {
    /// Neither freed nor out of scope.
    pub live: Cond,
    /// Where this does not hold, it was never made, and nothing leads to it.
    pub made: Cond,
    /// By offset; they do not overlap.
    pub(super) cells: BTreeMap<u64, Cell>,
    pub(super) rest: Rest,
    /// At offsets that are not constant.
    pub(super) writes: Writes,
    /// Stands for several objects: no update is strong.
    pub summary: bool,
    /// Given up on at the head of a loop: it stays unknown there.
    pub widened: bool,
    /// Was there when the function was entered.
    pub entry: Option<EntryObject>,
    /// What is known of the blocks that it stands for, by the order in which they were made.
    pub family: Option<Family>,
    /// It stands for none so far: what it holds does not count.
    pub vacant: bool,
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
const ORIGIN: u64 = 1 << 40;

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
        Object {
            live: Cond::TRUE,
            made: Cond::TRUE,
            cells,
            rest,
            writes,
            summary,
            widened: false,
            entry: None,
            family: None,
            vacant: false,
        }
    }

    /// One that is to stand for several, and stands for none so far.
    pub fn vacant() -> Object {
        Object { vacant: true, ..Object::new(Rest::Undefined, true) }
    }

    /// What another object holds, as alive as this one is.
    pub fn filled_like(&self, other: &Object) -> Object {
        Object { live: self.live, made: self.made, family: self.family.clone(), ..other.clone() }
    }

    /// Where it was made and is alive.
    pub fn exists(&self, facts: &mut Facts) -> Cond {
        facts.and(self.made, self.live)
    }

    /// An object as it is when the function is entered.
    pub fn of_entry(live: Cond, entry: EntryObject) -> Object {
        Object { live, entry: Some(entry), ..Object::new(Rest::Entry, false) }
    }

    /// Where the bytes at an offset lie, if that is at a constant distance from the start or the origin.
    pub(super) fn position(&self, facts: &mut Facts, offset: TermId) -> Option<u64> {
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
    pub(super) fn lies_at(&self, facts: &mut Facts, offset: TermId, position: u64) -> Cond {
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

    pub fn looked_at(&self) -> impl Iterator<Item = (TermId, u64, &Values)> {
        self.writes.looked_at()
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

    /// Does it hold anything whatever, as far as is known by position?
    pub fn says_nothing(&self) -> bool {
        self.cells.is_empty() && matches!(self.rest, Rest::Unknown(_) | Rest::Undefined)
    }

    /// Does it hold the address of one of the objects that get other names?
    pub(super) fn mentions(&self, facts: &Facts, renaming: &Renaming) -> bool {
        self.cells.values().any(|cell| renaming.is_in(facts, &cell.values)) || self.writes.mention(facts, renaming)
    }

    pub(super) fn rename(&mut self, facts: &mut Facts, renaming: &Renaming) {
        for cell in self.cells.values_mut() {
            cell.values = renaming.values(facts, &cell.values);
        }
        self.writes.rename(facts, renaming);
    }

    pub(super) fn overlapping(&self, offset: u64, bytes: u64) -> Vec<u64> {
        let start = offset.saturating_sub(MAX_CELL - 1);
        let near = self.cells.range(start..offset + bytes);
        near.filter(|(at, cell)| **at + cell.bytes > offset).map(|(at, _)| *at).collect()
    }

    /// Cuts cells so that none crosses an end of the range.
    pub(super) fn split_at(&mut self, facts: &mut Facts, offset: u64) {
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

    pub(super) fn clear(&mut self, facts: &mut Facts, offset: u64, bytes: u64) {
        self.split_at(facts, offset);
        self.split_at(facts, offset + bytes);
        for at in self.overlapping(offset, bytes) {
            self.cells.remove(&at);
        }
    }

    /// What lies at a position beside the cells.
    pub(super) fn rest_cell(&self, facts: &mut Facts, at: u64, bytes: u64, view: View) -> Cell {
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
    pub(super) fn load(&mut self, facts: &mut Facts, offset: u64, bytes: u64, view: View) -> Cell {
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
    pub(super) fn load_at(&mut self, facts: &mut Facts, given: Cond, offset: TermId, bytes: u64) -> Values {
        let found = load_somewhere(facts, given, self, offset, bytes);
        let values = self.writes.refine(facts, given, offset, bytes, found);
        let values = cap(facts, values, 8 * bytes as u32);
        if !self.summary {
            self.writes.remember(offset, bytes, &values);
        }
        values
    }

    /// Takes note of what lies at an offset, if it is not constant.
    pub(super) fn look_at(&mut self, facts: &mut Facts, offset: TermId, bytes: u64) {
        if self.position(facts, offset).is_none() {
            self.load_at(facts, Cond::TRUE, offset, bytes);
        }
    }

    pub(super) fn join_pieces(&mut self, facts: &mut Facts, offset: u64, bytes: u64) -> Cell {
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
            at += piece.bytes;
            let joined = match result {
                None => piece.values,
                Some(low) => piece.values.map2(&low, facts, |facts, high, low| facts.concat(high, low)),
            };
            // After each piece: every one of them multiplies the cases.
            result = Some(cap(facts, joined, 8 * (at - offset) as u32));
        }
        Cell { bytes, values: result.expect("a range has bytes"), kept }
    }

    pub(super) fn store(&mut self, facts: &mut Facts, offset: u64, bytes: u64, values: &Values, kept: Cond) {
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
    pub(super) fn kept_by_writing(&self, facts: &mut Facts, at: u64, bytes: u64, values: &Values) -> Cond {
        let Some(entry) = self.entry.filter(|_| !facts.rules.follow(Ruling::WrittenIsNotChanged)) else {
            return Cond::FALSE;
        };
        let before = facts.on_entry(entry.base, self.distance(at), bytes, View::AsBefore);
        if before == *values { Cond::TRUE } else { Cond::FALSE }
    }

    /// Forgets everything but whether something may be undefined.
    pub(super) fn forget(&mut self, reason: Reason, undefined: bool) {
        self.writes.clear();
        self.forget_cells(reason, undefined);
    }

    /// Forgets what is known by position.
    pub(super) fn forget_cells(&mut self, reason: Reason, undefined: bool) {
        let tainted = self.cells.values().any(|cell| is_tainted(&cell.values));
        self.cells.clear();
        if tainted || undefined || self.rest == Rest::Undefined {
            self.rest = Rest::Undefined;
        } else {
            self.rest = Rest::Unknown(reason);
        }
    }
}

/// Some bytes of a value.
fn part(facts: &mut Facts, values: &Values, from: u64, bytes: u64) -> Values {
    values.map(facts, |facts, scalar| facts.extract(scalar, 8 * from as u32, 8 * bytes as u32))
}
