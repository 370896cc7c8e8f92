//! The engine that executes.
//!
//! What the interpreter does is what the program does, so a failed execution refutes, and a complete set of executions
//! proves. `session` executes within the budget and keeps what failed; `tree` tries every combination of choices where
//! there are few; `inputs` is the list of values that are tried otherwise; `exact` concludes from a complete set; `program`
//! and `library` say what to execute, with and without a `main`; `obstacle` says why there is no conclusion.
//!
//! Not here: abstraction of any kind, files, reports.

mod exact;
mod inputs;
mod library;
mod obstacle;
mod program;
mod session;
mod tree;

use cairn_engine::{Analysis, Budget, Engine, GoalId, Task, Verdict};
use exact::Decided;
use obstacle::Obstacle;
use session::Session;

/// The engine; it has no state.
pub struct Explore;

pub(crate) const NAME: &str = "explore";

impl Engine for Explore {
    fn name(&self) -> &'static str {
        NAME
    }

    fn analyse(&self, task: &Task<'_>, open: &[GoalId], budget: &mut Budget) -> Analysis {
        let mut session = Session::new(task, budget);
        let decided = match Obstacle::of_globals(task.program) {
            Some(obstacle) => Decided::Nothing(obstacle),
            None if task.has_entry() => program::explore(&mut session),
            None => library::explore(&mut session),
        };
        let Session { refuted, executions, .. } = session;
        let mut verdicts: Vec<(GoalId, Verdict)> = Vec::new();
        let failed: Vec<GoalId> = refuted.iter().map(|(goal, _)| *goal).collect();
        verdicts.extend(refuted.into_iter().map(|(goal, refutation)| (goal, Verdict::Refuted(Box::new(refutation)))));
        let undecided = open.iter().copied().filter(|goal| !failed.contains(goal));
        verdicts.extend(undecided.map(|goal| (goal, decided.verdict(task, goal))));
        Analysis { verdicts, statistics: vec![("executions", executions), ("steps", budget.spent())] }
    }
}
