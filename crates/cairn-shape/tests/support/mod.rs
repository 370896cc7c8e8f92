//! Random programs against the interpreter: what the engine says must be what executions do.

use cairn_driver::{Input, Loader, Options};
use cairn_engine::{Budget, Engine, GoalIndex, Task, Terms, Verdict};
use cairn_interp::{AllocFailures, Config, End, NondetSource, Output, Stream, run};
use cairn_ir::obligation::{ObligationOptions, obligations_with};
use cairn_ir::{Program, Rule};
use cairn_shape::Shape;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A generator of numbers; the seed decides.
#[allow(dead_code)] // Not every test draws programs of its own.
pub struct Random(pub u64);

#[allow(dead_code)]
impl Random {
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n
    }

    pub fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len() as u64) as usize]
    }
}

struct Discard;

impl Output for Discard {
    fn write(&mut self, _: Stream, _: &[u8]) {}
}

/// Enough for a few ten thousand instructions on abstract heaps.
const BUDGET: u64 = 1_000_000;

#[derive(Default)]
pub struct Tally {
    pub proved: usize,
    pub open: usize,
    pub refuted: usize,
    pub mismatches: Vec<String>,
}

/// The range of seeds: `CAIRN_RANDOM=FIRST,COUNT`, or the given one.
pub fn seeds(first: u64, count: u64) -> std::ops::Range<u64> {
    let range = std::env::var("CAIRN_RANDOM").unwrap_or_default();
    let mut numbers = range.split(',').filter_map(|number| number.parse::<u64>().ok());
    let (first, count) = (numbers.next().unwrap_or(first), numbers.next().unwrap_or(count));
    first..first + count
}

pub fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("cairn-shape-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for programs");
    folder
}

pub fn load(loader: &Loader, file: &Path, text: &str) -> Program {
    std::fs::write(file, text).expect("written");
    loader.load(&[Input::new(file, &["-w".to_owned()])]).expect("it compiles").program
}

pub fn loader() -> Loader {
    Loader::new(Options::default())
}

/// Analyses a program, executes it with some inputs, and notes what was proved and yet fails.
pub fn compare(program: &Program, name: &str, inputs: u64, alloc_may_fail: bool, tally: &mut Tally) {
    let goals = obligations_with(program, &ObligationOptions::for_users());
    let terms = Terms { alloc_may_fail, ..Terms::default() };
    let task = Task::new(program, &goals, &terms);
    let all: Vec<usize> = (0..goals.len()).collect();
    let verdicts = Shape.analyse(&task, &all, &mut Budget::new(BUDGET)).verdicts;
    let holds: Vec<usize> = verdicts.iter().filter(|(_, verdict)| verdict.holds()).map(|(goal, _)| *goal).collect();
    tally.proved += holds.len();
    tally.open += verdicts.iter().filter(|(_, verdict)| matches!(verdict, Verdict::Open(_))).count();
    tally.refuted += verdicts.iter().filter(|(_, verdict)| verdict.is_refuted()).count();
    for (goal, _) in verdicts.iter().filter(|(goal, verdict)| verdict.is_refuted() && holds.contains(goal)) {
        tally.mismatches.push(format!("{name}: {} proved and refuted", goals[*goal].text));
    }
    let index = GoalIndex::new(program, &goals);
    for input in 0..inputs {
        let nondet = if input == 0 { NondetSource::Vector(Arc::new([])) } else { NondetSource::Seed(input) };
        let alloc_failures = if alloc_may_fail { AllocFailures::Nondet } else { AllocFailures::Never };
        let outcome = run(program, Config { nondet, alloc_failures, max_steps: 300_000, ..Config::default() }, Discard);
        let mut failed: Vec<usize> = Vec::new();
        if let End::Error(report) = &outcome.end {
            failed.extend(index.of_error(report));
        }
        let lost = outcome.leaks.iter().filter(|leak| leak.rule == Rule::MemoryLeak);
        failed.extend(lost.filter_map(|leak| index.of_leak(leak)));
        for goal in failed.into_iter().filter(|goal| holds.contains(goal)) {
            let goal = &goals[goal];
            let what = format!("{} at line {}: {}", goal.rule, goal.span.line, goal.text);
            tally.mismatches.push(format!("{name}, input {input}: {what}"));
        }
    }
}
