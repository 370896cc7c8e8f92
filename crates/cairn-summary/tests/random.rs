//! Random programs: what the engine calls proved (or never reached) must not fail in any execution.

use cairn_driver::{Input, Loader, Options};
use cairn_engine::{Budget, Engine, GoalIndex, Task, Terms, Verdict};
use cairn_interp::{Config, End, NondetSource, Output, Stream, run};
use cairn_ir::obligation::{ObligationOptions, obligations_with};
use cairn_ir::{Program, Rule};
use cairn_summary::{Modular, Summary};
use std::path::Path;
use std::sync::Arc;

struct Discard;

impl Output for Discard {
    fn write(&mut self, _: Stream, _: &[u8]) {}
}

/// Programs, and inputs for each; `CAIRN_RANDOM=FIRST,COUNT` looks at others.
const FIRST: u64 = 1;
const COUNT: u64 = 4;
const INPUTS: u64 = 12;
/// Enough for a few ten thousand instructions.
const BUDGET: u64 = 1_000_000;

#[derive(Default)]
struct Tally {
    proved: usize,
    open: usize,
    mismatches: Vec<String>,
}

#[test]
fn what_is_proved_by_inlining_never_fails() {
    what_is_proved_never_fails(&Summary, "main");
}

#[test]
fn what_is_proved_by_summaries_never_fails() {
    what_is_proved_never_fails(&Modular, "main");
}

#[test]
fn what_is_proved_for_every_caller_never_fails() {
    what_is_proved_never_fails(&Modular, "");
}

fn what_is_proved_never_fails(engine: &dyn Engine, entry: &str) {
    let range = std::env::var("CAIRN_RANDOM").unwrap_or_default();
    let mut numbers = range.split(',').filter_map(|number| number.parse::<u64>().ok());
    let (first, count) = (numbers.next().unwrap_or(FIRST), numbers.next().unwrap_or(COUNT));
    let folder = std::env::temp_dir().join(format!("cairn-random-{}-{entry}-{}", engine.name(), std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for programs");
    let loader = Loader::new(Options::default());
    let mut tally = Tally::default();
    for seed in first..first + count {
        let file = folder.join(format!("random_{seed}.c"));
        let program = load(&loader, &file, &cairn_fuzz::program(seed, &cairn_fuzz::Options::default()));
        compare(engine, &program, entry, seed, &mut tally);
    }
    std::fs::remove_dir_all(&folder).ok();
    println!("{}, {count} programs: {} obligations proved, {} open", engine.name(), tally.proved, tally.open);
    assert!(tally.mismatches.is_empty(), "proved, and yet it fails:\n{}", tally.mismatches.join("\n"));
    assert!(tally.proved > 0 || count < COUNT);
}

fn load(loader: &Loader, file: &Path, text: &str) -> Program {
    std::fs::write(file, text).expect("written");
    loader.load(&[Input::new(file, &["-w".to_owned()])]).expect("it compiles").program
}

fn compare(engine: &dyn Engine, program: &Program, entry: &str, seed: u64, tally: &mut Tally) {
    let goals = obligations_with(program, &ObligationOptions::for_users());
    let terms = Terms { alloc_may_fail: false, entry: entry.to_owned(), ..Terms::default() };
    let task = Task::new(program, &goals, &terms);
    let all: Vec<usize> = (0..goals.len()).collect();
    let verdicts = engine.analyse(&task, &all, &mut Budget::new(BUDGET)).verdicts;
    let holds: Vec<usize> = verdicts.iter().filter(|(_, verdict)| verdict.holds()).map(|(goal, _)| *goal).collect();
    tally.proved += holds.len();
    tally.open += verdicts.iter().filter(|(_, verdict)| matches!(verdict, Verdict::Open(_))).count();
    let index = GoalIndex::new(program, &goals);
    for input in 0..INPUTS {
        let nondet = if input == 0 { NondetSource::Vector(Arc::new([])) } else { NondetSource::Seed(input) };
        let outcome = run(program, Config { nondet, max_steps: 3_000_000, ..Config::default() }, Discard);
        let mut failed: Vec<usize> = Vec::new();
        if let End::Error(report) = &outcome.end {
            failed.extend(index.of_error(report));
        }
        let lost = outcome.leaks.iter().filter(|leak| leak.rule == Rule::MemoryLeak);
        failed.extend(lost.filter_map(|leak| index.of_leak(leak)));
        for goal in failed.into_iter().filter(|goal| holds.contains(goal)) {
            let goal = &goals[goal];
            let what = format!("{} at line {}: {}", goal.rule, goal.span.line, goal.text);
            tally.mismatches.push(format!("seed {seed}, input {input}: {what}"));
        }
    }
}
