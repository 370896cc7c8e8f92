//! Blocks that a loop makes, told apart by the order in which they are made.
//!
//! An object that stands for all blocks of one allocation in a loop is a family: its members have an index, and what is
//! known besides is which of them are alive. Their content is looked at together. In the head of a loop, how many there are
//! and which are alive is a term over the counters, guessed from one iteration and confirmed by the next.
//!
//! Not here: the arrays that hold their addresses (`ranges`, `contents`).

use crate::analysis::{Analysis, ObjectKind};
use crate::contents::Counters;
use crate::facts::{Cond, Facts, Reason};
use crate::heap::{Object, Rest};
use crate::ranges::{Content, Range};
use crate::state::{Arrival, State};
use crate::value::Scalar;
use crate::verdicts::Check;
use crate::widening::Growth;
use cairn_logic::{BaseClass, Subst, Term, TermId, Var, VarClass};
use rustc_hash::FxHashMap;

/// Spans that are told apart.
const MOST_SPANS: usize = 4;

/// What is known of the members of a family.
#[derive(Clone, PartialEq, Debug)]
pub struct Family {
    /// The index of the member that is made next.
    pub next: TermId,
    /// Those that are alive, and no others; nothing if that is not known.
    pub live: Option<Vec<Span>>,
}

/// Members with indices from `start` on, `count` of them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Span {
    pub start: TermId,
    pub count: TermId,
}

impl Facts {
    /// The index of a member of a family, and the object that stands for all of them.
    pub fn member(&self, base: TermId) -> Option<(TermId, TermId)> {
        match *self.conds.arena.term(base) {
            Term::BaseAt { site, index } => Some((*self.families.get(&site)?, index)),
            _ => None,
        }
    }

    /// The object that holds the content: for a member, that of its family.
    pub fn holder(&self, base: TermId) -> TermId {
        self.member(base).map_or(base, |(family, _)| family)
    }

    /// A member of a family.
    pub fn member_at(&mut self, family: TermId, index: TermId) -> TermId {
        match *self.conds.arena.term(family) {
            Term::BaseConst(site) => self.conds.arena.base_at(site, index),
            _ => family,
        }
    }

    /// Surely equal wherever `given` holds?
    fn is_equal(&mut self, given: Cond, a: TermId, b: TermId) -> bool {
        let equal = self.eq(a, b);
        equal != Cond::FALSE && self.follows(given, equal)
    }

    fn no_family(&mut self) -> Family {
        Family { next: self.offset(0), live: Some(Vec::new()) }
    }
}

impl Span {
    fn contains(self, facts: &mut Facts, index: TermId) -> Cond {
        let distance = facts.conds.arena.sub(index, self.start);
        let fact = facts.conds.arena.ult(distance, self.count);
        facts.fact(fact)
    }

    fn end(self, facts: &mut Facts) -> TermId {
        facts.conds.arena.add(self.start, self.count)
    }

    /// What is left where `given` holds without one member, which is in it.
    fn without(self, facts: &mut Facts, given: Cond, index: TermId) -> Vec<Span> {
        let before = facts.conds.arena.sub(index, self.start);
        let next = facts.conds.arena.add_const(index, 1);
        let end = self.end(facts);
        let behind = facts.conds.arena.sub(end, next);
        let parts = [Span { start: self.start, count: before }, Span { start: next, count: behind }];
        let nothing = facts.offset(0);
        parts.into_iter().filter(|span| !facts.is_equal(given, span.count, nothing)).collect()
    }

    fn moved(self, facts: &mut Facts, subst: &mut Subst) -> Span {
        let arena = &mut facts.conds.arena;
        Span { start: arena.substitute(self.start, subst), count: arena.substitute(self.count, subst) }
    }
}

impl Family {
    /// One more member, alive.
    fn grow(&mut self, facts: &mut Facts) -> TermId {
        let index = self.next;
        self.next = facts.conds.arena.add_const(index, 1);
        let Some(live) = &mut self.live else { return index };
        match live.last_mut() {
            Some(last) if last.end(facts) == index => last.count = facts.conds.arena.add_const(last.count, 1),
            _ => live.push(Span { start: index, count: facts.offset(1) }),
        }
        self.live = self.live.take().filter(|live| live.len() <= MOST_SPANS);
        index
    }

    /// A member, of which it is known that it is alive where `given` holds, is freed.
    fn lose(&mut self, facts: &mut Facts, given: Cond, index: TermId) {
        let live = self.live.take().unwrap_or_default();
        let inside = live.iter().position(|span| {
            let inside = span.contains(facts, index);
            facts.follows(given, inside)
        });
        self.live = inside.map(|at| {
            let mut left = live.clone();
            left.splice(at..=at, live[at].without(facts, given, index));
            left
        });
        self.live = self.live.take().filter(|live| live.len() <= MOST_SPANS);
    }

    /// The same members and the same of them alive, where `given` holds?
    fn is_same(&self, facts: &mut Facts, given: Cond, other: &Family) -> bool {
        let same = |facts: &mut Facts, a: TermId, b: TermId| facts.is_equal(given, a, b);
        let (Some(mine), Some(theirs)) = (&self.live, &other.live) else { return false };
        same(facts, self.next, other.next)
            && mine.len() == theirs.len()
            && mine.iter().zip(theirs).all(|(a, b)| same(facts, a.start, b.start) && same(facts, a.count, b.count))
    }

    fn moved(&self, facts: &mut Facts, subst: &mut Subst) -> Family {
        let next = facts.conds.arena.substitute(self.next, subst);
        let live = self.live.as_ref().map(|spans| spans.iter().map(|span| span.moved(facts, subst)).collect());
        Family { next, live }
    }
}

impl Analysis<'_> {
    /// An allocation in a loop that is generalised: one more member of its family.
    pub(crate) fn new_member(
        &mut self,
        state: &mut State,
        kind: ObjectKind,
        site: Check,
        size: TermId,
        rest: Rest,
    ) -> TermId {
        let family = self.family_name(kind, site);
        let size = if self.changes_in_loops(size) { self.facts.offset(0) } else { size };
        let known = self.sizes.get(&family).copied();
        let size = known.map_or(size, |known| self.smaller_size(known, size));
        self.sizes.insert(family, size);
        let known = state.heap.family(family).cloned();
        if state.heap.get(family).is_none() {
            state.heap.add(family, Object::vacant());
        } else {
            self.some_are_alive(state, family);
        }
        let mut members = known.unwrap_or_else(|| self.facts.no_family());
        let index = members.grow(&mut self.facts);
        state.heap.set_family(family, members);
        let member = self.facts.member_at(family, index);
        self.make_recent(state, family, member, rest);
        member
    }

    fn family_name(&mut self, kind: ObjectKind, site: Check) -> TermId {
        let key = (self.path.clone(), site);
        if let Some(&family) = self.families.get(&key) {
            return family;
        }
        let family = self.facts.object(BaseClass::Fresh, self.next_object);
        self.next_object += 1;
        if let Term::BaseConst(site) = *self.facts.conds.arena.term(family) {
            self.facts.families.insert(site, family);
        }
        self.families.insert(key, family);
        self.kinds.insert(family, kind);
        family
    }

    /// May a term be different in another iteration of a loop that is generalised?
    pub(crate) fn changes_in_loops(&self, term: TermId) -> bool {
        self.facts.conds.arena.vars(term).into_iter().any(|var| is_made_since(var, self.first_in_loops))
    }

    /// Does a variable stand for something that each iteration of the loop that is being generalised may choose anew?
    pub(crate) fn is_made_in_loop(&self, var: Var) -> bool {
        is_made_since(var, self.first_in_loop)
    }

    /// Is a term the same in all iterations of the loop that is being generalised?
    pub(crate) fn is_fixed_in_loop(&self, term: TermId) -> bool {
        !self.facts.conds.arena.vars(term).into_iter().any(|var| self.is_made_in_loop(var))
    }

    /// The condition under which an object is alive, as far as is known.
    pub(crate) fn alive(&mut self, state: &State, base: TermId) -> Cond {
        let Some((family, index)) = self.facts.member(base) else {
            return state.heap.get(base).map_or(Cond::FALSE, |object| object.live);
        };
        let Some(object) = state.heap.get(family) else { return Cond::FALSE };
        let spans = object.family.as_ref().and_then(|family| family.live.clone()).unwrap_or_default();
        spans.into_iter().fold(object.live, |alive, span| {
            let inside = span.contains(&mut self.facts, index);
            self.facts.or(alive, inside)
        })
    }

    /// A member is freed where `cond` holds.
    pub(crate) fn free_member(&mut self, state: &mut State, family: TermId, index: TermId, cond: Cond) {
        let members = state.heap.family(family).cloned();
        // Which of them is gone is told by the spans only.
        let any = self.facts.choice();
        state.heap.set_live(family, any);
        if let Some(mut members) = members.filter(|_| self.facts.follows(state.pc, cond)) {
            members.lose(&mut self.facts, state.pc, index);
            state.heap.set_family(family, members);
        }
    }

    /// The condition under which a member is alive that nothing leads to; nothing if that is not known.
    pub(crate) fn lost_members(
        &mut self,
        state: &State,
        family: TermId,
        reached: &FxHashMap<TermId, Cond>,
    ) -> Option<Cond> {
        let spans = state.heap.family(family)?.live.clone()?;
        let zero = self.facts.offset(0);
        let mut lost = Cond::FALSE;
        for span in spans {
            let empty = self.facts.eq(span.count, zero);
            let held = self.is_held(state, family, span, reached);
            let kept = self.facts.or(empty, held);
            lost = self.facts.or(lost, !kept);
        }
        Some(lost)
    }

    /// The condition under which some array surely holds the addresses of all members in a span.
    fn is_held(&mut self, state: &State, family: TermId, span: Span, reached: &FxHashMap<TermId, Cond>) -> Cond {
        let mut held = Cond::FALSE;
        for base in state.heap.bases() {
            let Some(&reached) = reached.get(&base) else { continue };
            let Some(object) = state.heap.get(base).filter(|object| !object.summary) else { continue };
            // What was freed holds nothing.
            let reached = self.facts.and(reached, object.live);
            for range in object.ranges().to_vec() {
                let Some(first) = self.first_member(state.pc, family, &range) else { continue };
                let all = self.is_inside(span, Span { start: first, count: range.count });
                let here = self.facts.and(all, reached);
                held = self.facts.or(held, here);
            }
        }
        held
    }

    /// Lies one span in another?
    fn is_inside(&mut self, span: Span, other: Span) -> Cond {
        let arena = &mut self.facts.conds.arena;
        let skipped = arena.sub(span.start, other.start);
        let left = arena.sub(other.count, skipped);
        let (starts, ends) = (arena.ule(skipped, other.count), arena.ule(span.count, left));
        let (starts, ends) = (self.facts.fact(starts), self.facts.fact(ends));
        self.facts.and(starts, ends)
    }

    /// The index of the member whose address lies at the start of a range that holds addresses of members in order, where
    /// `given` holds.
    fn first_member(&mut self, given: Cond, family: TermId, range: &Range) -> Option<TermId> {
        let Content::OneOf(cases) = &range.content else { return None };
        let [Scalar::Ptr { base, .. }] = cases[..] else { return None };
        let (_, index) = self.facts.member(base).filter(|(of, _)| *of == family)?;
        let (place, var) = (self.facts.index(), self.facts.index_var());
        let first = self.facts.conds.arena.sub(index, place);
        if !self.facts.conds.arena.mentions(first, var) {
            return Some(first);
        }
        // Perhaps it only looks different, as a counter does that was made wider.
        let (nothing, some) = (self.facts.offset(0), self.facts.unknown(self.facts.pointer_bits(), Reason::Named));
        let arena = &mut self.facts.conds.arena;
        let first = arena.substitute(index, &mut Subst::new().var(var, nothing));
        let there = arena.substitute(index, &mut Subst::new().var(var, some));
        let (inside, in_order) = (arena.ult(some, range.count), arena.add(first, some));
        let inside = self.facts.fact(inside);
        let given = self.facts.and(given, inside);
        self.facts.is_equal(given, there, in_order).then_some(first)
    }

    // ---- heads of loops ----

    /// The head's families are guessed anew: what the guesses spoke of has changed.
    pub(crate) fn reset_families(&mut self, entry: &Arrival, head: &mut Arrival) {
        for family in head.state.heap.families() {
            let known = head.state.heap.family(family).is_some_and(|members| members.live.is_some());
            if known {
                let before = entry.state.heap.family(family).cloned().unwrap_or_else(|| self.facts.no_family());
                head.state.heap.set_family(family, before);
            }
        }
    }

    /// Makes the head's families cover what came back; tells whether they changed.
    pub(crate) fn widen_families(
        &mut self,
        entry: &Arrival,
        head: &mut Arrival,
        back: &[Arrival],
        counters: &Counters,
    ) -> Growth {
        let mut growth = Growth::default();
        let mut families: Vec<TermId> = back.iter().flat_map(|arrival| arrival.state.heap.families()).collect();
        families.sort_unstable();
        families.dedup();
        for family in families {
            growth = growth.and(self.widen_family(entry, head, back, counters, family));
        }
        growth
    }

    fn widen_family(
        &mut self,
        entry: &Arrival,
        head: &mut Arrival,
        back: &[Arrival],
        counters: &Counters,
        family: TermId,
    ) -> Growth {
        let empty = self.facts.no_family();
        let of = |arrival: &Arrival| arrival.state.heap.family(family).cloned().unwrap_or_else(|| empty.clone());
        let (start, now) = (of(entry), of(head));
        let next: Vec<Family> = back.iter().map(of).collect();
        if now == start && next.iter().all(|after| *after == now) {
            return Growth::default();
        }
        if now.live.is_none() {
            // How many there are is still to be another number in each iteration: by that, members are told apart.
            let moves = next.iter().any(|after| after.next != now.next) && !self.free.contains(&now.next);
            if moves {
                let next = self.any_word(self.facts.pointer_bits());
                head.state.heap.set_family(family, Family { next, live: None });
            }
            return Growth { grew: moves, beyond_numbers: false };
        }
        let as_expected = next.iter().enumerate().all(|(way, after)| {
            let expected = now.moved(&mut self.facts, &mut counters.next(way));
            after.is_same(&mut self.facts, counters.backs[way], &expected)
        });
        if as_expected {
            return Growth::default();
        }
        let guess = if now == start { self.guess_family(entry.state.pc, &start, &next, counters) } else { None };
        let beyond_numbers = guess.is_none();
        let guess = guess.unwrap_or_else(|| Family { next: self.any_word(self.facts.pointer_bits()), live: None });
        if head.state.heap.get(family).is_none() {
            let object = back.iter().find_map(|arrival| arrival.state.heap.get(family)).expect("it is in one").clone();
            head.state.heap.add(family, object);
        }
        head.state.heap.set_family(family, guess);
        Growth { grew: true, beyond_numbers }
    }

    /// How a family goes on if each iteration does to it what one does.
    fn guess_family(&mut self, given: Cond, start: &Family, next: &[Family], counters: &Counters) -> Option<Family> {
        let steps = self.steps_of_some_counter(counters)?;
        let (first, before) = (next.first()?, start.live.as_ref()?);
        let made = self.facts.conds.arena.sub(first.next, start.next);
        match self.facts.as_offset(made)? {
            0 => {
                let live = self.guess_freed(given, before, first.live.as_ref()?, steps, counters)?;
                Some(Family { next: start.next, live: Some(live) })
            }
            // It is freed in the same iteration.
            1 if first.live == start.live => {
                let next = self.facts.conds.arena.add(start.next, steps);
                Some(Family { next, live: start.live.clone() })
            }
            1 => {
                let mut grown = start.clone();
                grown.grow(&mut self.facts);
                (*first == grown).then_some(())?;
                let mut live = before.clone();
                match live.last_mut() {
                    Some(last) if last.end(&mut self.facts) == start.next => {
                        last.count = self.facts.conds.arena.add(last.count, steps);
                    }
                    _ => live.push(Span { start: start.next, count: steps }),
                }
                Some(Family { next: self.facts.conds.arena.add(start.next, steps), live: Some(live) })
            }
            _ => None,
        }
    }

    /// One member of a span is freed in each iteration, the next or the one before it in the next iteration.
    fn guess_freed(
        &mut self,
        given: Cond,
        before: &[Span],
        after: &[Span],
        steps: TermId,
        counters: &Counters,
    ) -> Option<Vec<Span>> {
        let at = (0..before.len()).find(|&at| after.get(at) != Some(&before[at]))?;
        let span = before[at];
        let freed = after.get(at).filter(|part| part.start == span.start)?.end(&mut self.facts);
        let then = self.facts.conds.arena.substitute(freed, &mut counters.next(0));
        let distance = self.facts.conds.arena.sub(then, freed);
        let up = self.constant_distance(distance, 1, counters.backs[0])? > 0;
        let first = self.facts.conds.arena.substitute(freed, &mut counters.start());
        let end = span.end(&mut self.facts);
        let arena = &mut self.facts.conds.arena;
        // Up: from the first one on, so many are gone; down: so many up to it.
        let (from, to) = if up {
            (first, arena.add(first, steps))
        } else {
            let behind = arena.add_const(first, 1);
            (arena.sub(behind, steps), behind)
        };
        let parts = [
            Span { start: span.start, count: arena.sub(from, span.start) },
            Span { start: to, count: arena.sub(end, to) },
        ];
        let nothing = self.facts.offset(0);
        let mut left = before.to_vec();
        left.splice(at..=at, parts.into_iter().filter(|part| !self.facts.is_equal(given, part.count, nothing)));
        Some(left)
    }
}

fn is_made_since(var: Var, first: u32) -> bool {
    matches!(var.class, VarClass::Choice | VarClass::Havoc | VarClass::LoopVariant) && var.key >= first
}
