//! The head of a loop that covers every iteration: what comes back is joined in until nothing is new.

use crate::analysis::Analysis;
use crate::facts::{Cond, Facts, Reason};
use crate::heap::{Heap, Object, Rest};
use crate::state::State;
use crate::value::{Scalar, Values};
use cairn_logic::TermId;
use rustc_hash::FxHashMap;

/// Objects that one pointer at the head of a loop may point to.
const MOST_TARGETS: usize = 12;

/// What happened to the head of a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Growth {
    pub grew: bool,
    /// More than numbers changed: where addresses lead, what is alive, which objects there are.
    pub beyond_numbers: bool,
}

impl Growth {
    pub fn and(self, other: Growth) -> Growth {
        Growth { grew: self.grew | other.grew, beyond_numbers: self.beyond_numbers | other.beyond_numbers }
    }
}

/// Does the head of a loop stand for something that came back?
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Cover {
    Whole,
    /// It may be the same, but in other circumstances.
    OtherwiseChosen,
    Not,
}

/// Does a value lead to an object that another one does not lead to, or nowhere where that does?
pub(crate) fn leads_elsewhere(facts: &Facts, values: &Values, start: &Values) -> bool {
    let object = |scalar: Scalar| match scalar {
        Scalar::Ptr { base, .. } => Some(facts.holder(base)),
        Scalar::Word { .. } => None,
    };
    values.iter().any(|(scalar, _)| !start.iter().any(|(known, _)| object(known) == object(scalar)))
}

impl Analysis<'_> {
    /// A value that may be any of the given ones (of the words: any word).
    pub(crate) fn any_of(&mut self, seen: &[Values], width: u32) -> Values {
        seen.iter().for_each(|values| self.facts.need(values));
        let mut targets: Vec<(TermId, Vec<TermId>)> = Vec::new();
        let mut words = Vec::new();
        let mut members = FxHashMap::default();
        let mut undef = 0;
        for (scalar, _) in seen.iter().flat_map(|values| values.iter().collect::<Vec<_>>()) {
            match if seen.len() > 1 { self.any_member(&mut members, scalar) } else { scalar } {
                Scalar::Word { term, undef: bits } => {
                    words.push(term);
                    undef |= bits;
                }
                // An object by a number that changes is another one in each iteration.
                Scalar::Ptr { base, offset } if !self.is_same_object(base) => {
                    words.push(self.facts.word_of(Scalar::Ptr { base, offset }).0);
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
                [only] if self.is_fixed_in_loop(only) => only,
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
        self.any_among(&scalars).unwrap_or_else(|| Values::one(Scalar::Word { term: self.any_word(width), undef: 0 }))
    }

    /// Does a name stand for the same object in all iterations, or for any member of a family?
    fn is_same_object(&self, base: TermId) -> bool {
        self.facts.member(base).is_some() || self.is_fixed_in_loop(base)
    }

    /// An address into a member of a family becomes one into any of them.
    fn any_member(&mut self, chosen: &mut FxHashMap<TermId, TermId>, scalar: Scalar) -> Scalar {
        let Scalar::Ptr { base, offset } = scalar else { return scalar };
        let Some((family, _)) = self.facts.member(base) else { return scalar };
        let any = *chosen.entry(family).or_insert_with(|| self.any_word(self.facts.pointer_bits()));
        Scalar::Ptr { base: self.facts.member_at(family, any), offset }
    }

    /// How far the head of a loop stands for what came back where `pc` holds.
    pub(crate) fn cover(&mut self, head: &Values, values: &Values, pc: Cond) -> Cover {
        let mut cover = Cover::Whole;
        for (scalar, when) in values.iter() {
            let matching: Vec<Cond> =
                head.iter().filter(|(known, _)| self.stands_for(*known, scalar)).map(|(_, case)| case).collect();
            if matching.is_empty() {
                return Cover::Not;
            }
            // Which case it is may be chosen anew in each iteration; if not, it must be this one whenever that comes back.
            if matching.iter().any(|&case| self.is_free(case)) {
                continue;
            }
            let mut left = self.facts.and(pc, when);
            for case in matching {
                left = self.facts.and(left, !case);
            }
            if !self.facts.impossible(left) {
                cover = Cover::OtherwiseChosen;
            }
        }
        cover
    }

    /// Can a value be another one, if its free terms are chosen well?
    fn stands_for(&self, known: Scalar, scalar: Scalar) -> bool {
        let free = |term: TermId| self.free.contains(&term);
        match (known, scalar) {
            // Some word may be the address of whatever is exposed.
            (Scalar::Word { term, .. }, Scalar::Ptr { base, .. }) => free(term) && self.facts.is_exposed(base),
            (Scalar::Word { term, undef }, Scalar::Word { term: other, undef: other_undef }) => {
                (term == other || free(term)) && other_undef & !undef == 0
            }
            (Scalar::Ptr { base, offset }, Scalar::Ptr { base: other, offset: other_offset }) => {
                let any_member = match (self.facts.member(base), self.facts.member(other)) {
                    (Some((family, index)), Some((same, _))) => family == same && free(index),
                    _ => false,
                };
                (base == other || any_member) && (offset == other_offset || free(offset))
            }
            _ => false,
        }
    }

    /// Is it made of choices of this head only?
    fn is_free(&mut self, case: Cond) -> bool {
        let vars = self.facts.conds.vars(case);
        vars.into_iter().all(|var| {
            let term = self.facts.conds.arena.var(var);
            self.free.contains(&term)
        })
    }

    /// The same cases, of which any may be chosen in each iteration.
    pub(crate) fn any_case(&mut self, values: &Values) -> Values {
        let scalars: Vec<Scalar> = values.iter().map(|(scalar, _)| scalar).collect();
        self.any_among(&scalars).unwrap_or_else(|| values.clone())
    }

    /// One of some values, chosen in each iteration.
    fn any_among(&mut self, scalars: &[Scalar]) -> Option<Values> {
        let (last, others) = scalars.split_last()?;
        Some(others.iter().fold(Values::one(*last), |values, &scalar| {
            let chosen = self.free_choice();
            Values::choose(&mut self.facts, chosen, &Values::one(scalar), &values)
        }))
    }

    fn free_choice(&mut self) -> Cond {
        let bit = self.facts.unknown(1, Reason::Join);
        self.free.insert(bit);
        let fact = self.facts.conds.arena.truth(bit);
        self.facts.fact(fact)
    }

    pub(crate) fn any_word(&mut self, width: u32) -> TermId {
        let term = self.facts.unknown(width, Reason::Loop);
        self.free.insert(term);
        term
    }

    /// Makes the head's heap cover what came back; tells whether it grew.
    pub(crate) fn widen_heap(&mut self, head: &mut State, back: &State) -> Growth {
        let (mut grew, mut beyond_numbers) = (false, false);
        for base in head.heap.bases() {
            if self.take_first_content(head, back, base) {
                (grew, beyond_numbers) = (true, true);
            }
            if head
                .heap
                .get(base)
                .zip(back.heap.get(base))
                .is_some_and(|(mine, theirs)| mine.made != theirs.made && mine.made != Cond::TRUE)
            {
                head.heap.set_made(base);
                grew = true;
            }
            let Some(difference) = head.heap.difference(&back.heap, base) else { continue };
            grew |= head.heap.keep_common_writes(&mut self.facts, back.pc, &back.heap, base);
            let object = head.heap.get(base).expect("present in both");
            let (live, widened) = (object.live, object.widened);
            if difference.live && !self.free_lives.contains(&live) {
                // Which members of a family are alive is told apart from this.
                let members = head.heap.family(base).cloned();
                let live = self.free_condition();
                head.heap.set_live(base, live);
                grew = true;
                beyond_numbers |= members.as_ref().is_none_or(|members| members.live.is_none());
                members.into_iter().for_each(|members| head.heap.set_family(base, members));
            }
            let undefined = self.may_be_undefined(&head.heap, base) || self.may_be_undefined(&back.heap, base);
            let known = head.heap.get(base).is_some_and(|object| object.rest() != Rest::Undefined);
            // It was given up on at the head of some loop; what was written since, that says nothing of.
            let says_nothing = widened && head.heap.get(base).is_some_and(Object::says_nothing);
            if says_nothing && !(undefined && known) {
                continue;
            }
            if widened || difference.rest {
                head.heap.widen(base, undefined);
                grew = true;
            } else {
                let cells = self.widen_cells(head, back, base, difference.cells);
                (grew, beyond_numbers) = (grew | cells.grew, beyond_numbers | cells.beyond_numbers);
            }
        }
        grew |= head.heap.keep_common_elsewhere(&mut self.facts, back.pc, &back.heap);
        if back.heap.scrambled > head.heap.scrambled {
            head.heap.scrambled = back.heap.scrambled;
            grew = true;
        }
        for base in back.heap.bases() {
            if head.heap.get(base).is_some() {
                continue;
            }
            let theirs = back.heap.get(base).expect("just found");
            if theirs.family.is_some() {
                // These were looked at before (`families`), unless nothing came of it.
                continue;
            }
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
                self.choose_alive_anew(head, base);
                (grew, beyond_numbers) = (true, true);
            }
        }
        Growth { grew, beyond_numbers }
    }

    /// Whether those that the loop makes are alive may depend on what is another value in the next iteration.
    fn choose_alive_anew(&mut self, head: &mut State, base: TermId) {
        let Some(object) = head.heap.get(base).filter(|_| self.modular.is_some()) else { return };
        if !object.live.is_const() {
            let live = self.free_condition();
            head.heap.set_live(base, live);
        }
        head.heap.set_made(base);
    }

    /// If an object stands for none in the head, and for some in what came back, it holds what they hold.
    fn take_first_content(&mut self, head: &mut State, back: &State, base: TermId) -> bool {
        let vacant = |heap: &Heap| heap.get(base).map(|object| object.vacant);
        if (vacant(&head.heap), vacant(&back.heap)) != (Some(true), Some(false)) {
            return false;
        }
        let filled = head.heap.get(base).zip(back.heap.get(base)).map(|(mine, theirs)| mine.filled_like(theirs));
        let grew = filled.is_some();
        filled.into_iter().for_each(|object| head.heap.add(base, object));
        grew
    }

    /// May parts of an object be undefined? What the caller holds may be.
    fn may_be_undefined(&self, heap: &Heap, base: TermId) -> bool {
        heap.get(base).is_some_and(|object| object.entry.is_some() || object.may_be_undefined())
    }

    pub(crate) fn widen_cells(
        &mut self,
        head: &mut State,
        back: &State,
        base: TermId,
        cells: Vec<(u64, u64)>,
    ) -> Growth {
        let mut growth = Growth::default();
        let mut theirs = back.heap.clone();
        let several = head.heap.get(base).is_some_and(|object| object.summary);
        for (at, bytes) in cells {
            let old = head.heap.at(&mut self.facts, base, at, bytes);
            let new = theirs.at(&mut self.facts, base, at, bytes);
            let cover = match self.cover(&old.values, &new.values, back.pc) {
                // Of several objects, each may hold any of the values; nobody looks at the circumstances.
                Cover::OtherwiseChosen if several => Cover::Whole,
                cover => cover,
            };
            let same_touch = old.kept == new.kept || old.kept == Cond::FALSE || self.free_lives.contains(&old.kept);
            if cover == Cover::Whole && same_touch {
                continue;
            }
            growth = growth
                .and(Growth { grew: true, beyond_numbers: leads_elsewhere(&self.facts, &new.values, &old.values) });
            let values = match cover {
                Cover::Whole => old.values,
                Cover::OtherwiseChosen => self.any_case(&old.values),
                Cover::Not => self.any_of(&[old.values, new.values], 8 * bytes as u32),
            };
            let kept = if old.kept == Cond::FALSE { Cond::FALSE } else { self.free_condition() };
            head.heap.replace(&mut self.facts, base, at, bytes, &values, kept);
        }
        growth
    }

    /// A condition that may be either at the head of a loop, in each iteration anew.
    fn free_condition(&mut self) -> Cond {
        let free = self.free_choice();
        self.free_lives.insert(free);
        free
    }
}
