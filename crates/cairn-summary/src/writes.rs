//! What an object is known to hold at offsets that are not constant.
//!
//! Beside its cells, an object remembers its last writes and reads at such offsets. Each entry is a fact about the object as it is
//! now: at this offset there are these bytes. A read compares its offset with theirs; a write changes those that it
//! may meet or drops them.

use crate::facts::{Cond, Facts};
use crate::value::Values;
use cairn_logic::TermId;

/// Writes that are remembered for one object.
const MOST: usize = 6;

/// The last writes, the oldest first.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Writes(Vec<Write>);

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
        self.0.clear();
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What a read of `found` gives if the entries are looked at, too.
    pub fn refine(&self, facts: &mut Facts, offset: TermId, bytes: u64, found: Values) -> Values {
        let mut values = found;
        for write in self.0.iter().filter(|write| write.bytes == bytes) {
            let here = facts.eq(write.offset, offset);
            values = Values::choose(facts, here, &write.values, &values);
        }
        values
    }

    /// Takes note of a write where `when` holds; the object itself keeps one in a cell.
    pub fn record(
        &mut self,
        facts: &mut Facts,
        when: Cond,
        (offset, bytes): (TermId, u64),
        values: &Values,
        in_cell: bool,
    ) {
        for mut write in std::mem::take(&mut self.0) {
            match meeting(facts, &write, offset, bytes) {
                Meeting::Never => self.0.push(write),
                Meeting::Same(cond) => {
                    let cond = facts.and(cond, when);
                    write.values = Values::choose(facts, cond, values, &write.values).tamed(facts);
                    if write.offset != offset || when != Cond::TRUE {
                        self.0.push(write);
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

    fn push(&mut self, write: Write) {
        self.0.push(write);
        if self.0.len() > MOST {
            let victim = self.0.iter().position(|write| write.read).unwrap_or(0);
            self.0.remove(victim);
        }
    }

    /// What is known whichever of two states it is.
    pub fn merge(&mut self, facts: &mut Facts, cond: Cond, other: &Writes) {
        self.0.retain(|write| other.find(write).is_some());
        for write in &mut self.0 {
            let theirs = other.find(write).expect("just kept");
            write.values = Values::choose(facts, cond, &write.values, &theirs.values).tamed(facts);
        }
    }

    /// Drops what is not the same in another state; tells whether something was.
    pub fn keep_common(&mut self, other: &Writes) -> bool {
        let before = self.0.len();
        self.0.retain(|write| other.0.contains(write));
        self.0.len() < before
    }

    fn find(&self, like: &Write) -> Option<&Write> {
        self.0.iter().find(|write| write.offset == like.offset && write.bytes == like.bytes)
    }
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
    let aligned = |facts: &mut Facts, offset| bytes == 1 || facts.multiple_of(offset, bytes);
    if bytes == write.bytes && aligned(facts, offset) && aligned(facts, write.offset) {
        return Meeting::Same(facts.eq(offset, write.offset));
    }
    Meeting::Somehow
}
