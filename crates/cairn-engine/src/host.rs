//! What surrounds an engine while it works: it may be told to stop, and earlier results may be at hand.
//!
//! Engines stay pure: a host that never stops and remembers nothing gives the same verdicts. When the host stops an
//! engine, what is undecided stays open with the cause, and nobody keeps such results.

use crate::Cause;

/// The surroundings of one analysis. Engines ask from several threads.
pub trait Host: Sync {
    /// A cause if the engine should end as soon as it can and give back what it has.
    fn stop(&self) -> Option<Cause>;

    /// So many of the units of work that the engine sees before it are done: functions, executions, whatever it counts.
    fn progress(&self, done: u64, total: u64);

    /// Results for functions from earlier runs, and from other programs of this one.
    fn summaries(&self) -> &dyn SummaryStore;
}

/// Results for single functions that outlive a run.
///
/// A key is a hash of everything that the bytes depend on: the function's body, the summaries of its callees, the options.
/// The store adds the version of Cairn. Whoever is told that there is nothing under a key computes it and puts it there,
/// without asking for anything else meanwhile: others that ask for the same may be waiting.
pub trait SummaryStore: Sync {
    fn get(&self, key: &[u8; 32]) -> Option<Vec<u8>>;
    fn put(&self, key: &[u8; 32], bytes: &[u8]);
}

/// A host that never stops an engine and remembers nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Alone;

impl Host for Alone {
    fn stop(&self) -> Option<Cause> {
        None
    }

    fn progress(&self, _: u64, _: u64) {}

    fn summaries(&self) -> &dyn SummaryStore {
        &Alone
    }
}

impl SummaryStore for Alone {
    fn get(&self, _: &[u8; 32]) -> Option<Vec<u8>> {
        None
    }

    fn put(&self, _: &[u8; 32], _: &[u8]) {}
}
