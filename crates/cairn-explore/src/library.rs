//! Code without an entry: functions are called one by one, as an unknown program could.
//!
//! An error that depends on what the caller passes, or on what other functions did before, is not an error of the function.
//! So only functions without pointer parameters are called, and with parameters an error counts only if it happens
//! whatever is passed (of the values that are tried). `globals` says what other functions could have done before.

use crate::exact::Decided;
use crate::globals::{Globals, Unsure};
use crate::inputs;
use crate::obstacle::Obstacle;
use crate::search::{Allowance, search};
use crate::session::{Run, Session};
use cairn_engine::{Cause, Degraded, Execution, GoalId};
use cairn_interp::Tolerance;
use cairn_ir::{Func, FuncId, FuncOrigin, Linkage, Program, Rule, Span, Type};
use rustc_hash::FxHashSet;

pub fn explore(session: &mut Session<'_, '_>) -> Decided {
    let program = session.task.program;
    let globals = Globals::new(program);
    let funcs: Vec<FuncId> = program.funcs.ids().filter(|&func| can_be_called(program, func)).collect();
    let share = session.budget.total() / (funcs.len() as u64 + 1);
    for func in funcs {
        call(session, &globals, func, share);
    }
    let subject = format!("no function `{}`: callers are not known", session.task.terms.entry);
    Decided::Nothing(Obstacle::new(Cause::MissingContract, Span::NONE, subject))
}

fn call(session: &mut Session<'_, '_>, globals: &Globals<'_>, func: FuncId, share: u64) {
    let program = session.task.program;
    let plain = Execution::new(program.func_name(func), &[], 0);
    let run = session.execute(plain.clone(), share / 2);
    let unsure = globals.unsure(func);
    let takes_values = !program.funcs[func].sig.params.is_empty();
    let mut callers_fault: FxHashSet<GoalId> = FxHashSet::default();
    let mut keep = |session: &mut Session<'_, '_>, run: &Run| {
        for goal in blamed(session, func, run) {
            if callers_fault.contains(&goal) || session.is_refuted(goal) {
                continue;
            }
            if !takes_values || happens_whatever_is_passed(session, func, run, goal, share / 32) {
                conclude(session, &unsure, run, goal);
            } else {
                callers_fault.insert(goal);
            }
        }
        if !takes_values {
            session.look_past(run, &unsure.all);
        }
    };
    keep(session, &run);
    let allowance = Allowance { all: share / 2, one: share / 32, values: !takes_values };
    search(session, run, allowance, &mut keep);
}

/// The failures that are the function's own: a block that it returns is the caller's.
fn blamed(session: &Session<'_, '_>, func: FuncId, run: &Run) -> Vec<GoalId> {
    let program = session.task.program;
    let keeps_leaks = returns_no_pointer(program, &program.funcs[func]);
    let mut failures = session.failures(run);
    failures.retain(|goal| keeps_leaks || session.task.goals[*goal].rule != Rule::MemoryLeak);
    failures
}

/// Does the same go wrong with each of the values that are tried for all parameters?
fn happens_whatever_is_passed(
    session: &mut Session<'_, '_>,
    func: FuncId,
    run: &Run,
    goal: GoalId,
    share: u64,
) -> bool {
    let count = session.task.program.funcs[func].sig.params.len();
    inputs::EVERYWHERE.iter().all(|&value| {
        let mut nondet = run.execution.nondet.to_vec();
        nondet.resize(nondet.len().max(count), 0);
        nondet[..count].fill(value);
        let other = session.execute(Execution { nondet: nondet.into(), ..run.execution.clone() }, share);
        session.failures(&other).contains(&goal)
    })
}

/// Refuted, likely or nothing, by what the failure depends on.
fn conclude(session: &mut Session<'_, '_>, unsure: &Unsure, run: &Run, goal: GoalId) {
    let strict = Tolerance::default();
    if unsure.all.is_empty() || session.probe(run, &unsure.all, strict).contains(&goal) {
        session.keep(run, goal);
    } else if !session.is_suspected(goal) && session.probe(run, &unsure.changed, strict).contains(&goal) {
        let subject = "unknown code could change the variables that this depends on".to_owned();
        session.suspect(goal, Degraded::new(Cause::MissingContract, Span::NONE, subject));
        session.look_behind(run);
    }
}

fn can_be_called(program: &Program, id: FuncId) -> bool {
    let func = &program.funcs[id];
    func.origin == FuncOrigin::User
        && func.is_defined()
        && func.linkage != Linkage::Internal
        && !func.sig.variadic
        && !func.sig.params.contains(&Type::Ptr)
        && program.func_named(program.func_name(id)) == Some(id)
}

/// A block that is returned is the caller's.
fn returns_no_pointer(program: &Program, func: &Func) -> bool {
    func.sig
        .results
        .iter()
        .all(|ty| *ty != Type::Ptr && ty.bits(program.target.pointer_bits) < program.target.pointer_bits)
}
