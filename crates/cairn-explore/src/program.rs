//! A program with an entry: its only execution, all of its few executions, or some of its many.

use crate::exact::{Decided, Evidence};
use crate::obstacle::Obstacle;
use crate::search::{Allowance, search};
use crate::session::{Run, Session};
use crate::tree;
use cairn_engine::{Cause, Execution};
use cairn_interp::AllocFailures;
use cairn_ir::{Span, Type};

pub fn explore(session: &mut Session<'_, '_>) -> Decided {
    if let Some(obstacle) = unsuitable_entry(session) {
        return Decided::Nothing(obstacle);
    }
    let plain = Execution::new(&session.task.terms.entry, &[], 0);
    let total = session.budget.total();
    let run = session.execute(plain.clone(), total / 2);
    session.keep_failures(&run);
    let obstacle = match alone(session, &run) {
        Ok(decided) => return decided,
        Err(obstacle) => obstacle,
    };
    let searched = few_executions(session, &plain, &run, &obstacle, total / 4);
    if let Ok(decided) = searched {
        return decided;
    }
    let allowance = Allowance { all: total, one: (total / 50).max(10_000), values: true };
    search(session, run, allowance, &mut |session, run| session.keep_failures(run));
    Decided::Nothing(searched.err().unwrap_or(obstacle))
}

/// Concludes from one execution if there is no other.
fn alone(session: &Session<'_, '_>, run: &Run) -> Result<Decided, Obstacle> {
    if let Some(obstacle) = Obstacle::to_uniqueness(session.task, &run.outcome) {
        return Err(obstacle);
    }
    let seen = &run.outcome.observed;
    if !seen.nondet_widths.is_empty() || (seen.alloc_choices > 0 && session.task.terms.alloc_may_fail) {
        return Err(Obstacle::choices());
    }
    let mut evidence = Evidence::default();
    evidence.add(session, run)?;
    Ok(Decided::All(evidence))
}

fn few_executions(
    session: &mut Session<'_, '_>,
    plain: &Execution,
    run: &Run,
    obstacle: &Obstacle,
    share: u64,
) -> Result<Decided, Obstacle> {
    if *obstacle != Obstacle::choices() {
        return Err(obstacle.clone());
    }
    let alloc_failures = match session.task.terms.alloc_may_fail {
        true => AllocFailures::Nondet,
        false => AllocFailures::Never,
    };
    fail_one_at_a_time(session, plain, run, share / 2);
    let start = Execution { alloc_failures, ..plain.clone() };
    tree::explore_all(session, &start, share).map(Decided::All)
}

/// The path to an error is easiest to read if one allocation fails and no other; the first failure that is found is shown.
fn fail_one_at_a_time(session: &mut Session<'_, '_>, plain: &Execution, run: &Run, share: u64) {
    if !session.task.terms.alloc_may_fail {
        return;
    }
    let stop_at = session.budget.left().saturating_sub(share);
    for nth in 1..=run.outcome.observed.alloc_choices {
        if session.budget.left() <= stop_at {
            return;
        }
        let execution = Execution { alloc_failures: AllocFailures::Nth(nth), ..plain.clone() };
        let run = session.execute(execution, session.budget.left() - stop_at);
        session.keep_failures(&run);
    }
}

/// An entry other than `main` that takes pointers cannot be called without knowing what it may be given.
fn unsuitable_entry(session: &Session<'_, '_>) -> Option<Obstacle> {
    let (program, name) = (session.task.program, session.task.terms.entry.as_str());
    let entry = &program.funcs[program.func_named(name)?];
    let takes_pointers = name != "main" && (entry.sig.variadic || entry.sig.params.contains(&Type::Ptr));
    takes_pointers
        .then(|| Obstacle::new(Cause::MissingContract, Span { ..entry.span }, format!("arguments of `{name}`")))
}
