//! Loads, stores, frees, copies and fills.

use crate::access::Accessed;
use crate::analysis::{Activation, Analysis, ObjectKind, fit};
use crate::entry::{Quality, View};
use crate::facts::{Cond, Reason};
use crate::heap::{Rest, ones};
use crate::state::State;
use crate::value::{Scalar, Values};
use cairn_ir::{FILLED_ONE_BY_ONE, Operand, Rule, Type};
use cairn_logic::TermId;

/// Words that are too wide to be followed are looked at in parts of so many bytes, if they are not too many.
const PIECE: u64 = 8;
const MOST_PIECES: u64 = 64;

/// Distance and size of the parts of so many bytes.
fn pieces(bytes: u64) -> impl Iterator<Item = (u64, u64)> {
    (0..bytes).step_by(PIECE as usize).map(move |at| (at, PIECE.min(bytes - at)))
}

impl Analysis<'_> {
    pub(crate) fn load(&mut self, act: &Activation, state: &mut State, ty: Type, addr: Operand) -> Values {
        let bits = self.program.target.pointer_bits;
        let bytes = ty.store_bytes(bits);
        let count = self.facts.offset(bytes);
        let Accessed { targets, unknown, elsewhere } = self.access(act, state, addr, count, false);
        let width = ty.bits(bits);
        if width > 128 {
            let defined = unknown == Cond::FALSE && self.is_defined_at(state, &targets, bytes);
            return Values::one(self.wide_word(128, defined));
        }
        let mut cases = Vec::new();
        for (base, offset, cond) in targets {
            let view = if ty == Type::Ptr { View::Pointer } else { View::Word };
            self.needs_defined(state, base, offset);
            let loaded = state.heap.load(&mut self.facts, state.pc, base, offset, bytes, view);
            self.facts.need(&loaded);
            self.assume_claims(state, (base, offset, cond), bytes, &loaded);
            for (scalar, when) in loaded.iter() {
                cases.push((scalar, self.facts.and(when, cond)));
            }
        }
        if unknown != Cond::FALSE {
            cases.extend(self.load_elsewhere(state, &elsewhere, unknown, bytes));
        }
        let values = Values::of(&mut self.facts, cases);
        if values.is_empty() {
            // No object is left under the path condition: nothing comes after this, so it may as well be zero.
            return Values::one(if ty == Type::Ptr {
                self.null()
            } else {
                Scalar::word(self.facts.constant(width, 0))
            });
        }
        values.map(&mut self.facts, |facts, scalar| {
            let scalar = if width == 8 * bytes as u32 { scalar } else { facts.extract(scalar, 0, width) };
            if ty == Type::Ptr && scalar.undef() == 0 {
                let (base, offset) = facts.pointer_of(scalar);
                Scalar::Ptr { base, offset }
            } else {
                scalar
            }
        })
    }

    /// What is read where the address is not known: anything, but the same as at the same address before.
    fn load_elsewhere(
        &mut self,
        state: &mut State,
        addresses: &[(Scalar, Cond)],
        unknown: Cond,
        bytes: u64,
    ) -> Vec<(Scalar, Cond)> {
        let any = Scalar::Word {
            term: self.facts.unknown(8 * bytes as u32, Reason::UnknownObject),
            undef: ones(8 * bytes as u32),
        };
        // A function that is looked at alone may meet objects of its caller in the meantime.
        if self.modular.is_some() {
            return vec![(any, unknown)];
        }
        let mut cases = Vec::new();
        for &(address, cond) in addresses {
            let (address, _) = self.facts.word_of(address);
            let found = state.heap.load_elsewhere(&mut self.facts, state.pc, address, bytes, any);
            for (scalar, when) in found.iter() {
                cases.push((scalar, self.facts.and(when, cond)));
            }
        }
        cases
    }

    /// Something is read of an object of entry, and nobody knows which part of it, or what was there: then all of it counts
    /// as defined, and callers are asked for that.
    pub(crate) fn needs_defined(&mut self, state: &mut State, base: TermId, offset: TermId) {
        let exact = state.heap.is_exact_at(&mut self.facts, base, offset);
        let Some(object) = state.heap.get(base) else { return };
        let from_entry = object.entry.is_some() && (!exact || object.rest() != Rest::Entry);
        if let (true, Some(owner), Some(modular)) = (from_entry, self.facts.owner(base), &mut self.modular) {
            modular.defined.insert(owner);
        }
    }

    pub(crate) fn store(&mut self, act: &Activation, state: &mut State, ty: Type, addr: Operand, value: &Values) {
        let bits = self.program.target.pointer_bits;
        let bytes = ty.store_bytes(bits);
        let count = self.facts.offset(bytes);
        let undefined = value.iter().any(|(scalar, _)| scalar.undef() != 0);
        self.facts.expose(value);
        let targets = self.written(act, state, addr, count, undefined).targets;
        let width = 8 * bytes as u32;
        for (base, offset, cond) in targets {
            if width > 128 {
                self.store_wide(state, (base, offset, cond), bytes, !undefined);
                continue;
            }
            let value = value.map(&mut self.facts, |facts, scalar| fit(facts, scalar, width));
            state.heap.store_if(&mut self.facts, state.pc, cond, base, offset, bytes, &value);
        }
    }

    /// A part of a word that is too wide to be followed: only whether it is defined is known.
    fn wide_word(&mut self, width: u32, defined: bool) -> Scalar {
        let undef = if defined { 0 } else { ones(width) };
        Scalar::Word { term: self.facts.unknown(width, Reason::Uninterpreted), undef }
    }

    fn store_wide(
        &mut self,
        state: &mut State,
        (base, offset, cond): (TermId, TermId, Cond),
        bytes: u64,
        defined: bool,
    ) {
        if bytes > MOST_PIECES * PIECE {
            return state.heap.scramble(base);
        }
        for (at, bytes) in pieces(bytes) {
            let part = Values::one(self.wide_word(8 * bytes as u32, defined));
            let distance = self.facts.offset(at);
            let offset = self.facts.conds.arena.add(offset, distance);
            state.heap.store_if(&mut self.facts, state.pc, cond, base, offset, bytes, &part);
        }
    }

    /// Is everything defined that is read there?
    fn is_defined_at(&mut self, state: &mut State, targets: &[(TermId, TermId, Cond)], bytes: u64) -> bool {
        if bytes > MOST_PIECES * PIECE {
            return false;
        }
        let mut defined = true;
        for &(base, offset, _) in targets {
            self.needs_defined(state, base, offset);
            for (at, bytes) in pieces(bytes) {
                let distance = self.facts.offset(at);
                let offset = self.facts.conds.arena.add(offset, distance);
                let part = state.heap.load(&mut self.facts, state.pc, base, offset, bytes, View::Word);
                self.facts.need(&part);
                defined &= part.iter().all(|(scalar, _)| scalar.undef() == 0);
            }
        }
        defined
    }

    /// The objects that a write goes to. If it may go to one that is not known, all that it could be lose their content.
    pub(crate) fn written(
        &mut self,
        act: &Activation,
        state: &mut State,
        addr: Operand,
        count: TermId,
        undefined: bool,
    ) -> Accessed {
        let accessed = self.access(act, state, addr, count, true);
        let possible = self.facts.and(state.pc, accessed.unknown);
        if !self.facts.impossible(possible) {
            self.write_anywhere(state, undefined, Reason::UnknownObject);
        }
        accessed
    }

    pub(crate) fn free(&mut self, act: &Activation, state: &mut State, ptr: Operand) {
        let (blocks, unknown) = self.freeable(act, state, ptr);
        if unknown != Cond::FALSE {
            self.free_anything(state, unknown);
        }
        for (base, cond) in blocks {
            if let Some((family, index)) = self.facts.member(base) {
                self.free_member(state, family, index, cond);
                continue;
            }
            let Some(object) = state.heap.get(base) else { continue };
            let (live, summary) = (object.live, object.summary);
            // Of the many that a summary stands for, only one is gone, and which one is not known.
            let live = if summary { self.facts.choice() } else { self.facts.and(live, !cond) };
            state.heap.set_live(base, live);
        }
    }

    /// Checks that an address is the start of a live heap block; gives the blocks it may be, and the condition under which
    /// it is one that is not known.
    pub(crate) fn freeable(
        &mut self,
        act: &Activation,
        state: &mut State,
        ptr: Operand,
    ) -> (Vec<(TermId, Cond)>, Cond) {
        let value = self.value(act, state, ptr);
        self.check_defined(act, state, &value);
        let (mut invalid, mut twice, mut perhaps, mut unknown) = (Cond::FALSE, Cond::FALSE, Cond::FALSE, Cond::FALSE);
        let mut blocks = Vec::new();
        for (base, offset, cond) in self.targets(act, state, ptr) {
            match self.kind(base) {
                Some(ObjectKind::Heap(_)) => {
                    let start = self.facts.offset_is(offset, 0);
                    let inside = self.facts.and(cond, !start);
                    invalid = self.facts.or_within(invalid, inside);
                    let summary = state.heap.get(self.facts.holder(base)).is_some_and(|object| object.summary);
                    let live = self.alive(state, base);
                    let dead = self.facts.and(cond, !live);
                    let gone = if summary { &mut perhaps } else { &mut twice };
                    *gone = self.facts.or_within(*gone, dead);
                    blocks.push((base, cond));
                }
                Some(ObjectKind::Entry(place)) => {
                    self.note_free(base);
                    let start = self.facts.offset_is(offset, 0);
                    let (heap, wild) =
                        (self.facts.quality(place, Quality::Heap), self.facts.quality(place, Quality::Wild));
                    let block = self.facts.and(heap, !wild);
                    let start = self.facts.and(block, start);
                    let not_block = self.facts.and(cond, !start);
                    invalid = self.facts.or_within(invalid, not_block);
                    let live = state.heap.get(base).map_or(Cond::FALSE, |object| object.live);
                    let dead = self.facts.and(cond, !live);
                    twice = self.facts.or_within(twice, dead);
                    blocks.push((base, cond));
                }
                None if !self.is_null(base) => unknown = self.facts.or_within(unknown, cond),
                _ => invalid = self.facts.or_within(invalid, cond),
            }
        }
        self.check_assuming(act, state, Rule::InvalidFree, invalid, unknown);
        let perhaps = self.facts.or_within(perhaps, unknown);
        self.check_assuming(act, state, Rule::DoubleFree, twice, perhaps);
        let possible = self.facts.and(state.pc, unknown);
        (blocks, if self.facts.impossible(possible) { Cond::FALSE } else { unknown })
    }

    pub(crate) fn heap_size(&mut self, act: &Activation, state: &mut State, ptr: Operand) -> Values {
        let mut cases = Vec::new();
        let (blocks, unknown) = self.freeable(act, state, ptr);
        if unknown != Cond::FALSE {
            let size = self.facts.unknown(self.program.target.pointer_bits, Reason::UnknownObject);
            cases.push((Scalar::word(size), unknown));
        }
        for (base, cond) in blocks {
            let summary = state.heap.get(self.facts.holder(base)).is_some_and(|object| object.summary);
            let size = if summary {
                self.facts.unknown(self.program.target.pointer_bits, Reason::Loop)
            } else {
                self.size(base)
            };
            cases.push((Scalar::word(size), cond));
        }
        let values = Values::of(&mut self.facts, cases);
        if values.is_empty() {
            return Values::word(self.facts.unknown(self.program.target.pointer_bits, Reason::UnknownObject));
        }
        values
    }

    pub(crate) fn copy(
        &mut self,
        act: &Activation,
        state: &mut State,
        dst: Operand,
        src: Operand,
        len: Operand,
        overlap: bool,
    ) {
        let count = self.number(act, state, len);
        if self.facts.as_offset(count) == Some(0) {
            return;
        }
        let untouched = self.set_aside_nothing(state, count);
        let Accessed { targets: sources, unknown, .. } = self.access(act, state, src, count, false);
        let Accessed { targets, unknown: elsewhere, .. } = self.written(act, state, dst, count, true);
        if !overlap {
            let (mut meet, mut perhaps) = (Cond::FALSE, self.facts.or_within(unknown, elsewhere));
            for &(from, at, when) in &sources {
                for &(to, there, also) in targets.iter().filter(|(to, _, _)| *to == from) {
                    let both = self.facts.and(when, also);
                    let apart = self.apart(at, there, count);
                    let together = self.facts.and(both, !apart);
                    let several = state.heap.get(to).is_some_and(|object| object.summary);
                    let sum = if several { &mut perhaps } else { &mut meet };
                    *sum = self.facts.or_within(*sum, together);
                }
            }
            self.check_assuming(act, state, Rule::PreconditionViolation, meet, perhaps);
            for &(from, _, _) in &sources {
                targets.iter().for_each(|&(to, _, _)| self.note_copy(from, to));
            }
        }
        sources.iter().for_each(|&(from, at, _)| self.needs_defined(state, from, at));
        let sources = if unknown == Cond::FALSE { &sources[..] } else { &[] };
        self.copy_cells(state, sources, &targets, elsewhere, count);
        self.rejoin(state, untouched);
    }

    /// The ranges are equal or do not meet.
    pub(crate) fn apart(&mut self, a: TermId, b: TermId, count: TermId) -> Cond {
        let same = self.facts.eq(a, b);
        let mut apart = same;
        for (low, high) in [(a, b), (b, a)] {
            let fact = self.facts.conds.arena.ule(low, high);
            let ordered = self.facts.fact(fact);
            let gap = self.facts.conds.arena.sub(high, low);
            let fact = self.facts.conds.arena.ule(count, gap);
            let far = self.facts.fact(fact);
            let both = self.facts.and(ordered, far);
            apart = self.facts.or_within(apart, both);
        }
        apart
    }

    pub(crate) fn copy_cells(
        &mut self,
        state: &mut State,
        sources: &[(TermId, TermId, Cond)],
        targets: &[(TermId, TermId, Cond)],
        elsewhere: Cond,
        count: TermId,
    ) {
        if let ([(from, at, _)], [(to, there, when)], Some(bytes)) = (sources, targets, self.facts.as_offset(count))
            && state.heap.is_exact_at(&mut self.facts, *to, *there)
            && let Some(pieces) = state.heap.extract(&mut self.facts, *from, *at, bytes)
        {
            for (distance, size, values) in pieces {
                let distance = self.facts.offset(distance);
                let offset = self.facts.conds.arena.add(*there, distance);
                match elsewhere {
                    Cond::FALSE => state.heap.store(&mut self.facts, *to, offset, size, &values),
                    _ => state.heap.store_if(&mut self.facts, state.pc, *when, *to, offset, size, &values),
                }
            }
            return;
        }
        for &(to, _, _) in targets {
            state.heap.scramble(to);
        }
    }

    pub(crate) fn set(&mut self, act: &Activation, state: &mut State, dst: Operand, byte: Operand, len: Operand) {
        let count = self.number(act, state, len);
        if self.facts.as_offset(count) == Some(0) {
            return;
        }
        let untouched = self.set_aside_nothing(state, count);
        let Accessed { targets, unknown: elsewhere, .. } = self.written(act, state, dst, count, true);
        let byte = self.value(act, state, byte).single();
        let byte = byte.filter(|scalar| scalar.undef() == 0).and_then(|scalar| {
            let (term, _) = self.facts.word_of(scalar);
            self.facts.conds.arena.as_const(term).map(|value| value as u8)
        });
        let exact = match (&targets[..], self.facts.as_offset(count), byte) {
            ([(to, there, _)], Some(bytes), Some(byte)) if elsewhere == Cond::FALSE => Some((*to, *there, bytes, byte)),
            _ => None,
        };
        let done = exact.is_some_and(|(to, there, bytes, byte)| {
            let size = self.exact_size(to).and_then(|size| self.facts.as_offset(size));
            let whole = self.facts.as_offset(there) == Some(0) && size == Some(bytes);
            state.heap.fill(&mut self.facts, to, there, bytes, whole, byte)
        });
        if !done {
            for &(to, _, _) in &targets {
                state.heap.scramble(to);
            }
        }
        self.rejoin(state, untouched);
    }

    /// The size of an object, where it is not only known to be at least something.
    fn exact_size(&mut self, base: TermId) -> Option<TermId> {
        let from_below = self.facts.member(base).is_some() || self.kind(base) == Some(ObjectKind::External);
        (!from_below).then(|| self.size(base))
    }

    /// Memory becomes input: a few words are asked for one by one, of an object as a whole each is a function of its place.
    pub(crate) fn fill_with_input(&mut self, act: &Activation, state: &mut State, args: &[Operand]) {
        let (count, word) = (self.number(act, state, args[1]), self.number(act, state, args[2]));
        if self.facts.as_offset(count) == Some(0) {
            return;
        }
        let targets = self.written(act, state, args[0], count, false).targets;
        let bytes = self.facts.as_offset(word).unwrap_or(1).clamp(1, 8);
        let words = self.facts.as_offset(count).filter(|count| count % bytes == 0).map(|count| count / bytes);
        let one = match targets[..] {
            [(base, offset, Cond::TRUE)] if state.heap.get(base).is_some_and(|object| !object.summary) => {
                Some((base, offset))
            }
            _ => None,
        };
        match (one, words) {
            (Some((base, offset)), Some(words)) if words <= FILLED_ONE_BY_ONE => {
                for number in 0..words {
                    let value = Values::word(self.ask(state, 8 * bytes as u32));
                    let distance = self.facts.offset(number * bytes);
                    let offset = self.facts.conds.arena.add(offset, distance);
                    state.heap.store_if(&mut self.facts, state.pc, Cond::TRUE, base, offset, bytes, &value);
                }
            }
            (Some((base, offset)), words)
                if self.facts.as_offset(offset) == Some(0) && Some(count) == self.exact_size(base) =>
            {
                self.ask(state, 8 * bytes as u32);
                let range = words.map(|words| self.facts.input_range(words, bytes));
                state.heap.become_input(base, range);
            }
            _ => targets.iter().for_each(|&(base, _, _)| state.heap.forget(base, Reason::Input)),
        }
    }

    /// A length of 0 touches nothing: that case is set aside, and `state` goes on with the others.
    fn set_aside_nothing(&mut self, state: &mut State, count: TermId) -> State {
        let zero = self.facts.conds.arena.eq_const(count, 0);
        let zero = self.facts.fact(zero);
        let untouched = State { pc: self.facts.and(state.pc, zero), ..state.clone() };
        state.pc = self.facts.and(state.pc, !zero);
        untouched
    }

    /// Joins a state that was set aside.
    pub(crate) fn rejoin(&mut self, state: &mut State, aside: State) {
        if aside.pc == Cond::FALSE {
            return;
        }
        let a = crate::state::Arrival { state: state.clone(), args: Vec::new() };
        let b = crate::state::Arrival { state: aside, args: Vec::new() };
        *state = a.merge(&mut self.facts, b).state;
    }
}
