//! The hash table behind every interner of this crate: ids in open addressing, contents owned by the caller.

/// A set of `u32` ids found by content. The caller hashes and compares; nothing is stored twice.
#[derive(Clone, Default)]
pub(crate) struct UniqueTable {
    slots: Vec<u32>,
    len: usize,
}

const EMPTY: u32 = u32::MAX;

impl UniqueTable {
    /// The id whose content has this hash and satisfies `same`.
    pub(crate) fn find(&self, hash: u64, mut same: impl FnMut(u32) -> bool) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at] != EMPTY {
            if same(self.slots[at]) {
                return Some(self.slots[at]);
            }
            at = (at + 1) & mask;
        }
        None
    }

    /// Adds an id that `find` did not find. `hash_of` tells the hashes of the ids already present, for growth.
    pub(crate) fn insert(&mut self, hash: u64, id: u32, hash_of: impl Fn(u32) -> u64) {
        // At most half full: a comparison that fails looks at a content far away.
        if self.len * 2 >= self.slots.len() {
            self.grow(hash_of);
        }
        self.place(hash, id);
        self.len += 1;
    }

    fn place(&mut self, hash: u64, id: u32) {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at] != EMPTY {
            at = (at + 1) & mask;
        }
        self.slots[at] = id;
    }

    fn grow(&mut self, hash_of: impl Fn(u32) -> u64) {
        let size = (self.slots.len() * 2).max(64);
        let old = std::mem::replace(&mut self.slots, vec![EMPTY; size]);
        for id in old.into_iter().filter(|&id| id != EMPTY) {
            self.place(hash_of(id), id);
        }
    }
}

/// Mixes one word into a hash. Fixed for all time on all machines: hashes take part in canonical orders.
#[inline]
pub(crate) fn mix(hash: u64, word: u64) -> u64 {
    let mut x = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x ^= x >> 29;
    x = x.wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x ^ (x >> 32)
}

/// Mixes a 128-bit word into a hash.
#[inline]
pub(crate) fn mix128(hash: u64, word: u128) -> u64 {
    mix(mix(hash, word as u64), (word >> 64) as u64)
}
