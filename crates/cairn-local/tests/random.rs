//! Random programs: what the engine calls proved must not fail in any execution.

use cairn_driver::{Input, Loader, Options};
use cairn_engine::{Budget, Engine, GoalIndex, Task, Terms};
use cairn_interp::{Config, End, NondetSource, Output, Stream, run};
use cairn_ir::Program;
use cairn_ir::obligation::{ObligationOptions, obligations_with};
use cairn_local::Local;
use std::path::Path;
use std::sync::Arc;

struct Discard;

impl Output for Discard {
    fn write(&mut self, _: Stream, _: &[u8]) {}
}

/// Programs, and inputs for each; `CAIRN_RANDOM=FIRST,COUNT` looks at others.
const FIRST: u64 = 1;
const COUNT: u64 = 40;
const INPUTS: u64 = 12;

#[test]
fn what_is_proved_never_fails() {
    let range = std::env::var("CAIRN_RANDOM").unwrap_or_default();
    let mut numbers = range.split(',').filter_map(|number| number.parse::<u64>().ok());
    let (first, count) = (numbers.next().unwrap_or(FIRST), numbers.next().unwrap_or(COUNT));
    let folder = std::env::temp_dir().join(format!("cairn-random-local-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for programs");
    let loader = Loader::new(Options::default());
    let (mut proved, mut all, mut failed) = (0, 0, 0);
    for seed in first..first + count {
        let file = folder.join(format!("random_{seed}.c"));
        let program = load(&loader, &file, &cairn_fuzz::program(seed, &cairn_fuzz::Options::default()));
        let (now, total, errors) = compare(&program, seed);
        (proved, all, failed) = (proved + now, all + total, failed + errors);
    }
    std::fs::remove_dir_all(&folder).ok();
    println!("{count} programs: {proved} of {all} obligations proved; {failed} executions failed");
    assert!(proved > all / 4 && failed > 0, "{proved} of {all} proved, {failed} executions failed");
}

fn load(loader: &Loader, file: &Path, text: &str) -> Program {
    std::fs::write(file, text).expect("written");
    loader.load(&[Input::new(file, &["-w".to_owned()])]).expect("it compiles").program
}

/// How many obligations are proved, of how many, and how many executions fail elsewhere.
fn compare(program: &Program, seed: u64) -> (usize, usize, usize) {
    let goals = obligations_with(program, &ObligationOptions::for_users());
    let terms = Terms::default();
    let all: Vec<usize> = (0..goals.len()).collect();
    let verdicts = Local.analyse(&Task::new(program, &goals, &terms), &all, &mut Budget::new(1 << 30)).verdicts;
    let holds: Vec<usize> = verdicts.iter().filter(|(_, verdict)| verdict.holds()).map(|(goal, _)| *goal).collect();
    let index = GoalIndex::new(program, &goals);
    let mut failed = 0;
    for input in 0..INPUTS {
        let nondet = if input == 0 { NondetSource::Vector(Arc::new([])) } else { NondetSource::Seed(input) };
        let outcome = run(program, Config { nondet, max_steps: 3_000_000, ..Config::default() }, Discard);
        let End::Error(report) = &outcome.end else { continue };
        failed += 1;
        let wrong = index.of_error(report).into_iter().find(|goal| holds.contains(goal)).map(|goal| &goals[goal]);
        if let Some(goal) = wrong {
            let what = format!("{} at line {}: {}", goal.rule, goal.span.line, goal.text);
            panic!("seed {seed}, input {input}: proved, and yet it fails: {what}");
        }
    }
    (holds.len(), goals.len(), failed)
}
