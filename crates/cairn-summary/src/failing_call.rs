//! Calls of a function that should fail: from the condition of a path to arguments and memory with which it is taken.
//!
//! A function that is looked at alone may come to a place where it fails whatever it finds there: only its own tests keep
//! callers from that. A model of what they test, and of what goes well before, is written out as a call: which addresses
//! are equal, how large objects are, what stands in them. Whether it fails is for the interpreter to say (`judge`).

use crate::analysis::Analysis;
use crate::entry::{Owner, Place, PlaceId};
use crate::facts::{Cond, Facts, Reason};
use crate::state::State;
use crate::verdicts::Check;
use cairn_interp::{EntryCell, EntryHeap, EntryValue, Holder};
use cairn_ir::{FuncId, GlobalId, Id, Linkage, Program, Rule};
use cairn_logic::{BaseClass, BaseConst, Evaluator, Sort, TermId, Valuation, Var, VarClass, constant_base};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Calls that are written out for one function, and models that are tried for each.
const MOST: usize = 6;
/// So many things that could go wrong before are taken into account; where there are more, only what fails without that.
const FEW: usize = 32;
/// Addresses that lead to different objects, if that is possible.
const MOST_APART: usize = 8;
/// Bytes of an object of which nothing is known, and of one that is as large as can be.
const ROOM: i64 = 64;
const LARGEST: i64 = 1 << 20;

/// A call that should fail in a check. Numbers for the same function in any program, but for the names of variables.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct FailingCall {
    pub check: Check,
    arguments: Vec<Content>,
    /// Bytes of each object.
    objects: Vec<u64>,
    cells: Vec<(Memory, u64, u64, Content)>,
}

/// What memory is part of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
enum Memory {
    Object(u32),
    Global(GlobalId),
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
enum Content {
    Number(u64),
    Address(Memory, u64),
}

impl FailingCall {
    /// The same, with other names of variables.
    pub fn renamed(self, check: Check, mut name: impl FnMut(GlobalId) -> GlobalId) -> FailingCall {
        let mut memory = |memory| match memory {
            Memory::Global(global) => Memory::Global(name(global)),
            object => object,
        };
        let mut content = |content| match content {
            Content::Address(to, offset) => Content::Address(memory(to), offset),
            number => number,
        };
        let arguments = self.arguments.into_iter().map(&mut content).collect();
        let cells: Vec<_> = self.cells.into_iter().map(|(of, at, bytes, old)| (of, at, bytes, content(old))).collect();
        let cells = cells.into_iter().map(|(of, at, bytes, new)| (memory(of), at, bytes, new)).collect();
        FailingCall { check, arguments, cells, ..self }
    }

    /// What the interpreter is given; nothing if a caller cannot bring it about.
    pub fn entry_heap(&self, program: &Program) -> Option<EntryHeap> {
        let holder = |memory: Memory| match memory {
            Memory::Object(at) => Holder::Object(at as usize),
            Memory::Global(global) => Holder::Variable(program.names.text(program.globals[global].name).to_owned()),
        };
        let value = |content: &Content| match *content {
            Content::Number(number) => EntryValue::Number(number),
            Content::Address(to, offset) => EntryValue::Address(holder(to), offset),
        };
        let can_be_set = |(memory, ..): &(Memory, u64, u64, Content)| match memory {
            Memory::Object(_) => true,
            Memory::Global(global) => {
                program.globals[*global].linkage != Linkage::Internal && !program.globals[*global].constant
            }
        };
        let cell = |&(of, at, bytes, ref content): &(Memory, u64, u64, Content)| EntryCell {
            holder: holder(of),
            at,
            bytes,
            value: value(content),
        };
        self.cells.iter().all(can_be_set).then(|| EntryHeap {
            arguments: self.arguments.iter().map(value).collect(),
            objects: self.objects.clone(),
            cells: self.cells.iter().map(cell).collect(),
        })
    }
}

/// Is a failure of this rule the function's own mistake, if it happens wherever it comes to that place? What it says that it
/// expects is a matter of callers.
fn is_own(rule: Rule) -> bool {
    use Rule::*;
    matches!(
        rule,
        NullDereference | UseAfterFree | UseAfterScope | DoubleFree | InvalidFree | OutOfBounds | DivisionByZero
    )
}

impl Analysis<'_> {
    /// Keeps a check that fails in every state that gets to it, if nothing went wrong before.
    pub(crate) fn note_sure_failure(&mut self, check: Check, state: &State, bad: Cond, perhaps: Cond) {
        let Some(modular) = &self.modular else { return };
        let (facts, sure) = (&mut self.facts, &modular.sure);
        let is_new = sure.len() < MOST && sure.iter().all(|(known, _)| *known != check);
        if !is_own(check.rule) || perhaps != Cond::FALSE || !is_new {
            return;
        }
        let was_freed = matches!(check.rule, Rule::UseAfterFree | Rule::DoubleFree) && modular.accesses.has_freed();
        if !was_freed {
            // Whether what it was given is large enough, and alive, the function cannot know; nor what it did not test.
            let tested: FxHashSet<Var> = facts.conds.vars(state.pc).into_iter().collect();
            let is_known = |var: &Var| !matches!(var.class, VarClass::Size | VarClass::Valid) && tested.contains(var);
            if !facts.conds.vars(bad).iter().all(is_known) {
                return;
            }
        }
        let fails_anyway = !was_freed && facts.and(state.pc, !bad) == Cond::FALSE;
        if !fails_anyway && modular.latents.len() > FEW {
            return;
        }
        let mut reached = state.pc;
        for latent in modular.latents.values() {
            let more = facts.and(reached, !latent.bad);
            reached = if facts.is_large(more) { reached } else { more };
        }
        let passes = facts.and(reached, !bad);
        if facts.impossible(passes) && !facts.impossible(reached) {
            self.modular.as_mut().expect("as before").sure.push((check, reached));
        }
    }

    /// Calls that should fail in checks of `func` itself: those that always do where it gets to them, and those of which
    /// `manifest` says that no caller can prevent it.
    pub(crate) fn failing_calls(&mut self, func: FuncId, manifest: &BTreeSet<Check>) -> Vec<FailingCall> {
        let modular = self.modular.as_mut().expect("looked at alone");
        let mut sure: Vec<(Check, Cond)> = std::mem::take(&mut modular.sure);
        let known: BTreeSet<Check> = sure.iter().map(|(check, _)| *check).collect();
        let others = manifest.difference(&known).filter(|check| is_own(check.rule)).take(MOST);
        sure.extend(others.map(|check| (*check, modular.latents[check].bad)));
        let mut calls = Vec::new();
        if !sure.is_empty() {
            self.facts.start_finding_models();
        }
        for (check, way) in sure.into_iter().filter(|(check, _)| check.func == func) {
            for valuation in self.plain_models(way) {
                calls.extend(Model::new(&self.facts, way, &valuation).call(check));
            }
        }
        calls.dedup();
        calls
    }

    /// Ways to make a condition true, the plainest that there are: addresses lead to the starts of different objects that are not large,
    /// and nothing happens that is only not known not to, as that objects lie next to each other.
    fn plain_models(&mut self, way: Cond) -> Vec<Valuation> {
        let facts = &mut self.facts;
        let mut likely = way;
        for var in facts.conds.vars(way) {
            if var.sort == Sort::Bv(1) && facts.reason(var) == Some(Reason::Join) {
                let bit = facts.conds.arena.var(var);
                let chosen = facts.conds.arena.truth(bit);
                let chosen = facts.fact(chosen);
                likely = facts.and(likely, !chosen);
            }
        }
        let places = facts.entry.as_ref().map_or(Vec::new(), |entry| entry.places.clone());
        let (zero, room) = (facts.offset(0), facts.offset(ROOM as u64));
        let (mut at_start, mut small) = (likely, likely);
        for place in &places {
            let (starts, fits) = (facts.eq(place.offset, zero), facts.eq(place.size, room));
            at_start = facts.and(at_start, starts);
            small = facts.and(small, fits);
        }
        let plain = facts.and(at_start, small);
        let mut plainest = plain;
        for (at, place) in places.iter().enumerate().take(MOST_APART) {
            for other in &places[..at] {
                let same = facts.eq_base(place.base, other.base);
                plainest = facts.and(plainest, !same);
            }
        }
        let ways = [plainest, plain, at_start, likely, way];
        ways.into_iter().map(|way| facts.models(way)).find(|models| !models.is_empty()).unwrap_or_default()
    }
}

/// What a valuation says of the memory of entry.
struct Model<'a> {
    facts: &'a Facts,
    evaluator: Evaluator<'a>,
    /// What the condition speaks of; all else may be anything.
    said: BTreeSet<Var>,
    /// The memory that each place leads to, with the offset of its own start there.
    leads_to: BTreeMap<PlaceId, Option<(Memory, i64)>>,
    /// The objects by their numbers in the valuation.
    known: BTreeMap<u128, u32>,
    sizes: Vec<i64>,
}

impl<'a> Model<'a> {
    fn new(facts: &'a Facts, way: Cond, valuation: &'a Valuation) -> Model<'a> {
        // One that the solver found says all that it needs.
        let is_said = |var: &Var| valuation.vars.is_empty() || valuation.vars.contains_key(var);
        let said = facts.conds.vars(way).into_iter().filter(is_said).collect();
        Model {
            facts,
            evaluator: Evaluator::new(&facts.conds.arena, valuation),
            said,
            leads_to: BTreeMap::new(),
            known: BTreeMap::new(),
            sizes: Vec::new(),
        }
    }

    fn is_said(&self, term: TermId) -> bool {
        self.facts.conds.arena.as_var(term).is_some_and(|var| self.said.contains(&var))
    }

    fn value(&mut self, term: TermId) -> Option<u128> {
        self.is_said(term).then(|| self.evaluator.term(term))
    }

    /// The call that the valuation describes, if there can be such a one.
    fn call(mut self, check: Check) -> Option<FailingCall> {
        let entry = self.facts.entry.as_ref()?;
        for (id, place) in (0..).zip(&entry.places) {
            let to = self.target(id, place)?;
            self.leads_to.insert(id, to);
        }
        let mut arguments: BTreeMap<u32, Content> = BTreeMap::new();
        let mut cells: BTreeMap<(Memory, u64), (u64, Content)> = BTreeMap::new();
        let word = u64::from(self.facts.pointer_bits() / 8);
        let places = (0..).zip(&entry.places).map(|(id, place)| {
            (
                place.owner,
                place.distance,
                word,
                Ok(id),
                self.is_said(place.base) || !matches!(place.owner, Owner::Global(_)),
            )
        });
        let words =
            entry.words.iter().map(|one| (one.owner, one.distance, one.bytes, Err(one.term), self.is_said(one.term)));
        for (owner, distance, bytes, what, is_said) in places.chain(words).collect::<Vec<_>>() {
            let content = match what {
                Ok(place) => {
                    self.leads_to[&place].map_or(Content::Number(0), |(to, at)| Content::Address(to, at as u64))
                }
                Err(term) => Content::Number(u64::try_from(self.value(term).unwrap_or(0)).ok()?),
            };
            let (memory, at) = match owner {
                Owner::Param(param) => {
                    arguments.insert(param, content);
                    continue;
                }
                Owner::Global(global) => (Memory::Global(global), distance),
                Owner::Place(place) => match self.leads_to[&place] {
                    Some((memory, start)) => (memory, start.checked_add(distance)?),
                    None => continue,
                },
            };
            if is_said && [1, 2, 4, 8].contains(&bytes) {
                let at = u64::try_from(at).ok()?;
                cells.entry((memory, at)).or_insert((bytes, content));
            }
        }
        let needed = |object: u32| {
            let ends = cells
                .iter()
                .filter(|((of, _), _)| *of == Memory::Object(object))
                .map(|((_, at), (bytes, _))| at + bytes);
            ends.max().unwrap_or(0)
        };
        let objects: Vec<u64> = (0..).zip(&self.sizes).map(|(object, &size)| needed(object).max(size as u64)).collect();
        let count = arguments.keys().next_back().map_or(0, |last| last + 1);
        let arguments = (0..count).map(|at| arguments.get(&at).copied().unwrap_or(Content::Number(0))).collect();
        let cells = cells.into_iter().map(|((of, at), (bytes, content))| (of, at, bytes, content)).collect();
        Some(FailingCall { check, arguments, objects, cells })
    }

    /// Where a place leads: nowhere, to a variable, or to an object, which equal places share. Nothing if that is something that a
    /// caller does not have.
    fn target(&mut self, id: PlaceId, place: &Place) -> Option<Option<(Memory, i64)>> {
        let entry = self.facts.entry.as_ref()?;
        let own = |owner: Owner| owner == Owner::Place(id);
        let inside = entry.places.iter().filter(|other| own(other.owner)).map(|other| other.distance);
        let inside = inside.chain(entry.words.iter().filter(|word| own(word.owner)).map(|word| word.distance));
        let room_before = inside.min().unwrap_or(0).min(0).checked_neg()?;
        let start = match self.value(place.offset) {
            Some(start) => i64::try_from(start).ok()?,
            None => room_before,
        };
        let size = match self.value(place.size) {
            Some(size) => i64::try_from(size).unwrap_or(LARGEST).min(LARGEST),
            None => start.checked_add(ROOM)?,
        };
        let number = self.value(place.base);
        match number.and_then(constant_base) {
            Some(BaseConst::NULL) => return Some(None),
            Some(BaseConst { class: BaseClass::Global, key }) => {
                return Some(Some((Memory::Global(GlobalId::new(key as usize)), start)));
            }
            Some(_) => return None,
            None => {}
        }
        let next = self.sizes.len() as u32;
        let object = match number {
            Some(number) => *self.known.entry(number).or_insert(next),
            None => next,
        };
        if object == next {
            self.sizes.push(size);
        }
        let known = &mut self.sizes[object as usize];
        *known = (*known).max(size);
        Some(Some((Memory::Object(object), start)))
    }
}
