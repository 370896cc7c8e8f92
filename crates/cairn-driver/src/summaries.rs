//! What engines keep of single functions: in the store, or in memory where there is none; each computed by one thread.
//!
//! Programs of a project share functions and are checked at the same time. Whoever asks first for what is not there
//! computes it; others that ask for the same wait. Nobody who computes asks for something else, so nobody waits forever; what an
//! analysis that broke down had begun is given free when its program ends.

use cairn_engine::SummaryStore;
use cairn_store::{Key, KeyBuilder, Store};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// What is being computed, and what is kept in memory, for all programs of a run.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    entries: Mutex<HashMap<Key, Entry>>,
    changed: Condvar,
}

#[derive(Debug)]
enum Entry {
    Underway,
    Known(Arc<[u8]>),
}

/// What the analysis of one program sees of it.
pub(crate) struct Summaries<'a> {
    pub store: &'a Store,
    pub base: Key,
    pub shared: &'a Shared,
    underway: Mutex<HashSet<Key>>,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, HashMap<Key, Entry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<'a> Summaries<'a> {
    pub fn new(store: &'a Store, base: Key, shared: &'a Shared) -> Summaries<'a> {
        Summaries { store, base, shared, underway: Mutex::default() }
    }

    fn key(&self, key: &[u8; 32]) -> Key {
        KeyBuilder::new("summary").key(&self.base).bytes(key).finish()
    }

    fn underway(&self) -> MutexGuard<'_, HashSet<Key>> {
        self.underway.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SummaryStore for Summaries<'_> {
    fn get(&self, key: &[u8; 32]) -> Option<Vec<u8>> {
        let key = self.key(key);
        let mut entries = self.shared.lock();
        loop {
            match entries.get(&key) {
                Some(Entry::Known(bytes)) => return Some(bytes.to_vec()),
                Some(Entry::Underway) => {
                    entries = self.shared.changed.wait(entries).unwrap_or_else(PoisonError::into_inner);
                }
                None => break,
            }
        }
        if let Some(bytes) = self.store.get(&key) {
            return Some(bytes);
        }
        entries.insert(key, Entry::Underway);
        self.underway().insert(key);
        None
    }

    fn put(&self, key: &[u8; 32], bytes: &[u8]) {
        let key = self.key(key);
        let mut entries = self.shared.lock();
        if self.store.statistics().writable {
            self.store.put(&key, bytes);
            entries.remove(&key);
        } else {
            entries.insert(key, Entry::Known(bytes.into()));
        }
        self.underway().remove(&key);
        self.shared.changed.notify_all();
    }
}

impl Drop for Summaries<'_> {
    fn drop(&mut self) {
        let left = std::mem::take(&mut *self.underway());
        if !left.is_empty() {
            let mut entries = self.shared.lock();
            left.iter().for_each(|key| _ = entries.remove(key));
            self.shared.changed.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_computed_once_also_without_a_store() {
        let (store, shared) = (Store::none(), Shared::default());
        let made = std::sync::atomic::AtomicUsize::new(0);
        let ask = || {
            let summaries = Summaries::new(&store, Key::of(b""), &shared);
            for number in 0..50u8 {
                let key = [number; 32];
                let bytes = summaries.get(&key).unwrap_or_else(|| {
                    made.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    std::thread::yield_now();
                    summaries.put(&key, &[number]);
                    vec![number]
                });
                assert_eq!(bytes, [number]);
            }
        };
        std::thread::scope(|scope| (0..4).for_each(|_| _ = scope.spawn(ask)));
        assert_eq!(made.into_inner(), 50);
    }

    #[test]
    fn what_breaks_down_is_left_to_others() {
        let (store, shared) = (Store::none(), Shared::default());
        let broken = Summaries::new(&store, Key::of(b""), &shared);
        assert_eq!(broken.get(&[1; 32]), None);
        std::thread::scope(|scope| {
            let other = scope.spawn(|| Summaries::new(&store, Key::of(b""), &shared).get(&[1; 32]));
            drop(broken);
            assert_eq!(other.join().expect("it does not wait forever"), None);
        });
    }
}
