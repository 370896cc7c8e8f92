//! What loops write into arrays: ranges that grow or shrink from iteration to iteration, found by guessing and checking.
//!
//! A write whose offset moves by a fixed distance in every iteration fills a range. How many places are filled is a term
//! over the counters of the loop, and what is in them one over the index. The range is put into the head as it would be
//! there; if each iteration makes it longer as that says, it holds by induction, for it is empty at first. Ranges that
//! were there before the loop are cut down in the same way.

use crate::analysis::{Activation, Analysis, Stop};
use crate::facts::Cond;
use crate::heap::ones;
use crate::ranges::{Content, Range};
use crate::state::Arrival;
use crate::value::{Scalar, Values};
use cairn_ir::graph::LoopId;
use cairn_logic::{Subst, Term, TermId, Var};

/// Ranges that are guessed for one loop, and rounds in which they are checked.
const MOST: usize = 6;
const ROUNDS: usize = 3;

/// A number that changes in the loop.
pub(crate) struct Counter {
    var: Var,
    head: TermId,
    start: TermId,
    /// What it is when control comes back, in each way.
    next: Vec<TermId>,
}

/// The counters of a loop and the conditions under which it goes on.
pub(crate) struct Counters {
    all: Vec<Counter>,
    pub backs: Vec<Cond>,
}

/// Which ranges are guessed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Guessing {
    /// What is left of those that were there before the loop.
    Left,
    /// What the loop writes.
    Written,
}

pub(crate) type Guessed = (TermId, Range);

impl<'p> Analysis<'p> {
    /// Adds to the head what the loop has written so far.
    pub(crate) fn describe_contents(
        &mut self,
        act: &mut Activation<'p>,
        id: LoopId,
        entry: &Arrival,
        head: Arrival,
    ) -> Result<Arrival, Stop> {
        // What is left of ranges from before comes first: what is written may depend on it.
        let head = match self.loses_ranges(entry, &head) {
            true => self.add_ranges(act, id, entry, head, Guessing::Left)?.0,
            false => head,
        };
        let (head, back) = self.add_ranges(act, id, entry, head, Guessing::Written)?;
        self.add_claims(act, id, entry, head, &back)
    }

    /// The head with ranges, and what comes back from it.
    fn add_ranges(
        &mut self,
        act: &mut Activation<'p>,
        id: LoopId,
        entry: &Arrival,
        head: Arrival,
        what: Guessing,
    ) -> Result<(Arrival, Vec<Arrival>), Stop> {
        let back = self.iterate(act, id, &head)?;
        let counters = self.counters(entry, &head, &back);
        let mut guesses = self.guess_ranges(entry, &head, &back, &counters, what);
        guesses.retain(|guess| self.holds_at_first(guess, entry, &counters));
        guesses.truncate(MOST);
        for _ in 0..ROUNDS {
            if guesses.is_empty() {
                break;
            }
            let mut described = head.clone();
            guesses.iter().for_each(|(base, range)| described.state.heap.add_range(*base, range.clone()));
            let back = self.iterate(act, id, &described)?;
            let before = guesses.len();
            let counters = self.counters(entry, &described, &back);
            guesses.retain(|guess| self.is_kept(guess, &back, &counters));
            if guesses.len() == before {
                return Ok((described, back));
            }
        }
        Ok((head, back))
    }

    fn loses_ranges(&self, entry: &Arrival, head: &Arrival) -> bool {
        entry.state.heap.bases().into_iter().any(|base| !self.lost_ranges(entry, head, base).is_empty())
    }

    fn lost_ranges(&self, entry: &Arrival, head: &Arrival, base: TermId) -> Vec<Range> {
        let kept = head.state.heap.ranges(base);
        entry.state.heap.ranges(base).iter().filter(|range| !kept.contains(range)).cloned().collect()
    }

    /// One iteration, of which nothing is recorded.
    pub(crate) fn iterate(
        &mut self,
        act: &mut Activation<'p>,
        id: LoopId,
        head: &Arrival,
    ) -> Result<Vec<Arrival>, Stop> {
        self.verdicts.quiet += 1;
        let explored = self.run_iteration(act, id, head);
        self.verdicts.quiet -= 1;
        Ok(explored?.0.into_iter().filter(|arrival| !self.facts.impossible(arrival.state.pc)).collect())
    }

    pub(crate) fn counters(&mut self, entry: &Arrival, head: &Arrival, back: &[Arrival]) -> Counters {
        let mut all = Vec::new();
        for (i, values) in head.args.iter().enumerate() {
            let Some(term) = self.number_in(values).filter(|term| self.free.contains(term)) else { continue };
            // An address that comes where the head has a number is not its offset.
            let is_word = |(scalar, _): (Scalar, Cond)| matches!(scalar, Scalar::Word { .. });
            let others = std::iter::once(&entry.args[i]).chain(back.iter().map(|arrival| &arrival.args[i]));
            let mut cases = values.iter().chain(others.flat_map(Values::iter));
            let are_words = values.iter().next().is_some_and(is_word);
            if cases.any(|case| is_word(case) != are_words) {
                continue;
            }
            let (Some(var), Some(start)) = (self.facts.conds.arena.as_var(term), self.number_in(&entry.args[i])) else {
                continue;
            };
            let next: Option<Vec<TermId>> = back.iter().map(|arrival| self.number_in(&arrival.args[i])).collect();
            let Some(next) = next else { continue };
            all.push(Counter { var, head: term, start, next });
        }
        Counters { all, backs: back.iter().map(|arrival| arrival.state.pc).collect() }
    }

    fn guess_ranges(
        &mut self,
        entry: &Arrival,
        head: &Arrival,
        back: &[Arrival],
        counters: &Counters,
        what: Guessing,
    ) -> Vec<Guessed> {
        let Some(first) = back.first() else { return Vec::new() };
        let mut guesses = Vec::new();
        for base in first.state.heap.bases() {
            if head.state.heap.get(base).is_none_or(|object| object.summary) {
                continue;
            }
            if what == Guessing::Left {
                // What is written over it may be of the same kind.
                guesses.extend(self.lost_ranges(entry, head, base).into_iter().map(|range| (base, range)));
            }
            let before = head.state.heap.written(base);
            for (offset, bytes, values) in first.state.heap.written(base) {
                if before.iter().any(|(known, _, _)| *known == offset) {
                    continue;
                }
                let Some(distance) = self.distance_moved(offset, bytes, counters) else { continue };
                let Some(written) = self.filled(offset, bytes, distance, counters) else { continue };
                if what == Guessing::Written {
                    let content = self.content_of(&values, distance > 0, counters);
                    guesses.extend(content.map(|content| (base, Range { content, ..written })));
                    continue;
                }
                for range in self.lost_ranges(entry, head, base) {
                    guesses.extend(self.cut_down(&range, &written, distance).map(|range| (base, range)));
                }
            }
        }
        guesses
    }

    /// By how much an offset moves in one iteration, if that is the same in all and leaves the bytes there behind.
    pub(crate) fn distance_moved(&mut self, offset: TermId, bytes: u64, counters: &Counters) -> Option<i64> {
        let mut moved: Option<i64> = None;
        for way in 0..counters.backs.len() {
            let next = self.facts.conds.arena.substitute(offset, &mut counters.next(way));
            let distance = self.facts.conds.arena.sub(next, offset);
            let found = self.constant_distance(distance, bytes, counters.backs[way])?;
            if moved.replace(found).is_some_and(|other| other != found) {
                return None;
            }
        }
        moved.filter(|moved| moved.unsigned_abs() >= bytes)
    }

    pub(crate) fn constant_distance(&mut self, distance: TermId, bytes: u64, given: Cond) -> Option<i64> {
        if let Some(constant) = self.facts.as_distance(distance) {
            return Some(constant);
        }
        // Where a counter is narrower than an address, only the guard of the loop tells that it does not wrap.
        let candidates = [bytes as i64, -(bytes as i64)];
        candidates.into_iter().find(|&candidate| {
            let constant = self.facts.distance(candidate);
            let same = self.facts.eq(distance, constant);
            same != Cond::FALSE && self.facts.follows(given, same)
        })
    }

    /// The range that writes at a moving offset have filled when control is at the head.
    pub(crate) fn filled(&mut self, offset: TermId, bytes: u64, distance: i64, counters: &Counters) -> Option<Range> {
        let first = self.facts.conds.arena.substitute(offset, &mut counters.start());
        let so_far = self.facts.conds.arena.sub(offset, first);
        let count = self.iterations(so_far, distance, counters)?;
        let stride = distance.unsigned_abs();
        let start = if distance > 0 {
            first
        } else {
            let stride = self.facts.offset(stride);
            self.facts.conds.arena.add(offset, stride)
        };
        Some(Range { start, count, stride, bytes, content: Content::Defined })
    }

    /// How often something has moved by `distance` when it has moved so far.
    fn iterations(&mut self, so_far: TermId, distance: i64, counters: &Counters) -> Option<TermId> {
        if let Some(count) = self.facts.quotient(so_far, distance) {
            return Some(count);
        }
        // An address that moves by itself: a counter that moves by one with it tells more than a division.
        if let Some(steps) = self.steps_of_some_counter(counters) {
            return Some(steps);
        }
        let stride = distance.unsigned_abs();
        if !stride.is_power_of_two() {
            return None;
        }
        let length = if distance > 0 { so_far } else { self.facts.conds.arena.neg(so_far) };
        let shift = self.facts.offset(u64::from(stride.trailing_zeros()));
        Some(self.facts.conds.arena.lshr(length, shift))
    }

    /// How many iterations there were, by a counter that moves by one.
    pub(crate) fn steps_of_some_counter(&mut self, counters: &Counters) -> Option<TermId> {
        for counter in &counters.all {
            if let Some(step @ (1 | -1)) = counters.step(&mut self.facts, counter) {
                return Some(self.steps_made(counter, step));
            }
        }
        None
    }

    fn steps_made(&mut self, counter: &Counter, step: i64) -> TermId {
        let bits = self.facts.pointer_bits();
        let arena = &mut self.facts.conds.arena;
        let (from, to) = if step > 0 { (counter.start, counter.head) } else { (counter.head, counter.start) };
        if arena.width(from) >= bits {
            let made = arena.sub(to, from);
            return arena.truncate(made, bits);
        }
        let (from, to) = (arena.sext(from, bits), arena.sext(to, bits));
        arena.sub(to, from)
    }

    /// What is written, as a function of the index.
    fn content_of(&mut self, values: &Values, up: bool, counters: &Counters) -> Option<Content> {
        let mut cases = Vec::new();
        for (scalar, _) in values.iter() {
            if scalar.undef() != 0 {
                return None;
            }
            match self.by_index(scalar, up, counters) {
                Some(scalar) if !cases.contains(&scalar) => cases.push(scalar),
                Some(_) => {}
                None if values.has_pointer() => return None,
                None => return Some(Content::Defined),
            }
        }
        Some(Content::OneOf(cases.into()))
    }

    fn by_index(&mut self, scalar: Scalar, up: bool, counters: &Counters) -> Option<Scalar> {
        let mut closed = self.closed_forms(counters);
        let mut term_by_index = |this: &mut Self, term: TermId| {
            let vars = this.facts.conds.arena.vars(term);
            let changes = vars.iter().any(|var| counters.all.iter().any(|counter| counter.var == *var));
            let known = vars.iter().all(|var| {
                let counter = counters.all.iter().find(|counter| counter.var == *var);
                !this.is_made_in_loop(*var)
                    || counter.is_some_and(|counter| counters.step(&mut this.facts, counter).is_some())
            });
            (known && (up || !changes)).then(|| this.facts.conds.arena.substitute(term, &mut closed))
        };
        Some(match scalar {
            Scalar::Word { term, undef } => Scalar::Word { term: term_by_index(self, term)?, undef },
            Scalar::Ptr { base, offset } => {
                matches!(self.facts.conds.arena.term(base), Term::BaseConst(_) | Term::BaseAt { .. }).then_some(())?;
                Scalar::Ptr { base: term_by_index(self, base)?, offset: term_by_index(self, offset)? }
            }
        })
    }

    /// Counters as functions of the number of iterations before.
    fn closed_forms(&mut self, counters: &Counters) -> Subst {
        let index = self.facts.index();
        let bits = self.facts.pointer_bits();
        let mut subst = Subst::new();
        for counter in &counters.all {
            let Some(step) = counters.step(&mut self.facts, counter) else { continue };
            let arena = &mut self.facts.conds.arena;
            let width = arena.width(counter.head);
            let index = if width <= bits { arena.truncate(index, width) } else { arena.zext(index, width) };
            let made = arena.mul_const(i128::from(step) as u128 & ones(width), index);
            let now = arena.add(counter.start, made);
            subst.set_var(counter.var, now);
        }
        subst
    }

    /// What is left of a range from before the loop, if the loop writes over it from one of its ends.
    fn cut_down(&mut self, range: &Range, written: &Range, distance: i64) -> Option<Range> {
        if range.stride != written.stride || range.bytes != written.bytes {
            return None;
        }
        let count = self.facts.conds.arena.sub(range.count, written.count);
        if distance < 0 {
            return Some(Range { count, ..range.clone() });
        }
        let gone = self.facts.conds.arena.mul_const(u128::from(range.stride), written.count);
        let start = self.facts.conds.arena.add(range.start, gone);
        // The content would have to speak of what changes in the loop, unless it is the same everywhere.
        let index = self.facts.index();
        let index = self.facts.conds.arena.as_var(index).expect("a variable");
        let constant = match &range.content {
            Content::Defined | Content::Such(_) => true,
            Content::OneOf(cases) => {
                let mentions = |term: TermId| self.facts.conds.arena.mentions(term, index);
                !cases.iter().flat_map(|scalar| scalar.terms()).any(mentions)
            }
        };
        constant.then(|| Range { start, count, ..range.clone() })
    }

    /// Before the first iteration a range is empty, or it is one that was there.
    pub(crate) fn holds_at_first(&mut self, (base, range): &Guessed, entry: &Arrival, counters: &Counters) -> bool {
        let first = range.moved(&mut self.facts, &mut counters.start());
        self.facts.as_offset(first.count) == Some(0) || entry.state.heap.ranges(*base).contains(&first)
    }

    /// Does a range speak of nothing that changes in the loop but counters?
    pub(crate) fn is_over_counters(&self, range: &Range, counters: &Counters) -> bool {
        let vars = [range.start, range.count].map(|term| self.facts.conds.arena.vars(term)).concat();
        let counts = |var: Var| counters.all.iter().any(|counter| counter.var == var);
        vars.into_iter().all(|var| !self.is_made_in_loop(var) || counts(var))
    }

    /// Is a range that was in the head there in each state that comes back, as it should be by then?
    fn is_kept(&mut self, (base, range): &Guessed, back: &[Arrival], counters: &Counters) -> bool {
        self.is_over_counters(range, counters)
            && back.iter().enumerate().all(|(way, arrival)| {
                let expected = range.moved(&mut self.facts, &mut counters.next(way));
                let known = arrival.state.heap.ranges(*base).to_vec();
                known.iter().any(|known| known.is_same(&mut self.facts, arrival.state.pc, &expected))
            })
    }
}

impl Counters {
    /// From the head to the start of the next iteration.
    pub fn next(&self, way: usize) -> Subst {
        let mut subst = Subst::new();
        self.all.iter().for_each(|counter| subst.set_var(counter.var, counter.next[way]));
        subst
    }

    /// From the head to the start of the first iteration.
    pub fn start(&self) -> Subst {
        let mut subst = Subst::new();
        self.all.iter().for_each(|counter| subst.set_var(counter.var, counter.start));
        subst
    }

    /// By how much a counter moves in every iteration, if that is constant.
    fn step(&self, facts: &mut crate::facts::Facts, counter: &Counter) -> Option<i64> {
        let mut step = None;
        for &next in &counter.next {
            let moved = facts.conds.arena.sub(next, counter.head);
            let width = facts.conds.arena.width(moved);
            let constant = facts.conds.arena.as_const(moved)?;
            let signed = i64::try_from((constant << (128 - width)) as i128 >> (128 - width)).ok()?;
            if step.replace(signed).is_some_and(|other| other != signed) {
                return None;
            }
        }
        step
    }
}
