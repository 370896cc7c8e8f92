//! From a condition under which a check fails to an execution that fails there.
//!
//! The condition's model says which values the program was given; the interpreter is asked what happens then. Only what it
//! confirms is refuted. A condition that nothing unknown is involved in, and that has a model, makes a failure likely, unless
//! the execution came to its end without one.

use crate::analysis::Analysis as Run;
use crate::engine::NAME;
use crate::facts::Cond;
use crate::verdicts::Check;
use cairn_engine::{Budget, Execution, GoalId, GoalIndex, Refutation, Task};
use cairn_interp::{AllocFailures, Config, End, Outcome, Output, Stream, run};
use cairn_logic::{Evaluator, TermId, Valuation};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Failing conditions that are kept for one check, and for all.
const PER_CHECK: usize = 4;
const MOST: usize = 200;
/// Share of a budget that one execution may take.
const SHARE: u64 = 4;

/// A check that seems to fail.
#[derive(Clone, Debug)]
pub(crate) struct Suspect {
    pub check: Check,
    pub failing: Cond,
    /// Values that the program had asked for by then, in the order of execution, with the condition under which it did.
    pub asked: Rc<[(TermId, Cond)]>,
    /// Nothing that is not known is involved: whatever makes the condition true fails.
    pub exact: bool,
}

/// What executions confirmed, and what they should have.
#[derive(Default)]
pub(crate) struct Found {
    pub refuted: Vec<(GoalId, Refutation)>,
    pub likely: FxHashSet<Check>,
    pub executions: u64,
}

pub(crate) struct Silence;

impl Output for Silence {
    fn write(&mut self, _: Stream, _: &[u8]) {}
}

impl Run<'_> {
    /// Keeps a condition under which a check fails.
    pub(crate) fn suspect(&mut self, check: Check, failing: Cond, exact: bool) {
        let known = self.suspects.iter().filter(|suspect| suspect.check == check).count();
        if self.verdicts.quiet == 0 && known < PER_CHECK && self.suspects.len() < MOST {
            let asked = Rc::from(&self.asked[..]);
            self.suspects.push(Suspect { check, failing, asked, exact });
        }
    }

    /// The values that the program is given under a valuation, in the order in which it asks.
    fn inputs(&self, suspect: &Suspect, valuation: &Valuation) -> Vec<u128> {
        let conds = &self.facts.conds;
        let mut evaluator = Evaluator::new(&conds.arena, valuation);
        let mut values = Vec::new();
        for &(term, when) in suspect.asked.iter() {
            if conds.eval(when, &mut evaluator) {
                values.push(evaluator.term(term));
            }
        }
        values
    }
}

/// Executes what the suspects suggest.
pub(crate) fn refute(
    task: &Task<'_>,
    analysis: &mut Run<'_>,
    open: &FxHashMap<Check, GoalId>,
    budget: &mut Budget,
) -> Found {
    let index = GoalIndex::new(task.program, task.goals);
    let mut found = Found::default();
    // By inputs: did the program end by itself?
    let mut tried: FxHashMap<Vec<u128>, bool> = FxHashMap::default();
    analysis.facts.start_finding_models();
    for suspect in std::mem::take(&mut analysis.suspects) {
        let Some(&goal) = open.get(&suspect.check) else { continue };
        if found.refuted.iter().any(|(known, _)| *known == goal) {
            continue;
        }
        for valuation in analysis.facts.models(suspect.failing) {
            let inputs = analysis.inputs(&suspect, &valuation);
            let ended = match tried.get(&inputs) {
                Some(&ended) => ended,
                None if budget.is_spent() => false,
                None => execute(task, &index, &inputs, budget, &mut found),
            };
            tried.insert(inputs, ended);
            if suspect.exact && !ended {
                found.likely.insert(suspect.check);
            }
        }
    }
    found
}

/// Executes, and keeps what fails. Did the program end by itself?
fn execute(task: &Task<'_>, index: &GoalIndex<'_>, inputs: &[u128], budget: &mut Budget, found: &mut Found) -> bool {
    let mut execution = Execution::new(&task.terms.entry, inputs, (budget.total() / SHARE).min(budget.left()));
    if task.terms.alloc_may_fail {
        execution.alloc_failures = AllocFailures::Nondet;
    }
    let outcome = run(task.program, Config { ..execution.config() }, Silence);
    found.executions += 1;
    budget.spend(outcome.steps + 1000);
    for goal in failures(index, &outcome) {
        if found.refuted.iter().any(|(known, _)| *known == goal) {
            continue;
        }
        if let Ok(refutation) = Refutation::confirm(task, index, goal, NAME, &execution, &outcome) {
            found.refuted.push((goal, refutation));
        }
    }
    matches!(outcome.end, End::Exit(_) | End::Abort { .. } | End::AssumeFalse)
}

fn failures(index: &GoalIndex<'_>, outcome: &Outcome) -> Vec<GoalId> {
    match &outcome.end {
        End::Error(report) => index.of_error(report).into_iter().collect(),
        End::Exit(_) => outcome.leaks.iter().filter_map(|leak| index.of_leak(leak)).collect(),
        _ => Vec::new(),
    }
}
