//! Random programs: what an engine claims of them, against executions.

use crate::TempDir;
use cairn_driver::{Input, Loader, Options};
use cairn_engine::{Budget, Engine, GoalIndex, Task, Terms, Verdict};
use cairn_interp::{AllocFailures, Config, End, NondetSource, Output, Stream, run};
use cairn_ir::obligation::{Obligation, ObligationOptions, obligations_with};
use cairn_ir::{Program, Rule};
use std::sync::Arc;

/// An engine that is tried on programs, and what has come of it so far.
pub struct Claims<'e> {
    engine: &'e dyn Engine,
    /// Steps for each program.
    budget: u64,
    loader: Loader,
    folder: TempDir,
    pub programs: usize,
    pub obligations: usize,
    pub proved: usize,
    pub open: usize,
    pub refuted: usize,
    /// Executions that failed somewhere.
    pub failures: usize,
    /// What was proved, and yet fails.
    mismatches: Vec<String>,
}

/// The seeds of programs: `CAIRN_RANDOM=FIRST,COUNT`, or the given ones.
pub fn seeds(first: u64, count: u64) -> std::ops::Range<u64> {
    let range = std::env::var("CAIRN_RANDOM").unwrap_or_default();
    let mut numbers = range.split(',').filter_map(|number| number.parse::<u64>().ok());
    let (first, count) = (numbers.next().unwrap_or(first), numbers.next().unwrap_or(count));
    first..first + count
}

/// So many executions with random inputs; the first gets zeros.
pub fn random_inputs(count: u64, max_steps: u64, alloc_may_fail: bool) -> Vec<Config> {
    let config = |input: u64| Config {
        nondet: if input == 0 { NondetSource::Vector(Arc::new([])) } else { NondetSource::Seed(input) },
        alloc_failures: if alloc_may_fail { AllocFailures::Nondet } else { AllocFailures::Never },
        max_steps,
        ..Config::default()
    };
    (0..count).map(config).collect()
}

/// Tries an engine on the programs of some seeds: what it proves must hold in executions with each of the inputs.
pub fn holds_for_inputs(
    engine: &dyn Engine,
    budget: u64,
    seeds: std::ops::Range<u64>,
    program: impl Fn(u64) -> String,
    inputs: &[Vec<u128>],
) {
    let terms = Terms { alloc_may_fail: false, ..Terms::default() };
    let execution = |input: &Vec<u128>| Config {
        nondet: NondetSource::Vector(Arc::from(&input[..])),
        max_steps: 1_000_000,
        ..Config::default()
    };
    let mut claims = Claims::of(engine, budget);
    for seed in seeds {
        let executions = inputs.iter().map(execution).collect();
        claims.try_on(&format!("seed_{seed}"), &program(seed), &terms, executions);
    }
    claims.confirm();
}

impl<'e> Claims<'e> {
    pub fn of(engine: &'e dyn Engine, budget: u64) -> Claims<'e> {
        Claims {
            engine,
            budget,
            loader: Loader::new(Options::default()),
            folder: TempDir::new().expect("a folder for programs"),
            programs: 0,
            obligations: 0,
            proved: 0,
            open: 0,
            refuted: 0,
            failures: 0,
            mismatches: Vec::new(),
        }
    }

    /// Analyses a program, executes it, and notes what was proved and yet fails.
    pub fn try_on(&mut self, name: &str, text: &str, terms: &Terms, executions: Vec<Config>) {
        let file = self.folder.path().join(format!("{name}.c"));
        std::fs::write(&file, text).expect("written");
        let loaded = self.loader.load(&[Input::new(&file, &["-w".to_owned()])]);
        let program = loaded.unwrap_or_else(|error| panic!("{name}: {error}")).program;
        let goals = obligations_with(&program, &ObligationOptions::for_users());
        let holds = self.ask(&program, &goals, terms);
        let index = GoalIndex::new(&program, &goals);
        let known = self.mismatches.len();
        for (number, config) in executions.into_iter().enumerate() {
            let failed = self.execute(&program, &index, config);
            for goal in failed.into_iter().filter(|goal| holds.contains(goal)).map(|goal| &goals[goal]) {
                let what = format!("{} at line {}: {}", goal.rule, goal.span.line, goal.text);
                self.mismatches.push(format!("{name}, input {number}: {what}"));
            }
        }
        if self.mismatches.len() > known {
            println!("// {name}\n{text}");
        }
    }

    /// The obligations that the engine says hold.
    fn ask(&mut self, program: &Program, goals: &[Obligation], terms: &Terms) -> Vec<usize> {
        let all: Vec<usize> = (0..goals.len()).collect();
        let task = Task::new(program, goals, terms);
        let verdicts = self.engine.analyse(&task, &all, &mut Budget::new(self.budget)).verdicts;
        let holds: Vec<usize> = verdicts.iter().filter(|(_, verdict)| verdict.holds()).map(|(goal, _)| *goal).collect();
        for (goal, _) in verdicts.iter().filter(|(goal, verdict)| verdict.is_refuted() && holds.contains(goal)) {
            self.mismatches.push(format!("{} is proved and refuted", goals[*goal].text));
        }
        self.programs += 1;
        self.obligations += goals.len();
        self.proved += holds.len();
        self.open += verdicts.iter().filter(|(_, verdict)| matches!(verdict, Verdict::Open(_))).count();
        self.refuted += verdicts.iter().filter(|(_, verdict)| verdict.is_refuted()).count();
        holds
    }

    /// The obligations that fail in one execution.
    fn execute(&mut self, program: &Program, index: &GoalIndex<'_>, config: Config) -> Vec<usize> {
        let outcome = run(program, config, Discard);
        let lost = outcome.leaks.iter().filter(|leak| leak.rule == Rule::MemoryLeak);
        let mut failed: Vec<usize> = lost.filter_map(|leak| index.of_leak(leak)).collect();
        if let End::Error(report) = &outcome.end {
            self.failures += 1;
            failed.extend(index.of_error(report));
        }
        failed
    }

    pub fn all_proved(&self) -> bool {
        self.proved == self.obligations
    }

    /// Nothing was wrong, and something was proved.
    pub fn confirm(&self) {
        let Claims { programs, proved, refuted, open, failures, .. } = self;
        let name = self.engine.name();
        println!(
            "{name}, {programs} programs: {proved} proved, {refuted} refuted, {open} open; {failures} executions failed"
        );
        assert!(self.mismatches.is_empty(), "proved, and yet it fails:\n{}", self.mismatches.join("\n"));
        assert!(*proved > 0, "nothing was proved");
    }
}

struct Discard;

impl Output for Discard {
    fn write(&mut self, _: Stream, _: &[u8]) {}
}
