//! Whose mistake is it when a function fails that was called without its program?
//!
//! The same call is made again with other arguments. Fails it every time, then the function fails whatever it is given. Goes
//! another call the same way through the function, past the very place, then it is a matter of what was passed, and of the
//! caller. And if each of them fails or goes another way, then the function knows by its own tests that it is called like
//! that, and fails: that is likely a mistake.
//!
//! Some calls are not all of them. That it fails whatever it is given is only said if what was given decides nothing on the ways of calls that
//! failed but jumps that went all ways in such calls, and neither whether the function comes to the place that fails nor what it works with there
//! (`depends`; for blocks that are lost, all that is done with them: `lost`).
//!
//! Not here: what to say then (`library`).

use crate::depends::Depends;
use crate::inputs;
use crate::lost::is_lost_in_all_calls;
use crate::session::{Run, Session};
use cairn_engine::{Execution, GoalId, Site, user_site};
use cairn_interp::{AllocFailures, Coverage, End, InfoKind, Origin};
use cairn_ir::obligation::Place;
use cairn_ir::{FuncId, Program, Rule, Type};
use std::collections::BTreeSet;

/// Who made the mistake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blame {
    /// It fails whatever is passed.
    Function,
    /// It fails in every call that was tried, of all kinds, and it is not known that there are no others.
    Calls,
    /// It fails whenever it goes this way.
    Way,
    Caller,
}

/// So many other calls must fail in the same way, if all of them do.
const ENOUGH: usize = 3;

/// Numbers in objects that are changed one at a time.
const ALL_NUMBERS: u32 = 64;

/// Numbers that the function compares with and that are tried.
const MOST_COMPARED: usize = 48;

/// So many allocations are made to fail, one at a time.
const FEW_ALLOCATIONS: u64 = 2;

/// One other call may take such a part of what all of them may, and in any case twice what the failing one took.
const ONE: u64 = 64;

/// Whose mistake the failure of an execution of `func` is; to find out may take so many steps.
pub fn blame(session: &mut Session<'_, '_>, func: FuncId, run: &Run, goal: GoalId, most: u64) -> Blame {
    if is_about_what_was_given(session, run, goal) {
        return Blame::Caller;
    }
    let (_, way) = session.way(run.execution.clone(), run.execution.max_steps);
    let for_memory = fails_for_want_of_memory(session, run, goal);
    let by_numbers = !for_memory && depends_on_numbers(session.task.goals[goal].rule, &run.execution);
    let site = Site::of(&session.task.goals[goal]);
    let goal_at = (session.task.goals[goal].rule, site);
    let one = (most / ONE).max(2 * run.outcome.steps);
    let (mut spent, mut tried_all) = (0, true);
    let (mut fails, mut others) = (0, 0);
    let (mut fails_later, mut other_ways, mut goes_well) = (false, false, false);
    let mut failing = run.coverage.clone();
    let words = session.candidates();
    for execution in variations(session.task.program, func, run, site.func, &words.words) {
        if session.budget.is_spent() {
            return Blame::Caller;
        }
        if spent >= most {
            tried_all = false;
            break;
        }
        let (other, other_way) = session.way(execution, one);
        spent += other.outcome.steps;
        if for_memory && has_enough_memory(&other) {
            // What is asked now is what goes wrong without.
            continue;
        }
        let goes_on = other_way.follows(&way);
        if session.failures(&other).contains(&goal) {
            fails += 1;
            failing.extend(&other.coverage);
            fails_later |= goes_on && !way.follows(&other_way);
        } else if goes_on && !(ended_in_error(&other) && way.follows(&other_way) && !by_numbers) {
            return Blame::Caller;
        } else if ended_well(&other) || !way.follows(&other_way) {
            others += 1;
            other_ways = true;
            goes_well |= gets_past(&other, site, session.task.program);
        } else if is_plainer(&other.execution, &run.execution) {
            // It stops on the way for another reason, and nobody knows whether it would have failed.
            return Blame::Caller;
        } else {
            other_ways |= !ended_in_error(&other);
        }
    }
    let blame = match other_ways {
        _ if fails + others == 0 || session.budget.is_spent() => Blame::Caller,
        // It happens a few steps later as well, or with other numbers, but not with every caller.
        _ if (fails_later || by_numbers) && goes_well => Blame::Caller,
        _ if fails < ENOUGH && by_numbers => Blame::Caller,
        false if fails >= ENOUGH => {
            let blame = of_all_calls(session.task.program, func, run, &failing, goal_at, tried_all);
            // Numbers are tried last: those that go well may not have been.
            if blame == Blame::Calls && by_numbers && !tried_all { Blame::Caller } else { blame }
        }
        _ if tried_all => Blame::Way,
        _ => Blame::Caller,
    };
    let is_about_freed = matches!(goal_at.0, Rule::UseAfterFree | Rule::DoubleFree);
    let may_be_callers = matches!(blame, Blame::Calls | Blame::Way);
    match may_be_callers && is_about_freed && goes_well_without_memory(session, run, goal, one) {
        true => Blame::Caller,
        false => blame,
    }
}

/// Is it null because an allocation failed? No caller sees to that, whatever it passes.
pub fn fails_for_want_of_memory(session: &mut Session<'_, '_>, run: &Run, goal: GoalId) -> bool {
    if session.task.goals[goal].rule != Rule::NullDereference || has_enough_memory(run) {
        return false;
    }
    let enough = Execution { alloc_failures: AllocFailures::Never, ..run.execution.clone() };
    let other = session.execute(enough, run.execution.max_steps);
    !session.failures(&other).contains(&goal)
}

/// Did no allocation fail?
fn has_enough_memory(run: &Run) -> bool {
    match run.execution.alloc_failures {
        AllocFailures::Nth(nth) => run.outcome.observed.alloc_choices < nth,
        _ => true,
    }
}

/// Does the call go the same way, and well, with other numbers, where an allocation fails? What `realloc` gives for no bytes is null, too.
fn goes_well_without_memory(session: &mut Session<'_, '_>, run: &Run, goal: GoalId, one: u64) -> bool {
    if run.execution.alloc_failures != AllocFailures::Never {
        return false;
    }
    let (_, way) = session.way(run.execution.clone(), run.execution.max_steps);
    let given = inputs::givens().map(|given| Execution { given: Some(given), ..run.execution.clone() });
    let with = |number: &u128| run.execution.nondet.iter().map(|_| *number).collect();
    let asked =
        inputs::EVERYWHERE.iter().chain(&[0]).map(|number| Execution { nondet: with(number), ..run.execution.clone() });
    for execution in given.chain(asked) {
        for nth in 1..=FEW_ALLOCATIONS {
            let (other, other_way) =
                session.way(Execution { alloc_failures: AllocFailures::Nth(nth), ..execution.clone() }, one);
            if ended_well(&other) && other_way.follows(&way) && !session.failures(&other).contains(&goal) {
                return true;
            }
        }
    }
    false
}

/// Every call failed. May they have failed only because of what was given? Then something given decides on the way where no failing call has
/// gone otherwise, or whether it comes to this place, or with what.
fn of_all_calls(
    program: &Program,
    func: FuncId,
    run: &Run,
    failing: &Coverage,
    (rule, site): (Rule, Site),
    tried_all: bool,
) -> Blame {
    let depends = Depends::of(program, func);
    match !depends.is_open && went_all_ways(&depends, failing) {
        true if is_the_same_in_all_calls(program, &depends, run, rule, site) => Blame::Function,
        true => Blame::Calls,
        false if tried_all => Blame::Way,
        false => Blame::Caller,
    }
}

/// Where what was given decided in a call that failed, did calls that failed go all ways?
fn went_all_ways(depends: &Depends<'_>, failing: &Coverage) -> bool {
    let entered = failing.blocks();
    depends.parts.iter().all(|part| {
        part.body.blocks.iter_enumerated().all(|(id, block)| {
            let inst = block.insts.len() as u32;
            let leaves = failing.contains(part.id, Origin { block: id, inst });
            !(leaves && depends.decides(part.id, id))
                || block.term.targets().all(|target| entered.contains(&(part.id, target.block)))
        })
    })
}

fn is_the_same_in_all_calls(program: &Program, depends: &Depends<'_>, run: &Run, rule: Rule, site: Site) -> bool {
    if rule == Rule::MemoryLeak {
        return is_lost_in_all_calls(depends, site.func, site.block, site.place);
    }
    let gone = match &run.outcome.end {
        End::Error(report) => report.object.as_ref().and_then(|object| user_site(program, &object.gone)),
        _ => None,
    };
    let is_gone = match (rule, gone) {
        (Rule::UseAfterFree | Rule::DoubleFree, Some(at)) => depends.is_the_same(at.func, at.block, at.place, rule),
        (Rule::UseAfterScope, Some(at)) => !depends.is_chosen(at.func, at.block),
        (Rule::UseAfterFree | Rule::DoubleFree | Rule::UseAfterScope, None) => false,
        _ => true,
    };
    is_gone && depends.is_the_same(site.func, site.block, site.place, rule)
}

/// Can it fail with one number and go well with another on the same way?
fn depends_on_numbers(rule: Rule, execution: &Execution) -> bool {
    let has_null = execution.given.as_ref().is_some_and(|given| given.null.is_some());
    match rule {
        Rule::OutOfBounds | Rule::DivisionByZero | Rule::UninitializedRead => true,
        Rule::NullDereference => !has_null,
        _ => false,
    }
}

/// Is the failure a matter of what was passed, whatever else was done? The size of an object that the function was given is, and
/// what is no address, and what the function says that it expects.
fn is_about_what_was_given(session: &Session<'_, '_>, run: &Run, goal: GoalId) -> bool {
    let about_given = match &run.outcome.end {
        End::Error(report) => report.object.as_ref().is_some_and(|object| object.kind == InfoKind::Given),
        _ => false,
    };
    match session.task.goals[goal].rule {
        Rule::UseAfterFree | Rule::DoubleFree | Rule::MemoryLeak => false,
        // A number that was taken for an address, or what may lie in the middle of a block of which the function was given a part.
        Rule::InvalidFree => !names_an_object(run) || about_given && lies_before(run),
        // A null pointer that was compared with other addresses was not tested for being null.
        Rule::NullDereference => run.outcome.observed.addresses,
        Rule::UseAfterScope => false,
        Rule::OutOfBounds | Rule::DivisionByZero => about_given,
        // What is undefined for another reason says where it was made.
        Rule::UninitializedRead => about_given || !names_an_object(run),
        _ => true,
    }
}

/// Is it a place before the object?
fn lies_before(run: &Run) -> bool {
    matches!(&run.outcome.end, End::Error(report) if report.offset.is_some_and(|offset| offset < 0))
}

fn names_an_object(run: &Run) -> bool {
    matches!(&run.outcome.end, End::Error(report) if report.object.is_some())
}

/// Did it execute what fails in the other one, and go on?
fn gets_past(run: &Run, site: Site, program: &Program) -> bool {
    let body = program.funcs[site.func].body.as_ref().expect("it was executed");
    let inst = match site.place {
        Place::Inst(inst) => inst,
        Place::Terminator => body.blocks[site.block].insts.len() as u32,
    };
    let stopped_at = match &run.outcome.end {
        End::Error(report) => user_site(program, &report.stack),
        End::UnknownVariable { stack, .. } | End::UnknownFunction { stack, .. } => user_site(program, stack),
        _ => None,
    };
    stopped_at != Some(site) && run.coverage.contains(site.func, Origin { block: site.block, inst })
}

/// An error, if for another reason.
fn ended_in_error(run: &Run) -> bool {
    matches!(run.outcome.end, End::Error(_))
}

fn ended_well(run: &Run) -> bool {
    matches!(run.outcome.end, End::Exit(_))
}

/// Is it the same call without one thing that was odd about it?
fn is_plainer(one: &Execution, other: &Execution) -> bool {
    let is_null = |execution: &Execution| execution.given.as_ref().is_some_and(|given| given.null.is_some());
    let is_odd = |execution: &Execution| execution.given.as_ref().is_some_and(|given| given.odd.is_some());
    (is_null(other) && !is_null(one) || is_odd(other) && !is_odd(one)) && one.nondet == other.nondet
}

/// The same call with other objects, and with other numbers: one thing at a time, and everything.
fn variations(program: &Program, func: FuncId, run: &Run, failing: FuncId, words: &[Vec<u8>]) -> Vec<Execution> {
    let execution = &run.execution;
    let far = inputs::givens().filter(|given| execution.given.as_ref().is_some_and(|own| own != given));
    let bodies = [func, failing].into_iter().filter_map(|func| program.funcs[func].body.as_ref());
    let compared: BTreeSet<i128> = bodies.flat_map(inputs::compared_in).collect();
    // Of very many, some from everywhere.
    let apart = compared.len() / MOST_COMPARED + 1;
    let compared: BTreeSet<i128> = compared.into_iter().step_by(apart).collect();
    let givens = inputs::objects(run, ALL_NUMBERS, &compared, words).into_iter().chain(far);
    let mut all: Vec<Execution> = givens.map(|given| Execution { given: Some(given), ..execution.clone() }).collect();
    let numbers = program.funcs[func].sig.params.iter().filter(|ty| **ty != Type::Ptr).count();
    let tested: BTreeSet<i128> = compared.iter().flat_map(|n| [n - 1, *n, n + 1]).collect();
    let mut with = |change: &dyn Fn(&mut [u128])| {
        let mut nondet = execution.nondet.to_vec();
        nondet.resize(nondet.len().max(numbers), 0);
        change(&mut nondet[..numbers]);
        all.push(Execution { nondet: nondet.into(), ..execution.clone() });
    };
    if numbers > 0 {
        inputs::EVERYWHERE.iter().chain(&[0]).for_each(|&value| with(&|nondet| nondet.fill(value)));
    }
    for at in 0..numbers {
        with(&|nondet| nondet[at] = nondet[at].wrapping_add(1));
        with(&|nondet| nondet[at] = nondet[at].wrapping_sub(1));
        tested.iter().for_each(|&number| with(&|nondet| nondet[at] = number as u128));
    }
    all
}
