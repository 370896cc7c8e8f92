//! What graphs prove, for the engine; and as an engine of its own, to be tried alone.

use super::run::{Graphs, Limits};
use super::seen::Join;
use crate::engine::{Found, RULES, STEP_COST, verdict};
use crate::world::World;
use cairn_engine::{Analysis, Budget, Cause, Degraded, Engine, GoalId, Open, Task, Verdict};
use cairn_ir::{FuncId, Span};

/// Graphs alone. Nothing is refuted.
pub struct GraphsAlone(pub Join);

impl Engine for GraphsAlone {
    fn name(&self) -> &'static str {
        "shape-graphs"
    }

    fn analyse(&self, task: &Task<'_>, open: &[GoalId], budget: &mut Budget) -> Analysis {
        let entry = task.program.func_named(&task.terms.entry);
        let Some(entry) = entry.filter(|&entry| task.program.funcs[entry].is_defined()) else {
            return Analysis::default();
        };
        let world = World::new(task.program);
        let asked: Vec<GoalId> = open.iter().copied().filter(|&goal| RULES.contains(&task.goals[goal].rule)).collect();
        let steps = budget.left() / STEP_COST / 2;
        let (verdicts, graphs) = prove(task, (&world, entry), &asked, (self.0, steps));
        budget.spend(graphs.as_ref().map_or(0, |graphs| graphs.steps) * STEP_COST);
        let statistics =
            graphs.map_or_else(Vec::new, |graphs| vec![("steps", graphs.steps), ("structures", graphs.structures)]);
        Analysis { verdicts, statistics }
    }
}

/// What graphs say of the goals, if there are links to be followed at all.
pub(crate) fn prove<'w>(
    task: &Task<'w>,
    (world, entry): (&'w World<'w>, FuncId),
    asked: &[GoalId],
    (join, steps): (Join, u64),
) -> (Vec<(GoalId, Verdict)>, Option<Graphs<'w>>) {
    let limits = Limits {
        join,
        steps,
        alloc_may_fail: task.terms.alloc_may_fail,
        locals_hold_at_exit: task.terms.locals_hold_at_exit,
    };
    let mut graphs = Graphs::new(world, limits, Some(task.host), entry);
    if !graphs.has_links() {
        let open = || Verdict::Open(Open::because(Degraded::new(Cause::Unsupported, Span::NONE, "no links to follow")));
        return (asked.iter().map(|&goal| (goal, open())).collect(), None);
    }
    let end = graphs.run(entry);
    let found = Found { end: &end, doubts: &graphs.doubts, visited: &graphs.visited, cut_short: graphs.cut_short };
    let verdicts = asked.iter().map(|&goal| {
        let obligation = &task.goals[goal];
        (goal, verdict(task, &found, obligation, || graphs.invariants(obligation.func)))
    });
    (verdicts.collect(), Some(graphs))
}
