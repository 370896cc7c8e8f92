//! The names of one function: values in one table, labels in another.
//!
//! Ids are given by first mention. Numbers (`%12`) index a vector, names a hash map; both keep their memory from one
//! function to the next.

use super::Map;

/// What stands after `%`.
#[derive(Clone, Copy, Debug)]
pub(super) enum LocalName<'a> {
    Number(u32, &'a str),
    Name(&'a str),
}

impl<'a> LocalName<'a> {
    pub fn text(self) -> &'a str {
        match self {
            LocalName::Number(_, text) | LocalName::Name(text) => text,
        }
    }
}

/// One name of the function.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<'a> {
    /// Empty for a numbered value that the text never mentions.
    pub name: &'a str,
    /// Byte position of the first mention.
    pub mentioned: u32,
    /// `UNDEFINED`, or what the definition stands for: the block's number for a label.
    pub target: u32,
}

pub(super) const UNDEFINED: u32 = u32::MAX;

const FREE: u32 = u32::MAX;

/// How far ahead of the known numbers a number may be before it goes to the sparse map: memory must not follow from
/// the value of a number.
const DENSE_GAP: usize = 4096;

#[derive(Default, Debug)]
pub(super) struct NameTable<'a> {
    named: Map<&'a str, u32>,
    dense: Vec<u32>,
    sparse: Map<u32, u32>,
    pub entries: Vec<Entry<'a>>,
}

impl<'a> NameTable<'a> {
    pub fn clear(&mut self) {
        self.named.clear();
        self.dense.clear();
        self.sparse.clear();
        self.entries.clear();
    }

    /// The entry of a name, new if this is its first mention.
    #[inline]
    pub fn mention(&mut self, name: LocalName<'a>, pos: u32) -> u32 {
        let next = self.entries.len() as u32;
        let slot = match name {
            LocalName::Name(text) => self.named.entry(text).or_insert(FREE),
            LocalName::Number(number, _) => self.number_slot(number),
        };
        if *slot != FREE {
            return *slot;
        }
        *slot = next;
        self.entries.push(Entry { name: name.text(), mentioned: pos, target: UNDEFINED });
        next
    }

    /// Defines a name as `target`; `None` if it was defined before.
    #[inline]
    pub fn define(&mut self, name: LocalName<'a>, pos: u32, target: u32) -> Option<u32> {
        let index = self.mention(name, pos);
        let entry = &mut self.entries[index as usize];
        if entry.target != UNDEFINED {
            return None;
        }
        entry.target = target;
        Some(index)
    }

    /// The first entry that was mentioned but never defined.
    pub fn undefined(&self) -> Option<&Entry<'a>> {
        self.entries.iter().find(|entry| entry.target == UNDEFINED)
    }

    fn number_slot(&mut self, number: u32) -> &mut u32 {
        let index = number as usize;
        if index >= self.dense.len() {
            if index >= self.dense.len() + DENSE_GAP {
                return self.sparse.entry(number).or_insert(FREE);
            }
            self.dense.resize(index + 1, FREE);
        }
        let slot = &mut self.dense[index];
        if *slot == FREE && !self.sparse.is_empty() {
            *slot = self.sparse.get(&number).copied().unwrap_or(FREE);
        }
        slot
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_far_ahead_is_found_again_when_the_dense_part_reaches_it() {
        let mut table = NameTable::default();
        let far = table.mention(LocalName::Number(9000, "9000"), 0);
        assert!(table.dense.is_empty());
        for number in 0..9000 {
            table.define(LocalName::Number(number, ""), 0, 0);
        }
        assert_eq!(table.undefined().map(|entry| entry.name), Some("9000"));
        assert_eq!(table.define(LocalName::Number(9000, "9000"), 0, 0), Some(far));
        assert_eq!(table.define(LocalName::Number(9000, "9000"), 0, 0), None);
        assert!(table.undefined().is_none());
    }
}
