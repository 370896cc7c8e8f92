//! The list of engines, and the way from a program to verdicts.

use crate::parallel::guarded;
use cairn_engine::{
    Alone, Analysis, Budget, Cause, Contradiction, Degraded, Engine, GoalId, Host, Open, Results, SummaryStore,
};
use cairn_engine::{Task, Terms, Verdict};
use cairn_explore::Explore;
use cairn_ir::obligation::{Obligation, ObligationOptions, obligations_with};
use cairn_ir::{Program, Span};
use cairn_local::Local;
use cairn_shape::{Join, Shape, ShapeWith};
use cairn_summary::{Coarse, Modular, ModularWith, Summary, must_hurry};
use std::sync::{Mutex, PoisonError};

/// The engines that decide by default, from cheap to dear. A new one is one line here.
const ENGINES: &[&dyn Engine] = &[&Local, &Explore, &Modular, &Shape, &Summary];

/// So many of them, the first, are quick on projects of any size; the others decide larger ones only if asked by name.
const QUICK: usize = 3;

/// Engines that run only if they are asked for by name: what they say is tested, but their time is not bounded yet.
const ON_REQUEST: &[&dyn Engine] = &[
    &ModularWith(Coarse::WeakCalls),
    &ModularWith(Coarse::TypedClasses),
    &ModularWith(Coarse::Flat),
    &ShapeWith(Join::Powerset),
    &ShapeWith(Join::Decompose),
];

/// Every obligation of a program with its verdict.
#[derive(Debug)]
pub struct Checked {
    pub goals: Vec<Obligation>,
    pub results: Results,
    /// What engines said when they broke down. Their obligations are open, and the mistake is ours.
    pub breakdowns: Vec<String>,
}

/// The names of all engines, those that decide by default first.
pub fn engine_names() -> Vec<&'static str> {
    ENGINES.iter().chain(ON_REQUEST).map(|engine| engine.name()).collect()
}

/// Decides the obligations of a program with all engines, as far as the budget goes.
pub fn check(program: &Program, terms: &Terms, budget: Budget) -> Result<Checked, Contradiction> {
    check_with(program, terms, budget, None, &Alone)
}

/// The same with some engines alone, if `only` names them (with commas), in surroundings that may stop it.
pub fn check_with(
    program: &Program,
    terms: &Terms,
    budget: Budget,
    only: Option<&str>,
    host: &dyn Host,
) -> Result<Checked, Contradiction> {
    let goals = obligations_with(program, &ObligationOptions::for_users());
    let chosen: Vec<&dyn Engine> = match only {
        None if must_hurry(program, &budget) => ENGINES[..QUICK].to_vec(),
        None => ENGINES.to_vec(),
        Some(names) => ENGINES
            .iter()
            .chain(ON_REQUEST)
            .copied()
            .filter(|known| names.split(',').any(|name| name == known.name()))
            .collect(),
    };
    let stages = chosen.len() as u64;
    let guard = |(stage, engine)| Guarded { engine, stage, stages, breakdown: Mutex::default() };
    let guarded: Vec<Guarded<'_>> = (0..).zip(chosen).map(guard).collect();
    let engines: Vec<&dyn Engine> = guarded.iter().map(|engine| engine as &dyn Engine).collect();
    let task = Task { program, goals: &goals, terms, host };
    let results = cairn_engine::run(&task, &engines, budget)?;
    let breakdowns = guarded.into_iter().filter_map(Guarded::breakdown).collect();
    Ok(Checked { goals, results, breakdowns })
}

/// An engine that does not take the others down with it.
struct Guarded<'a> {
    engine: &'a dyn Engine,
    /// Its place among the engines, and how many there are.
    stage: u64,
    stages: u64,
    breakdown: Mutex<Option<String>>,
}

impl Engine for Guarded<'_> {
    fn name(&self) -> &'static str {
        self.engine.name()
    }

    fn analyse(&self, task: &Task<'_>, open: &[GoalId], budget: &mut Budget) -> Analysis {
        let host = Staged { host: task.host, stage: self.stage, stages: self.stages };
        let task = Task { host: &host, ..*task };
        guarded(|| self.engine.analyse(&task, open, budget)).unwrap_or_else(|text| {
            let what = format!("the engine {} broke down: {text}", self.name());
            *self.breakdown.lock().unwrap_or_else(PoisonError::into_inner) = Some(what);
            let cause = Degraded::new(Cause::Unsupported, Span::NONE, format!("the engine {} broke down", self.name()));
            let verdict = || Verdict::Open(Open::because(cause.clone()));
            Analysis { verdicts: open.iter().map(|&goal| (goal, verdict())).collect(), statistics: Vec::new() }
        })
    }
}

/// The surroundings of one engine among several: its progress is a part of the whole.
struct Staged<'a> {
    host: &'a dyn Host,
    stage: u64,
    stages: u64,
}

impl Host for Staged<'_> {
    fn stop(&self) -> Option<Cause> {
        self.host.stop()
    }

    fn progress(&self, done: u64, total: u64) {
        let before = total.saturating_mul(self.stage);
        self.host.progress(before.saturating_add(done.min(total)), total.saturating_mul(self.stages));
    }

    fn summaries(&self) -> &dyn SummaryStore {
        self.host.summaries()
    }
}

impl Guarded<'_> {
    fn breakdown(self) -> Option<String> {
        self.breakdown.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Broken;

    impl Engine for Broken {
        fn name(&self) -> &'static str {
            "broken"
        }

        fn analyse(&self, _: &Task<'_>, _: &[GoalId], _: &mut Budget) -> Analysis {
            panic!("on purpose")
        }
    }

    #[test]
    fn an_engine_that_panics_leaves_its_obligations_open_and_says_so() {
        let program = Program::new(cairn_ir::Target::x86_64());
        let terms = Terms::default();
        let guarded = Guarded { engine: &Broken, stage: 0, stages: 1, breakdown: Mutex::default() };
        let analysis = guarded.analyse(&Task::new(&program, &[], &terms), &[0, 1], &mut Budget::new(1));
        assert!(analysis.verdicts.iter().all(|(_, verdict)| verdict.is_open()) && analysis.verdicts.len() == 2);
        assert_eq!(guarded.breakdown().as_deref(), Some("the engine broken broke down: on purpose"));
    }
}
