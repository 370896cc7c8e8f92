//! Executes within a budget, and keeps the first failure of each obligation.

use crate::NAME;
use cairn_engine::{Budget, Execution, GoalId, GoalIndex, Refutation, Task};
use cairn_interp::{Config, Coverage, End, Machine, NondetSource, Observed, Outcome, Output, Stream};

/// One engine call: what to decide, what is left to spend, what was found.
pub struct Session<'a, 'p> {
    pub task: &'a Task<'p>,
    pub index: GoalIndex<'p>,
    pub budget: &'a mut Budget,
    /// In the order in which they were found.
    pub refuted: Vec<(GoalId, Refutation)>,
    pub executions: u64,
}

/// What came of one execution.
pub struct Run {
    /// With the values that were used, so that it can be made again.
    pub execution: Execution,
    pub outcome: Outcome,
    pub coverage: Coverage,
}

struct Silence;

impl Output for Silence {
    fn write(&mut self, _: Stream, _: &[u8]) {}
}

impl<'a, 'p> Session<'a, 'p> {
    pub fn new(task: &'a Task<'p>, budget: &'a mut Budget) -> Session<'a, 'p> {
        let index = GoalIndex::new(task.program, task.goals);
        Session { task, index, budget, refuted: Vec::new(), executions: 0 }
    }

    /// Executes, with at most `steps` instructions and no more than are left.
    pub fn execute(&mut self, mut execution: Execution, steps: u64) -> Run {
        execution.max_steps = steps.min(self.budget.left());
        let config = execution.config();
        self.run(execution, config)
    }

    /// Executes with values from a generator; the run says which ones.
    pub fn execute_seeded(&mut self, mut execution: Execution, seed: u64, steps: u64) -> Run {
        execution.max_steps = steps.min(self.budget.left());
        let config = Config { nondet: NondetSource::Seed(seed), ..execution.config() };
        self.run(execution, config)
    }

    fn run(&mut self, mut execution: Execution, mut config: Config) -> Run {
        if self.task.host.stop().is_some() {
            // As if the budget were spent: every search ends by that.
            self.budget.spend(u64::MAX);
            config.max_steps = 0;
        }
        self.executions += 1;
        self.task.host.progress(self.budget.spent(), self.budget.total());
        let config = Config { coverage: true, ..config };
        let (outcome, coverage) = match Machine::new(self.task.program, config, Silence) {
            Ok(mut machine) => (machine.run(), machine.coverage()),
            Err(end) => (no_outcome(end), Coverage::default()),
        };
        // Starting costs something, too.
        self.budget.spend(outcome.steps + 1000);
        let used = outcome.nondet.iter().rposition(|&value| value != 0).map_or(0, |last| last + 1);
        execution.nondet = outcome.nondet[..used].into();
        Run { execution, outcome, coverage }
    }

    /// The obligations that a run broke.
    pub fn failures(&self, run: &Run) -> Vec<GoalId> {
        match &run.outcome.end {
            End::Error(report) => self.index.of_error(report).into_iter().collect(),
            End::Exit(_) => run.outcome.leaks.iter().filter_map(|leak| self.index.of_leak(leak)).collect(),
            _ => Vec::new(),
        }
    }

    /// Keeps the refutations that a run is.
    pub fn keep_failures(&mut self, run: &Run) {
        for goal in self.failures(run) {
            self.keep(run, goal);
        }
    }

    pub fn keep(&mut self, run: &Run, goal: GoalId) {
        if self.refuted.iter().any(|(known, _)| *known == goal) {
            return;
        }
        if let Ok(refutation) = Refutation::confirm(self.task, &self.index, goal, NAME, &run.execution, &run.outcome) {
            self.refuted.push((goal, refutation));
        }
    }
}

fn no_outcome(end: End) -> Outcome {
    Outcome { end, leaks: Vec::new(), steps: 0, nondet: Vec::new(), observed: Observed::default(), live_blocks: 0 }
}
