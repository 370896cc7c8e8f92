//! Says how far a run is, and stops it: on request, after a time, or when it needs too much memory.
//!
//! Whoever shows progress calls `tick` from time to time; analyses ask `Control` through the hosts that it makes. Only
//! analyses that are under way when memory runs short are stopped; those that start later have their chance.

use crate::summaries::{Shared, Summaries};
use cairn_engine::{Cause, Host, SummaryStore};
use cairn_store::{Key, Store};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Instant;

/// One run, seen from outside. All of it may be used from several threads.
#[derive(Debug, Default)]
pub struct Control {
    interrupted: Arc<AtomicBool>,
    deadline: Option<Instant>,
    max_memory: Option<u64>,
    active: Mutex<Vec<Weak<AtomicU8>>>,
    shared: Shared,
    pub progress: Progress,
}

/// How far a run is.
#[derive(Debug, Default)]
pub struct Progress {
    pub units: Counter,
    pub programs: Counter,
    /// Of the programs that are under way or done.
    pub functions: Counter,
    /// Results that were at hand.
    pub reused_units: AtomicUsize,
    pub reused_programs: AtomicUsize,
    /// Obligations, as far as they are decided.
    pub proved: AtomicUsize,
    pub refuted: AtomicUsize,
    pub open: AtomicUsize,
}

/// Done of a total.
#[derive(Debug, Default)]
pub struct Counter {
    pub done: AtomicUsize,
    pub total: AtomicUsize,
}

const RUNNING: u8 = 0;
const TIME: u8 = 1;
const MEMORY: u8 = 2;

impl Control {
    pub fn new(deadline: Option<Instant>, max_memory: Option<u64>) -> Control {
        Control { deadline, max_memory, ..Control::default() }
    }

    /// A flag that ends the run; a handler of signals may set it.
    pub fn interrupt_flag(&self) -> Arc<AtomicBool> {
        self.interrupted.clone()
    }

    pub fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Looks at the clock and at the memory in use.
    pub fn tick(&self) {
        if self.is_interrupted() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.stop_active(TIME);
        } else if let (Some(most), Some(used)) = (self.max_memory, memory_in_use())
            && used > most
        {
            self.stop_active(MEMORY);
        }
    }

    fn stop_active(&self, why: u8) {
        let mut active = self.active.lock().unwrap_or_else(PoisonError::into_inner);
        active.retain(|flag| flag.strong_count() > 0);
        for flag in active.iter().filter_map(Weak::upgrade) {
            // The first reason stays.
            _ = flag.compare_exchange(RUNNING, why, Ordering::Relaxed, Ordering::Relaxed);
        }
    }

    /// The surroundings of one analysis, of a program with so many functions.
    pub(crate) fn host<'a>(&'a self, store: &'a Store, base: Key, functions: usize) -> ProgramHost<'a> {
        let stopped = Arc::new(AtomicU8::new(RUNNING));
        self.active.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::downgrade(&stopped));
        let (functions, looked_at) = (functions as u64, Mutex::new(0));
        self.progress.functions.expect(functions as usize);
        let summaries = Summaries::new(store, base, &self.shared);
        ProgramHost { control: self, stopped, functions, looked_at, summaries }
    }
}

impl Counter {
    pub(crate) fn expect(&self, more: usize) {
        self.total.fetch_add(more, Ordering::Relaxed);
    }

    pub(crate) fn count(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }
}

/// What surrounds the analysis of one program.
pub(crate) struct ProgramHost<'a> {
    control: &'a Control,
    stopped: Arc<AtomicU8>,
    functions: u64,
    /// How many functions count as looked at.
    looked_at: Mutex<u64>,
    summaries: Summaries<'a>,
}

impl Host for ProgramHost<'_> {
    fn stop(&self) -> Option<Cause> {
        match self.stopped.load(Ordering::Relaxed) {
            MEMORY => Some(Cause::MemoryBudget),
            TIME => Some(Cause::WallClock),
            _ if self.control.is_interrupted() => Some(Cause::WallClock),
            _ => None,
        }
    }

    /// Engines count what they like; their share of it is shown as a share of the functions, and never goes back.
    fn progress(&self, done: u64, total: u64) {
        let now = u128::from(self.functions) * u128::from(done.min(total)) / u128::from(total.max(1));
        let mut looked_at = self.looked_at.lock().unwrap_or_else(PoisonError::into_inner);
        let more = (now as u64).saturating_sub(*looked_at);
        *looked_at += more;
        self.control.progress.functions.done.fetch_add(more as usize, Ordering::Relaxed);
    }

    fn summaries(&self) -> &dyn SummaryStore {
        &self.summaries
    }
}

impl Drop for ProgramHost<'_> {
    fn drop(&mut self) {
        self.progress(1, 1);
    }
}

/// Bytes of memory that this process occupies, where the system tells.
fn memory_in_use() -> Option<u64> {
    const PAGE: u64 = 4096;
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    text.split_whitespace().nth(1)?.parse::<u64>().ok().map(|pages| pages * PAGE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn only_what_is_under_way_is_stopped_for_memory() {
        let (control, store) = (Control::new(None, Some(1)), Store::none());
        let first = control.host(&store, Key::of(b""), 0);
        assert_eq!(first.stop(), None);
        control.tick();
        if memory_in_use().is_some() {
            assert_eq!(first.stop(), Some(Cause::MemoryBudget));
        }
        assert_eq!(control.host(&store, Key::of(b""), 0).stop(), None);
    }

    #[test]
    fn shares_of_what_engines_count_are_shares_of_functions() {
        let (control, store) = (Control::default(), Store::none());
        let done = || control.progress.functions.done.load(Ordering::Relaxed);
        let first = control.host(&store, Key::of(b""), 10);
        first.progress(1, 4);
        assert_eq!(done(), 2);
        // Another engine begins.
        first.progress(1, 100);
        assert_eq!(done(), 2);
        let second = control.host(&store, Key::of(b""), 5);
        second.progress(7, 7);
        assert_eq!(done(), 7);
        drop((first, second));
        assert_eq!((done(), control.progress.functions.total.load(Ordering::Relaxed)), (15, 15));
    }

    #[test]
    fn time_and_interruption_stop_everything() {
        let (control, store) = (Control::new(Some(Instant::now() - Duration::from_secs(1)), None), Store::none());
        let host = control.host(&store, Key::of(b""), 0);
        control.tick();
        assert_eq!(host.stop(), Some(Cause::WallClock));
        let (control, store) = (Control::default(), Store::none());
        let host = control.host(&store, Key::of(b""), 0);
        control.interrupt_flag().store(true, Ordering::Relaxed);
        assert_eq!(host.stop(), Some(Cause::WallClock));
    }
}
