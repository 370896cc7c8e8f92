//! Code without an entry: functions are called one by one, as an unknown program could.
//!
//! An error that depends on what the caller passes, or on what other functions did before, is not an error of the function.
//! `blame` says which one it is of, `globals` what other functions could have done before.

use crate::blame::{Blame, blame};
use crate::exact::Decided;
use crate::globals::{Globals, Unsure};
use crate::inputs;
use crate::obstacle::Obstacle;
use crate::search::{Allowance, search};
use crate::session::{Run, Session, says_more};
use cairn_engine::{Cause, Degraded, Execution, GoalId};
use cairn_interp::{End, Given, Tolerance};
use cairn_ir::{CType, Func, FuncId, FuncOrigin, GlobalId, Linkage, Program, Rule, Span, Type};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Share of what is spent on a function that one execution may take.
const ONE: u64 = 32;
/// In a hurry, each function takes as little as one of so many.
const CROWD: usize = 200;
/// Failures of one obligation that are looked at: one that is the caller's fault says nothing of the others.
const FAILURES: usize = 6;

pub fn explore(session: &mut Session<'_, '_>) -> Decided {
    let program = session.task.program;
    let is_public = |func: &FuncId| program.funcs[*func].linkage != Linkage::Internal;
    let funcs = program.funcs.ids().filter(|func| can_be_called(program, *func) && is_public(func)).collect();
    call_all(session, funcs);
    let subject = format!("no function `{}`: callers are not known", session.task.terms.entry);
    Decided::Nothing(Obstacle::new(Cause::MissingContract, Span::NONE, subject))
}

/// The same with the functions of a program that does not come far by itself, static ones among them. Nobody knows whether
/// they are called like that there: what fails is likely to, no more. In a hurry, only those next to the entry are called: the
/// others may be part of many programs.
pub fn explore_parts(session: &mut Session<'_, '_>) {
    let program = session.task.program;
    let Some(entry) = program.func_named(&session.task.terms.entry) else { return };
    let file = |func: FuncId| program.funcs[func].span.file;
    let is_near = |func: FuncId| !session.budget.is_hurried() || file(func) == file(entry);
    let is_part = |&func: &FuncId| func != entry && is_near(func) && can_be_called(program, func);
    let funcs: Vec<FuncId> = program.funcs.ids().filter(is_part).collect();
    call_all(session, funcs);
}

fn call_all(session: &mut Session<'_, '_>, funcs: Vec<FuncId>) {
    let globals = Globals::new(session.task.program);
    let crowd = if session.budget.is_hurried() { funcs.len().max(CROWD) } else { funcs.len() };
    let mut share = session.budget.total() / (crowd as u64 + 1);
    let mut funcs = funcs;
    loop {
        funcs.retain(|&func| call(session, &globals, func, share));
        // What the others did not need is for those that were cut short.
        let more = session.budget.left() / (funcs.len() as u64 + 1);
        if funcs.is_empty() || session.budget.is_hurried() || more < 2 * share {
            return;
        }
        share = more;
    }
}

/// Calls a function in all the ways that there are. Was an execution too long?
fn call(session: &mut Session<'_, '_>, globals: &Globals<'_>, func: FuncId, share: u64) -> bool {
    let program = session.task.program;
    let unsure = globals.unsure(func);
    let takes_values = !program.funcs[func].sig.params.is_empty();
    let givens: Vec<Option<Given>> = if globals.calls_unknown(func) || takes_pointers(program, func) {
        inputs::givens().map(Some).collect()
    } else {
        vec![None]
    };
    let share = share / givens.len() as u64;
    let mut seen: FxHashMap<GoalId, usize> = FxHashMap::default();
    let mut cut_short = false;
    let mut keep = |session: &mut Session<'_, '_>, run: &Run| {
        cut_short |= run.outcome.end == End::StepBudget;
        for goal in blamed(session, func, run) {
            let seen = seen.entry(goal).or_default();
            *seen += 1;
            if !session.is_refuted(goal) && !session.is_suspected(goal) && *seen <= FAILURES {
                let blame = if takes_values || run.outcome.observed.made_up {
                    blame(session, func, run, goal, 2 * share)
                } else {
                    Blame::Function
                };
                conclude(session, &unsure, run, goal, blame);
            }
        }
    };
    for given in givens {
        let plain = Execution { given, ..Execution::new(program.func_name(func), &[], 0) };
        let run = session.execute(plain, share / 2);
        keep(session, &run);
        search(session, run, Allowance { all: share / 2, one: share / ONE, values: true }, &mut keep);
    }
    cut_short
}

/// The failures that can be the function's own.
fn blamed(session: &Session<'_, '_>, func: FuncId, run: &Run) -> Vec<GoalId> {
    let program = session.task.program;
    let keeps_leaks = program.funcs[func].sig.results.len() <= 1;
    let mut failures = session.failures(run);
    let rule = |goal: GoalId| session.task.goals[goal].rule;
    failures.retain(|&goal| keeps_leaks || rule(goal) != Rule::MemoryLeak);
    failures.retain(|&goal| !run.outcome.observed.made_up || says_more(rule(goal)));
    // That lists end here and not one further on is a matter of what was made up.
    let has_ends = run.execution.given.as_ref().is_some_and(|given| given.ends);
    failures.retain(|&goal| !has_ends || rule(goal) != Rule::NullDereference);
    failures
}

/// Refuted, likely or nothing, by what the failure depends on.
fn conclude(session: &mut Session<'_, '_>, unsure: &Unsure, run: &Run, goal: GoalId, blame: Blame) {
    let rule = session.task.goals[goal].rule;
    let is_callers =
        blame == Blame::Caller || (session.task.has_entry() && blame == Blame::Way && !is_about_blocks(rule));
    if is_callers || session.is_suspected(goal) {
        return;
    }
    let made_up = run.outcome.observed.made_up;
    let fails_without = |session: &mut Session<'_, '_>, opaque: &Arc<[GlobalId]>| {
        session.probe_in_the_middle(run, opaque).contains(&goal)
    };
    let is_sure = blame == Blame::Function && !made_up && !session.task.has_entry();
    if is_sure && fails_without(session, &unsure.all) {
        session.keep(run, goal);
    } else if fails_without(session, &unsure.changed) || fails_at_first(session, unsure, run, goal) {
        let why = doubt(run, blame, session.task.has_entry());
        session.suspect(goal, why);
        session.look_behind(run);
    }
}

/// Nothing was called before: then variables are what they were initialised with. That is an execution like any other, unless the
/// failing value itself is one that somebody should have set up, or what the library asks for is that something was called before.
fn fails_at_first(session: &mut Session<'_, '_>, unsure: &Unsure, run: &Run, goal: GoalId) -> bool {
    let tolerance = Tolerance { unknown_content: true, ..Tolerance::default() };
    let goes_on = session.task.goals[goal].rule == Rule::PreconditionViolation;
    !goes_on && !session.task.has_entry() && session.probe(run, &unsure.blank, tolerance).contains(&goal)
}

/// Is it about what the function itself does with a block? In a program, what a function relies on is often what its few callers
/// see to: numbers that fit, and pointers that are not null.
fn is_about_blocks(rule: Rule) -> bool {
    use Rule::*;
    matches!(rule, UseAfterFree | DoubleFree | InvalidFree | MemoryLeak | UseAfterScope)
}

/// Why a failure that was seen is not sure.
fn doubt(run: &Run, blame: Blame, has_entry: bool) -> Degraded {
    if run.outcome.observed.made_up {
        let subject = format!("it does in {}, if unknown functions give the like", run.execution.told());
        return Degraded::new(Cause::UnknownFunction, Span::NONE, subject);
    }
    match blame {
        Blame::Function | Blame::Calls if has_entry => {
            let subject = format!("it does in {}, if the function is called", run.execution.told());
            Degraded::new(Cause::MissingContract, Span::NONE, subject)
        }
        Blame::Way | Blame::Calls => run.execution.up_to_callers(),
        _ => {
            let subject = format!("it does in {}, if variables are what they are at the start", run.execution.told());
            Degraded::new(Cause::MissingContract, Span::NONE, subject)
        }
    }
}

fn takes_pointers(program: &Program, func: FuncId) -> bool {
    program.funcs[func].sig.params.contains(&Type::Ptr)
}

fn can_be_called(program: &Program, id: FuncId) -> bool {
    let func = &program.funcs[id];
    func.origin == FuncOrigin::User
        && func.is_defined()
        && !func.sig.variadic
        && (!func.sig.params.contains(&Type::Ptr) || says_what_pointers_are(program, func))
        && program.func_named(program.func_name(id)) == Some(id)
}

/// Are parameters what the source says, one by one?
fn says_what_pointers_are(program: &Program, func: &Func) -> bool {
    match func.ctype.map(|ctype| program.ctypes.resolve(ctype)) {
        Some(CType::Function { params, .. }) => params.len() == func.sig.params.len(),
        _ => false,
    }
}
