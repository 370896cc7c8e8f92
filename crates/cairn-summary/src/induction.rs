//! Contracts of recursive functions, proved by induction over the depth of calls.
//!
//! All guesses are assumed of the inner calls; those that the body does not keep under that assumption are dropped, and it
//! begins again until none is. What is left holds of every call that returns. Bounds on the arguments are dropped
//! likewise as soon as an inner call does not respect them.

use crate::analysis::Analysis;
use crate::contract::{
    Bound, Contract, Example, Promise, comparisons, interesting_arguments, possible_needs, possible_promises,
};
use crate::facts::{Cond, Reason};
use crate::recursive_calls::Group;
use crate::state::State;
use crate::value::Values;
use cairn_ir::FuncId;
use cairn_logic::TermId;

/// Rounds in which guesses may be dropped.
const ROUNDS: usize = 12;
/// Calls that are computed to find guesses.
const EXAMPLES: usize = 80;

impl<'p> Analysis<'p> {
    /// Sees to it that there are contracts whose needs this call fulfils.
    pub(crate) fn prepare_contract(&mut self, state: &State, group: &Group, func: FuncId, args: &[TermId]) {
        if let Some(contract) = self.recursion.contracts.get(&func) {
            let needs = contract.needs.clone();
            if needs.iter().all(|need| self.is_met(state.pc, *need, args)) {
                return;
            }
        }
        self.recursion.recorded.remove(&group.name());
        for &member in &group.funcs {
            let needs = match self.recursion.contracts.remove(&member) {
                Some(contract) => contract.needs,
                None => {
                    let compared = self.comparisons_of(group, member);
                    possible_needs(&compared, &self.widths(member))
                }
            };
            self.recursion.contracts.insert(member, Contract { needs, ..Contract::default() });
        }
        let needs = std::mem::take(&mut self.contract(func).needs);
        self.contract(func).needs = needs.into_iter().filter(|need| self.is_met(state.pc, *need, args)).collect();
        let wanted: Vec<Vec<Bound>> = group.funcs.iter().map(|member| self.contract(*member).needs.clone()).collect();
        // Without promises first: what is needed then tells which arguments examples may have.
        self.prove(state, group);
        let gives: Vec<Vec<Promise>> = group.funcs.iter().map(|member| self.guess_promises(group, *member)).collect();
        for ((&member, needs), gives) in group.funcs.iter().zip(wanted).zip(gives) {
            *self.contract(member) = Contract { needs, gives, undefined: false };
        }
        self.prove(state, group);
    }

    fn contract(&mut self, func: FuncId) -> &mut Contract {
        self.recursion.contracts.entry(func).or_default()
    }

    fn is_met(&mut self, pc: Cond, need: Bound, args: &[TermId]) -> bool {
        let met = need.holds(&mut self.facts, args);
        let violated = self.facts.and(pc, !met);
        self.facts.probably_impossible(violated)
    }

    /// What the functions of a group compare parameters at the same position with.
    fn comparisons_of(&self, group: &Group, func: FuncId) -> Vec<Bound> {
        let widths = self.widths(func).params;
        let mut found: Vec<Bound> = Vec::new();
        for &member in &group.funcs {
            let fits = self.widths(member).params == widths;
            let body = self.program.funcs[member].body.as_ref().filter(|_| fits || member == func);
            let new: Vec<Bound> = body.map(comparisons).unwrap_or_default();
            found.extend(new.into_iter().filter(|bound| !found.contains(bound)).collect::<Vec<_>>());
        }
        found
    }

    fn guess_promises(&mut self, group: &Group, func: FuncId) -> Vec<Promise> {
        let (widths, compared) = (self.widths(func), self.comparisons_of(group, func));
        let needs = self.contract(func).needs.clone();
        let mut examples: Vec<Example> = Vec::new();
        for args in interesting_arguments(&compared, &widths, EXAMPLES) {
            if needs.iter().all(|need| need.is_met_by(&args, &widths))
                && let Some(Some(result)) = self.evaluate(group, func, &args)
            {
                examples.push((args, result));
            }
        }
        possible_promises(&compared, &widths, &examples)
    }

    /// Drops guesses until the rest holds by induction.
    fn prove(&mut self, state: &State, group: &Group) {
        self.recursion.proving.push(group.name());
        let trusting = std::mem::replace(&mut self.recursion.trusting, false);
        let settled = self.unrecorded(|this| (0..ROUNDS).any(|_| this.is_settled(state, group)));
        if settled != Some(true) {
            // Nothing is needed, and nothing is promised: that holds of every function.
            for &member in &group.funcs {
                *self.contract(member) = Contract { undefined: true, ..Contract::default() };
            }
        }
        self.recursion.trusting = trusting;
        self.recursion.proving.pop();
    }

    /// One more level of calls; tells whether all guesses are kept.
    fn is_settled(&mut self, state: &State, group: &Group) -> bool {
        self.recursion.changed.remove(&group.name());
        for &member in &group.funcs {
            self.drop_broken(state, group, member);
        }
        !self.recursion.changed.contains(&group.name())
    }

    /// Records the checks inside of the group, for all calls that its contracts cover.
    pub(crate) fn record_checks(&mut self, state: &State, group: &Group) {
        if !self.records() || !self.recursion.recorded.insert(group.name()) {
            return;
        }
        self.recursion.proving.push(group.name());
        let trusting = std::mem::replace(&mut self.recursion.trusting, true);
        let asked = self.asked.len();
        for &member in &group.funcs {
            self.run_body(state, member);
        }
        // Nobody knows how often these values are asked for.
        self.asked.truncate(asked);
        self.recursion.trusting = trusting;
        self.recursion.proving.pop();
    }

    /// Runs the body for any arguments that fulfil the needs.
    fn run_body(&mut self, state: &State, func: FuncId) -> Option<(Vec<TermId>, State, Vec<Values>)> {
        let widths = self.widths(func).params;
        let args: Vec<TermId> = widths.iter().map(|&width| self.facts.unknown(width, Reason::Loop)).collect();
        let mut start = State { pc: Cond::TRUE, ..state.clone() };
        for need in self.contract(func).needs.clone() {
            let met = need.holds(&mut self.facts, &args);
            start.pc = self.facts.and(start.pc, met);
        }
        let given = args.iter().map(|&arg| Values::word(arg)).collect();
        let end = self.call_function(func, given, None, start);
        match end {
            Ok(end) => end.map(|(after, results)| (args, after, results)),
            Err(stop) => {
                // Nothing can be said of the group then.
                self.abandon_call(func, stop);
                None
            }
        }
    }

    /// Drops what one more level of calls does not keep.
    fn drop_broken(&mut self, state: &State, group: &Group, func: FuncId) {
        let Some((args, after, results)) = self.run_body(state, func) else { return };
        let Some(result) = results.first() else { return };
        let mut dropped = false;
        let undefined =
            result.when(&mut self.facts, |_, scalar| if scalar.undef() == 0 { Cond::FALSE } else { Cond::TRUE });
        let undefined = self.facts.and(after.pc, undefined);
        if !self.contract(func).undefined && !self.facts.probably_impossible(undefined) {
            self.contract(func).undefined = true;
            dropped = true;
        }
        let gives = std::mem::take(&mut self.contract(func).gives);
        let mut kept = Vec::new();
        for promise in gives {
            let holds = result.when(&mut self.facts, |facts, scalar| {
                let (word, _) = facts.word_of(scalar);
                promise.holds(facts, &args, word)
            });
            let broken = self.facts.and(after.pc, !holds);
            if self.facts.surely_impossible(broken) {
                kept.push(promise);
            } else {
                dropped = true;
            }
        }
        self.contract(func).gives = kept;
        if dropped {
            self.recursion.changed.insert(group.name());
        }
    }

    /// An inner call while the contracts are being proved: they hold of it if it fulfils the needs.
    pub(crate) fn by_hypothesis(
        &mut self,
        state: &mut State,
        group: &Group,
        func: FuncId,
        args: &[TermId],
    ) -> Vec<Values> {
        self.respect_needs(state, group, func, args);
        self.promised_results(state, func, args)
    }

    /// Needs that an inner call does not fulfil are none, while the contracts are being proved.
    pub(crate) fn respect_needs(&mut self, state: &State, group: &Group, func: FuncId, args: &[TermId]) {
        if self.recursion.trusting {
            return;
        }
        let needs = self.contract(func).needs.clone();
        let met: Vec<Bound> = needs.iter().copied().filter(|need| self.is_met(state.pc, *need, args)).collect();
        if met.len() < needs.len() {
            self.contract(func).needs = met;
            self.recursion.changed.insert(group.name());
        }
    }
}
