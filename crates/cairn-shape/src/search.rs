//! Looks for executions that fail: the same steps without folding and joining, along a bounded number of paths, and then
//! the interpreter with inputs that the path allows. What is found is no guess; what is not found means nothing.

use crate::engine::{NAME, STEP_COST};
use crate::run::{Bounds, Limits, Run};
use crate::world::World;
use cairn_engine::{Budget, Execution, GoalId, GoalIndex, Refutation, Task};
use cairn_interp::{AllocFailures, End, Outcome, Output, Stream, run};
use cairn_ir::{FuncId, Rule};
use std::collections::BTreeSet;

/// Steps of the search, and instructions of one execution.
const STEPS: u64 = 200_000;
const EXECUTION: u64 = 400_000;
/// Functions active at once: small heaps show most errors.
const DEPTH: usize = 9;
/// Executions for each length of paths.
const EXECUTIONS: usize = 60;
/// Short paths first: there are few of them.
const ROUNDS: [Bounds; 5] = [
    Bounds { trips: 1, recursion: 2 },
    Bounds { trips: 2, recursion: 3 },
    Bounds { trips: 3, recursion: 4 },
    Bounds { trips: 4, recursion: 5 },
    Bounds { trips: 5, recursion: DEPTH },
];

struct Silence;

impl Output for Silence {
    fn write(&mut self, _: Stream, _: &[u8]) {}
}

/// Refutations, in the order in which they were found. Short paths first: what goes wrong at all mostly does so on them.
pub fn search(
    task: &Task<'_>,
    world: &World<'_>,
    entry: FuncId,
    wanted: &BTreeSet<GoalId>,
    budget: &mut Budget,
) -> Vec<(GoalId, Refutation)> {
    let index = GoalIndex::new(task.program, task.goals);
    let mut found = Vec::new();
    for bounds in ROUNDS {
        let missing =
            |found: &[(GoalId, Refutation)]| wanted.iter().any(|goal| found.iter().all(|(known, _)| known != goal));
        if !missing(&found) {
            break;
        }
        for inputs in paths(task, world, entry, bounds, budget).into_iter().take(EXECUTIONS) {
            if !missing(&found) {
                break;
            }
            execute(task, &index, &inputs, budget, &mut found);
        }
    }
    found
}

/// Inputs of paths that fail.
fn paths(task: &Task<'_>, world: &World<'_>, entry: FuncId, bounds: Bounds, budget: &mut Budget) -> Vec<Vec<u128>> {
    let limits = Limits {
        steps: STEPS.min(budget.left() / STEP_COST),
        alloc_may_fail: task.terms.alloc_may_fail,
        locals_hold_at_exit: task.terms.locals_hold_at_exit,
        depth: DEPTH,
        ..Limits::default()
    };
    let mut run = Run::new(world, limits);
    run.searching = Some(bounds);
    run.host = Some(task.host);
    // However it ends, what was found on the way counts.
    let _ = run.run(entry);
    budget.spend(run.steps * STEP_COST);
    run.failing
}

fn execute(
    task: &Task<'_>,
    index: &GoalIndex<'_>,
    inputs: &[u128],
    budget: &mut Budget,
    found: &mut Vec<(GoalId, Refutation)>,
) {
    let execution = execution(task, inputs);
    let outcome = run(task.program, execution.config(), Silence);
    budget.spend(outcome.steps + 1000);
    for goal in failures(index, &outcome) {
        if found.iter().all(|(known, _)| *known != goal)
            && let Ok(refutation) = Refutation::confirm(task, index, goal, NAME, &execution, &outcome)
        {
            found.push((goal, refutation));
        }
    }
}

fn execution(task: &Task<'_>, inputs: &[u128]) -> Execution {
    let mut execution = Execution::new(&task.terms.entry, inputs, EXECUTION);
    if task.terms.alloc_may_fail {
        execution.alloc_failures = AllocFailures::Nondet;
    }
    execution
}

fn failures(index: &GoalIndex<'_>, outcome: &Outcome) -> Vec<GoalId> {
    match &outcome.end {
        End::Error(report) => index.of_error(report).into_iter().collect(),
        End::Exit(_) => {
            let lost = outcome.leaks.iter().filter(|leak| leak.rule == Rule::MemoryLeak);
            lost.filter_map(|leak| index.of_leak(leak)).collect()
        }
        _ => Vec::new(),
    }
}
