//! Spreads independent work over threads; the order of results is that of the items, for any number of threads.

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// As large as the stack of a command's own thread: deeply nested input must not depend on who reads it.
const STACK_BYTES: usize = 256 << 20;

/// As many threads as the machine offers.
pub fn thread_count() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

/// `work` on every item, on at most `threads` threads. A panic of `work` is passed on.
pub fn parallel_map<T: Sync, R: Send>(items: &[T], threads: usize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    if threads <= 1 || items.len() <= 1 {
        return items.iter().map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<R>>> = items.iter().map(|_| Mutex::new(None)).collect();
    let run = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { break };
            let result = work(item);
            *results[index].lock().expect("nobody panics with this lock") = Some(result);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads.min(items.len()) {
            let worker = std::thread::Builder::new().stack_size(STACK_BYTES);
            worker.spawn_scoped(scope, run).expect("the system has room for threads");
        }
    });
    results.into_iter().map(|slot| slot.into_inner().expect("as above").expect("every item was taken")).collect()
}

#[cfg(test)]
mod tests {
    use super::parallel_map;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let items: Vec<u32> = (0..1000).collect();
        let doubled: Vec<u32> = items.iter().map(|item| item * 2).collect();
        for threads in [0, 1, 2, 7] {
            assert_eq!(parallel_map(&items, threads, |item| item * 2), doubled);
        }
    }
}
