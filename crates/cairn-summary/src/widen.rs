//! Giving up parts of what a recursive function does, so that its summary covers calls of any depth.
//!
//! A part that is given up still says what it does where nothing unknown is involved (calls that are not deep); elsewhere
//! numbers that were there on entry do not count any more: a condition is what can be said without them, a value one of the
//! constants and addresses that were seen, or any number. The second time a part is given up, nothing is left of it.
//! Not here: which parts (`recursion`), what is left of conditions and values (`given_up`), and whether that is enough (`covers`).

use crate::analysis::Analysis;
use crate::entry::Path;
use crate::facts::{Cond, Reason};
use crate::heap::Cell;
use crate::modular::LatentConds;
use crate::rules::Ruling;
use crate::state::State;
use crate::summary::MadeKind;
use crate::value::Values;
use crate::verdicts::Check;
use cairn_ir::Rule;
use cairn_logic::TermId;
use std::collections::BTreeMap;

/// A part of a summary that is compared, and given up, by itself.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Part {
    /// Whether it returns.
    Returns,
    Result(usize),
    /// What lies at a distance in an object, and whether it was written.
    Cell(Holder, i64, u64),
    /// Everything that an object holds.
    Content(Holder),
    Live(Holder),
    Size(Holder),
    Latent(Check),
    Ends,
    /// Which words of an object must be defined.
    Defined(Path),
    /// Where an object is accessed.
    Ranges(Path),
    /// Nothing can be said of the function.
    Whole,
}

/// An object by a name that is the same in each round.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Holder {
    Entry(Path),
    /// Made by the function: at which place, whether it stands for several, and the how many-th of these.
    Made(MadeKind, bool, usize),
}

/// Parts that are given up, and how often.
pub(crate) type Widened = BTreeMap<Part, u32>;

impl Analysis<'_> {
    /// Calls that fail do not return: nothing needs to be said of them, which makes conditions smaller.
    pub(crate) fn tidy(&mut self, end: &mut Option<(State, Vec<Values>)>) {
        let Some((state, results)) = end else { return };
        let fine = self.nothing_fails();
        let known = self.facts.and(state.pc, fine);
        if known == Cond::FALSE {
            *end = None;
            return;
        }
        if !self.facts.is_large(known) {
            state.pc = known;
        }
        results.iter_mut().for_each(|values| *values = self.facts.under(values, known));
        for base in state.heap.bases() {
            let object = state.heap.get(base).expect("listed");
            if object.entry.is_none() {
                continue;
            }
            let live = object.live;
            let cells: Vec<(u64, Cell)> = object.cells().map(|(at, cell)| (at, cell.clone())).collect();
            if live != self.facts.live_on_entry(base) {
                let live = self.facts.simplify(live, known);
                state.heap.set_live(base, live);
            }
            for (at, cell) in cells {
                let kept = self.facts.simplify(cell.kept, known);
                let written = self.facts.and(known, !kept);
                let values = if written == Cond::FALSE { cell.values } else { self.facts.under(&cell.values, known) };
                state.heap.replace(&mut self.facts, base, at, cell.bytes, &values, kept);
            }
        }
    }

    /// A condition under which nothing fails for sure that would end the execution; a leak does not.
    fn nothing_fails(&mut self) -> Cond {
        let latents = &self.modular.as_ref().expect("looked at alone").latents;
        let ending = latents.iter().filter(|(check, _)| check.rule != Rule::MemoryLeak);
        let bad: Vec<Cond> = ending.map(|(_, latent)| latent.bad).collect();
        let mut fine = Cond::TRUE;
        for bad in bad.into_iter().filter(|bad| self.facts.is_known(*bad)).collect::<Vec<_>>() {
            let both = self.facts.and(fine, !bad);
            if !self.facts.is_large(both) {
                fine = both;
            }
        }
        fine
    }

    /// Gives up parts of what a function does, at its end.
    pub(crate) fn widen(&mut self, end: &mut Option<(State, Vec<Values>)>, widened: &Widened) {
        let Some((state, results)) = end else { return self.widen_failures(widened) };
        let holders = self.holders(state, results);
        // Values are only told where the function is known to return.
        let known = state.pc;
        for (part, &times) in widened {
            match part {
                Part::Returns => {
                    let perhaps = self.perhaps_when(state.pc, times);
                    let exact = self.facts.whatever_is_unknown(state.pc);
                    state.pc = self.facts.or_within(exact, perhaps);
                }
                Part::Result(index) => {
                    if let Some(values) = results.get_mut(*index) {
                        let width = values.width(&self.facts);
                        *values = self.facts.given_up(values, known, width, times);
                    }
                }
                Part::Cell(holder, distance, bytes) => {
                    if let Some(&base) = holders.get(holder) {
                        self.widen_cell(state, known, base, (*distance, *bytes), times);
                    }
                }
                Part::Content(holder) => {
                    if let Some(&base) = holders.get(holder) {
                        state.heap.scramble(base);
                    }
                }
                Part::Live(holder) => {
                    if let Some(&base) = holders.get(holder) {
                        let perhaps = self.perhaps();
                        state.heap.set_live(base, perhaps);
                        state.heap.set_made(base);
                    }
                }
                Part::Size(holder) => {
                    if let Some(&base) = holders.get(holder) {
                        let size = self.facts.unknown(self.facts.pointer_bits(), Reason::Recursion);
                        self.sizes.insert(base, size);
                    }
                }
                Part::Latent(_) | Part::Ends | Part::Defined(_) | Part::Ranges(_) | Part::Whole => {}
            }
        }
        self.widen_failures(widened);
    }

    fn perhaps(&mut self) -> Cond {
        self.facts.condition(Reason::Recursion)
    }

    /// Perhaps, where the condition would hold for some numbers; the second time, perhaps everywhere.
    fn perhaps_when(&mut self, cond: Cond, times: u32) -> Cond {
        let perhaps = if self.limits.rules.follow(Ruling::PerhapsReturns) { self.perhaps() } else { Cond::TRUE };
        if times > 1 {
            return perhaps;
        }
        let somehow = self.facts.for_some_numbers(cond);
        self.facts.and(perhaps, somehow)
    }

    /// What could go wrong, and what is asked of callers.
    fn widen_failures(&mut self, widened: &Widened) {
        for (part, &times) in widened {
            match part {
                Part::Latent(check) => self.widen_latent(*check, times),
                Part::Ends => {
                    let modular = self.modular.as_ref().expect("looked at alone");
                    let (ends, jumps) = (modular.ends, modular.jumps);
                    let ends = self.perhaps_when(ends, times);
                    let jumps = if jumps == Cond::FALSE { jumps } else { self.perhaps_when(jumps, times) };
                    let modular = self.modular.as_mut().expect("looked at alone");
                    (modular.ends, modular.jumps) = (ends, jumps);
                }
                Part::Ranges(path) | Part::Content(Holder::Entry(path)) => self.widen_ranges(path),
                Part::Defined(path) => self.widen_defined(path),
                _ => {}
            }
        }
    }

    fn widen_latent(&mut self, check: Check, times: u32) {
        let known = self.modular.as_ref().expect("looked at alone").latents.get(&check).copied();
        let bad = known.map_or(Cond::FALSE, |latent| latent.bad);
        let either = known.map_or(Cond::FALSE, |latent| self.facts.or(latent.bad, latent.perhaps));
        let perhaps = self.perhaps_when(either, times);
        self.modular.as_mut().expect("looked at alone").latents.insert(check, LatentConds { bad, perhaps });
    }

    fn widen_ranges(&mut self, path: &Path) {
        let Some(base) = self.base_of(path) else { return };
        self.modular.as_mut().expect("looked at alone").accesses.anywhere(base);
    }

    /// Not single words, but the whole object must be defined.
    fn widen_defined(&mut self, path: &Path) {
        let entry = self.facts.entry.as_ref().expect("looked at alone");
        let of_path: Vec<usize> =
            (0..entry.words.len()).filter(|&i| entry.path(entry.words[i].owner) == *path).collect();
        // A parameter is one word: there is nothing to give up.
        if matches!(path, Path::Param(_, steps) if steps.is_empty()) {
            return;
        }
        let words = &mut self.facts.entry.as_mut().expect("looked at alone").words;
        let modular = self.modular.as_mut().expect("looked at alone");
        for i in of_path {
            words[i].needed = false;
            modular.defined.insert(words[i].owner);
        }
    }

    fn base_of(&self, path: &Path) -> Option<TermId> {
        let entry = self.facts.entry.as_ref()?;
        let modular = self.modular.as_ref()?;
        let is_it = |base: &TermId| self.facts.owner(*base).is_some_and(|owner| entry.path(owner) == *path);
        modular.accesses.bases().find(is_it)
    }

    fn widen_cell(&mut self, state: &mut State, known: Cond, base: TermId, (distance, bytes): (i64, u64), times: u32) {
        let object = state.heap.get(base).expect("listed");
        let found = object.cells().find(|(at, cell)| object.distance(*at) == distance && cell.bytes == bytes);
        let Some((at, cell)) = found.map(|(at, cell)| (at, cell.clone())) else { return };
        let values = self.facts.without(&cell.values, cell.kept);
        let values = self.facts.given_up(&values, known, 8 * bytes as u32, times);
        let kept = match cell.kept {
            Cond::FALSE if times < 2 => Cond::FALSE,
            _ if times > 1 => self.perhaps(),
            kept => {
                let (kept, written) = (self.facts.and(known, kept), self.facts.and(known, !kept));
                let (may, must) = (self.facts.for_some_numbers(kept), !self.facts.for_some_numbers(written));
                let perhaps = self.perhaps();
                let within = self.facts.and(may, perhaps);
                self.facts.or(must, within)
            }
        };
        state.heap.replace(&mut self.facts, base, at, bytes, &values, kept);
    }

    /// The objects that a summary speaks of, by name.
    pub(crate) fn holders(&self, state: &State, results: &[Values]) -> BTreeMap<Holder, TermId> {
        let entry = self.facts.entry.as_ref().expect("looked at alone");
        let mut holders = BTreeMap::new();
        for base in state.heap.bases() {
            if let Some(owner) = self.facts.owner(base) {
                holders.insert(Holder::Entry(entry.path(owner)), base);
            }
        }
        let mut made: BTreeMap<(MadeKind, bool), usize> = BTreeMap::new();
        for base in self.visible(state, results) {
            let several = state.heap.get(base).is_some_and(|object| object.summary);
            let kind = self.made_kind(base);
            let count = made.entry((kind, several)).or_default();
            holders.insert(Holder::Made(kind, several, *count), base);
            *count += 1;
        }
        holders
    }
}
