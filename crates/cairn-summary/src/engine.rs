//! The engine as the portfolio sees it.

use crate::abandoned::Behind;
use crate::analysis::{Analysis as Run, Limits, Stop, is_absent};
use crate::facts::Reason;
use crate::library::Inside;
use crate::refute::{Found, refute};
use crate::verdicts::{Check, Status};
use cairn_engine::{Analysis, Assumption, Budget, Cause, Degraded, Effort, Engine, GoalId, Open, Proof, Task, Verdict};
use cairn_ir::obligation::{Obligation, Place};
use cairn_ir::{FuncId, Global, Program, Rule, Span};
use rustc_hash::FxHashMap;

pub(crate) const NAME: &str = "inline";

/// Every execution from the entry function, symbolically.
pub struct Summary;

/// Share of a budget's steps that one instruction costs here, compared with executing it.
pub(crate) const STEP_COST: u64 = 50;
/// The same for a step of work on conditions, and for a resource unit of the solver.
const LOGIC_COST: u64 = 6;

/// Resource units that the solver may spend on one program at most.
const SOLVER_UNITS: u64 = 8_000_000;
/// Beyond so many times the usual, more steps rarely help.
const MOST_EFFORT: u64 = 16;
/// Reasons for giving paths up that are told for one obligation.
const MOST_STOPS: usize = 3;

impl Engine for Summary {
    fn name(&self) -> &'static str {
        NAME
    }

    fn analyse(&self, task: &Task<'_>, open: &[GoalId], budget: &mut Budget) -> Analysis {
        let entry = task.program.func_named(&task.terms.entry);
        let Some(entry) = entry.filter(|&entry| task.program.funcs[entry].is_defined()) else {
            return Analysis::default();
        };
        let limits = limits(task, budget);
        let mut run = Run::new(task.program, limits);
        run.facts.care.solver_units = (limits.effort * SOLVER_UNITS).min(budget.left() / LOGIC_COST);
        // What was not followed to its end is told by `behind`, and so is what lies behind a failure.
        let _ = run.run(entry);
        let behind = [run.behind(&run.abandoned), run.behind(&run.failures)];
        let inside = Inside::new(&run);
        budget.spend(run.steps * STEP_COST);
        let goals: FxHashMap<Check, GoalId> =
            open.iter().map(|&goal| (check_of(task.program, &task.goals[goal]), goal)).collect();
        let found = refute(task, &mut run, &goals, budget);
        let outside = run.called_from_outside();
        let failed: Vec<GoalId> = found.refuted.iter().map(|(goal, _)| *goal).collect();
        let of = |goal: GoalId| {
            let obligation = &task.goals[goal];
            if failed.contains(&goal) {
                return None;
            }
            if outside.contains(&obligation.func) {
                return Some(Verdict::Open(Open::because(called_by(&run.unknown_code, obligation.span))));
            }
            verdict(task, &run, &behind, &inside, obligation, &found)
        };
        let mut verdicts: Vec<(GoalId, Verdict)> = open.iter().filter_map(|&goal| Some((goal, of(goal)?))).collect();
        let statistics = statistics(&run, &found);
        verdicts
            .extend(found.refuted.into_iter().map(|(goal, refutation)| (goal, Verdict::Refuted(Box::new(refutation)))));
        Analysis { verdicts, statistics }
    }
}

fn statistics(run: &Run<'_>, found: &Found) -> Vec<(&'static str, u64)> {
    let answers = run.answers();
    vec![
        ("steps", run.steps),
        ("answers by sample", answers.sample),
        ("answers by theory", answers.theory),
        ("answers by solver", answers.solver),
        ("questions left open", answers.open),
        ("executions", found.executions),
    ]
}

/// What the run says of one obligation; nothing if it did not look at that rule there.
fn verdict(
    task: &Task<'_>,
    run: &Run<'_>,
    [behind, behind_failures]: &[Behind; 2],
    inside: &Inside<'_>,
    goal: &Obligation,
    found: &Found,
) -> Option<Verdict> {
    let check = check_of(task.program, goal);
    let unknown_code = !run.unknown_code.is_empty();
    let proved = |certificate: String| {
        let past_errors = !run.cut_short;
        Proof { past_errors, ..proof(task, NAME, unknown_code, certificate) }
    };
    let given_up = || run.abandoned.stops.iter().take(MOST_STOPS).map(|stop| stopped(stop, goal.span));
    match run.verdicts.status(&check) {
        Some(Status { open: Some(reasons), .. }) => {
            let mut causes: Vec<Degraded> = reasons.iter().filter_map(|reason| lost(*reason, goal.span)).collect();
            causes.extend(behind.covers(&check).then(given_up).into_iter().flatten());
            let likely = found.likely.contains(&check);
            if likely {
                causes.insert(0, Degraded::new(Cause::NotReplayed, goal.span, "a failure that was not executed"));
            }
            Some(Verdict::Open(Open { likely, causes }))
        }
        _ if behind.covers(&check) => Some(Verdict::Open(Open { likely: false, causes: given_up().collect() })),
        Some(Status { held, open: None }) => {
            let certificate = format!("no execution breaks it in the {held} contexts in which it is reached");
            Some(Verdict::Proved(proved(certificate)))
        }
        // Every block that is alive at some end was looked at.
        None if run.was_visited(check.func, check.block, check.inst)
            && check.rule != Rule::MemoryLeak
            && !inside.keeps(&check) =>
        {
            None
        }
        None if run.was_visited(check.func, check.block, check.inst) => {
            let certificate = "nothing that could break it is ever executed there".to_owned();
            Some(Verdict::Proved(proved(certificate)))
        }
        None if behind_failures.covers(&check) => Some(Verdict::Open(Open::because(behind_error(goal.span)))),
        None => Some(Verdict::Unreachable(proved("no execution gets here".to_owned()))),
    }
}

pub(crate) fn check_of(program: &Program, goal: &Obligation) -> Check {
    let insts = |func: FuncId| program.funcs[func].body.as_ref().map_or(0, |body| body.blocks[goal.block].insts.len());
    let inst = match goal.place {
        Place::Inst(index) => index,
        Place::Terminator => insts(goal.func) as u32,
    };
    Check { func: goal.func, block: goal.block, inst, rule: goal.rule }
}

/// What one analysis may spend of a budget, and what the user says of allocations and of the end.
pub(crate) fn limits(task: &Task<'_>, budget: &Budget) -> Limits {
    let effort = (budget.total() / Effort::Normal.steps()).clamp(1, MOST_EFFORT);
    Limits {
        effort,
        steps: (budget.left() / STEP_COST).min(effort * Limits::default().steps),
        logic_steps: (budget.left() / LOGIC_COST).min(effort * Limits::default().logic_steps),
        alloc_may_fail: task.terms.alloc_may_fail,
        locals_hold_at_exit: task.terms.locals_hold_at_exit,
        ..Limits::default()
    }
}

/// A proof in a program that calls code that is not there, or not. Variables that are not there belong to such code.
pub(crate) fn proof(task: &Task<'_>, engine: &'static str, unknown_code: bool, certificate: String) -> Proof {
    let mut assumptions = vec![Assumption::LibraryModels];
    if !task.terms.alloc_may_fail {
        assumptions.push(Assumption::AllocationSucceeds);
    }
    if unknown_code || task.program.globals.iter().any(is_elsewhere) {
        assumptions.push(Assumption::CallbacksByAddress);
    }
    Proof::new(engine, assumptions, certificate)
}

fn is_elsewhere(global: &Global) -> bool {
    global.init.is_none() && !is_absent(global.linkage, false)
}

/// Code that is not there may call this function with anything.
fn called_by(names: &[String], at: Span) -> Degraded {
    Degraded::new(Cause::UnknownFunction, at, names.join(", "))
}

/// An execution that ends in an error says nothing of what would have come behind it: C gives no meaning to that.
pub(crate) fn behind_error(at: Span) -> Degraded {
    Degraded::new(Cause::BehindError, at, "code behind an error")
}

pub(crate) fn stopped(stop: &Stop, at: Span) -> Degraded {
    match stop {
        Stop::Steps => Degraded::new(Cause::StepBudget, Span::NONE, "symbolic execution"),
        Stop::Depth => Degraded::new(Cause::StepBudget, Span::NONE, "recursion"),
        Stop::Unsupported(what) => Degraded::new(Cause::Unsupported, Span::NONE, what.clone()),
        Stop::Aliasing => Degraded::new(Cause::AliasClass, Span::NONE, "arguments that may be one object"),
        Stop::Concurrency => Degraded::new(Cause::Concurrency, Span::NONE, "threads or atomic operations"),
        Stop::Loop(span) => Degraded::new(Cause::LoopInvariant, if span.is_none() { at } else { *span }, "a loop"),
    }
}

pub(crate) fn lost(reason: Reason, at: Span) -> Option<Degraded> {
    let (cause, subject) = match reason {
        Reason::Input | Reason::Named => return None,
        Reason::Undefined => (Cause::ImpreciseJoin, "memory that may not be written"),
        Reason::UnknownObject => (Cause::AliasClass, "a pointer that is not known"),
        Reason::SymbolicOffset => (Cause::ImpreciseJoin, "an offset that is not constant"),
        Reason::Join => (Cause::ImpreciseJoin, "too many cases"),
        Reason::Loop => (Cause::LoopInvariant, "a value that changes in a loop"),
        Reason::External => (Cause::UnknownFunction, "a value from outside"),
        Reason::Deep => (Cause::AliasClass, "memory of the caller that is far away"),
        Reason::Long => (Cause::ImpreciseJoin, "a value that is the result of too many operations"),
        Reason::Recursion => (Cause::LoopInvariant, "what recursive calls do, however deep"),
        Reason::Jump => (Cause::Unsupported, "longjmp to a place that is not known"),
        Reason::Uninterpreted => (Cause::Nonlinear, "an operation that is not interpreted"),
    };
    Some(Degraded::new(cause, at, subject))
}
