//! The engine that executes.
//!
//! What the interpreter does is what the program does, so a failed execution refutes, and a complete set of executions
//! proves. `session` executes within the budget and keeps what failed; `tree` tries every combination of choices where
//! there are few; `search` tries some of many otherwise, and `inputs` is the list of them; `exact` concludes from a complete
//! set; `program` and `library` say what to execute, with and without a `main`; `blame` says whose mistake a failure without a `main`
//! is, `depends` what in a function depends on its caller, `lost` whether that decides what becomes of a block, `globals` what a function may rely on
//! that is called by unknown code; `obstacle` says why there is no conclusion.
//!
//! Not here: abstraction of any kind, files, reports.

mod blame;
mod depends;
mod exact;
mod globals;
mod inputs;
mod library;
mod lost;
mod obstacle;
mod program;
mod search;
mod session;
mod tree;

use cairn_engine::{Analysis, Budget, Degraded, Engine, GoalId, Open, Task, Verdict};
use exact::Decided;
use obstacle::Obstacle;
use session::Session;

/// The engine; it has no state.
pub struct Explore;

/// What is spent on the functions of a program one by one, as a share of what the whole program may take.
const PARTS: u64 = 8;

pub(crate) const NAME: &str = "explore";

impl Engine for Explore {
    fn name(&self) -> &'static str {
        NAME
    }

    fn analyse(&self, task: &Task<'_>, open: &[GoalId], budget: &mut Budget) -> Analysis {
        let mut session = Session::new(task, budget);
        let obstacle = Obstacle::of_globals(task.program);
        let can_run = obstacle.is_none();
        let decided = match obstacle {
            Some(obstacle) => Decided::Nothing(obstacle),
            None if task.has_entry() => program::explore(&mut session),
            None => library::explore(&mut session),
        };
        let Session { refuted, mut likely, mut executions, .. } = session;
        if can_run && task.has_entry() && matches!(decided, Decided::Nothing(_)) {
            let mut more = Budget::new(budget.total() / PARTS).hurried(budget.is_hurried());
            let mut session = Session::new(task, &mut more);
            library::explore_parts(&mut session);
            likely.extend(session.likely);
            executions += session.executions;
        }
        let mut verdicts: Vec<(GoalId, Verdict)> = Vec::new();
        let failed: Vec<GoalId> = refuted.iter().map(|(goal, _)| *goal).collect();
        verdicts.extend(refuted.into_iter().map(|(goal, refutation)| (goal, Verdict::Refuted(Box::new(refutation)))));
        let undecided = open.iter().copied().filter(|goal| !failed.contains(goal));
        verdicts.extend(undecided.map(|goal| (goal, suspected(decided.verdict(task, goal), goal, &likely))));
        Analysis { verdicts, statistics: vec![("executions", executions), ("steps", budget.spent())] }
    }
}

/// An open obligation is likely to fail if it was seen to in an execution that is not quite one.
fn suspected(verdict: Verdict, goal: GoalId, likely: &[(GoalId, Degraded)]) -> Verdict {
    match (verdict, likely.iter().find(|(known, _)| *known == goal)) {
        (Verdict::Open(open), Some((_, why))) => {
            let mut suspicion = Open { likely: true, causes: vec![why.clone()] };
            suspicion.merge(open);
            Verdict::Open(suspicion)
        }
        (verdict, _) => verdict,
    }
}
