//! The suites, one file each, and what they share.

pub mod cases;
pub mod csmith;
pub mod growth;
pub mod juliet;
mod juliet_case;
mod linked;
pub mod random;
mod random_compare;
mod random_native;
mod random_report;
pub mod read;
mod read_programs;
pub mod summaries;

use crate::Common;
use cairn_driver::{Loader, Options, parallel_map};
use cairn_ir::DataModel;
use std::io::{IsTerminal, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A loader for programs that are themselves loaded in parallel.
fn loader(common: &Common, data_model: Option<DataModel>, models: bool) -> Loader {
    Loader::new(Options { clang: common.clang.clone(), data_model, models, threads: 1, ..Options::default() })
}

/// `work` on every item in parallel, with progress on standard error. A panic becomes an `Err` with its message.
fn run_all<T: Sync, R: Send>(
    items: &[T],
    threads: usize,
    work: impl Fn(&T) -> Result<R, String> + Sync,
) -> Vec<Result<R, String>> {
    let progress = Progress::new(items.len());
    let results = parallel_map(items, threads, |item| {
        let result = catch_unwind(AssertUnwindSafe(|| work(item)));
        progress.one_more();
        result.unwrap_or_else(|panic| Err(format!("PANIC: {}", panic_text(&*panic))))
    });
    progress.done();
    results
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}

/// A line on standard error that counts: in place on a terminal, every 30 seconds elsewhere.
struct Progress {
    total: usize,
    done: AtomicUsize,
    start: Instant,
    last_shown: std::sync::Mutex<Instant>,
    terminal: bool,
}

impl Progress {
    fn new(total: usize) -> Progress {
        let now = Instant::now();
        let terminal = std::io::stderr().is_terminal();
        Progress { total, done: AtomicUsize::new(0), start: now, last_shown: now.into(), terminal }
    }

    fn one_more(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        let pause = if self.terminal { Duration::from_millis(200) } else { Duration::from_secs(30) };
        let Ok(mut last) = self.last_shown.try_lock() else { return };
        if last.elapsed() < pause {
            return;
        }
        *last = Instant::now();
        let end = if self.terminal { '\r' } else { '\n' };
        eprint!("{done}/{} in {:.0} s{end}", self.total, self.start.elapsed().as_secs_f64());
        _ = std::io::stderr().flush();
    }

    fn done(&self) {
        eprintln!("{} done in {:.1} s", self.total, self.start.elapsed().as_secs_f64());
    }
}

/// Weakness, name and files of every Juliet case.
pub(crate) fn juliet_cases(testcases: &Path, cwes: &[u32]) -> Result<Vec<(u32, String, Vec<PathBuf>)>, String> {
    let cases = juliet_case::find(testcases, cwes)?;
    Ok(cases.into_iter().map(|case| (case.cwe, case.name, case.files)).collect())
}

/// `part` of `whole` in percent.
fn percent(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 }
}

/// The items that a limit leaves, spread evenly over all of them.
pub(crate) fn spread<T>(items: Vec<T>, limit: Option<usize>) -> Vec<T> {
    let Some(limit) = limit.filter(|&limit| limit < items.len()) else { return items };
    let len = items.len();
    items
        .into_iter()
        .enumerate()
        .filter(|(i, _)| i * limit / len != (i + 1) * limit / len)
        .map(|(_, item)| item)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::spread;

    #[test]
    fn a_limit_takes_items_from_everywhere() {
        assert_eq!(spread((0..10).collect(), Some(3)).len(), 3);
        assert_eq!(spread((0..10).collect(), Some(5)), [1, 3, 5, 7, 9]);
        assert_eq!(spread((0..3).collect(), Some(5)), [0, 1, 2]);
        assert_eq!(spread((0..3).collect(), None), [0, 1, 2]);
    }
}
