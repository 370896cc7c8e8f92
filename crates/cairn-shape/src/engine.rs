//! The engine as the portfolio sees it.

use crate::graphs;
use crate::object::Where;
use crate::run::{Join, Limits, Patience, Run, Stop};
use crate::search::search;
use crate::sketch::Sketches;
use crate::world::World;
use cairn_engine::{
    Analysis, Assumption, Budget, Cause, Degraded, Engine, GoalId, LoopInvariant, Open, Proof, Task, Verdict,
};
use cairn_ir::obligation::{Obligation, Place};
use cairn_ir::{BlockId, FuncId, Program, Rule, Span};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// Every execution from the entry function, on heaps of any size.
pub struct Shape;

/// The same with another way to join heaps.
pub struct ShapeWith(pub Join);

pub(crate) const NAME: &str = "shape";

/// Share of a budget's steps that one instruction on an abstract heap costs, compared with executing it.
pub(crate) const STEP_COST: u64 = 10;

/// The rules that the analysis looks at.
pub(crate) const RULES: &[Rule] = &[
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
        let world = World::new(task.program);
        let mut verdicts: Vec<(GoalId, Verdict)> = Vec::new();
        let mut asked: Vec<GoalId> =
            open.iter().copied().filter(|&goal| RULES.contains(&task.goals[goal].rule)).collect();
        let mut spent = Spent::default();
        let mut ends: Vec<Option<Ended>> = Vec::new();
        for &way in self.ways() {
            if !way.when.applies(&ends) {
                ends.push(None);
                continue;
            }
            let (mut found, ended) = way.prove(task, (&world, entry), &asked, budget, &mut spent);
            ends.push(Some(ended));
            if !way.how.explains() {
                found.retain(|(_, verdict)| verdict.holds());
            }
            let again: BTreeSet<GoalId> = found.iter().map(|(goal, _)| *goal).collect();
            verdicts.retain(|(goal, verdict)| verdict.holds() || !again.contains(goal));
            let holds: BTreeSet<GoalId> = found.iter().filter(|(_, v)| v.holds()).map(|(goal, _)| *goal).collect();
            asked.retain(|goal| !holds.contains(goal));
            verdicts.extend(found);
            if asked.is_empty() {
                break;
            }
        }
        let wanted: BTreeSet<GoalId> = verdicts.iter().filter(|(_, v)| v.is_open()).map(|(goal, _)| *goal).collect();
        if !wanted.is_empty() {
            // What was proved and yet fails belongs into the result, too: one of the two is wrong.
            let refuted = search(task, &world, entry, &wanted, budget);
            let goals: BTreeSet<GoalId> = refuted.iter().map(|(goal, _)| *goal).collect();
            verdicts.retain(|(goal, verdict)| verdict.holds() || !goals.contains(goal));
            verdicts.extend(refuted.into_iter().map(|(goal, found)| (goal, Verdict::Refuted(Box::new(found)))));
        }
        let statistics = vec![("steps", spent.steps), ("heaps", spent.heaps)];
        Analysis { verdicts, statistics }
    }
}

/// What analyses took.
#[derive(Default)]
struct Spent {
    steps: u64,
    heaps: u64,
}

/// One analysis.
#[derive(Clone, Copy)]
struct Way {
    how: How,
    steps: u64,
    when: When,
}

#[derive(Clone, Copy)]
enum How {
    Heaps(Join, Patience),
    Graphs,
}

impl How {
    /// Does it matter why it leaves something open? What is known of graphs is not enough, and if nothing is folded, why it did not get
    /// to its end says nothing about the program.
    fn explains(self) -> bool {
        matches!(self, How::Heaps(_, patience) if patience.folds)
    }
}

/// How an analysis ended, as far as others depend on it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ended {
    OutOfSteps,
    /// Or for another reason that more steps would not change.
    Finished,
}

/// When an analysis is worth while, by the ends of those before it, which are named by their positions.
#[derive(Clone, Copy)]
enum When {
    Always,
    OutOfSteps(usize),
    NotFinished(usize),
}

impl When {
    fn applies(self, ends: &[Option<Ended>]) -> bool {
        match self {
            When::Always => true,
            When::OutOfSteps(before) => ends[before] == Some(Ended::OutOfSteps),
            When::NotFinished(before) => ends[before] != Some(Ended::Finished),
        }
    }
}

const fn heaps(join: Join, patience: Patience, steps: u64, when: When) -> Way {
    Way { how: How::Heaps(join, patience), steps, when }
}

const fn merge(patience: Patience, steps: u64, when: When) -> Way {
    heaps(Join::Merge, patience, steps, when)
}

const fn graphs(when: When) -> Way {
    Way { how: How::Graphs, steps: 300_000, when }
}

/// Heaps are first joined early, which is quick; what is open then is worth a patient look, and one without abstraction. Now
/// and then patience is quicker: it is tried before haste gets many steps. Graphs take little: where haste came to no end they are tried at once.
const MERGE: &[Way] = &[
    merge(Patience::NONE, 150_000, When::Always),
    graphs(When::OutOfSteps(0)),
    merge(Patience::SHORT, 800_000, When::Always),
    graphs(When::NotFinished(1)),
    merge(Patience::LONG, 800_000, When::OutOfSteps(2)),
    merge(Patience::SHORT, 2_000_000, When::OutOfSteps(2)),
    merge(Patience::LONG, 2_000_000, When::NotFinished(4)),
    merge(Patience::EXACT, 600_000, When::Always),
];
const POWERSET: &[Way] = &[heaps(Join::Powerset, Patience::LONG, 600_000, When::Always)];
const DECOMPOSE: &[Way] = &[heaps(Join::Decompose, Patience::LONG, 600_000, When::Always)];

impl ShapeWith {
    fn ways(&self) -> &'static [Way] {
        match self.0 {
            Join::Merge => MERGE,
            Join::Powerset => POWERSET,
            Join::Decompose => DECOMPOSE,
        }
    }
}

impl Way {
    /// What the analysis says about the goals, and how it ended.
    fn prove(
        self,
        task: &Task<'_>,
        code: (&World<'_>, FuncId),
        asked: &[GoalId],
        budget: &mut Budget,
        spent: &mut Spent,
    ) -> (Vec<(GoalId, Verdict)>, Ended) {
        // The rest is for what comes after it.
        let steps = (budget.left() / STEP_COST / 2).min(self.steps);
        match self.how {
            How::Heaps(join, patience) => with_heaps(task, code, asked, (join, patience, steps), budget, spent),
            How::Graphs => {
                let (found, graphs) = graphs::prove(task, code, asked, (graphs::Join::PartialIsomorphism, steps));
                let steps = graphs.map_or(0, |graphs| graphs.steps);
                budget.spend(steps * STEP_COST);
                spent.steps += steps;
                (found, Ended::Finished)
            }
        }
    }
}

fn with_heaps(
    task: &Task<'_>,
    (world, entry): (&World<'_>, FuncId),
    asked: &[GoalId],
    (join, patience, steps): (Join, Patience, u64),
    budget: &mut Budget,
    spent: &mut Spent,
) -> (Vec<(GoalId, Verdict)>, Ended) {
    let limits = Limits {
        join,
        steps,
        alloc_may_fail: task.terms.alloc_may_fail,
        locals_hold_at_exit: task.terms.locals_hold_at_exit,
        patience,
        ..Limits::default()
    };
    let mut run = Run::new(world, limits);
    run.host = Some(task.host);
    let end = run.run(entry);
    budget.spend(run.steps * STEP_COST);
    spent.steps += run.steps;
    spent.heaps = run.heaps_at_loops();
    let found = Found { end: &end, doubts: &run.doubts, visited: &run.visited, cut_short: run.cut_short };
    let verdicts = asked.iter().map(|&goal| {
        let obligation = &task.goals[goal];
        (goal, verdict(task, &found, obligation, || invariants(task.program, &run, obligation)))
    });
    let ended = if end == Err(Stop::Steps) { Ended::OutOfSteps } else { Ended::Finished };
    (verdicts.collect(), ended)
}

/// What an analysis of every execution found.
pub(crate) struct Found<'a> {
    pub end: &'a Result<(), Stop>,
    pub doubts: &'a BTreeSet<(Where, Rule)>,
    pub visited: &'a FxHashSet<Where>,
    pub cut_short: bool,
}

pub(crate) fn verdict(
    task: &Task<'_>,
    found: &Found<'_>,
    goal: &Obligation,
    invariants: impl Fn() -> Vec<LoopInvariant>,
) -> Verdict {
    if let Err(stop) = found.end {
        return Verdict::Open(Open::because(stopped(stop)));
    }
    let at = place_of(task.program, goal);
    if found.doubts.contains(&(at, goal.rule)) {
        // Even if it surely fails in an abstract heap: that may stand for no state of any execution.
        return Verdict::Open(Open::because(Degraded::new(Cause::ImpreciseJoin, goal.span, "abstract heaps")));
    }
    if !found.visited.contains(&at) && found.cut_short {
        return Verdict::Open(Open::because(Degraded::new(Cause::Unsupported, Span::NONE, "code behind an error")));
    }
    if !found.visited.contains(&at) {
        return Verdict::Unreachable(proof(task, "no execution gets here".to_owned()));
    }
    let certificate = "it holds in every abstract heap that gets here".to_owned();
    Verdict::Proved(Proof { invariants: invariants(), ..proof(task, certificate) })
}

/// The invariants of the function's loops, in the order of its blocks.
fn invariants(program: &Program, run: &Run<'_>, goal: &Obligation) -> Vec<LoopInvariant> {
    let Some(body) = &program.funcs[goal.func].body else { return Vec::new() };
    let own = run.sketches.iter().filter(|((func, _), _)| *func == goal.func);
    let invariant = |((func, block), sketches): (&(FuncId, BlockId), &Sketches)| {
        let block = &body.blocks[*block];
        let line = block.insts.first().map_or(block.term_span, |inst| inst.span).line;
        sketches.invariant(program.func_name(*func), line)
    };
    own.map(invariant).collect()
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
    Proof::new(NAME, assumptions, certificate)
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
        Stop::Host(cause) => (*cause, Span::NONE, "abstract heaps".to_owned()),
    };
    Degraded::new(cause, at, subject)
}
