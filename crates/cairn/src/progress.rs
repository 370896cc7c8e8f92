//! Shows how far a run is, on standard error, and has the run look at its limits.

use crate::project_args::ProgressArg;
use cairn_driver::{Control, Counter};
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How often the clock and the memory are looked at, and the line is drawn.
const TICK: Duration = Duration::from_millis(100);
/// How often a line is written where lines stay.
const PLAIN: Duration = Duration::from_secs(30);
/// So long an interrupted run may take to end by itself. What is done is in the store by then.
const GRACE: Duration = Duration::from_secs(5);
/// Nobody needs a line for what is done at once.
const PATIENCE: Duration = Duration::from_millis(300);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Line,
    Plain,
    Silent,
}

/// Runs `work` while another thread watches it.
/// `caught` is the number of the signal that interrupts it, if one does.
pub fn watched<R>(
    control: &Control,
    caught: &AtomicUsize,
    when: ProgressArg,
    quiet: bool,
    work: impl FnOnce() -> R,
) -> R {
    let style = match when {
        ProgressArg::Auto if !quiet && std::io::stderr().is_terminal() => Style::Line,
        ProgressArg::Plain => Style::Plain,
        _ => Style::Silent,
    };
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watcher = scope.spawn(|| watch(control, caught, style, &done));
        // The watcher ends whatever happens to the work.
        let _end = EndOfWork { done: &done, watcher: watcher.thread().clone() };
        work()
    })
}

struct EndOfWork<'a> {
    done: &'a AtomicBool,
    watcher: std::thread::Thread,
}

impl Drop for EndOfWork<'_> {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Release);
        self.watcher.unpark();
    }
}

fn watch(control: &Control, caught: &AtomicUsize, style: Style, done: &AtomicBool) {
    let start = Instant::now();
    let (mut drawn, mut last_plain, mut interrupted) = (false, start, None);
    while !done.load(Ordering::Acquire) {
        control.tick();
        if control.is_interrupted() && interrupted.get_or_insert_with(Instant::now).elapsed() > GRACE {
            give_up(caught.load(Ordering::Relaxed), drawn);
        }
        if style == Style::Line && start.elapsed() > PATIENCE {
            draw(&format!("\r\x1b[K{}", line(control, start.elapsed())));
            drawn = true;
        }
        if style == Style::Plain && last_plain.elapsed() > PLAIN {
            draw(&format!("{}\n", line(control, start.elapsed())));
            last_plain = Instant::now();
        }
        std::thread::park_timeout(TICK);
    }
    if drawn {
        draw("\r\x1b[K");
    }
}

/// Something does not notice that it is to end: Clang, or a long step of an engine.
fn give_up(signal: usize, drawn: bool) -> ! {
    draw(if drawn { "\r\x1b[K" } else { "" });
    draw("cairn: interrupted; something would not end, and was ended. What was done before is kept.\n");
    std::process::exit(128 + i32::try_from(signal).unwrap_or_default())
}

/// A terminal that is gone is no reason to stop.
fn draw(text: &str) {
    let mut stderr = std::io::stderr().lock();
    _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
}

fn line(control: &Control, time: Duration) -> String {
    let number = |counter: &AtomicUsize| counter.load(Ordering::Relaxed);
    let progress = &control.progress;
    let (units, programs) = (&progress.units, &progress.programs);
    let mut line = format!("{} {}/{} files", bar(units, programs), number(&units.done), number(&units.total));
    if number(&programs.total) > 0 {
        line += &format!(
            ", {}/{} programs, {}/{} functions: {} proved, {} refuted, {} open",
            number(&programs.done),
            number(&programs.total),
            number(&progress.functions.done),
            number(&progress.functions.total),
            number(&progress.proved),
            number(&progress.refuted),
            number(&progress.open)
        );
    }
    line + &format!(", {} s", time.as_secs())
}

/// Half of the bar is reading, half is deciding.
fn bar(units: &Counter, programs: &Counter) -> String {
    const HALF: usize = 10;
    let part = |counter: &Counter| {
        let (done, total) = (counter.done.load(Ordering::Relaxed), counter.total.load(Ordering::Relaxed));
        done * HALF / total.max(1)
    };
    let full = (part(units) + part(programs)).min(2 * HALF);
    format!("[{}{}]", "#".repeat(full), ".".repeat(2 * HALF - full))
}
