//! The engine as the portfolio sees it.

use crate::object::Where;
use crate::run::{Join, Limits, Run, Stop};
use crate::search::search;
use crate::world::World;
use cairn_engine::{Analysis, Assumption, Budget, Cause, Degraded, Engine, GoalId, Open, Proof, Task, Verdict};
use cairn_ir::obligation::{Obligation, Place};
use cairn_ir::{Program, Rule, Span};
use std::collections::BTreeSet;

/// Every execution from the entry function, on heaps of any size.
pub struct Shape;

/// The same with another way to join heaps.
pub struct ShapeWith(pub Join);

pub(crate) const NAME: &str = "shape";

/// Share of a budget's steps that one instruction on an abstract heap costs, compared with executing it.
const STEP_COST: u64 = 25;

/// The rules that the analysis looks at.
const RULES: &[Rule] = &[
    Rule::NullDereference,
    Rule::UseAfterFree,
    Rule::UseAfterScope,
    Rule::OutOfBounds,
    Rule::InvalidPointer,
    Rule::DoubleFree,
    Rule::InvalidFree,
    Rule::MemoryLeak,
    Rule::UninitializedRead,
    Rule::AssertionFailure,
    Rule::PreconditionViolation,
    Rule::DivisionByZero,
];

impl Engine for Shape {
    fn name(&self) -> &'static str {
        NAME
    }

    fn analyse(&self, task: &Task<'_>, open: &[GoalId], budget: &mut Budget) -> Analysis {
        ShapeWith(Join::Merge).analyse(task, open, budget)
    }
}

impl Engine for ShapeWith {
    fn name(&self) -> &'static str {
        match self.0 {
            Join::Powerset => "shape-powerset",
            Join::Merge => NAME,
            Join::Decompose => "shape-decompose",
        }
    }

    fn analyse(&self, task: &Task<'_>, open: &[GoalId], budget: &mut Budget) -> Analysis {
        let entry = task.program.func_named(&task.terms.entry);
        let Some(entry) = entry.filter(|&entry| task.program.funcs[entry].is_defined()) else {
            return Analysis::default();
        };
        let limits = Limits {
            join: self.0,
            // The rest is for the search.
            steps: (budget.left() / STEP_COST / 4 * 3).min(Limits::default().steps),
            alloc_may_fail: task.terms.alloc_may_fail,
            locals_hold_at_exit: task.terms.locals_hold_at_exit,
            ..Limits::default()
        };
        let world = World::new(task.program);
        let mut run = Run::new(&world, limits);
        let end = run.run(entry);
        budget.spend(run.steps * STEP_COST);
        let asked = open.iter().copied().filter(|&goal| RULES.contains(&task.goals[goal].rule));
        let mut verdicts: Vec<(GoalId, Verdict)> =
            asked.map(|goal| (goal, verdict(task, &run, &end, &task.goals[goal]))).collect();
        let wanted: BTreeSet<GoalId> = verdicts.iter().filter(|(_, v)| v.is_open()).map(|(goal, _)| *goal).collect();
        if !wanted.is_empty() {
            // What was proved and yet fails belongs into the result, too: one of the two is wrong.
            let refuted = search(task, &world, entry, &wanted, budget);
            let goals: BTreeSet<GoalId> = refuted.iter().map(|(goal, _)| *goal).collect();
            verdicts.retain(|(goal, verdict)| verdict.holds() || !goals.contains(goal));
            verdicts.extend(refuted.into_iter().map(|(goal, found)| (goal, Verdict::Refuted(Box::new(found)))));
        }
        Analysis { verdicts, statistics: vec![("steps", run.steps), ("heaps", run.heaps_at_loops())] }
    }
}

fn verdict(task: &Task<'_>, run: &Run<'_>, end: &Result<(), Stop>, goal: &Obligation) -> Verdict {
    if let Err(stop) = end {
        return Verdict::Open(Open::because(stopped(stop)));
    }
    let at = place_of(task.program, goal);
    if let Some(doubt) = run.doubts.get(&(at, goal.rule)) {
        let cause = Degraded::new(Cause::ImpreciseJoin, goal.span, "abstract heaps");
        let causes = if doubt.sure { Vec::new() } else { vec![cause] };
        return Verdict::Open(Open { likely: doubt.sure, causes });
    }
    if !run.visited.contains(&at) && run.cut_short {
        return Verdict::Open(Open::because(Degraded::new(Cause::Unsupported, Span::NONE, "code behind an error")));
    }
    if !run.visited.contains(&at) {
        return Verdict::Unreachable(proof(task, "no execution gets here".to_owned()));
    }
    let loops = invariants(task.program, run, goal);
    Verdict::Proved(proof(task, format!("it holds in every abstract heap that gets here{loops}")))
}

/// The invariants of the function's loops, by line and the number of heaps that each is the union of.
fn invariants(program: &Program, run: &Run<'_>, goal: &Obligation) -> String {
    let Some(body) = &program.funcs[goal.func].body else { return String::new() };
    let own = run.invariants.iter().filter(|((func, _), _)| *func == goal.func);
    let text: Vec<String> = own
        .map(|((_, block), heaps)| {
            let block = &body.blocks[*block];
            let line = block.insts.first().map_or(block.term_span, |inst| inst.span).line;
            format!("line {line}: {} heaps", heaps.len())
        })
        .collect();
    if text.is_empty() { String::new() } else { format!("; loop invariants: {}", text.join(", ")) }
}

fn place_of(program: &Program, goal: &Obligation) -> Where {
    let body = program.funcs[goal.func].body.as_ref();
    let insts = body.map_or(0, |body| body.blocks[goal.block].insts.len() as u32);
    let inst = match goal.place {
        Place::Inst(index) => index,
        Place::Terminator => insts,
    };
    Where { func: goal.func, block: goal.block, inst }
}

fn proof(task: &Task<'_>, certificate: String) -> Proof {
    let mut assumptions = vec![Assumption::LibraryModels];
    if !task.terms.alloc_may_fail {
        assumptions.push(Assumption::AllocationSucceeds);
    }
    Proof { engine: NAME, assumptions, certificate }
}

fn stopped(stop: &Stop) -> Degraded {
    let (cause, at, subject) = match stop {
        Stop::Steps => (Cause::StepBudget, Span::NONE, "abstract heaps".to_owned()),
        Stop::Depth => (Cause::StepBudget, Span::NONE, "recursion".to_owned()),
        Stop::Unsupported(what) => (Cause::Unsupported, Span::NONE, what.clone()),
        Stop::UnknownFunction(name) => (Cause::UnknownFunction, Span::NONE, name.clone()),
        Stop::FunctionPointer => (Cause::FunctionPointer, Span::NONE, "a call through a pointer".to_owned()),
        Stop::UnknownWrite(at) => (Cause::AliasClass, *at, "a write through a pointer that is not known".to_owned()),
        Stop::Concurrency => (Cause::Concurrency, Span::NONE, "threads or atomic operations".to_owned()),
        Stop::Loop(at) => (Cause::LoopInvariant, *at, "a loop".to_owned()),
    };
    Degraded::new(cause, at, subject)
}
