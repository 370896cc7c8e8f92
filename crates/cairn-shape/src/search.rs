//! Looks for executions that fail: the same steps without folding and joining, along a bounded number of paths, and then
//! the interpreter with inputs that the path allows. What is found is no guess; what is not found means nothing.

use crate::engine::NAME;
use crate::heap::Heap;
use crate::range::Range;
use crate::run::{Limits, Run};
use crate::value::{Sym, Val};
use crate::world::World;
use cairn_engine::{Budget, Execution, GoalId, GoalIndex, Refutation, Task};
use cairn_interp::{AllocFailures, End, Outcome, Output, Stream, run};
use cairn_ir::{FuncId, Rule};
use std::collections::{BTreeMap, BTreeSet};

/// Steps of the search, and instructions of one execution.
const STEPS: u64 = 60_000;
const EXECUTION: u64 = 400_000;
/// Functions active at once: small heaps show most errors.
const DEPTH: usize = 9;
/// Executions, over all.
const EXECUTIONS: usize = 60;

struct Silence;

impl Output for Silence {
    fn write(&mut self, _: Stream, _: &[u8]) {}
}

/// Which of the values that a path allows to take.
#[derive(Clone, Copy)]
pub(crate) enum Taste {
    Small,
    Large,
}

/// Refutations, in the order in which they were found.
pub fn search(
    task: &Task<'_>,
    world: &World<'_>,
    entry: FuncId,
    wanted: &BTreeSet<GoalId>,
    budget: &mut Budget,
) -> Vec<(GoalId, Refutation)> {
    let limits = Limits {
        steps: STEPS.min(budget.left() / 25),
        alloc_may_fail: task.terms.alloc_may_fail,
        locals_hold_at_exit: task.terms.locals_hold_at_exit,
        depth: DEPTH,
        ..Limits::default()
    };
    let mut run = Run::new(world, limits);
    run.searching = true;
    run.host = Some(task.host);
    // However it ends, what was found on the way counts.
    let _ = run.run(entry);
    budget.spend(run.steps * 25);
    let index = GoalIndex::new(task.program, task.goals);
    let mut found: BTreeMap<GoalId, Refutation> = BTreeMap::new();
    let mut order = Vec::new();
    for inputs in run.failing.into_iter().take(EXECUTIONS) {
        if wanted.iter().all(|goal| found.contains_key(goal)) {
            break;
        }
        let execution = execution(task, &inputs);
        let outcome = self::run(task.program, execution.config(), Silence);
        budget.spend(outcome.steps + 1000);
        for goal in failures(&index, &outcome) {
            if found.contains_key(&goal) {
                continue;
            }
            if let Ok(refutation) = Refutation::confirm(task, &index, goal, NAME, &execution, &outcome) {
                found.insert(goal, refutation);
                order.push(goal);
            }
        }
    }
    order.into_iter().filter_map(|goal| Some((goal, found.remove(&goal)?))).collect()
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

impl Heap {
    /// Inputs with which an execution may come here.
    pub(crate) fn example_inputs(&self, taste: Taste) -> Vec<u128> {
        let mut chosen: BTreeMap<Sym, u128> = BTreeMap::new();
        let mut example = |val: &Val| match val {
            Val::Num(lin) => {
                let lin = self.current(*lin);
                let base = lin.sym.map_or(0, |sym| {
                    let range = self.syms.get(&sym).map_or(Range::full(lin.width), |info| info.range);
                    *chosen.entry(sym).or_insert_with(|| pick(&range, taste))
                });
                crate::range::cut(base.wrapping_add(lin.add), lin.width)
            }
            _ => 0,
        };
        self.inputs.iter().map(&mut example).collect()
    }
}

fn pick(range: &Range, taste: Taste) -> u128 {
    let value = match taste {
        Taste::Small if range.slo <= 0 && range.shi >= 0 && range.ulo == 0 => 0,
        Taste::Small if range.slo > 0 => range.slo,
        Taste::Small if range.shi < 0 => range.shi,
        Taste::Small => range.ulo,
        Taste::Large if range.shi >= 1 && range.slo <= 1 && range.ulo <= 1 => 1,
        Taste::Large => range.shi,
    };
    value as u128
}
