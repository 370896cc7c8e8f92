//! A function looked at without its callers.

use crate::aliasing::{Accesses, Apart, Refined, Use, refine, required_of_classes};
use crate::analysis::{Activation, Analysis, Limits, Stop};
use crate::apply::Manner;
use crate::entry::{Classes, Entry, Owner, PlaceId, View};
use crate::facts::{Care, Cond, Facts};
use crate::failing_call::FailingCall;
use crate::heap::Scrambled;
use crate::state::State;
use crate::summary::FunctionSummary;
use crate::value::Values;
use crate::verdicts::Check;
use crate::widen::Widened;
use cairn_ir::{BlockId, FuncId, FuncOrigin, GlobalId, Program, Type};
use cairn_logic::TermId;
use cairn_logic::smt::Cache;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The aliasing of a function is found out in this many rounds, or nothing is said of it.
const ROUNDS: usize = 8;
/// Iterations of a loop whose end is not decided, before it is generalised: without callers, few ends are.
const UNROLL: usize = 1;
/// Work on conditions for one function, in all rounds.
const LOGIC_STEPS: u64 = 1_200_000;
/// Share of the work on a whole program that one function may take at most.
const FUNCTION_SHARE: u64 = 6;
/// How closely to look at first: most questions are asked again at calls, with more known, and callers meet all conditions
/// again.
const CLOSELY: Care = Care {
    visits: 40_000,
    fewest_visits: 16,
    solver_units: 400_000,
    questions: 60,
    largest_question: 200,
    largest_condition: 160,
    new_nodes: 4096,
    largest_term: 300,
    most_cases: 64,
};
/// How to look at the entry function: nobody asks again what is left open there.
const ENTRY: Care = Care { solver_units: 3_000_000, questions: 400, largest_question: 600, ..CLOSELY };
const ENTRY_LOGIC_STEPS: u64 = 2_000_000;
/// How to look at each of many functions.
const QUICKLY: Care = Care {
    fewest_visits: 0,
    solver_units: 0,
    questions: 0,
    largest_condition: 48,
    new_nodes: 400,
    most_cases: 8,
    ..CLOSELY
};
/// What each of many functions may take, by its size, and the share of it that goes into visits of nodes.
const LEAST_STEPS: u64 = 4_000;
const STEPS_BY_SIZE: u64 = 120;
const QUICK_VISITS: u64 = 32;
/// So much that could go wrong is told to callers, if there are many; of the rest it stays open whether it does.
const MOST_LATENTS: usize = 48;
/// How to look at a function for which that takes too long.
pub(crate) const COARSELY: Care = Care {
    visits: 0,
    fewest_visits: 16,
    solver_units: 0,
    questions: 0,
    largest_question: 0,
    largest_condition: 16,
    new_nodes: 160,
    largest_term: 40,
    most_cases: usize::MAX,
};
/// Functions entered because their summary does not hold, one in another.
const MOST_ENTERED: usize = 6;

/// What is known of a function when it is called.
#[derive(Clone)]
pub(crate) enum Known {
    Summary(Arc<FunctionSummary>),
    /// Its body must be entered.
    Enter,
    /// It does not return, and nothing happens in it: what is assumed of recursive calls at first.
    Never,
    /// Nothing can be said of it.
    Unknown,
}

/// Gives what is known of functions below.
pub(crate) trait Callees {
    fn known(&self, func: FuncId) -> Known;

    /// Does the variable always hold what it was initialised with?
    fn is_fixed(&self, global: GlobalId) -> bool;

    /// Does no pointer lead to the variable?
    fn is_private(&self, global: GlobalId) -> bool;

    /// Does the function call those that are being looked at?
    fn is_recursive(&self, func: FuncId) -> bool;
}

/// What is collected while a function is looked at alone.
pub(crate) struct Modular<'p> {
    callees: &'p dyn Callees,
    pub latents: BTreeMap<Check, LatentConds>,
    /// Checks that fail in every state that gets to them, and when one does.
    pub sure: Vec<(Check, Cond)>,
    /// Something else may go wrong, and callers are not told.
    pub fails_anyway: bool,
    /// The program starts with it: there are no objects of a caller.
    pub starts_program: bool,
    pub ends: Cond,
    /// It may abort, or stay in a loop for ever.
    pub stays: bool,
    /// A jump leaves it for a function that called it.
    pub jumps: Cond,
    /// It does, or calls what may do so.
    pub may_jump: bool,
    pub apart: BTreeSet<Apart>,
    /// Objects of entry that must not hold anything undefined.
    pub defined: BTreeSet<Owner>,
    pub accesses: Accesses,
    pub scrambles: bool,
    /// An address was chosen by a value that need not have been looked at before.
    pub steers: bool,
    /// There may be undefined objects that nothing known leads to.
    pub hides: bool,
    /// Below, code is called that is not there, or not looked at.
    pub meets_unknown: bool,
    /// Addresses of different objects of entry were compared.
    pub compares: bool,
    /// Functions that were called without looking at what they do.
    not_followed: BTreeSet<FuncId>,
    /// Functions that may have been given something undefined to read.
    given_undefined: BTreeSet<FuncId>,
    /// Addresses of entry that were called.
    pub called: BTreeSet<PlaceId>,
    /// Functions whose bodies are needed, and are not at hand.
    wants: BTreeSet<FuncId>,
}

/// When something goes wrong, and when it may for all that is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LatentConds {
    pub bad: Cond,
    pub perhaps: Cond,
}

impl LatentConds {
    pub const NEVER: LatentConds = LatentConds { bad: Cond::FALSE, perhaps: Cond::FALSE };

    fn is_large(self, facts: &mut Facts) -> bool {
        facts.is_large(self.bad) || facts.is_large(self.perhaps)
    }
}

/// What came out of one function.
#[derive(Serialize, Deserialize)]
pub(crate) struct Outcome {
    pub summary: Result<FunctionSummary, Stop>,
    pub verdicts: crate::verdicts::Verdicts,
    /// How many instructions of each block of the user's code were looked at.
    pub visited: BTreeMap<(FuncId, BlockId), u32>,
    /// Some execution may end in an error: what comes behind it was not looked at.
    pub cut_short: bool,
    pub classes: Classes,
    pub steps: u64,
    /// Work on conditions.
    pub logic_steps: u64,
    pub rounds: usize,
    /// It was looked at coarsely, since looking closely took too long.
    pub coarse: bool,
    /// Functions that were called without looking at what they do.
    pub not_followed: BTreeSet<FuncId>,
    /// Functions that may have been given something undefined to read: whether they do was not looked at.
    pub given_undefined: BTreeSet<FuncId>,
    /// Code was called that is not there.
    pub calls_unknown_code: bool,
    /// Checks that may fail for some caller.
    pub latents: BTreeSet<Check>,
    /// Checks that fail whatever the caller does, as far as the engine can tell without executing.
    pub manifest: BTreeSet<Check>,
    /// Checks that may fail, and the caller cannot prevent it.
    pub unconditional: BTreeSet<Check>,
    /// Calls that should fail.
    pub failing_calls: Vec<FailingCall>,
    /// Functions whose bodies are needed, and are not at hand: nothing else counts then.
    #[serde(skip)]
    pub wants: BTreeSet<FuncId>,
}

/// A function to be looked at alone.
#[derive(Clone, Copy)]
pub(crate) struct Subject<'p> {
    pub program: &'p Program,
    pub func: FuncId,
    /// The program starts with it: then it finds variables as they were made.
    pub is_entry: bool,
    pub limits: Limits,
    pub callees: &'p dyn Callees,
    /// What the solver has answered, for all functions.
    pub answers: &'p Arc<Cache>,
}

/// Work on conditions for one function, in all rounds.
pub(crate) fn logic_steps_of_one(limits: Limits) -> u64 {
    (limits.effort * LOGIC_STEPS).min(limits.logic_steps / FUNCTION_SHARE)
}

impl Subject<'_> {
    /// How closely to look at first.
    fn care(&self) -> Care {
        match (self.limits.thorough, self.is_entry) {
            (false, _) => Care { visits: self.logic_steps() / QUICK_VISITS, ..QUICKLY },
            (true, true) => ENTRY.times(self.limits.effort),
            (true, false) => CLOSELY.times(self.limits.effort),
        }
    }

    /// Work on conditions; from half of it on, the function is looked at coarsely.
    pub fn logic_steps(&self) -> u64 {
        if !self.limits.thorough {
            let blocks = self.program.funcs[self.func].body.iter().flat_map(|body| body.blocks.iter());
            let size = blocks.map(|block| block.insts.len() as u64 + 1).sum::<u64>();
            return logic_steps_of_one(self.limits).min(self.limits.effort * (LEAST_STEPS + STEPS_BY_SIZE * size));
        }
        match self.is_entry {
            true => (self.limits.effort * ENTRY_LOGIC_STEPS).min(self.limits.logic_steps),
            false => 2 * logic_steps_of_one(self.limits),
        }
    }
}

/// Looks at a function alone, until its aliasing does not change any more.
pub(crate) fn analyse(subject: Subject<'_>, classes: Classes, widened: Option<&Widened>) -> Outcome {
    let Subject { program, func, is_entry, limits, callees, answers } = subject;
    let care = subject.care();
    let limits = Limits { unroll: UNROLL, logic_steps: subject.logic_steps(), ..limits };
    let (mut classes, mut steps, mut logic_steps) = (classes, 0, 0);
    for round in 1.. {
        // What one function may take does not depend on how many rounds it needs.
        let limits = Limits { logic_steps: limits.logic_steps.saturating_sub(logic_steps), ..limits };
        let mut analysis = Analysis::alone(program, limits, callees, classes.clone(), care);
        analysis.facts.share_answers(answers);
        let mut end = analysis.run_alone(func, is_entry);
        steps += analysis.steps;
        logic_steps += analysis.facts.work();
        let refined = analysis.refined(&classes);
        if refined.classes != classes && end.is_ok() && round < ROUNDS {
            classes = refined.classes;
            continue;
        }
        let settled = refined.classes == classes;
        let modular = analysis.modular.as_mut().expect("set above");
        modular.apart.extend(refined.apart);
        let not_followed = std::mem::take(&mut modular.not_followed);
        let given_undefined = std::mem::take(&mut modular.given_undefined);
        let calls_unknown_code = !analysis.unknown_code.is_empty();
        let manifest = analysis.manifest_failures();
        let failing_calls = analysis.failing_calls(func, &manifest);
        if let (Ok(end), Some(widened)) = (&mut end, widened) {
            analysis.tidy(end);
            analysis.widen(end, widened);
        }
        let mut unconditional = analysis.unconditional_failures();
        if settled {
            let excluded = analysis.leave_out_excluded();
            unconditional.retain(|check| !excluded.contains(check));
        }
        let latents = analysis.modular.as_ref().expect("as before").latents.keys().copied().collect();
        if !limits.thorough && program.funcs[func].origin == FuncOrigin::User {
            unconditional.extend(analysis.drop_latents());
        }
        let summary = match end {
            Ok(_) if !settled => Err(Stop::Aliasing),
            Ok(end) => Ok(analysis.export(end.as_ref().map(|(state, results)| (state, &results[..])))),
            Err(stop) => Err(stop),
        };
        let mut visited = std::mem::take(&mut analysis.visited);
        visited.retain(|(func, _), _| program.funcs[*func].origin == FuncOrigin::User);
        let wants = std::mem::take(&mut analysis.modular.as_mut().expect("as before").wants);
        return Outcome {
            summary,
            verdicts: analysis.verdicts,
            visited,
            cut_short: analysis.cut_short,
            classes,
            steps,
            logic_steps,
            rounds: round,
            coarse: analysis.turned_coarse,
            not_followed,
            given_undefined,
            calls_unknown_code,
            latents,
            manifest,
            unconditional,
            failing_calls,
            wants,
        };
    }
    unreachable!("the last round returns")
}

impl<'p> Modular<'p> {
    pub(crate) fn new(callees: &'p dyn Callees) -> Modular<'p> {
        Modular {
            callees,
            latents: BTreeMap::new(),
            sure: Vec::new(),
            fails_anyway: false,
            starts_program: false,
            ends: Cond::FALSE,
            stays: false,
            jumps: Cond::FALSE,
            may_jump: false,
            apart: BTreeSet::new(),
            defined: BTreeSet::new(),
            accesses: Accesses::default(),
            scrambles: false,
            steers: false,
            hides: false,
            meets_unknown: false,
            compares: false,
            not_followed: BTreeSet::new(),
            given_undefined: BTreeSet::new(),
            called: BTreeSet::new(),
            wants: BTreeSet::new(),
        }
    }
}

impl<'p> Analysis<'p> {
    /// An analysis of a function without its callers.
    pub(crate) fn alone(
        program: &'p Program,
        limits: Limits,
        callees: &'p dyn Callees,
        classes: Classes,
        care: Care,
    ) -> Analysis<'p> {
        let mut analysis = Analysis::new(program, limits);
        analysis.facts.look(care);
        analysis.modular = Some(Modular::new(callees));
        analysis.facts.entry = Some(Entry::new(classes));
        analysis
    }

    /// What the function finds in its parameters.
    pub(crate) fn entry_parameters(&mut self, func: FuncId) -> Vec<Values> {
        let bits = self.program.target.pointer_bits;
        let Some(body) = &self.program.funcs[func].body else { return Vec::new() };
        let mut args = Vec::new();
        for (i, &param) in body.blocks[body.entry()].params.iter().enumerate() {
            let ty = body.values[param].ty;
            let view = if ty == Type::Ptr { View::Pointer } else { View::Word };
            args.push(self.facts.entry_value(Owner::Param(i as u32), 0, ty.store_bytes(bits).min(16), view));
        }
        args
    }

    fn refined(&self, classes: &Classes) -> Refined {
        let modular = self.modular.as_ref().expect("looked at alone");
        let entry = self.facts.entry.as_ref().expect("looked at alone");
        refine(&self.facts, entry, &modular.accesses, classes, |global| modular.callees.is_private(global))
    }

    /// What the summary will require of callers, as far as that is known by now.
    pub(crate) fn required_so_far(&self) -> BTreeSet<Apart> {
        let modular = self.modular.as_ref().expect("looked at alone");
        let entry = self.facts.entry.as_ref().expect("looked at alone");
        let is_private = |global| modular.callees.is_private(global);
        let mut required = required_of_classes(&self.facts, entry, &modular.accesses, entry.classes(), is_private);
        required.extend(&modular.apart);
        required
    }

    /// Runs the function on whatever it may find; gives how it returns, if it does.
    fn run_alone(&mut self, func: FuncId, is_entry: bool) -> Result<Option<(State, Vec<Values>)>, Stop> {
        let program = self.program;
        if is_entry {
            self.modular.as_mut().expect("looked at alone").starts_program = true;
            self.run(func)?;
            return Ok(None);
        }
        let mut args = self.entry_parameters(func);
        let area = if program.funcs[func].sig.variadic { args.pop() } else { None };
        let end = self.call_function(func, args, area, State::default())?;
        if let Some((state, results)) = &end {
            self.check_lost(state, results);
        }
        self.check_leaks();
        Ok(end)
    }

    /// Checks that surely fail for some inputs, whatever the caller does.
    fn manifest_failures(&mut self) -> BTreeSet<Check> {
        let modular = self.modular.as_ref().expect("looked at alone");
        let (latents, below) = (modular.latents.clone(), modular.meets_unknown);
        let mut manifest = BTreeSet::new();
        // Code that is not there may never return, and then nothing behind it happens.
        if below || !self.unknown_code.is_empty() {
            return manifest;
        }
        for (check, LatentConds { bad, .. }) in latents {
            let known = bad != Cond::FALSE && !self.facts.depends_on_entry(bad) && self.facts.reasons(bad).is_empty();
            if known && self.facts.surely_possible(bad) {
                manifest.insert(check);
            }
        }
        manifest
    }

    /// Checks that may fail on a condition that does not speak of anything the caller gives.
    fn unconditional_failures(&self) -> BTreeSet<Check> {
        let latents = &self.modular.as_ref().expect("looked at alone").latents;
        let of_entry = |latent: &LatentConds| {
            self.facts.depends_on_entry(latent.bad) || self.facts.depends_on_entry(latent.perhaps)
        };
        latents.iter().filter(|(_, latent)| !of_entry(latent)).map(|(check, _)| *check).collect()
    }

    /// What callers cannot prevent is not told to each of them, and of the rest not more than they can look at. Gives what is
    /// not told.
    fn drop_latents(&mut self) -> BTreeSet<Check> {
        let modular = self.modular.as_mut().expect("looked at alone");
        let all = std::mem::take(&mut modular.latents);
        let mut dropped = BTreeSet::new();
        for (check, latent) in all {
            let depends = latent.bad != Cond::FALSE || self.facts.depends_on_entry(latent.perhaps);
            if depends && modular.latents.len() < MOST_LATENTS {
                modular.latents.insert(check, latent);
            } else {
                dropped.insert(check);
            }
        }
        modular.fails_anyway = !dropped.is_empty();
        dropped
    }

    // ---- calls ----

    /// What is known of a function that is called.
    pub(crate) fn known(&self, func: FuncId) -> Known {
        self.modular.as_ref().map_or(Known::Enter, |modular| modular.callees.known(func))
    }

    /// Does the variable hold what it was initialised with, whoever calls?
    pub(crate) fn is_fixed(&self, global: GlobalId) -> bool {
        self.program.globals[global].constant
            || self.modular.as_ref().is_some_and(|modular| modular.callees.is_fixed(global))
    }

    /// The results of a call by summary; nothing if the summary does not hold here, and an inner nothing if it does not return.
    pub(crate) fn call_by_summary(
        &mut self,
        act: &Activation<'p>,
        state: &mut State,
        func: FuncId,
        summary: &FunctionSummary,
        args: Vec<Values>,
        stretched: bool,
    ) -> Option<Option<Vec<Values>>> {
        let mut after = state.clone();
        let manner = Manner { recursive: self.is_recursive(func), stretched };
        let results = self.apply(act, &mut after, func, summary, args, manner).ok()?;
        *state = after;
        Some(results)
    }

    /// Arguments as summaries name them: those that are declared, then where the others lie.
    pub(crate) fn named_arguments(&self, func: FuncId, values: &[Values], area: &Option<Values>) -> Vec<Values> {
        let fixed = self.program.funcs[func].sig.params.len();
        values.iter().take(fixed).chain(area).cloned().collect()
    }

    fn is_recursive(&self, func: FuncId) -> bool {
        self.modular.as_ref().is_some_and(|modular| modular.callees.is_recursive(func))
    }

    /// Is the body entered where the summary does not hold?
    pub(crate) fn would_enter(&self, func: FuncId) -> bool {
        let at_hand = self.program.funcs[func].is_defined() || self.limits.may_ask;
        self.limits.thorough && self.depth < MOST_ENTERED && !self.is_recursive(func) && at_hand
    }

    /// The body of a function is needed and not at hand: there is no point in going on.
    pub(crate) fn want(&mut self, func: FuncId) -> Stop {
        if let Some(modular) = &mut self.modular {
            modular.wants.insert(func);
        }
        Stop::Steps
    }

    pub(crate) fn wants_more(&self) -> bool {
        self.modular.as_ref().is_some_and(|modular| !modular.wants.is_empty())
    }

    // ---- what is collected ----

    pub(crate) fn add_latent(&mut self, check: Check, bad: Cond, perhaps: Cond) {
        let Some(modular) = &self.modular else { return };
        let mut latent = modular.latents.get(&check).copied().unwrap_or(LatentConds::NEVER);
        latent.bad = self.facts.conds.or(latent.bad, bad);
        latent.perhaps = self.facts.conds.or(latent.perhaps, perhaps);
        if latent.is_large(&mut self.facts) {
            latent = self.shortened_latent(latent);
        }
        if latent.is_large(&mut self.facts) {
            latent = LatentConds { bad: Cond::FALSE, perhaps: Cond::TRUE };
        }
        self.modular.as_mut().expect("as before").latents.insert(check, latent);
    }

    /// A call goes where the caller says.
    pub(crate) fn calls_through(&mut self, place: PlaceId) {
        if let Some(modular) = &mut self.modular {
            modular.called.insert(place);
        }
    }

    pub(crate) fn compares(&mut self) {
        if let Some(modular) = &mut self.modular {
            modular.compares = true;
        }
    }

    pub(crate) fn steers(&mut self) {
        if let Some(modular) = &mut self.modular {
            modular.steers = true;
        }
    }

    pub(crate) fn given_undefined(&mut self, func: FuncId) {
        if let Some(modular) = &mut self.modular {
            modular.given_undefined.insert(func);
        }
    }

    pub(crate) fn not_followed(&mut self, func: FuncId) {
        if let Some(modular) = &mut self.modular {
            modular.not_followed.insert(func);
        }
    }

    /// Something is written where nobody knows.
    pub(crate) fn note_scramble(&mut self, state: &mut State, undefined: bool) {
        let Some(modular) = &mut self.modular else { return };
        modular.scrambles = true;
        let how = if undefined { Scrambled::Undefined } else { Scrambled::Defined };
        state.heap.scrambled = state.heap.scrambled.max(Some(how));
    }

    pub(crate) fn may_end(&mut self, state: &State, cond: Cond) {
        let Some(modular) = &mut self.modular else { return };
        let ends = self.facts.conds.and(state.pc, cond);
        modular.ends = self.facts.conds.or(modular.ends, ends);
    }

    /// A jump leaves the function here where `cond` holds.
    pub(crate) fn may_jump_out(&mut self, state: &State, cond: Cond) {
        let Some(modular) = &self.modular else { return };
        let jumps = self.facts.and(state.pc, cond);
        let jumps = self.facts.or_within(modular.jumps, jumps);
        self.modular.as_mut().expect("as before").jumps = jumps;
        self.calls_what_may_jump();
    }

    /// Something is called that may leave the function by a jump, for all that is known.
    pub(crate) fn calls_what_may_jump(&mut self) {
        if let Some(modular) = &mut self.modular {
            modular.may_jump = true;
        }
    }

    /// It may abort here, or stay for ever.
    pub(crate) fn may_stay(&mut self) {
        if let Some(modular) = &mut self.modular {
            modular.stays = true;
        }
    }

    pub(crate) fn step(&mut self) {
        if let Some(modular) = &mut self.modular {
            modular.accesses.step();
        }
    }

    pub(crate) fn note(&mut self, base: TermId, how: Use, range: Option<(Option<i64>, u64)>) {
        if self.facts.owner(base).is_some()
            && let Some(modular) = &mut self.modular
        {
            modular.accesses.note(base, how, range);
        }
    }

    /// Remembers an access of so many bytes to an object of entry.
    pub(crate) fn note_use(&mut self, base: TermId, offset: TermId, how: Use, bytes: u64) {
        let Some(owner) = self.facts.owner(base) else { return };
        let distance = match (owner, &self.facts.entry) {
            (Owner::Place(place), Some(entry)) => {
                let origin = entry.places[place as usize].offset;
                self.facts.conds.arena.sub(offset, origin)
            }
            _ => offset,
        };
        let distance = self.facts.as_distance(distance);
        self.note(base, how, Some((distance, bytes)));
    }

    pub(crate) fn note_access(&mut self, base: TermId, offset: TermId, bytes: TermId, write: bool) {
        if self.modular.is_none() {
            return;
        }
        self.step();
        let bytes = self.facts.as_offset(bytes).unwrap_or(0);
        self.note_use(base, offset, if write { Use::Write } else { Use::Read }, bytes);
    }

    /// One object was copied to another, and they must not meet.
    pub(crate) fn note_copy(&mut self, from: TermId, to: TermId) {
        if let Some(modular) = &mut self.modular {
            modular.accesses.copied(from, to);
        }
    }

    pub(crate) fn note_free(&mut self, base: TermId) {
        self.step();
        self.note(base, Use::Free, None);
    }
}
