//! One object: its bytes, which of their bits are defined, and which words hold addresses of which objects.

use crate::code::Origin;
use crate::value::{Prov, Slot, mask};
use cairn_ir::{FuncId, GlobalId, Span, VarId};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A block of memory that C could name or allocate.
#[derive(Clone, Debug)]
pub struct Object {
    pub base: u64,
    pub size: u64,
    pub kind: ObjectKind,
    pub life: Life,
    /// Tells this object from earlier ones at the same place of the table.
    pub generation: u32,
    pub readonly: bool,
    /// The local variable that it holds.
    pub var: Option<(FuncId, VarId)>,
    bytes: Vec<u8>,
    /// Ones where bits are defined; `None` when all are.
    defined: Option<Vec<u8>>,
    provs: Option<Box<Provs>>,
    /// Call stack when it was made, innermost first.
    pub made: Stack,
    /// Call stack when it was freed or its scope ended.
    pub gone: Stack,
}

/// A call stack, innermost first.
pub type Stack = Option<Arc<[StackEntry]>>;

/// One function that was running, and where.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StackEntry {
    pub func: FuncId,
    pub span: Span,
    /// The instruction, where it is known.
    pub at: Option<Origin>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ObjectKind {
    Global(GlobalId),
    /// Declared, never defined.
    External(GlobalId),
    Function(FuncId),
    Heap,
    Stack,
    /// `argv` and what it points to.
    Argument,
    /// Made for the first function, which is not `main`.
    Given,
    /// The same, with nothing known of it: looking into it ends an execution.
    Beyond,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Life {
    Live,
    Freed,
    ScopeEnded,
}

/// What a fresh object contains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    Undefined,
    Zero,
    /// Not written yet, but taken for this word, again and again.
    Filled(u32),
}

/// Words that hold addresses. Most stand at multiples of the pointer size; packed structs have them elsewhere.
#[derive(Clone, Debug, Default)]
struct Provs {
    aligned: Vec<Prov>,
    odd: BTreeMap<u64, Prov>,
    /// A part of an address was overwritten: the rest lies somewhere without being known as one.
    torn: bool,
}

impl Content {
    fn bytes(self, size: usize) -> Vec<u8> {
        match self {
            Content::Filled(word) => word.to_le_bytes().into_iter().cycle().take(size).collect(),
            Content::Undefined | Content::Zero => vec![0; size],
        }
    }
}

impl Object {
    pub fn new(kind: ObjectKind, base: u64, size: u64, content: Content, generation: u32) -> Object {
        let backed = !matches!(kind, ObjectKind::Function(_) | ObjectKind::External(_));
        let bytes = if backed { content.bytes(size as usize) } else { Vec::new() };
        let defined = (backed && content == Content::Undefined).then(|| vec![0; size as usize]);
        Object {
            base,
            size,
            kind,
            life: Life::Live,
            generation,
            readonly: false,
            var: None,
            bytes,
            defined,
            provs: None,
            made: None,
            gone: None,
        }
    }

    /// Ends its life and gives its memory back; the rest stays for reports.
    pub fn end(&mut self, life: Life, at: Stack) {
        self.life = life;
        self.gone = at;
        self.bytes = Vec::new();
        self.defined = None;
        self.provs = None;
    }

    /// Alive again with fresh content, as at the start of a scope.
    pub fn restart(&mut self, content: Content) {
        let size = self.size as usize;
        self.life = Life::Live;
        self.bytes = content.bytes(size);
        self.defined = (content == Content::Undefined).then(|| vec![0; size]);
        self.provs = None;
        self.gone = None;
    }

    /// Its content is no longer known.
    pub fn forget(&mut self) {
        self.defined = Some(vec![0; self.bytes.len()]);
    }

    /// Reads `count` (at most 8) bytes. `word` is the size of an address. The range must be inside.
    #[inline]
    pub fn load(&self, offset: u64, count: usize, word: usize) -> Slot {
        let start = offset as usize;
        let bits = read_le(&self.bytes[start..start + count]);
        let undef = match &self.defined {
            None => 0,
            Some(defined) => !read_le(&defined[start..start + count]) & mask(8 * count as u32),
        };
        let prov = match &self.provs {
            Some(provs) if count == word => provs.get(offset, word),
            _ => Prov::NONE,
        };
        Slot { bits, undef, prov }
    }

    /// Writes the low `count` (at most 8) bytes. The range must be inside.
    #[inline]
    pub fn store(&mut self, offset: u64, count: usize, word: usize, value: Slot) {
        let start = offset as usize;
        write_le(&mut self.bytes[start..start + count], value.bits);
        if let Some(defined) = &mut self.defined {
            write_le(&mut defined[start..start + count], !value.undef);
        } else if value.undef != 0 {
            let defined = self.defined.insert(vec![0xff; self.size as usize]);
            write_le(&mut defined[start..start + count], !value.undef);
        }
        if let Some(provs) = &mut self.provs {
            provs.clear(offset, count as u64, word);
        }
        if value.prov.is_object() && value.undef == 0 && count == word {
            let words = (self.size as usize).div_ceil(word);
            self.provs.get_or_insert_default().set(offset, word, words, value.prov);
        }
    }

    /// The bytes of a range with everything known of them, to be put elsewhere.
    pub fn extract(&self, offset: u64, count: u64, word: usize) -> Chunk {
        let range = offset as usize..(offset + count) as usize;
        let defined = self.defined.as_ref().map(|defined| defined[range.clone()].to_vec());
        let provs = self.provs.as_ref().map_or_else(Vec::new, |provs| provs.within(offset, count, word));
        Chunk { bytes: self.bytes[range].to_vec(), defined, provs }
    }

    pub fn insert(&mut self, offset: u64, chunk: &Chunk, word: usize) {
        let range = offset as usize..offset as usize + chunk.bytes.len();
        self.bytes[range.clone()].copy_from_slice(&chunk.bytes);
        match (&mut self.defined, &chunk.defined) {
            (Some(mine), Some(theirs)) => mine[range].copy_from_slice(theirs),
            (Some(mine), None) => mine[range].fill(0xff),
            (None, Some(theirs)) if theirs.iter().any(|&byte| byte != 0xff) => {
                self.defined.insert(vec![0xff; self.size as usize])[range].copy_from_slice(theirs);
            }
            (None, _) => {}
        }
        if let Some(provs) = &mut self.provs {
            provs.clear(offset, chunk.bytes.len() as u64, word);
        }
        if !chunk.provs.is_empty() {
            let words = (self.size as usize).div_ceil(word);
            let provs = self.provs.get_or_insert_default();
            for &(at, prov) in &chunk.provs {
                provs.set(offset + at, word, words, prov);
            }
        }
    }

    /// Sets every byte of a range.
    pub fn fill(&mut self, offset: u64, count: u64, word: usize, byte: Slot) {
        let range = offset as usize..(offset + count) as usize;
        self.bytes[range.clone()].fill(byte.bits as u8);
        let defined_bits = !(byte.undef as u8);
        if let Some(defined) = &mut self.defined {
            defined[range].fill(defined_bits);
        } else if defined_bits != 0xff {
            self.defined.insert(vec![0xff; self.size as usize])[range].fill(defined_bits);
        }
        if let Some(provs) = &mut self.provs {
            provs.clear(offset, count, word);
        }
    }

    /// The plain bytes of a live object.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Undefined bits of the byte at `offset`.
    pub fn undef_at(&self, offset: u64) -> u8 {
        self.defined.as_ref().map_or(0, |defined| !defined[offset as usize])
    }

    /// Does the range contain a part of an address, but not all of it?
    #[inline]
    pub fn cuts_address(&self, offset: u64, count: u64, word: usize) -> bool {
        self.provs.as_ref().is_some_and(|provs| provs.torn || provs.cuts(offset, count, word))
    }

    /// Would reading the range as one value make a number of an address?
    #[inline]
    pub fn reveals_address(&self, offset: u64, count: u64, word: usize) -> bool {
        self.provs.as_ref().is_some_and(|provs| {
            let several = count > word as u64 && !provs.within(offset, count, word).is_empty();
            several || provs.torn || provs.cuts(offset, count, word)
        })
    }

    /// Every word that holds an address with known provenance: its offset and the object.
    pub fn addresses(&self, word: usize) -> impl Iterator<Item = (u64, Prov)> + '_ {
        let provs = self.provs.as_deref();
        let aligned = provs.into_iter().flat_map(move |provs| {
            let words = provs.aligned.iter().enumerate();
            words.filter(|(_, prov)| !prov.is_none()).map(move |(i, prov)| ((i * word) as u64, *prov))
        });
        aligned.chain(provs.into_iter().flat_map(|provs| provs.odd.iter().map(|(at, prov)| (*at, *prov))))
    }
}

/// Bytes taken out of an object.
#[derive(Clone, Debug)]
pub struct Chunk {
    pub bytes: Vec<u8>,
    pub defined: Option<Vec<u8>>,
    provs: Vec<(u64, Prov)>,
}

impl Provs {
    #[inline]
    fn get(&self, offset: u64, word: usize) -> Prov {
        let offset_in_words = offset as usize / word;
        if (offset as usize).is_multiple_of(word) {
            self.aligned.get(offset_in_words).copied().unwrap_or(Prov::NONE)
        } else {
            self.odd.get(&offset).copied().unwrap_or(Prov::NONE)
        }
    }

    #[inline]
    fn set(&mut self, offset: u64, word: usize, words: usize, prov: Prov) {
        if !(offset as usize).is_multiple_of(word) {
            self.odd.insert(offset, prov);
            return;
        }
        if self.aligned.is_empty() {
            self.aligned.resize(words, Prov::NONE);
        }
        self.aligned[offset as usize / word] = prov;
    }

    /// Forgets every address that overlaps a range.
    #[inline]
    fn clear(&mut self, offset: u64, count: u64, word: usize) {
        if count == 0 {
            return;
        }
        self.torn |= self.cuts(offset, count, word);
        let first = offset as usize / word;
        let end = ((offset + count) as usize).div_ceil(word).min(self.aligned.len());
        if first < end {
            self.aligned[first..end].fill(Prov::NONE);
        }
        if !self.odd.is_empty() {
            let low = offset.saturating_sub(word as u64 - 1);
            let gone: Vec<u64> = self.odd.range(low..offset + count).map(|(at, _)| *at).collect();
            for at in gone {
                self.odd.remove(&at);
            }
        }
    }

    /// Is there an address that only partly lies in a range?
    #[inline]
    fn cuts(&self, offset: u64, count: u64, word: usize) -> bool {
        let (start, end) = (offset as usize, (offset + count) as usize);
        let is_address = |at: usize| self.aligned.get(at).is_some_and(|prov| !prov.is_none());
        let outside = |at: &u64| *at < offset || *at + word as u64 > offset + count;
        (start % word != 0 && is_address(start / word))
            || (end % word != 0 && is_address(end / word))
            || (!self.odd.is_empty() && {
                let low = offset.saturating_sub(word as u64 - 1);
                self.odd.range(low..offset + count).any(|(at, _)| outside(at))
            })
    }

    /// Addresses that lie wholly inside a range, by their offset in it.
    fn within(&self, offset: u64, count: u64, word: usize) -> Vec<(u64, Prov)> {
        let end = offset + count;
        let first = (offset as usize).div_ceil(word);
        let last = (end as usize / word).min(self.aligned.len());
        let words = self.aligned.get(first..last.max(first)).unwrap_or(&[]).iter().enumerate();
        let mut found: Vec<_> = words
            .filter(|(_, prov)| !prov.is_none())
            .map(|(i, prov)| (((first + i) * word) as u64 - offset, *prov))
            .collect();
        let odd = self.odd.range(offset..end).filter(|(at, _)| *at + word as u64 <= end);
        found.extend(odd.map(|(at, prov)| (at - offset, *prov)));
        found
    }
}

#[inline]
fn read_le(bytes: &[u8]) -> u64 {
    match bytes.len() {
        8 => u64::from_le_bytes(bytes.try_into().expect("8 bytes")),
        4 => u64::from(u32::from_le_bytes(bytes.try_into().expect("4 bytes"))),
        1 => u64::from(bytes[0]),
        _ => bytes.iter().rev().fold(0, |acc, &byte| acc << 8 | u64::from(byte)),
    }
}

#[inline]
fn write_le(bytes: &mut [u8], value: u64) {
    match bytes.len() {
        8 => bytes.copy_from_slice(&value.to_le_bytes()),
        4 => bytes.copy_from_slice(&(value as u32).to_le_bytes()),
        1 => bytes[0] = value as u8,
        count => bytes.copy_from_slice(&value.to_le_bytes()[..count]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(size: u64) -> Object {
        Object::new(ObjectKind::Heap, 0x1000, size, Content::Undefined, 1)
    }

    const PROV: Prov = Prov { index: 7, generation: 1 };

    #[test]
    fn what_was_stored_is_loaded_with_its_undefined_bits() {
        let mut o = object(16);
        assert_eq!(o.load(4, 4, 8).undef, 0xffff_ffff);
        o.store(4, 2, 8, Slot { bits: 0x1234, undef: 0xf0, prov: Prov::NONE });
        let loaded = o.load(4, 4, 8);
        assert_eq!((loaded.bits, loaded.undef), (0x1234, 0xffff_00f0));
    }

    #[test]
    fn provenance_survives_aligned_and_odd_words_and_partial_writes_end_it() {
        let mut o = object(32);
        o.store(8, 8, 8, Slot::ptr(0x77, PROV));
        o.store(17, 8, 8, Slot::ptr(0x78, PROV));
        assert_eq!((o.load(8, 8, 8).prov, o.load(17, 8, 8).prov), (PROV, PROV));
        o.store(15, 1, 8, Slot::int(0));
        assert_eq!((o.load(8, 8, 8).prov, o.load(17, 8, 8).prov), (Prov::NONE, PROV));
        o.store(24, 1, 8, Slot::int(0));
        assert_eq!(o.load(17, 8, 8).prov, Prov::NONE);
    }

    #[test]
    fn chunks_carry_everything() {
        let (mut from, mut to) = (object(32), object(32));
        from.store(8, 8, 8, Slot::ptr(0x77, PROV));
        let chunk = from.extract(7, 10, 8);
        to.insert(2, &chunk, 8);
        assert_eq!(to.load(3, 8, 8), Slot::ptr(0x77, PROV));
        assert_eq!((to.undef_at(2), to.undef_at(3), to.undef_at(11)), (0xff, 0, 0xff));
        let mut third = object(16);
        third.insert(0, &to.extract(3, 8, 8), 8);
        assert_eq!(third.load(0, 8, 8).prov, PROV);
    }
}
