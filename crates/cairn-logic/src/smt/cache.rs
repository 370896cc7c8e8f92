//! Answers already found, shared by all threads.
//!
//! An answer is a function of the query, its limits and the build of Z3, so a hit saves time and changes nothing: keys
//! are compared by their full bytes, and answers that are no function of the query (defects) are not kept.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use rustc_hash::FxBuildHasher;

use super::check::{Checked, Encodings, Reason, Verdict};
use super::gate::Gates;
use super::query::Query;

const SHARDS: usize = 16;

/// What a query is asked with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Limits {
    pub(super) encodings: Encodings,
    pub(super) gates: Gates,
    pub(super) rlimit: u32,
}

type Shard = HashMap<(Box<[u8]>, Limits), Checked, FxBuildHasher>;

/// Answers by query. `Sync`: one for all workers.
#[derive(Default)]
pub struct Cache {
    shards: [Mutex<Shard>; SHARDS],
}

impl Cache {
    pub fn new() -> Self {
        Self::default()
    }

    fn shard(&self, query: &Query) -> std::sync::MutexGuard<'_, Shard> {
        let shard = &self.shards[query.content_hash() as usize % SHARDS];
        // A panic elsewhere cannot leave a map half changed: entries are inserted whole.
        shard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn get(&self, query: &Query, limits: Limits) -> Option<Checked> {
        self.shard(query).get(&(query.bytes().into(), limits)).cloned()
    }

    pub(super) fn put(&self, query: &Query, limits: Limits, checked: &Checked) {
        if !matches!(checked.verdict, Verdict::Unknown(Reason::Defect(_))) {
            self.shard(query).insert((query.bytes().into(), limits), checked.clone());
        }
    }

    /// The number of answers kept.
    pub fn len(&self) -> usize {
        self.shards.iter().map(|shard| shard.lock().unwrap_or_else(PoisonError::into_inner).len()).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
