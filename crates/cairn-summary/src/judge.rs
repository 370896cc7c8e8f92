//! The modular engine as the portfolio sees it: from summaries to verdicts.
//!
//! With an entry function, an obligation is proved if it cannot fail in any call that leads there. Without one, every
//! function may be called by anybody: then only what holds for every caller is proved, and what fails for every caller is
//! likely to be an error.

use crate::analysis::Limits;
use crate::beside::Beside;
use crate::bottom_up::Modules;
use crate::engine::{STEP_COST, behind_error, check_of, limits, lost, proof, stopped};
use crate::modular::Outcome;
use crate::refute::Silence;
use crate::rules::Rules;
use crate::summary::{Made, MadeKind};
use crate::unseen::Unseen;
use crate::verdicts::{Check, Status};
use cairn_engine::{
    Analysis, Budget, Cause, Degraded, Engine, Execution, GoalId, GoalIndex, Open, Proof, Refutation, Task, Verdict,
};
use cairn_interp::{AllocFailures, run};
use cairn_ir::graph::CallGraph;
use cairn_ir::obligation::Obligation;
use cairn_ir::{FuncId, FuncOrigin, Linkage, Program, Rule};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Each function by itself, callees first.
pub struct Modular;

/// The same with less precise rules, for comparisons.
pub struct ModularWith(pub Coarse);

/// What is coarser.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coarse {
    /// No update at a call is strong.
    WeakCalls,
    /// What is accessed alike may be one object, whether that matters or not.
    TypedClasses,
    /// No body is entered where a summary does not hold: it is used as far as it goes.
    Flat,
}

const NAME: &str = "summary";

/// Allocations of a call that are made to fail, one at a time.
const FAILING: u64 = 3;
/// Share of a budget that one execution may take.
const SHARE: u64 = 16;

/// Functions of programs with more of them than this may take what their size allows.
const LARGE: usize = 300;

/// So many functions may each take what one may.
const FEW: usize = 8;

/// Must one be quick: has the program, or its project, more functions of its own than can be looked at closely in a few seconds?
pub fn must_hurry(program: &Program, budget: &Budget) -> bool {
    budget.is_hurried() || is_large(program)
}

fn is_large(program: &Program) -> bool {
    own_functions(program) > LARGE
}

fn own_functions(program: &Program) -> usize {
    program.funcs.iter().filter(|func| func.origin == FuncOrigin::User && func.is_defined()).count()
}

impl Engine for Modular {
    fn name(&self) -> &'static str {
        NAME
    }

    fn analyse(&self, task: &Task<'_>, open: &[GoalId], budget: &mut Budget) -> Analysis {
        analyse_with(self.name(), limits_of_one(task, budget), task, open, budget)
    }
}

impl Engine for ModularWith {
    fn name(&self) -> &'static str {
        match self.0 {
            Coarse::WeakCalls => "summary-weak",
            Coarse::TypedClasses => "summary-typed",
            Coarse::Flat => "summary-flat",
        }
    }

    fn analyse(&self, task: &Task<'_>, open: &[GoalId], budget: &mut Budget) -> Analysis {
        let limits = limits_of_one(task, budget);
        let rules = limits.rules;
        let limits = match self.0 {
            Coarse::WeakCalls => Limits { rules: Rules { weak_calls: true, ..rules }, ..limits },
            Coarse::TypedClasses => Limits { rules: Rules { typed_classes: true, ..rules }, ..limits },
            Coarse::Flat => Limits { thorough: false, ..limits },
        };
        analyse_with(self.name(), limits, task, open, budget)
    }
}

/// What one function may take: the less, the more of them there are.
fn limits_of_one(task: &Task<'_>, budget: &Budget) -> Limits {
    let limits = limits(task, budget);
    if must_hurry(task.program, budget) {
        return Limits { thorough: false, ..limits };
    }
    let crowd = (own_functions(task.program) / FEW).max(1).next_power_of_two();
    Limits { logic_steps: limits.logic_steps / crowd as u64, ..limits }
}

fn analyse_with(name: &'static str, limits: Limits, task: &Task<'_>, open: &[GoalId], budget: &mut Budget) -> Analysis {
    let entry = task.program.func_named(&task.terms.entry).filter(|&entry| task.program.funcs[entry].is_defined());
    let threads = cairn_base::thread_count();
    let modules = Modules::with(task.program, entry, limits, threads, task.host);
    budget.spend(modules.steps() * STEP_COST);
    let unseen = Unseen::of(task.program, &modules, entry);
    let (beside, hopeless) = (Beside::of(task.program), modules.hopeless());
    let judge = Judge { name, task, modules: &modules, entry, unseen, beside, hopeless };
    let index = GoalIndex::new(task.program, task.goals);
    let mut verdicts: Vec<(GoalId, Verdict)> = Vec::new();
    for &goal in open {
        let mut verdict = judge.verdict(&task.goals[goal]);
        if verdict.as_ref().is_none_or(Verdict::is_open) {
            verdict = judge.executed(goal, &index, budget).or(verdict);
        }
        verdicts.extend(verdict.map(|verdict| (goal, verdict)));
    }
    Analysis { verdicts, statistics: modules.statistics() }
}

struct Judge<'a> {
    name: &'static str,
    task: &'a Task<'a>,
    modules: &'a Modules,
    entry: Option<FuncId>,
    /// Calls that were not looked at.
    unseen: Unseen,
    beside: Beside,
    /// Checks that may fail in functions that are called, and their callers cannot prevent it.
    hopeless: BTreeSet<Check>,
}

impl Judge<'_> {
    /// What the summaries say of one obligation; nothing if nobody looked at that rule there.
    fn verdict(&self, goal: &Obligation) -> Option<Verdict> {
        let check = check_of(self.task.program, goal);
        let verdict = match self.unseen.reaches(&check) {
            true => self.reached_from_anywhere(&check, goal),
            false => self.reached_from_callers(&check, goal),
        };
        match (verdict, self.entry.and_then(|entry| self.modules.summary(entry))) {
            (Some(Verdict::Proved(_) | Verdict::Unreachable(_)), _) if self.beside.disturbs(check.func) => {
                let subject = "other threads, or handlers of signals, may come between";
                Some(Verdict::Open(Open::because(Degraded::new(Cause::Concurrency, goal.span, subject))))
            }
            // Nobody knows how functions are called, but something may hold however they are.
            (Some(Verdict::Open(mut open)), Some(Err(stop))) => {
                open.merge(Open::because(stopped(stop, goal.span)));
                Some(Verdict::Open(open))
            }
            (verdict, _) => verdict,
        }
    }

    /// The function is called only where somebody looked: then what a call breaks is told to its caller, and so on.
    fn reached_from_callers(&self, check: &Check, goal: &Obligation) -> Option<Verdict> {
        let entry = self.entry.filter(|&entry| self.modules.is_known(entry));
        let of_entry = entry.and_then(|entry| self.modules.outcomes.get(&entry));
        if let Some(outcome) = of_entry.filter(|outcome| outcome.latents.contains(check)) {
            return Some(Verdict::Open(may_fail(outcome, check, outcome.manifest.contains(check), goal)));
        }
        let depends = self.unseen.may_break(check);
        if depends || self.hopeless.contains(check) {
            let known = self.modules.outcomes.get(&check.func).map(|outcome| may_fail(outcome, check, false, goal));
            let mut open = known.unwrap_or_default();
            open.causes.extend(depends.then(|| depends_on_caller(goal)));
            return Some(Verdict::Open(open));
        }
        if self.modules.met(check) {
            return Some(Verdict::Proved(self.proof(match entry {
                Some(_) => "no call from the entry function breaks it".to_owned(),
                None => "no call that is made breaks it".to_owned(),
            })));
        }
        if self.modules.was_visited(check) || entry.is_none() {
            return None;
        }
        if self.modules.cut_short {
            return Some(Verdict::Open(Open::because(behind_error(goal.span))));
        }
        Some(Verdict::Unreachable(self.proof("no execution gets here".to_owned())))
    }

    fn reached_from_anywhere(&self, check: &Check, goal: &Obligation) -> Option<Verdict> {
        if let Some(Err(stop)) = self.modules.summary(check.func) {
            return Some(Verdict::Open(Open::because(stopped(stop, goal.span))));
        }
        if Some(check.func) == self.entry {
            // It was looked at as what starts the program, and is called by others, too.
            return Some(Verdict::Open(Open::because(depends_on_caller(goal))));
        }
        let outcome = self.modules.outcomes.get(&check.func)?;
        if outcome.manifest.contains(check) {
            return Some(Verdict::Open(may_fail(outcome, check, true, goal)));
        }
        if outcome.latents.contains(check) {
            let mut open = may_fail(outcome, check, false, goal);
            open.causes.push(depends_on_caller(goal));
            return Some(Verdict::Open(open));
        }
        if check.rule == Rule::MemoryLeak && self.is_handed_on(check, outcome) {
            let cause = Degraded::new(Cause::MissingContract, goal.span, "the block is handed to the caller");
            return Some(Verdict::Open(Open::because(cause)));
        }
        match outcome.verdicts.status(check) {
            Some(_) if self.is_closed(check) => {
                Some(Verdict::Proved(self.proof("it holds for every caller".to_owned())))
            }
            Some(_) => {
                let (cause, subject) = match self.is_granted(check) {
                    true => (Cause::MissingContract, "it holds if callers pass nothing undefined"),
                    false => (Cause::AliasClass, "it holds if arguments do not overlap"),
                };
                Some(Verdict::Open(Open::because(Degraded::new(cause, goal.span, subject))))
            }
            None => None,
        }
    }

    /// What becomes of an obligation in calls that should break it. In a program, nobody knows whether such a call is made.
    fn executed(&self, goal: GoalId, index: &GoalIndex<'_>, budget: &mut Budget) -> Option<Verdict> {
        let program = self.task.program;
        let check = check_of(program, &self.task.goals[goal]);
        let name = program.func_name(check.func);
        if program.func_named(name) != Some(check.func) {
            return None;
        }
        let anybody_calls = self.entry.is_none() && program.funcs[check.func].linkage != Linkage::Internal;
        let outcome = self.modules.outcomes.get(&check.func)?;
        let mut calls = outcome.failing_calls.iter().filter(|call| call.check == check).peekable();
        if calls.peek().is_none() || (!outcome.manifest.contains(&check) && self.is_up_to_few(&check)) {
            return None;
        }
        let failing = if self.task.terms.alloc_may_fail { FAILING } else { 0 };
        for call in calls {
            let Some(heap) = call.entry_heap(program).map(Arc::new) else { continue };
            for nth in 0..=failing {
                let mut execution = Execution::new(name, &[], (budget.total() / SHARE).min(budget.left()));
                execution.heap = Some(heap.clone());
                execution.alloc_failures = if nth == 0 { AllocFailures::Never } else { AllocFailures::Nth(nth) };
                let run = run(program, execution.config(), Silence);
                budget.spend(run.steps + 1000);
                let Ok(refutation) = Refutation::confirm(self.task, index, goal, self.name, &execution, &run) else {
                    continue;
                };
                return Some(match anybody_calls && outcome.manifest.contains(&check) {
                    true => Verdict::Refuted(Box::new(refutation)),
                    false => Verdict::Open(Open { likely: true, causes: vec![execution.up_to_callers()] }),
                });
            }
        }
        None
    }

    /// Is it something that the few callers of a `static` function see to, as numbers that fit and pointers that are not null? What a
    /// function does with blocks is its own matter.
    fn is_up_to_few(&self, check: &Check) -> bool {
        let about_blocks = matches!(check.rule, Rule::UseAfterFree | Rule::UseAfterScope | Rule::DoubleFree);
        let is_internal = self.task.program.funcs[check.func].linkage == Linkage::Internal;
        !about_blocks && is_internal && !CallGraph::new(self.task.program).address_taken.contains(&check.func)
    }

    /// May a block that the function allocates live on behind it? Then whether it is lost is not decided there.
    fn is_handed_on(&self, check: &Check, outcome: &Outcome) -> bool {
        let Some(Ok(summary)) = self.modules.summary(check.func) else { return true };
        let is_this = |made: &Made| matches!(made.kind, MadeKind::Heap(site) if site == *check);
        outcome.calls_unknown_code || summary.scrambles || summary.made.iter().any(is_this)
    }

    /// Does the summary hold however the objects of callers lie?
    fn is_granted(&self, check: &Check) -> bool {
        let summary = self.modules.summary(check.func).and_then(|summary| summary.as_ref().ok());
        summary.is_some_and(|summary| summary.apart.is_empty())
    }

    /// Does the summary hold for every caller?
    fn is_closed(&self, check: &Check) -> bool {
        let summary = self.modules.summary(check.func).and_then(|summary| summary.as_ref().ok());
        summary.is_some_and(|summary| summary.holds_for_all(check.rule))
    }

    fn proof(&self, certificate: String) -> Proof {
        proof(self.task, self.name, self.modules.calls_unknown_code, certificate)
    }
}

fn depends_on_caller(goal: &Obligation) -> Degraded {
    Degraded::new(Cause::MissingContract, goal.span, "it depends on the caller")
}

fn may_fail(outcome: &Outcome, check: &Check, likely: bool, goal: &Obligation) -> Open {
    let reasons = match outcome.verdicts.status(check) {
        Some(Status { open: Some(reasons), .. }) => &reasons[..],
        _ => &[],
    };
    let causes = reasons.iter().filter_map(|reason| lost(*reason, goal.span)).collect();
    Open { likely, causes }
}
