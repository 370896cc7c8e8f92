//! Calls of recursive functions that compute with numbers only: what they give for constants is computed once, and behind
//! some levels of calls all further ones are covered by a contract.
//!
//! A contract that says exactly what such a function gives replaces every call. Not here: guesses (`contract`) and how
//! they are proved (`induction`). Recursive functions that use memory are entered like any other.

use crate::abandoned::Abandoned;
use crate::analysis::Analysis;
use crate::contract::{Contract, Widths};
use crate::facts::{Cond, Reason};
use crate::heap::ones;
use crate::records::Recorded;
use crate::state::State;
use crate::value::{Scalar, Values};
use cairn_ir::graph::CallGraph;
use cairn_ir::{Body, Callee, Effect, FuncId, FuncOrigin, HostFn, Op, Program, Type};
use cairn_logic::bits::{to_signed, truncate};
use cairn_logic::{Atom, TermId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Levels of calls that are entered before a contract stands for the rest.
const LEVELS: usize = 2;
/// Instructions that computing one result from constants may take.
const STEPS: u64 = 4000;
/// Functions active at once while it is.
const DEEPEST: usize = 80;
/// Arguments that a call is split into.
const MOST_POINTS: usize = 64;
/// Comparisons that are looked at to find the range of an argument.
const MOST_EDGES: usize = 24;

/// What is known of recursive functions on numbers.
#[derive(Default)]
pub(crate) struct Recursion {
    groups: Option<Rc<FxHashMap<FuncId, Rc<Group>>>>,
    /// What functions give for constants; nothing if that could not be found out.
    constants: FxHashMap<(FuncId, Vec<u128>), Option<Known>>,
    /// Calls with constants whose checks were recorded.
    pub recorded_calls: Recorded<(FuncId, Vec<u128>)>,
    pub contracts: FxHashMap<FuncId, Contract>,
    /// Groups (by their first function) whose contracts are being proved.
    pub proving: Vec<FuncId>,
    /// Groups whose checks were recorded under the present contracts.
    pub recorded: Recorded<FuncId>,
    /// Groups of which a need was found to be violated.
    pub changed: FxHashSet<FuncId>,
    /// Contracts are taken for granted: they were proved before.
    pub trusting: bool,
}

#[derive(Clone, Copy)]
struct Known {
    result: Option<u128>,
}

/// Functions that call each other and compute with numbers only.
pub(crate) struct Group {
    pub funcs: Vec<FuncId>,
    /// The same arguments give the same results.
    pub deterministic: bool,
}

impl Group {
    pub fn name(&self) -> FuncId {
        self.funcs[0]
    }
}

impl<'p> Analysis<'p> {
    /// The results of a call, if it need not be entered.
    pub(crate) fn call_recursive(&mut self, state: &mut State, func: FuncId, values: &[Values]) -> Option<Vec<Values>> {
        if self.modular.is_some() {
            return None;
        }
        let group = self.group_of(func)?;
        let args = self.plain_arguments(state, func, values)?;
        let proving = self.recursion.proving.contains(&group.name());
        let level = self.path.iter().filter(|call| group.funcs.contains(&call.func)).count();
        if let Some(constants) = self.constants_of(&args) {
            // What goes wrong in it is looked at with all calls that the contract covers.
            if proving {
                self.respect_needs(state, &group, func, &args);
            }
            let call = (func, constants.clone());
            let known = self.recursion.constants.get(&call).copied().flatten();
            if let Some(known) = known.filter(|_| self.recursion.recorded_calls.contains(&call) || !self.records()) {
                return Some(self.known_results(func, known.result));
            }
            if !proving && (level < LEVELS || self.verdicts.quiet == 0) {
                return None;
            }
            if let Some(result) = self.evaluate(&group, func, &constants) {
                return Some(self.known_results(func, result));
            }
        }
        if proving {
            return Some(self.by_hypothesis(state, &group, func, &args));
        }
        self.prepare_contract(state, &group, func, &args);
        let exact = self.exact_result(state, &group, func, &args);
        if exact.is_none() && level < LEVELS {
            return None;
        }
        self.record_checks(state, &group);
        Some(exact.unwrap_or_else(|| self.promised_results(state, func, &args)))
    }

    /// Takes note of what a call with constants gave.
    pub(crate) fn remember_call(
        &mut self,
        func: FuncId,
        values: &[Values],
        before: Cond,
        after: Cond,
        results: &[Values],
    ) {
        if self.modular.is_some() || before != after || !self.abandoned.is_empty() {
            return;
        }
        let Some(group) = self.group_of(func).filter(|group| group.deterministic) else { return };
        let constant = |this: &Self, values: &Values| match values.single() {
            Some(Scalar::Word { term, undef: 0 }) => this.facts.conds.arena.as_const(term),
            _ => None,
        };
        let args: Option<Vec<u128>> = values.iter().map(|values| constant(self, values)).collect();
        let given: Option<Vec<u128>> = results.iter().map(|values| constant(self, values)).collect();
        let (Some(args), Some(given)) = (args, given) else { return };
        if args.len() != self.widths(func).params.len() || self.recursion.proving.contains(&group.name()) {
            return;
        }
        let call = (func, args);
        if self.records() {
            self.recursion.recorded_calls.insert(call.clone());
        }
        self.recursion.constants.insert(call, Some(Known { result: given.first().copied() }));
    }

    /// Do checks count that are met now?
    pub(crate) fn records(&self) -> bool {
        self.verdicts.quiet == 0 && !self.hunting
    }

    pub(crate) fn widths(&self, func: FuncId) -> Widths {
        let (sig, bits) = (&self.program.funcs[func].sig, self.program.target.pointer_bits);
        let params = sig.params.iter().map(|ty| ty.bits(bits)).collect();
        Widths { params, result: sig.results.first().map(|ty| ty.bits(bits)) }
    }

    pub(crate) fn group_of(&mut self, func: FuncId) -> Option<Rc<Group>> {
        let program = self.program;
        let groups = self.recursion.groups.get_or_insert_with(|| Rc::new(groups(program)));
        groups.get(&func).cloned()
    }

    /// One defined number for each parameter.
    fn plain_arguments(&mut self, state: &mut State, func: FuncId, values: &[Values]) -> Option<Vec<TermId>> {
        let widths = self.widths(func).params;
        if widths.len() != values.len() {
            return None;
        }
        let plain = |scalar: Scalar| matches!(scalar, Scalar::Word { undef: 0, .. });
        if !values.iter().all(|values| values.iter().all(|(scalar, _)| plain(scalar))) {
            return None;
        }
        let mut args = Vec::new();
        for (values, &width) in values.iter().zip(&widths) {
            let term = match values.single() {
                Some(scalar) => self.facts.word_of(scalar).0,
                None => {
                    let name = self.facts.unknown(width, Reason::Named);
                    let known = values.when(&mut self.facts, |facts, scalar| {
                        let (word, _) = facts.word_of(scalar);
                        facts.eq(name, word)
                    });
                    state.pc = self.facts.and(state.pc, known);
                    name
                }
            };
            if self.facts.conds.arena.width(term) != width {
                return None;
            }
            args.push(term);
        }
        Some(args)
    }

    fn constants_of(&self, args: &[TermId]) -> Option<Vec<u128>> {
        args.iter().map(|&arg| self.facts.conds.arena.as_const(arg)).collect()
    }

    fn known_results(&mut self, func: FuncId, result: Option<u128>) -> Vec<Values> {
        let width = self.widths(func).result;
        let (Some(width), Some(result)) = (width, result) else { return Vec::new() };
        vec![Values::word(self.facts.constant(width, result))]
    }

    /// What a function gives for constants, if that takes few steps; nothing is recorded.
    pub(crate) fn evaluate(&mut self, group: &Group, func: FuncId, args: &[u128]) -> Option<Option<u128>> {
        let key = (func, args.to_vec());
        if let Some(known) = self.recursion.constants.get(&key) {
            return known.map(|known| known.result);
        }
        if !group.deterministic || self.depth > DEEPEST {
            return None;
        }
        let widths = self.widths(func).params;
        let terms: Vec<Values> =
            args.iter().zip(widths).map(|(arg, width)| Values::word(self.facts.constant(width, *arg))).collect();
        let found = self.unrecorded(|this| {
            let steps = this.limits.steps;
            this.limits.steps = steps.min(this.steps + STEPS);
            let proving = std::mem::take(&mut this.recursion.proving);
            let end = this.call_function(func, terms, None, State::default());
            this.recursion.proving = proving;
            this.limits.steps = steps;
            end.ok().flatten()
        });
        let known = found.flatten().and_then(|(state, results)| {
            let constant = |values: &Values| match values.single() {
                Some(Scalar::Word { term, undef: 0 }) => self.facts.conds.arena.as_const(term),
                _ => None,
            };
            let results: Option<Vec<u128>> = results.iter().map(constant).collect();
            let result = results.filter(|_| state.pc == Cond::TRUE)?.first().copied();
            Some(Known { result })
        });
        self.recursion.constants.insert(key, known);
        known.map(|known| known.result)
    }

    /// Runs something of which nothing is recorded; gives nothing if it was not followed to its end.
    pub(crate) fn unrecorded<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let before: Abandoned = std::mem::take(&mut self.abandoned);
        self.verdicts.quiet += 1;
        let end = run(self);
        self.verdicts.quiet -= 1;
        let complete = std::mem::replace(&mut self.abandoned, before).is_empty();
        complete.then_some(end)
    }

    // ---- results by contract ----

    /// A result of which the contract says what it says.
    pub(crate) fn promised_results(&mut self, state: &mut State, func: FuncId, args: &[TermId]) -> Vec<Values> {
        let Some(width) = self.widths(func).result else { return Vec::new() };
        let term = self.facts.unknown(width, Reason::Loop);
        let contract = self.recursion.contracts.get(&func).cloned().unwrap_or_default();
        for promise in &contract.gives {
            let kept = promise.holds(&mut self.facts, args, term);
            state.pc = self.facts.and(state.pc, kept);
        }
        vec![Values::one(Scalar::Word { term, undef: if contract.undefined { ones(width) } else { 0 } })]
    }

    /// The result where the contract, or else computing, says exactly what it is in every case.
    fn exact_result(&mut self, state: &mut State, group: &Group, func: FuncId, args: &[TermId]) -> Option<Vec<Values>> {
        let contract = self.recursion.contracts.get(&func).cloned().filter(|contract| !contract.undefined)?;
        let width = self.widths(func).result?;
        let mut rest = state.pc;
        for promise in contract.gives.iter().filter(|promise| promise.is_exact()) {
            let concerned = promise.when.map_or(Cond::TRUE, |bound| bound.holds(&mut self.facts, args));
            rest = self.facts.and(rest, !concerned);
        }
        let points =
            if self.facts.probably_impossible(rest) { Vec::new() } else { self.points(group, func, rest, args)? };
        let result = self.facts.unknown(width, Reason::Named);
        for promise in &contract.gives {
            let kept = promise.holds(&mut self.facts, args, result);
            state.pc = self.facts.and(state.pc, kept);
        }
        let kept = self.listed(&points, args, result);
        state.pc = self.facts.and(state.pc, kept);
        Some(vec![Values::word(result)])
    }

    /// The condition under which the result is as listed for the arguments, if they are in the list.
    fn listed(&mut self, points: &[(Vec<u128>, u128)], args: &[TermId], result: TermId) -> Cond {
        // One case after the other: that two of them exclude each other is not known to diagrams.
        points.iter().rev().fold(Cond::TRUE, |others, (values, given)| {
            let mut fits = Cond::TRUE;
            for (&arg, &value) in args.iter().zip(values) {
                let fact = self.facts.conds.arena.eq_const(arg, value);
                let same = self.facts.fact(fact);
                fits = self.facts.and(fits, same);
            }
            let fact = self.facts.conds.arena.eq_const(result, *given);
            let kept = self.facts.fact(fact);
            self.facts.ite(fits, kept, others)
        })
    }

    /// All arguments that a call may have under a condition, with the results, if they are few and can be computed.
    fn points(&mut self, group: &Group, func: FuncId, cond: Cond, args: &[TermId]) -> Option<Vec<(Vec<u128>, u128)>> {
        let mut all: Vec<Vec<u128>> = vec![Vec::new()];
        for &arg in args {
            let values = self.range_of(cond, arg)?;
            all = all.iter().flat_map(|start| values.iter().map(|value| [&start[..], &[*value]].concat())).collect();
            if all.len() > MOST_POINTS {
                return None;
            }
        }
        all.into_iter().map(|args| Some((args.clone(), self.evaluate(group, func, &args)??))).collect()
    }

    /// All values that a word may have under a condition, if they lie close together.
    fn range_of(&mut self, cond: Cond, term: TermId) -> Option<Vec<u128>> {
        if let Some(value) = self.facts.conds.arena.as_const(term) {
            return Some(vec![value]);
        }
        let width = self.facts.conds.arena.width(term);
        let mut edges = self.edges(cond, term, width);
        let most = (1_i128 << (width - 1)) - 1;
        edges.retain(|edge| (-most - 1..=most).contains(edge));
        edges.sort_unstable();
        edges.dedup();
        edges.truncate(MOST_EDGES);
        let low = edges.iter().rev().copied().find(|&edge| self.is_bounded(cond, term, edge, true))?;
        let high = edges.iter().copied().find(|&edge| edge >= low && self.is_bounded(cond, term, edge, false))?;
        let few = high.checked_sub(low).is_some_and(|distance| distance < MOST_POINTS as i128);
        few.then(|| (low..=high).map(|value| truncate(width, value as u128)).collect())
    }

    /// Constants that a condition compares a word with.
    fn edges(&mut self, cond: Cond, term: TermId, width: u32) -> Vec<i128> {
        let mut edges = Vec::new();
        for atom in self.facts.conds.support(cond) {
            let (subject, values) = match self.facts.conds.arena.atom(atom) {
                Atom::In { subject, set } => (*subject, set.parts().iter().flat_map(|part| [part.0, part.1]).collect()),
                Atom::Eq { subject, value } => (*subject, vec![*value]),
                _ => continue,
            };
            if self.facts.conds.arena.width(subject) != width {
                continue;
            }
            let distance = self.facts.conds.arena.sub(term, subject);
            let Some(distance) = self.facts.conds.arena.as_const(distance) else { continue };
            for value in values {
                let edge = to_signed(width, truncate(width, value.wrapping_add(distance)));
                edges.extend([edge - 1, edge, edge + 1]);
            }
        }
        edges
    }

    fn is_bounded(&mut self, cond: Cond, term: TermId, edge: i128, below: bool) -> bool {
        let width = self.facts.conds.arena.width(term);
        let edge = self.facts.constant(width, edge as u128);
        let arena = &mut self.facts.conds.arena;
        let outside = if below { arena.slt(term, edge) } else { arena.slt(edge, term) };
        let outside = self.facts.fact(outside);
        let outside = self.facts.and(cond, outside);
        self.facts.probably_impossible(outside)
    }
}

/// The groups of recursive functions that compute with numbers only.
fn groups(program: &Program) -> FxHashMap<FuncId, Rc<Group>> {
    let calls = CallGraph::new(program);
    let mut found = FxHashMap::default();
    for scc in calls.sccs.iter().filter(|scc| calls.is_recursive(scc[0])) {
        let mut scan = Scan { program, group: scc, seen: FxHashSet::default(), asks: false };
        if scc.iter().all(|&func| has_numbers_only(program, func) && scan.is_plain(func)) {
            let group = Rc::new(Group { funcs: scc.clone(), deterministic: !scan.asks });
            found.extend(scc.iter().map(|&func| (func, group.clone())));
        }
    }
    found
}

/// Integers in, at most one out.
fn has_numbers_only(program: &Program, func: FuncId) -> bool {
    let declared = &program.funcs[func];
    let number = |ty: &Type| matches!(ty, Type::Int(width) if *width <= 64);
    let sig = &declared.sig;
    declared.origin == FuncOrigin::User
        && !sig.variadic
        && sig.params.iter().all(number)
        && sig.results.iter().all(number)
        && sig.results.len() <= 1
}

/// Looks for effects on anything but numbers.
struct Scan<'a> {
    program: &'a Program,
    group: &'a [FuncId],
    seen: FxHashSet<FuncId>,
    /// Values are asked for.
    asks: bool,
}

impl Scan<'_> {
    fn is_plain(&mut self, func: FuncId) -> bool {
        if !self.seen.insert(func) {
            return true;
        }
        let program = self.program;
        program.funcs[func].body.as_ref().is_some_and(|body: &Body| {
            body.blocks.iter().flat_map(|block| &block.insts).all(|inst| self.is_plain_op(&inst.op))
        })
    }

    fn is_plain_op(&mut self, op: &Op) -> bool {
        match op {
            Op::Binary { .. }
            | Op::Unary { .. }
            | Op::Bits { .. }
            | Op::Overflowing { .. }
            | Op::Compare { .. }
            | Op::Select { .. }
            | Op::Cast { .. }
            | Op::Freeze { .. }
            | Op::Assume { .. }
            | Op::Fail { .. } => true,
            Op::Nondet { .. } => {
                self.asks = true;
                true
            }
            Op::Host { func, .. } => *func == HostFn::Abort || func.effect() == Effect::Pure,
            Op::Call { callee: Callee::Direct(callee), .. } => self.group.contains(callee) || self.is_plain(*callee),
            _ => false,
        }
    }
}
