//! The structures of one place: joined by partial isomorphism, or all kept.

use super::blur::Key;
use super::structure::Structure;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// What becomes of structures that meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Join {
    /// Those with the same nodes, by their names, become one.
    PartialIsomorphism,
    /// All are kept that differ.
    Powerset,
}

#[derive(Default)]
pub struct Seen {
    structures: Vec<Structure>,
    by_key: FxHashMap<Key, usize>,
    by_content: FxHashMap<Structure, usize>,
    /// Those that changed since they were looked at.
    pending: BTreeSet<usize>,
}

impl Seen {
    /// Adds a structure. Is there something new to look at?
    pub fn add(&mut self, join: Join, key: Key, new: Structure) -> bool {
        let next = self.structures.len();
        let (at, known) = match join {
            Join::PartialIsomorphism => {
                let at = *self.by_key.entry(key).or_insert(next);
                (at, at < next && !self.structures[at].absorb(&new))
            }
            Join::Powerset => {
                let at = *self.by_content.entry(new.clone()).or_insert(next);
                (at, at < next)
            }
        };
        if at == next {
            self.structures.push(new);
        }
        if !known {
            self.pending.insert(at);
        }
        !known
    }

    /// One that nobody looked at since it changed.
    pub fn next(&mut self) -> Option<Structure> {
        self.pending.pop_first().map(|at| self.structures[at].clone())
    }

    pub fn all(&self) -> &[Structure] {
        &self.structures
    }
}
