//! Loops: unrolled while their end is decided, then all further iterations at once.

use crate::analysis::{Activation, Analysis, Exits, Stop};
use crate::facts::{Cond, Reason};
use crate::invariant::Guess;
use crate::state::{Arrival, State};
use crate::value::{Scalar, Values};
use cairn_ir::graph::LoopId;
use cairn_logic::TermId;

/// Rounds in which the head of a loop may grow; from `COARSE_AFTER` on, pointers that change are not followed.
const ROUNDS: usize = 24;
const COARSE_AFTER: usize = 12;
/// Guesses that are only tried together, and rounds for them.
const MOST_TOGETHER: usize = 8;
/// Cells of memory that guesses are made for.
const MOST_CELLS: usize = 6;
/// Objects that one pointer at the head of a loop may point to.
const MOST_TARGETS: usize = 12;

impl<'p> Analysis<'p> {
    pub(crate) fn run_loop(
        &mut self,
        act: &mut Activation<'p>,
        id: LoopId,
        arrivals: Vec<Arrival>,
    ) -> Result<Exits, Stop> {
        let shape = act.shape.clone();
        let this = &shape.loops.loops[id];
        let (mut current, mut exits, mut undecided) = (arrivals, Vec::new(), 0);
        for _ in 0..self.limits.iterations {
            let (back, out) = self.run_region(act, &this.blocks, Some(id), this.header, current)?;
            let back: Vec<Arrival> = back.into_iter().filter(|a| !self.facts.impossible(a.state.pc)).collect();
            let out: Vec<_> = out.into_iter().filter(|(_, a)| !self.facts.impossible(a.state.pc)).collect();
            if back.is_empty() {
                exits.extend(out);
                return Ok(exits);
            }
            undecided += usize::from(!out.is_empty());
            exits.extend(out);
            current = back;
            if undecided > self.limits.unroll {
                let rest = self.generalise(act, id, current)?;
                exits.extend(rest);
                return Ok(exits);
            }
        }
        Err(Stop::Loop(act.body.blocks[this.header].term_span))
    }

    /// All further iterations at once: what changes in the loop is unknown at its head.
    pub(crate) fn generalise(
        &mut self,
        act: &mut Activation<'p>,
        id: LoopId,
        arrivals: Vec<Arrival>,
    ) -> Result<Exits, Stop> {
        // What is free at the head of a loop around this one is a fixed value here.
        let (free, lives) = (std::mem::take(&mut self.free), std::mem::take(&mut self.free_lives));
        let exits = self.generalise_afresh(act, id, arrivals);
        (self.free, self.free_lives) = (free, lives);
        exits
    }

    pub(crate) fn generalise_afresh(
        &mut self,
        act: &mut Activation<'p>,
        id: LoopId,
        arrivals: Vec<Arrival>,
    ) -> Result<Exits, Stop> {
        let shape = act.shape.clone();
        let this = &shape.loops.loops[id];
        let span = act.body.blocks[this.header].term_span;
        let Some(mut head) = Arrival::merge_all(&mut self.facts, arrivals) else { return Ok(Vec::new()) };
        let entry = head.clone();
        self.generalised += 1;
        self.verdicts.quiet += 1;
        let mut stable = false;
        let widths: Vec<u32> = {
            let params = &act.body.blocks[this.header].params;
            params.iter().map(|&p| act.body.values[p].ty.bits(self.program.target.pointer_bits)).collect()
        };
        // Every parameter may change; what it may be grows until nothing is new.
        let mut seen: Vec<Vec<Values>> = head.args.iter().map(|values| vec![values.clone()]).collect();
        for round in 0..ROUNDS {
            self.coarse = round >= COARSE_AFTER;
            let exposures = self.facts.exposures();
            for (i, width) in widths.iter().enumerate() {
                head.args[i] = self.any_of(&seen[i], *width);
            }
            let (back, _) = match self.run_region(act, &this.blocks, Some(id), this.header, vec![head.clone()]) {
                Ok(result) => result,
                Err(stop) => {
                    self.coarse = false;
                    self.generalised -= 1;
                    self.verdicts.quiet -= 1;
                    return Err(stop);
                }
            };
            let mut changed = self.facts.exposures() > exposures;
            for arrival in &back {
                changed |= self.widen_heap(&mut head.state, &arrival.state);
                for (i, values) in arrival.args.iter().enumerate() {
                    if !self.covers(&head.args[i], values) {
                        seen[i].push(values.clone());
                        changed = true;
                    }
                }
            }
            if !changed {
                stable = true;
                break;
            }
        }
        self.coarse = false;
        self.verdicts.quiet -= 1;
        if !stable {
            self.generalised -= 1;
            return Err(Stop::Loop(span));
        }
        // Nothing new comes back: one more run, whose checks count, covers every iteration.
        let last = match self.strengthen(act, id, &entry, head) {
            Ok(head) => self.run_region(act, &this.blocks, Some(id), this.header, vec![head]),
            Err(stop) => Err(stop),
        };
        self.generalised -= 1;
        Ok(last?.1)
    }

    /// Adds to the head what holds there in every iteration.
    pub(crate) fn strengthen(
        &mut self,
        act: &mut Activation<'p>,
        id: LoopId,
        entry: &Arrival,
        head: Arrival,
    ) -> Result<Arrival, Stop> {
        let shape = act.shape.clone();
        let this = &shape.loops.loops[id];
        self.verdicts.quiet += 1;
        let explored = self.run_region(act, &this.blocks, Some(id), this.header, vec![head.clone()]);
        self.verdicts.quiet -= 1;
        let (back, exits) = explored?;
        let guards: Vec<Cond> = back.iter().map(|a| a.state.pc).chain(exits.iter().map(|(_, a)| a.state.pc)).collect();
        let cells = self.changing_cells(&head);
        let (start, changing) = (self.with_cells(entry, &cells), self.with_cells(&head, &cells));
        let back: Vec<Arrival> = back.iter().map(|arrival| self.with_cells(arrival, &cells)).collect();
        let mut guesses = self.guesses(&start, &changing, &guards);
        self.keep_holding(&mut guesses, &start);
        let (sure, mut rest) = self.inductive(guesses, &changing, &back);
        let sure = self.assuming_guesses(&head, &changing, &sure);
        rest.truncate(MOST_TOGETHER);
        for _ in 0..MOST_TOGETHER {
            if rest.is_empty() {
                break;
            }
            let strong = self.assuming_guesses(&sure, &changing, &rest);
            self.verdicts.quiet += 1;
            let explored = self.run_region(act, &this.blocks, Some(id), this.header, vec![strong.clone()]);
            self.verdicts.quiet -= 1;
            let mut dropped = false;
            for arrival in explored?.0 {
                let arrival = self.with_cells(&arrival, &cells);
                dropped |= self.keep_holding(&mut rest, &arrival);
            }
            if !dropped {
                return Ok(strong);
            }
        }
        Ok(sure)
    }

    /// Cells that hold a number which may be any at the head of the loop: object, offset, size.
    fn changing_cells(&self, head: &Arrival) -> Vec<(TermId, u64, u64)> {
        let mut found = Vec::new();
        // A function that is looked at alone has many loops, and its callers may know better.
        if self.modular.is_some() {
            return found;
        }
        for base in head.state.heap.bases() {
            let Some(object) = head.state.heap.get(base).filter(|object| !object.summary) else { continue };
            for (at, cell) in object.cells() {
                if let Some(Scalar::Word { term, undef: 0 }) = cell.values.single()
                    && self.free.contains(&term)
                {
                    found.push((base, at, cell.bytes));
                }
            }
        }
        found.truncate(MOST_CELLS);
        found
    }

    /// An arrival with the content of cells behind its parameters.
    fn with_cells(&mut self, arrival: &Arrival, cells: &[(TermId, u64, u64)]) -> Arrival {
        let mut wide = arrival.clone();
        for &(base, at, bytes) in cells {
            let cell = wide.state.heap.at(&mut self.facts, base, at, bytes);
            wide.args.push(cell.values);
        }
        wide
    }

    /// The head where guesses hold of what changes there.
    fn assuming_guesses(&mut self, head: &Arrival, changing: &Arrival, guesses: &[Guess]) -> Arrival {
        let mut strong = head.clone();
        for &guess in guesses {
            let holds = self.guess_holds(guess, &changing.args);
            strong.state.pc = self.facts.and(strong.state.pc, holds);
        }
        strong
    }

    /// Guesses that one iteration preserves by themselves or with others of this kind, and those that it may not.
    fn inductive(&mut self, guesses: Vec<Guess>, head: &Arrival, back: &[Arrival]) -> (Vec<Guess>, Vec<Guess>) {
        let (mut sure, mut rest) = (Vec::new(), guesses);
        let mut known = Cond::TRUE;
        loop {
            let before = sure.len();
            for guess in std::mem::take(&mut rest) {
                let assumed = self.guess_holds(guess, &head.args);
                let assumed = self.facts.and(known, assumed);
                let kept = back.iter().all(|arrival| self.preserved(guess, assumed, arrival));
                let list = if kept { &mut sure } else { &mut rest };
                list.push(guess);
                known = if kept { assumed } else { known };
            }
            if sure.len() == before || rest.is_empty() {
                return (sure, rest);
            }
        }
    }

    fn preserved(&mut self, guess: Guess, assumed: Cond, arrival: &Arrival) -> bool {
        let holds = self.guess_holds(guess, &arrival.args);
        let broken = self.facts.and(assumed, !holds);
        let broken = self.facts.and(arrival.state.pc, broken);
        self.facts.probably_impossible(broken)
    }

    /// A value that may be any of the given ones (of the words: any word).
    pub(crate) fn any_of(&mut self, seen: &[Values], width: u32) -> Values {
        let mut targets: Vec<(TermId, Vec<TermId>)> = Vec::new();
        let mut words = Vec::new();
        let mut undef = 0;
        for (scalar, _) in seen.iter().flat_map(|values| values.iter().collect::<Vec<_>>()) {
            match scalar {
                Scalar::Word { term, undef: bits } => {
                    words.push(term);
                    undef |= bits;
                }
                Scalar::Ptr { base, offset } => match targets.iter_mut().find(|(known, _)| *known == base) {
                    Some((_, offsets)) if offsets.contains(&offset) => {}
                    Some((_, offsets)) => offsets.push(offset),
                    None => targets.push((base, vec![offset])),
                },
            }
        }
        if targets.len() > MOST_TARGETS || (self.coarse && !targets.is_empty()) {
            seen.iter().for_each(|values| self.facts.expose(values));
            return Values::one(Scalar::Word { term: self.any_word(width), undef });
        }
        words.dedup();
        let mut scalars: Vec<Scalar> = Vec::new();
        for (base, offsets) in targets {
            let offset = match offsets[..] {
                [only] => only,
                _ => self.any_word(self.program.target.pointer_bits),
            };
            scalars.push(Scalar::Ptr { base, offset });
        }
        match words[..] {
            [] => {}
            [only] if self.facts.conds.arena.as_const(only) == Some(0) => {
                scalars.push(Scalar::Word { term: only, undef })
            }
            _ => scalars.push(Scalar::Word { term: self.any_word(width), undef }),
        }
        let Some((last, others)) = scalars.split_last() else {
            return Values::one(Scalar::Word { term: self.any_word(width), undef: 0 });
        };
        others.iter().fold(Values::one(*last), |values, &scalar| {
            let chosen = self.facts.choice();
            Values::choose(&mut self.facts, chosen, &Values::one(scalar), &values)
        })
    }

    /// Is every case of `values` among those that `head` may be, whatever its free terms are?
    pub(crate) fn covers(&self, head: &Values, values: &Values) -> bool {
        let free = |term: TermId| self.free.contains(&term);
        values.iter().all(|(scalar, _)| {
            head.iter().any(|(known, _)| match (known, scalar) {
                // Some word may be the address of whatever is exposed.
                (Scalar::Word { term, .. }, Scalar::Ptr { base, .. }) => free(term) && self.facts.is_exposed(base),
                (Scalar::Word { term, undef }, Scalar::Word { term: other, undef: other_undef }) => {
                    (term == other || free(term)) && other_undef & !undef == 0
                }
                (Scalar::Ptr { base, offset }, Scalar::Ptr { base: other, offset: other_offset }) => {
                    base == other && (offset == other_offset || free(offset))
                }
                _ => false,
            })
        })
    }

    pub(crate) fn any_word(&mut self, width: u32) -> TermId {
        let term = self.facts.unknown(width, Reason::Loop);
        self.free.insert(term);
        term
    }

    /// Makes the head's heap cover what came back; tells whether it grew.
    pub(crate) fn widen_heap(&mut self, head: &mut State, back: &State) -> bool {
        let mut grew = false;
        for base in head.heap.bases() {
            let Some(difference) = head.heap.difference(&back.heap, base) else { continue };
            grew |= head.heap.keep_common_writes(&back.heap, base);
            let object = head.heap.get(base).expect("present in both");
            let (live, widened) = (object.live, object.widened);
            if difference.live && !self.free_lives.contains(&live) {
                let live = self.free_condition();
                head.heap.set_live(base, live);
                grew = true;
            }
            if widened {
                continue;
            }
            if difference.rest {
                head.heap.widen(base);
                grew = true;
            } else {
                grew |= self.widen_cells(head, back, base, difference.cells);
            }
        }
        if back.heap.scrambled > head.heap.scrambled {
            head.heap.scrambled = back.heap.scrambled;
            grew = true;
        }
        for base in back.heap.bases() {
            if head.heap.get(base).is_some() {
                continue;
            }
            let theirs = back.heap.get(base).expect("just found");
            if let Some(entry) = theirs.entry {
                // Met in the loop for the first time: before, it was as on entry.
                if theirs.is_touched() || theirs.live != self.facts.live_on_entry(base) {
                    let before = head.heap.untouched(&mut self.facts, entry);
                    head.heap.add(base, before);
                    grew = true;
                }
            } else if theirs.summary {
                // Objects that the loop makes exist for the next iteration, too.
                head.heap.add(base, theirs.clone());
                grew = true;
            }
        }
        grew
    }

    pub(crate) fn widen_cells(&mut self, head: &mut State, back: &State, base: TermId, cells: Vec<(u64, u64)>) -> bool {
        let mut grew = false;
        let mut theirs = back.heap.clone();
        for (at, bytes) in cells {
            let old = head.heap.at(&mut self.facts, base, at, bytes);
            let new = theirs.at(&mut self.facts, base, at, bytes);
            let covered = self.covers(&old.values, &new.values);
            let same_touch = old.kept == new.kept || old.kept == Cond::FALSE || self.free_lives.contains(&old.kept);
            if covered && same_touch {
                continue;
            }
            let values = if covered { old.values } else { self.any_of(&[old.values, new.values], 8 * bytes as u32) };
            let kept = if old.kept == Cond::FALSE { Cond::FALSE } else { self.free_condition() };
            head.heap.replace(&mut self.facts, base, at, bytes, &values, kept);
            grew = true;
        }
        grew
    }

    /// A condition that may be either at the head of a loop, in each iteration anew.
    fn free_condition(&mut self) -> Cond {
        let free = self.facts.choice();
        self.free_lives.insert(free);
        free
    }
}
