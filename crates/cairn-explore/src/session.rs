//! Executes within a budget, and keeps the first failure of each obligation.

use crate::NAME;
use crate::inputs::Candidates;
use cairn_engine::{Budget, Cause, Degraded, Execution, GoalId, GoalIndex, Refutation, Task};
use cairn_interp::{
    Config, Coverage, End, Machine, NondetSource, Observed, Outcome, Output, Report, Stream, Tolerance, Way,
};
use cairn_ir::{GlobalId, Rule, Span};
use std::sync::Arc;

/// What fresh memory is taken to contain in order to look behind an error: bytes that end no string, and small words.
const FILLINGS: [u32; 2] = [0xa5a5_a5a5, 1];

/// One engine call: what to decide, what is left to spend, what was found.
pub struct Session<'a, 'p> {
    pub task: &'a Task<'p>,
    pub index: GoalIndex<'p>,
    pub budget: &'a mut Budget,
    /// In the order in which they were found.
    pub refuted: Vec<(GoalId, Refutation)>,
    /// Obligations that probably fail, with what is not sure about it.
    pub likely: Vec<(GoalId, Degraded)>,
    pub executions: u64,
    candidates: Option<Arc<Candidates>>,
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
        Session { task, index, budget, refuted: Vec::new(), likely: Vec::new(), executions: 0, candidates: None }
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

    /// The obligations that fail in an execution that is not quite one of the program: with variables of unknown content,
    /// or going on after errors. It refutes nothing.
    pub fn probe(&mut self, run: &Run, opaque: &Arc<[GlobalId]>, tolerance: Tolerance) -> Vec<GoalId> {
        self.failures_with(run, &|config| Config { opaque: opaque.clone(), tolerance, ..config })
    }

    /// Those that fail in a call with others before and behind it, which may have done anything to these variables.
    pub fn probe_in_the_middle(&mut self, run: &Run, opaque: &Arc<[GlobalId]>) -> Vec<GoalId> {
        self.failures_with(run, &|config| Config { opaque: opaque.clone(), in_the_middle: true, ..config })
    }

    fn failures_with(&mut self, run: &Run, change: &dyn Fn(Config) -> Config) -> Vec<GoalId> {
        let mut execution = run.execution.clone();
        execution.max_steps = execution.max_steps.min(self.budget.left());
        let config = change(execution.config());
        let probed = self.run(execution, config);
        self.failures(&probed)
    }

    /// Inputs that the program suggests.
    pub fn candidates(&mut self) -> Arc<Candidates> {
        let program = self.task.program;
        self.candidates.get_or_insert_with(|| Arc::new(Candidates::of(program))).clone()
    }

    /// Executes once more, and says which way it went.
    pub fn way(&mut self, mut execution: Execution, steps: u64) -> (Run, Way) {
        execution.max_steps = steps.min(self.budget.left());
        let config = Config { way: true, ..execution.config() };
        self.run_with_way(execution, config)
    }

    fn run(&mut self, execution: Execution, config: Config) -> Run {
        self.run_with_way(execution, config).0
    }

    fn run_with_way(&mut self, mut execution: Execution, mut config: Config) -> (Run, Way) {
        if self.task.host.stop().is_some() {
            // As if the budget were spent: every search ends by that.
            self.budget.spend(u64::MAX);
            config.max_steps = 0;
        }
        self.executions += 1;
        self.task.host.progress(self.budget.spent(), self.budget.total());
        let config = Config { coverage: true, ..config };
        let (outcome, coverage, way) = match Machine::new(self.task.program, config, Silence) {
            Ok(mut machine) => (machine.run(), machine.coverage(), machine.way().clone()),
            Err(end) => (no_outcome(end), Coverage::default(), Way::default()),
        };
        // Starting costs something, too.
        self.budget.spend(outcome.steps + 1000);
        let used = outcome.nondet.iter().rposition(|&value| value != 0).map_or(0, |last| last + 1);
        execution.nondet = outcome.nondet[..used].into();
        (Run { execution, outcome, coverage }, way)
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
        self.look_past(run, &Arc::from([]));
    }

    pub fn keep(&mut self, run: &Run, goal: GoalId) {
        if self.is_refuted(goal) {
            return;
        }
        if let Ok(refutation) = Refutation::confirm(self.task, &self.index, goal, NAME, &run.execution, &run.outcome) {
            self.refuted.push((goal, refutation));
            self.look_behind(run);
        }
    }

    pub fn is_refuted(&self, goal: GoalId) -> bool {
        self.refuted.iter().any(|(known, _)| *known == goal)
    }

    /// Notes that an obligation probably fails, the first time.
    pub fn suspect(&mut self, goal: GoalId, why: Degraded) {
        if !self.is_suspected(goal) {
            self.likely.push((goal, why));
        }
    }

    pub fn is_suspected(&self, goal: GoalId) -> bool {
        self.likely.iter().any(|(known, _)| *known == goal)
    }

    /// What goes wrong behind a call of an unknown function, whatever it does, if it returns.
    pub fn look_past(&mut self, run: &Run, opaque: &Arc<[GlobalId]>) {
        let End::UnknownFunction { name, stack } = &run.outcome.end else { return };
        let at = stack.first().map_or(Span::NONE, |entry| entry.span);
        let tolerance = Tolerance { unknown_functions: true, ..Tolerance::default() };
        for goal in self.probe(run, opaque, tolerance) {
            // What it may have kept or freed is not known.
            let rule = self.task.goals[goal].rule;
            if says_more(rule) && rule != Rule::MemoryLeak {
                let subject = format!("{name}, if it returns");
                self.suspect(goal, Degraded::new(Cause::UnknownFunction, at, subject));
            }
        }
    }

    /// What would go wrong next if the error did no harm, as is often so with these.
    pub fn look_behind(&mut self, run: &Run) {
        let End::Error(error) = &run.outcome.end else { return };
        if !matches!(error.rule, Rule::UseAfterScope | Rule::UninitializedRead) {
            return;
        }
        for word in FILLINGS {
            let tolerance = Tolerance { ended_scopes: true, uninitialised: Some(word), ..Tolerance::default() };
            for goal in self.probe(run, &Arc::from([]), tolerance) {
                if says_more(self.task.goals[goal].rule) {
                    let subject = format!("{} comes first", first_error(self.task, error));
                    self.suspect(goal, Degraded::new(Cause::BehindError, error.span(), subject));
                }
            }
        }
    }
}

/// A garbage value that is used is what was reported already.
pub fn says_more(rule: Rule) -> bool {
    !matches!(rule, Rule::UninitializedRead | Rule::InvalidPointer | Rule::UseAfterScope)
}

fn first_error(task: &Task<'_>, error: &Report) -> String {
    let place = task.program.describe_span(error.span()).unwrap_or_default();
    format!("{} ({place})", error.rule)
}

fn no_outcome(end: End) -> Outcome {
    Outcome { end, leaks: Vec::new(), steps: 0, nondet: Vec::new(), observed: Observed::default(), live_blocks: 0 }
}
