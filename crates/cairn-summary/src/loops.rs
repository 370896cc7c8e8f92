//! Loops: unrolled while their end is decided, then all further iterations at once.
//!
//! A loop in which only numbers change is looked at as a whole from its start; of others, a few iterations are looked at
//! one by one before. Not here: how the head of a loop covers what comes back (`widening`), and what holds there
//! (`invariant`).

use crate::analysis::{Activation, Analysis, Exits, Stop};
use crate::facts::Cond;
use crate::invariant::Guess;
use crate::state::Arrival;
use crate::value::{Scalar, Values};
use crate::widening::{Cover, Growth, leads_elsewhere};
use cairn_ir::graph::LoopId;
use cairn_logic::TermId;

/// Rounds in which the head of a loop may grow; from `COARSE_AFTER` on, pointers that change are not followed.
const ROUNDS: usize = 24;
const COARSE_AFTER: usize = 12;
/// A loop that has come so far is looked at as a whole even if its end is decided.
const LONG: usize = 256;
/// Guesses that are only tried together, and rounds for them.
const MOST_TOGETHER: usize = 8;
/// Loops in so many others are looked at less closely.
const DEEP: u32 = 1;
/// Loops with so many in each other, themselves included, are looked at as a whole at once: each iteration that is looked
/// at by itself would multiply what is done for those inside.
const TALL: u32 = 3;
/// Iterations that tell whether the end of such a loop is decided: that there is a first one often is.
const TRIALS: usize = 2;
/// Cells of memory that guesses are made for.
const MOST_CELLS: usize = 6;

/// What may change in a loop that is generalised.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// Numbers, offsets of addresses among them. Closed forms tell more of these than the first iterations do.
    Numbers,
    Everything,
}

impl<'p> Analysis<'p> {
    pub(crate) fn run_loop(
        &mut self,
        act: &mut Activation<'p>,
        id: LoopId,
        arrivals: Vec<Arrival>,
    ) -> Result<Exits, Stop> {
        let before = self.start_records();
        let exits = self.run_loop_apart(act, id, arrivals);
        self.end_records(before);
        exits
    }

    /// The same, where what is recorded is kept apart.
    fn run_loop_apart(&mut self, act: &mut Activation<'p>, id: LoopId, arrivals: Vec<Arrival>) -> Result<Exits, Stop> {
        let shape = act.shape.clone();
        let this = &shape.loops.loops[id];
        let (mut current, mut exits, mut undecided) = (arrivals.clone(), Vec::new(), 0);
        let is_tall = self.modular.is_some() && shape.loops.height(id) >= TALL;
        let known = self.is_exploring() && act.moving.contains_key(&id);
        if known || (is_tall && !self.ends_by_itself(act, id, &arrivals)?) {
            if let Some(all) = self.generalise(act, id, arrivals.clone(), Scope::Numbers)? {
                return Ok(all);
            }
            if is_tall {
                return Ok(self.generalise(act, id, arrivals, Scope::Everything)?.unwrap_or_default());
            }
        }
        let asked = self.asked.len();
        let unroll = if self.is_exploring() { 0 } else { self.limits.unroll };
        for iteration in 0..self.limits.iterations {
            let (back, out) = self.run_region(act, &this.blocks, Some(id), this.header, current)?;
            let back: Vec<Arrival> = back.into_iter().filter(|a| !self.facts.impossible(a.state.pc)).collect();
            let out: Vec<_> = out.into_iter().filter(|(_, a)| !self.facts.impossible(a.state.pc)).collect();
            if back.is_empty() {
                exits.extend(out);
                return Ok(exits);
            }
            undecided += usize::from(!out.is_empty());
            let as_a_whole = undecided > unroll || iteration == LONG;
            if as_a_whole && let Some(all) = self.run_as_a_whole(act, id, &arrivals, &back, asked)? {
                return Ok(all);
            }
            exits.extend(out);
            current = back;
            if undecided > unroll {
                let rest = self.generalise(act, id, current, Scope::Everything)?;
                exits.extend(rest.into_iter().flatten());
                return Ok(exits);
            }
        }
        Err(Stop::Loop(act.body.blocks[this.header].term_span))
    }

    /// Is it decided, as far as a few iterations tell, whether the loop goes on?
    fn ends_by_itself(&mut self, act: &mut Activation<'p>, id: LoopId, arrivals: &[Arrival]) -> Result<bool, Stop> {
        self.generalised += 1;
        self.verdicts.quiet += 1;
        let decided = self.is_decided(act, id, arrivals.to_vec());
        self.verdicts.quiet -= 1;
        self.generalised -= 1;
        decided
    }

    fn is_decided(&mut self, act: &mut Activation<'p>, id: LoopId, mut current: Vec<Arrival>) -> Result<bool, Stop> {
        let shape = act.shape.clone();
        let this = &shape.loops.loops[id];
        for _ in 0..TRIALS {
            let (back, out) = self.run_region(act, &this.blocks, Some(id), this.header, current)?;
            current = back.into_iter().filter(|arrival| !self.facts.impossible(arrival.state.pc)).collect();
            if current.is_empty() {
                return Ok(true);
            }
            if out.iter().any(|(_, arrival)| !self.facts.impossible(arrival.state.pc)) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The loop from its start, if only numbers change in it. What its first iterations left open does not count then, for
    /// this covers them. Where something stays open, a few iterations more are looked at one by one, behind `back`: they may
    /// tell which inputs make it fail.
    fn run_as_a_whole(
        &mut self,
        act: &mut Activation<'p>,
        id: LoopId,
        arrivals: &[Arrival],
        back: &[Arrival],
        asked: usize,
    ) -> Result<Option<Exits>, Stop> {
        // For callers of a function that is looked at alone, it counts under which condition an iteration fails.
        let one_by_one = self.modular.is_none().then(|| self.take_records());
        let open = self.verdicts.open_count();
        let asked_one_by_one = self.asked.split_off(asked);
        let whole = self.generalise(act, id, arrivals.to_vec(), Scope::Numbers);
        let Ok(Some(exits)) = whole else {
            one_by_one.into_iter().for_each(|records| self.add_records(records));
            self.asked.extend(asked_one_by_one);
            return whole;
        };
        if self.modular.is_none() && self.verdicts.open_count() > open {
            let asked_at_once = self.asked.split_off(asked);
            self.asked.extend(asked_one_by_one);
            self.hunt(act, id, back)?;
            self.asked.truncate(asked);
            self.asked.extend(asked_at_once);
        }
        Ok(Some(exits))
    }

    /// Some iterations one by one, for what may fail in them.
    fn hunt(&mut self, act: &mut Activation<'p>, id: LoopId, arrivals: &[Arrival]) -> Result<(), Stop> {
        let shape = act.shape.clone();
        let this = &shape.loops.loops[id];
        let (mut current, hunting) = (arrivals.to_vec(), std::mem::replace(&mut self.hunting, true));
        for _ in 0..self.limits.unroll {
            let (back, _) = self.run_region(act, &this.blocks, Some(id), this.header, current)?;
            current = back.into_iter().filter(|arrival| !self.facts.impossible(arrival.state.pc)).collect();
            if current.is_empty() {
                break;
            }
        }
        self.hunting = hunting;
        Ok(())
    }

    /// All further iterations at once: what changes in the loop is unknown at its head. Nothing if more changes than is
    /// looked at.
    fn generalise(
        &mut self,
        act: &mut Activation<'p>,
        id: LoopId,
        arrivals: Vec<Arrival>,
        scope: Scope,
    ) -> Result<Option<Exits>, Stop> {
        // What is free at the head of a loop around this one is a fixed value here.
        let (free, lives) = (std::mem::take(&mut self.free), std::mem::take(&mut self.free_lives));
        let first = (self.first_in_loops, self.first_in_loop);
        self.first_in_loop = self.facts.next_unknown();
        self.first_in_loops = self.first_in_loops.min(self.first_in_loop);
        self.generalised += 1;
        let exits = self.generalise_afresh(act, id, arrivals, scope);
        self.generalised -= 1;
        (self.first_in_loops, self.first_in_loop) = first;
        (self.free, self.free_lives) = (free, lives);
        exits
    }

    fn generalise_afresh(
        &mut self,
        act: &mut Activation<'p>,
        id: LoopId,
        arrivals: Vec<Arrival>,
        scope: Scope,
    ) -> Result<Option<Exits>, Stop> {
        let shape = act.shape.clone();
        let this = &shape.loops.loops[id];
        let Some(entry) = Arrival::merge_all(&mut self.facts, arrivals) else { return Ok(Some(Vec::new())) };
        let assuming = match entry.state.heap.has_members() {
            true => self.settle_assuming(act, id, &entry, scope)?,
            false => None,
        };
        let head = match assuming {
            Some(head) => head,
            None => match self.settle_quietly(act, id, &entry, scope, false)? {
                // No check counts here, and the last round has shown what leaves the loop.
                Some((head, exits)) if self.is_deep() => {
                    self.may_stay();
                    self.check_held_at_head(act, this.header, &head);
                    return Ok(Some(exits));
                }
                Some((head, _)) => self.describe(act, id, &entry, head)?,
                None => return Ok(None),
            },
        };
        // It may stay in the loop for ever.
        self.may_stay();
        self.check_held_at_head(act, this.header, &head);
        // Nothing new comes back: one more run, whose checks count, covers every iteration.
        let (_, exits) = self.run_region(act, &this.blocks, Some(id), this.header, vec![head])?;
        Ok(Some(exits))
    }

    /// Looks for a head, and what leaves the loop from there, without recording anything.
    fn settle_quietly(
        &mut self,
        act: &mut Activation<'p>,
        id: LoopId,
        entry: &Arrival,
        scope: Scope,
        assumed: bool,
    ) -> Result<Option<(Arrival, Exits)>, Stop> {
        self.verdicts.quiet += 1;
        let settled = self.settle(act, id, entry, scope, assumed);
        self.coarse = false;
        self.verdicts.quiet -= 1;
        settled
    }

    /// The head with what holds there in every iteration.
    fn describe(
        &mut self,
        act: &mut Activation<'p>,
        id: LoopId,
        entry: &Arrival,
        head: Arrival,
    ) -> Result<Arrival, Stop> {
        let head = self.strengthen(act, id, entry, head)?;
        self.describe_contents(act, id, entry, head)
    }

    /// Is a loop around this place being explored? It asks for what is inside several times, so a function that is looked at
    /// alone has no time for all of it.
    pub(crate) fn is_exploring(&self) -> bool {
        self.modular.is_some() && self.verdicts.quiet > 0 && self.generalised > 0
    }

    /// The same of a loop in so many others that what changes there must do.
    fn is_deep(&self) -> bool {
        self.is_exploring() && self.generalised > DEEP
    }

    /// A head that covers every iteration: every parameter may change; what it may be grows until nothing is new.
    ///
    /// What holds of the numbers in the head may be `assumed`: whoever asks for that must see whether it is so in the end.
    fn settle(
        &mut self,
        act: &mut Activation<'p>,
        id: LoopId,
        entry: &Arrival,
        scope: Scope,
        assumed: bool,
    ) -> Result<Option<(Arrival, Exits)>, Stop> {
        let shape = act.shape.clone();
        let this = &shape.loops.loops[id];
        let params = &act.body.blocks[this.header].params;
        let widths: Vec<u32> = params.iter().map(|&p| self.width_of(act.body.values[p].ty)).collect();
        let mut head = entry.clone();
        let mut seen: Vec<Vec<Values>> = head.args.iter().map(|values| vec![values.clone()]).collect();
        if self.is_exploring() && scope == Scope::Numbers {
            self.move_as_before(act, id, &mut head);
        }
        for round in 0..ROUNDS {
            self.coarse = round >= COARSE_AFTER;
            let exposures = self.facts.exposures_beside_newest(&head.state.heap);
            let (back, exits) = self.run_iteration(act, id, &head)?;
            let more_exposed = self.facts.exposures_beside_newest(&head.state.heap) > exposures;
            let mut growth = Growth { grew: more_exposed, beyond_numbers: false };
            let mut covers = vec![Cover::Whole; widths.len()];
            for arrival in &back {
                for (i, values) in arrival.args.iter().enumerate() {
                    let cover = self.cover(&head.args[i], values, arrival.state.pc);
                    if cover != Cover::Whole {
                        growth.grew = true;
                        growth.beyond_numbers |= leads_elsewhere(&self.facts, values, &entry.args[i]);
                        seen[i].push(values.clone());
                        covers[i] = covers[i].max(cover);
                    }
                }
            }
            // Where a number moves is better known before what is written there is looked at.
            if round > 0 || !growth.grew || growth.beyond_numbers {
                growth = growth.and(self.widen_state(entry, &mut head, &back));
            }
            if scope == Scope::Numbers && growth.beyond_numbers {
                return Ok(None);
            }
            if !growth.grew {
                if scope == Scope::Numbers {
                    let moving = (0..widths.len()).filter(|&i| self.is_moving(&head.args[i])).collect();
                    act.moving.insert(id, moving);
                }
                return Ok(Some((head, exits)));
            }
            for i in 0..widths.len() {
                match covers[i] {
                    Cover::Whole => {}
                    Cover::OtherwiseChosen => head.args[i] = self.any_case(&head.args[i]),
                    Cover::Not => head.args[i] = self.any_of(&seen[i], widths[i]),
                }
            }
            if covers.iter().any(|cover| *cover != Cover::Whole) {
                self.reset_families(entry, &mut head);
                head.state.pc = entry.state.pc;
                if assumed {
                    head.state.pc = self.strengthen(act, id, entry, head.clone())?.state.pc;
                }
            }
        }
        match scope {
            Scope::Numbers => Ok(None),
            Scope::Everything => Err(Stop::Loop(act.body.blocks[this.header].term_span)),
        }
    }

    /// Is it one number, or one offset, that is free at the head of a loop?
    fn is_moving(&self, values: &Values) -> bool {
        values.single().is_some_and(|scalar| self.free.contains(&scalar.number()))
    }

    /// What moved the last time that this loop was looked at may be anything at its head from the beginning. Whether more
    /// changes is asked as always.
    fn move_as_before(&mut self, act: &Activation<'p>, id: LoopId, head: &mut Arrival) {
        for &param in act.moving.get(&id).into_iter().flatten() {
            let Some(scalar) = head.args[param].single() else { continue };
            let any = self.any_word(self.facts.conds.arena.width(scalar.number()));
            head.args[param] = Values::one(match scalar {
                Scalar::Word { undef, .. } => Scalar::Word { term: any, undef },
                Scalar::Ptr { base, .. } => Scalar::Ptr { base, offset: any },
            });
        }
    }

    /// Makes the heap of the head cover what came back.
    fn widen_state(&mut self, entry: &Arrival, head: &mut Arrival, back: &[Arrival]) -> Growth {
        let back: Vec<Arrival> =
            back.iter().filter(|arrival| !self.facts.impossible(arrival.state.pc)).cloned().collect();
        let counters = self.counters(entry, head, &back);
        let mut growth = self.widen_families(entry, head, &back, &counters);
        for arrival in &back {
            growth = growth.and(self.widen_heap(&mut head.state, &arrival.state));
        }
        growth
    }

    /// Settles on what would cover every iteration if what holds of the numbers were known from the beginning, and sees
    /// whether it does.
    fn settle_assuming(
        &mut self,
        act: &mut Activation<'p>,
        id: LoopId,
        entry: &Arrival,
        scope: Scope,
    ) -> Result<Option<Arrival>, Stop> {
        let Some((mut head, _)) = self.settle_quietly(act, id, entry, scope, true)? else { return Ok(None) };
        head.state.pc = entry.state.pc;
        let mut head = self.strengthen(act, id, entry, head)?;
        let described = self.describe_contents(act, id, entry, head.clone())?;
        let exposures = self.facts.exposures();
        let back = self.iterate(act, id, &described)?;
        let covered = back.iter().all(|arrival| {
            let mut args = head.args.iter().zip(&arrival.args);
            args.all(|(known, values)| self.cover(known, values, arrival.state.pc) == Cover::Whole)
        });
        let growth = self.widen_state(entry, &mut head, &back);
        Ok((covered && !growth.grew && self.facts.exposures() == exposures).then_some(described))
    }

    /// Adds to the head what holds there in every iteration.
    fn strengthen(
        &mut self,
        act: &mut Activation<'p>,
        id: LoopId,
        entry: &Arrival,
        head: Arrival,
    ) -> Result<Arrival, Stop> {
        self.verdicts.quiet += 1;
        let explored = self.run_iteration(act, id, &head);
        self.verdicts.quiet -= 1;
        let (back, exits) = explored?;
        let guards: Vec<Cond> = back.iter().map(|a| a.state.pc).chain(exits.iter().map(|(_, a)| a.state.pc)).collect();
        let cells = self.changing_cells(&head);
        let (start, changing) = (self.with_cells(entry, &cells), self.with_cells(&head, &cells));
        let start = self.as_numbers(start, &changing);
        let back: Vec<Arrival> = back
            .iter()
            .map(|arrival| {
                let arrival = self.with_cells(arrival, &cells);
                self.as_numbers(arrival, &changing)
            })
            .collect();
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
            let explored = self.run_iteration(act, id, &strong);
            self.verdicts.quiet -= 1;
            let mut dropped = false;
            for arrival in explored?.0 {
                let arrival = self.with_cells(&arrival, &cells);
                let arrival = self.as_numbers(arrival, &changing);
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

    /// An arrival in which addresses are numbers where the head has a number: a word that may be any may be one.
    fn as_numbers(&mut self, mut arrival: Arrival, head: &Arrival) -> Arrival {
        for (values, known) in arrival.args.iter_mut().zip(&head.args) {
            let is_word = |scalar: Scalar| matches!(scalar, Scalar::Word { .. });
            if known.single().is_some_and(is_word) && values.iter().any(|(scalar, _)| !is_word(scalar)) {
                let cases: Vec<(Scalar, Cond)> = values
                    .iter()
                    .map(|(scalar, when)| {
                        let (term, undef) = self.facts.word_of(scalar);
                        (Scalar::Word { term, undef }, when)
                    })
                    .collect();
                *values = Values::of(&mut self.facts, cases);
            }
        }
        arrival
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
}
