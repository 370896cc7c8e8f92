//! What loops find out of arrays that they read: for every place up to a counter, how what lies there compares with something.
//!
//! `while (i < n && a[i] != x) i++;` leaves no `x` in front of `i`; a search for the largest element leaves nothing larger. Such a
//! comparison is guessed from what one iteration reads, put into the head as a range (`Content::Such`), and checked: it holds
//! before the first iteration, since there are no places yet; and if it holds at the head, it does where control comes back, of
//! the places that there were and of the next one. What is read later from these places is assumed to compare so.

use crate::analysis::{Activation, Analysis, Stop};
use crate::contents::{Counters, Guessed};
use crate::facts::{Cond, Reason};
use crate::ranges::{Comparison, Content, Range};
use crate::state::{Arrival, State};
use crate::value::{Scalar, Values};
use cairn_ir::CmpOp;
use cairn_ir::graph::LoopId;
use cairn_logic::{Sort, TermId};

/// Claims that are made of one loop, things that elements are compared with, and rounds in which claims are checked.
const MOST: usize = 4;
const MOST_OTHERS: usize = 8;
const ROUNDS: usize = 3;
/// From the strongest on: what follows from one that holds is not looked at.
const COMPARISONS: [CmpOp; 10] = [
    CmpOp::Eq,
    CmpOp::Slt,
    CmpOp::Sgt,
    CmpOp::Ult,
    CmpOp::Ugt,
    CmpOp::Ne,
    CmpOp::Sle,
    CmpOp::Sge,
    CmpOp::Ule,
    CmpOp::Uge,
];

/// A guess. What places are compared with may be held by a register that changes in the loop.
struct Claim {
    guess: Guessed,
    comparison: Comparison,
    register: Option<usize>,
}

impl<'p> Analysis<'p> {
    /// Adds to the head, from which `back` comes, what the places that the loop has read by then have in common.
    pub(crate) fn add_claims(
        &mut self,
        act: &mut Activation<'p>,
        id: LoopId,
        entry: &Arrival,
        head: Arrival,
        back: &[Arrival],
    ) -> Result<Arrival, Stop> {
        if !self.limits.thorough || self.is_exploring() {
            return Ok(head);
        }
        let counters = self.counters(entry, &head, back);
        let mut claims = self.guess_claims(&head, back, &counters);
        claims.retain(|claim| self.holds_at_first(&claim.guess, entry, &counters));
        claims.truncate(MOST);
        for _ in 0..ROUNDS {
            if claims.is_empty() {
                break;
            }
            let mut described = head.clone();
            for Claim { guess: (base, range), .. } in &claims {
                described.state.heap.add_range(*base, range.clone());
            }
            let back = self.iterate(act, id, &described)?;
            let counters = self.counters(entry, &described, &back);
            let before = claims.len();
            claims.retain(|claim| self.is_claim_kept(claim, &back, &counters));
            if claims.len() == before {
                return Ok(described);
            }
        }
        Ok(head)
    }

    /// What was read in one iteration at a place that moves, and how that compares wherever control comes back.
    fn guess_claims(&mut self, head: &Arrival, back: &[Arrival], counters: &Counters) -> Vec<Claim> {
        let Some(first) = back.first() else { return Vec::new() };
        let mut claims = Vec::new();
        for base in first.state.heap.bases() {
            if head.state.heap.get(base).is_none_or(|object| object.summary) {
                continue;
            }
            let known = head.state.heap.looked_at(base);
            for (offset, bytes, _) in first.state.heap.looked_at(base) {
                if known.iter().any(|(at, _, _)| *at == offset) {
                    continue;
                }
                let Some(distance) = self.distance_moved(offset, bytes, counters).filter(|moved| *moved > 0) else {
                    continue;
                };
                let Some(read) = self.filled(offset, bytes, distance, counters) else { continue };
                for (than, register) in self.others(head, back, 8 * bytes as u32) {
                    let holds = |this: &mut Self, op: &CmpOp| {
                        let comparison = Comparison { op: *op, than };
                        back.iter()
                            .all(|arrival| this.holds_of_next(base, offset, bytes, comparison, register, arrival))
                    };
                    let Some(op) = COMPARISONS.iter().find(|op| holds(self, op)) else { continue };
                    let comparison = Comparison { op: *op, than };
                    let range = Range { content: Content::Such(comparison), ..read.clone() };
                    claims.push(Claim { guess: (base, range), comparison, register });
                }
            }
        }
        claims
    }

    /// Words of a width that elements may be compared with: zero, what decides whether the loop goes on, what changes in it.
    fn others(&mut self, head: &Arrival, back: &[Arrival], width: u32) -> Vec<(TermId, Option<usize>)> {
        let mut others = vec![(self.facts.constant(width, 0), None)];
        for (register, values) in head.args.iter().enumerate() {
            let Some(Scalar::Word { term, undef: 0 }) = values.single() else { continue };
            if self.free.contains(&term) && self.facts.conds.arena.width(term) == width {
                others.push((term, Some(register)));
            }
        }
        for arrival in back {
            for var in self.facts.conds.vars(arrival.state.pc) {
                let term = self.facts.conds.arena.var(var);
                let fits = var.sort == Sort::Bv(width) && !self.is_made_in_loop(var);
                if fits && others.iter().all(|(known, _)| *known != term) {
                    others.push((term, None));
                }
            }
        }
        others.truncate(MOST_OTHERS);
        others
    }

    /// What the other side of a comparison is where control comes back, in each case.
    fn next_of(&self, comparison: Comparison, register: Option<usize>, arrival: &Arrival) -> Vec<(Scalar, Cond)> {
        match register {
            Some(register) => arrival.args[register].iter().collect(),
            None => vec![(Scalar::word(comparison.than), Cond::TRUE)],
        }
    }

    /// Where control comes back: does it hold of the place that was read last, and does that lie in the object?
    fn holds_of_next(
        &mut self,
        base: TermId,
        offset: TermId,
        bytes: u64,
        comparison: Comparison,
        register: Option<usize>,
        arrival: &Arrival,
    ) -> bool {
        let given = arrival.state.pc;
        let mut heap = arrival.state.heap.clone();
        let read = heap.load(&mut self.facts, given, base, offset, bytes, crate::entry::View::Word);
        let (count, size) = (self.facts.offset(bytes), self.size(base));
        let beyond = self.beyond(offset, count, size);
        if !self.facts.follows(given, !beyond) {
            return false;
        }
        let next = self.next_of(comparison, register, arrival);
        read.iter().all(|(scalar, when)| {
            // What is undefined was never read, or that failed.
            let Scalar::Word { term: word, undef: 0 } = scalar else { return self.facts.follows(given, !when) };
            next.iter().all(|&(other, also)| {
                let Scalar::Word { term: than, undef: 0 } = other else { return self.facts.follows(given, !also) };
                let holds = Comparison { than, ..comparison }.holds(&mut self.facts, word);
                let both = self.facts.and(when, also);
                let given = self.facts.and(given, both);
                self.facts.follows(given, holds)
            })
        })
    }

    /// If it holds at the head: does it hold wherever control comes back?
    fn is_claim_kept(&mut self, claim: &Claim, back: &[Arrival], counters: &Counters) -> bool {
        let Claim { guess: (base, range), comparison, register } = claim;
        self.is_over_counters(range, counters)
            && back.iter().enumerate().all(|(way, arrival)| {
                let next = range.moved(&mut self.facts, &mut counters.next(way));
                let untouched = arrival.state.heap.ranges(*base).contains(range) && next.start == range.start;
                untouched
                    && self.holds_of_old(*comparison, *register, arrival)
                    && (self.is_same_count(arrival, range.count, next.count)
                        || self.is_one_more(arrival, range.count, next.count) && {
                            let at = self.facts.conds.arena.mul_const(u128::from(range.stride), range.count);
                            let offset = self.facts.conds.arena.add(range.start, at);
                            self.holds_of_next(*base, offset, range.bytes, *comparison, *register, arrival)
                        })
            })
    }

    /// Whatever compares so with what the register held compares so with what it holds now.
    fn holds_of_old(&mut self, comparison: Comparison, register: Option<usize>, arrival: &Arrival) -> bool {
        let width = self.facts.conds.arena.width(comparison.than);
        let any = self.facts.unknown(width, Reason::Loop);
        let before = comparison.holds(&mut self.facts, any);
        self.next_of(comparison, register, arrival).into_iter().all(|(other, when)| {
            let Scalar::Word { term: than, undef: 0 } = other else { return false };
            let now = Comparison { than, ..comparison }.holds(&mut self.facts, any);
            let given = self.facts.and(arrival.state.pc, when);
            let given = self.facts.and(given, before);
            now == before || self.facts.follows(given, now)
        })
    }

    fn is_same_count(&mut self, arrival: &Arrival, before: TermId, now: TermId) -> bool {
        let same = self.facts.eq(before, now);
        same != Cond::FALSE && self.facts.follows(arrival.state.pc, same)
    }

    fn is_one_more(&mut self, arrival: &Arrival, before: TermId, now: TermId) -> bool {
        let more = self.facts.conds.arena.add_const(before, 1);
        self.is_same_count(arrival, more, now)
    }

    /// What is read compares as is known of its place.
    pub(crate) fn assume_claims(
        &mut self,
        state: &mut State,
        (base, offset, cond): (TermId, TermId, Cond),
        bytes: u64,
        read: &Values,
    ) {
        for range in state.heap.ranges(base).to_vec() {
            let Some((inside, comparison)) = range.asks_of(&mut self.facts, offset, bytes) else { continue };
            let inside = self.facts.and(inside, cond);
            for (scalar, when) in read.iter() {
                let Scalar::Word { term, undef: 0 } = scalar else { continue };
                let holds = comparison.holds(&mut self.facts, term);
                let here = self.facts.and(inside, when);
                let excluded = self.facts.and(here, !holds);
                state.pc = self.facts.and(state.pc, !excluded);
            }
        }
    }
}
