//! What an object is known to hold at offsets that are not constant.
//!
//! Beside its cells, an object remembers its last writes and reads at such offsets. Each entry is a fact about the object as it is
//! now: at this offset there are these bytes. A read compares its offset with theirs; a write changes those that it
//! may meet or drops them. Whole ranges that hold the same are with them (`ranges`).

use crate::facts::{Cond, Facts};
use crate::newest::Renaming;
use crate::ranges::{Content, Range, Stored};
use crate::value::{Scalar, Values};
use cairn_logic::TermId;

/// Writes that are remembered for one object.
const MOST: usize = 6;
/// Ranges that are kept for one object.
const MOST_RANGES: usize = 4;

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Writes {
    /// The last writes, the oldest first.
    single: Vec<Write>,
    ranges: Vec<Range>,
}

#[derive(Clone, PartialEq, Debug)]
struct Write {
    offset: TermId,
    bytes: u64,
    values: Values,
    /// It was only read there: worth less than what was written.
    read: bool,
}

/// How two ranges lie to each other.
enum Meeting {
    Never,
    /// They are the same where this holds, and apart elsewhere.
    Same(Cond),
    /// They may overlap in part.
    Somehow,
}

impl Writes {
    pub fn clear(&mut self) {
        self.single.clear();
        self.ranges.clear();
    }

    /// Keeps what would be the same at the same places of other objects.
    pub fn keep_constant(&mut self, facts: &mut Facts) {
        self.single.clear();
        self.ranges.retain(|range| range.is_constant(facts));
    }

    pub fn is_empty(&self) -> bool {
        self.single.is_empty() && self.ranges.is_empty()
    }

    pub fn ranges(&self) -> &[Range] {
        &self.ranges
    }

    pub fn add_range(&mut self, range: Range) {
        self.ranges.push(range);
        if self.ranges.len() > MOST_RANGES {
            self.ranges.remove(0);
        }
    }

    /// What was written at offsets that are not constant: offset, number of bytes, what.
    pub fn written(&self) -> impl Iterator<Item = (TermId, u64, &Values)> {
        self.single.iter().filter(|write| !write.read).map(|write| (write.offset, write.bytes, &write.values))
    }

    /// What was read at offsets that are not constant.
    pub fn looked_at(&self) -> impl Iterator<Item = (TermId, u64, &Values)> {
        self.single.iter().filter(|write| write.read).map(|write| (write.offset, write.bytes, &write.values))
    }

    /// What a read of `found` where `given` holds gives if the entries are looked at, too.
    pub fn refine(&self, facts: &mut Facts, given: Cond, offset: TermId, bytes: u64, found: Values) -> Values {
        let ranges = self.ranges.iter();
        let mut values = ranges.fold(found, |found, range| range.refine(facts, given, offset, bytes, found));
        for write in self.single.iter().filter(|write| write.bytes == bytes) {
            let here = facts.eq(write.offset, offset);
            // Two reads in places that may be one: what they have in common is seldom worth its conditions, and a function
            // that is looked at alone has many.
            if write.read && facts.entry.is_some() && here != Cond::TRUE {
                continue;
            }
            values = Values::choose(facts, here, &write.values, &values);
        }
        values
    }

    /// Takes note of a write to an object where `given` holds; the object itself keeps one in a cell.
    pub fn record(&mut self, facts: &mut Facts, given: Cond, stored: Stored<'_>, in_cell: bool) {
        let Stored { offset, bytes, values, when } = stored;
        for range in std::mem::take(&mut self.ranges) {
            range.behind_write(facts, given, stored).into_iter().for_each(|range| self.add_range(range));
        }
        for mut write in std::mem::take(&mut self.single) {
            match meeting(facts, &write, offset, bytes) {
                Meeting::Never => self.single.push(write),
                Meeting::Same(cond) => {
                    let cond = facts.and(cond, when);
                    write.values = Values::choose(facts, cond, values, &write.values).tamed(facts);
                    if write.offset != offset || when != Cond::TRUE {
                        self.single.push(write);
                    }
                }
                Meeting::Somehow => {}
            }
        }
        if when == Cond::TRUE && !in_cell {
            self.push(Write { offset, bytes, values: values.clone(), read: false });
        }
    }

    /// Takes note of what a read gave, so that the next one gives the same.
    pub fn remember(&mut self, offset: TermId, bytes: u64, values: &Values) {
        let read = Write { offset, bytes, values: values.clone(), read: true };
        if self.find(&read).is_none() {
            self.push(read);
        }
    }

    /// Where another state knows something that this one does not, as far as there is room for it.
    pub fn missing(&self, other: &Writes) -> Vec<(TermId, u64)> {
        let missing = other.single.iter().filter(|write| self.find(write).is_none());
        let room = MOST.saturating_sub(self.single.len());
        missing.rev().take(room).map(|write| (write.offset, write.bytes)).collect()
    }

    /// The same with other names of objects.
    pub(crate) fn rename(&mut self, facts: &mut Facts, renaming: &Renaming) {
        self.ranges = self.ranges.iter().filter_map(|range| range.renamed(facts, renaming)).collect();
        self.single.retain(|write| !renaming.changes(facts, write.offset));
        for write in &mut self.single {
            write.values = renaming.values(facts, &write.values);
        }
    }

    /// Do they speak of one of the objects that get other names?
    pub(crate) fn mention(&self, facts: &Facts, renaming: &Renaming) -> bool {
        let in_range = |range: &Range| {
            let cases = match &range.content {
                Content::OneOf(cases) => &cases[..],
                Content::Defined | Content::Such(_) => &[],
            };
            cases.iter().any(|&scalar| renaming.mentions(facts, scalar))
        };
        let in_write = |write: &Write| renaming.changes(facts, write.offset) || renaming.is_in(facts, &write.values);
        let terms = |range: &Range| match range.content {
            Content::Such(comparison) => vec![range.start, range.count, comparison.than],
            _ => vec![range.start, range.count],
        };
        let in_terms = |range: &Range| terms(range).into_iter().any(|term| renaming.changes(facts, term));
        self.single.iter().any(in_write) || self.ranges.iter().any(|range| in_range(range) || in_terms(range))
    }

    fn push(&mut self, write: Write) {
        self.single.push(write);
        if self.single.len() > MOST {
            let victim = self.single.iter().position(|write| write.read).unwrap_or(0);
            self.single.remove(victim);
        }
    }

    /// What is known whichever of two states it is.
    pub fn merge(&mut self, facts: &mut Facts, cond: Cond, other: &Writes) {
        self.ranges.retain(|range| other.ranges.contains(range));
        self.single.retain(|write| other.find(write).is_some());
        for write in &mut self.single {
            let theirs = other.find(write).expect("just kept");
            write.values = Values::choose(facts, cond, &write.values, &theirs.values).tamed(facts);
            write.read &= theirs.read;
        }
    }

    /// Drops what is not the same in another state that is reached where `given` holds; tells whether something was.
    pub fn keep_common(&mut self, facts: &mut Facts, given: Cond, other: &Writes) -> bool {
        let before = self.single.len() + self.ranges.len();
        self.ranges.retain(|range| other.ranges.iter().any(|theirs| range.is_same(facts, given, theirs)));
        self.single.retain(|write| other.find(write).is_some_and(|theirs| is_same(facts, given, write, theirs)));
        self.single.len() + self.ranges.len() < before
    }

    fn find(&self, like: &Write) -> Option<&Write> {
        self.single.iter().find(|write| write.offset == like.offset && write.bytes == like.bytes)
    }
}

/// Are the same words there wherever `given` holds?
fn is_same(facts: &mut Facts, given: Cond, mine: &Write, theirs: &Write) -> bool {
    if mine.values == theirs.values {
        return true;
    }
    let defined_word = |scalar: Scalar| matches!(scalar, Scalar::Word { undef: 0, .. });
    let Some(Scalar::Word { term, undef: 0 }) = mine.values.single() else { return false };
    let differs = theirs.values.when(facts, |facts, scalar| match scalar {
        Scalar::Word { term: other, .. } if defined_word(scalar) => !facts.eq(term, other),
        _ => Cond::TRUE,
    });
    facts.follows(given, !differs)
}

fn meeting(facts: &mut Facts, write: &Write, offset: TermId, bytes: u64) -> Meeting {
    let distance = facts.conds.arena.sub(offset, write.offset);
    if let Some(distance) = facts.as_offset(distance) {
        let width = facts.conds.arena.width(offset);
        let back = (distance as u128).wrapping_neg() & crate::heap::ones(width);
        if u128::from(distance) >= u128::from(write.bytes) && back >= u128::from(bytes) {
            return Meeting::Never;
        }
        if distance == 0 && bytes == write.bytes {
            return Meeting::Same(Cond::TRUE);
        }
        return Meeting::Somehow;
    }
    // A whole number of places lies between them: they are the same place, or apart.
    if bytes == write.bytes && facts.multiple_of(distance, bytes) {
        return Meeting::Same(facts.eq(offset, write.offset));
    }
    Meeting::Somehow
}
