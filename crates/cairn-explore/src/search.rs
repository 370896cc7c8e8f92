//! Looks for failures with some inputs of many: allocations that fail, what comes from outside, values.
//!
//! Each dimension is tried only if the first execution met it. The order is from cheap and frequent to dear and rare, since
//! the budget may end the search anywhere.

use crate::inputs;
use crate::session::{Run, Session};
use cairn_engine::Execution;
use cairn_interp::{AllocFailures, World};

/// Allocations of one execution that are made to fail, one at a time.
const FAILING: u64 = 40;

/// As above, with inputs other than the plain ones.
const FAILING_WITH_INPUT: u64 = 4;

/// What to do with each execution.
pub type Keep<'k, 's, 'p> = &'k mut dyn FnMut(&mut Session<'s, 'p>, &Run);

/// Tries variations of `first`, each with at most `share` steps.
pub fn search<'s, 'p>(session: &mut Session<'s, 'p>, first: &Run, share: u64, keep: Keep<'_, 's, 'p>) {
    fail_allocations(session, first, FAILING, share, keep);
    if first.outcome.observed.world {
        worlds(session, first, share, keep);
    }
    if !first.outcome.observed.nondet_widths.is_empty() {
        values(session, first, share, keep);
    }
}

/// The same inputs, with the first allocations failing one at a time.
fn fail_allocations<'s, 'p>(session: &mut Session<'s, 'p>, run: &Run, most: u64, share: u64, keep: Keep<'_, 's, 'p>) {
    if !session.task.terms.alloc_may_fail {
        return;
    }
    for nth in 1..=run.outcome.observed.alloc_choices.min(most) {
        let execution = Execution { alloc_failures: AllocFailures::Nth(nth), ..run.execution.clone() };
        try_out(session, execution, share, keep);
    }
}

fn worlds<'s, 'p>(session: &mut Session<'s, 'p>, first: &Run, share: u64, keep: Keep<'_, 's, 'p>) {
    try_out(session, Execution { world: World::Refusing, ..first.execution.clone() }, share, keep);
    for text in &session.candidates().texts {
        if session.budget.is_spent() {
            return;
        }
        let execution = Execution { world: World::Text(text.clone()), ..first.execution.clone() };
        let run = try_out(session, execution, share, keep);
        fail_allocations(session, &run, FAILING_WITH_INPUT, share, keep);
    }
}

fn values<'s, 'p>(session: &mut Session<'s, 'p>, first: &Run, share: u64, keep: Keep<'_, 's, 'p>) {
    let with = |values: Vec<u128>| Execution { nondet: values.into(), ..first.execution.clone() };
    for &value in inputs::EVERYWHERE {
        let run = try_out(session, with(inputs::constant(value)), share, keep);
        fail_allocations(session, &run, FAILING_WITH_INPUT, share, keep);
    }
    for count in 1..8 {
        try_out(session, with(inputs::first(count, 1)), share, keep);
    }
    for &number in &session.candidates().numbers {
        try_out(session, with(inputs::constant(number as u128)), share, keep);
    }
    for seed in inputs::SEEDS {
        if session.budget.is_spent() {
            return;
        }
        let run = session.execute_seeded(first.execution.clone(), seed, share);
        keep(session, &run);
    }
}

fn try_out<'s, 'p>(session: &mut Session<'s, 'p>, execution: Execution, share: u64, keep: Keep<'_, 's, 'p>) -> Run {
    let run = session.execute(execution, share);
    keep(session, &run);
    run
}
