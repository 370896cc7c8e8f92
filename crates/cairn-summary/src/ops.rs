//! What each operation does to a state.

use crate::analysis::{Activation, Analysis, ObjectKind, Stop, fit};
use crate::facts::{Cond, Facts, Reason};
use crate::heap::{Rest, ones};
use crate::state::State;
use crate::value::{Scalar, Values};
use cairn_ir::{
    BinOp, Callee, CastKind, CmpOp, Effect, HostFn, Inst, Op, Operand, OverflowOp, Rule, Type, UnOp, ValueId,
};
use cairn_logic::{BaseClass, BaseConst, Term, TermId};

/// Where an access goes: known objects with offset and condition, and the condition under which it goes elsewhere.
struct Accessed {
    targets: Vec<(TermId, TermId, Cond)>,
    unknown: Cond,
}

/// When an access is wrong, and when it only might be because several objects are looked at as one.
struct Bad {
    null: Cond,
    wild: Cond,
    freed: Cond,
    perhaps_freed: Cond,
    ended: Cond,
    outside: Cond,
    perhaps_outside: Cond,
}

impl Default for Bad {
    fn default() -> Self {
        let never = Cond::FALSE;
        Bad {
            null: never,
            wild: never,
            freed: never,
            perhaps_freed: never,
            ended: never,
            outside: never,
            perhaps_outside: never,
        }
    }
}

impl<'p> Analysis<'p> {
    /// Executes one instruction; `false` if execution does not go on behind it.
    pub(crate) fn execute(
        &mut self,
        act: &mut Activation<'p>,
        state: &mut State,
        inst: &'p Inst,
    ) -> Result<bool, Stop> {
        let body = act.body;
        let result = inst.results.single();
        let value = match &inst.op {
            Op::Alloca { size, .. } => {
                let size = self.number(act, state, *size);
                let base = self.new_object(state, ObjectKind::Stack, size, Rest::Undefined);
                act.locals.push(base);
                Values::one(Scalar::Ptr { base, offset: self.facts.offset(0) })
            }
            Op::ScopeStart { object } | Op::ScopeEnd { object } => {
                let start = matches!(inst.op, Op::ScopeStart { .. });
                for (base, _, _) in self.targets(act, state, *object) {
                    if start { state.heap.restart(base) } else { state.heap.end_scope(base) }
                }
                return Ok(true);
            }
            Op::StackSave | Op::StackRestore { .. } => {
                return Err(Stop::Unsupported("arrays of variable length".to_owned()));
            }
            Op::HeapAlloc { size, zeroed, .. } => {
                let size = self.number(act, state, *size);
                let rest = if *zeroed { Rest::Zero } else { Rest::Undefined };
                let kind = ObjectKind::Heap(self.site(act));
                let base = self.new_object(state, kind, size, rest);
                Values::one(Scalar::Ptr { base, offset: self.facts.offset(0) })
            }
            Op::HeapFree { ptr } => {
                self.free(act, state, *ptr)?;
                return Ok(true);
            }
            Op::HeapSize { ptr } => self.heap_size(act, state, *ptr)?,
            Op::Load { ty, addr, flags, .. } => {
                let loaded = self.load(act, state, *ty, *addr)?;
                // Somebody else may write a volatile variable.
                if flags.volatile {
                    Values::word(self.facts.unknown(self.width_of(*ty).min(128), Reason::Input))
                } else {
                    loaded
                }
            }
            Op::Store { value, addr, .. } => {
                let ty = body.operand_type(*value);
                let value = self.value(act, state, *value);
                self.store(act, state, ty, *addr, &value)?;
                return Ok(true);
            }
            Op::Copy { dst, src, len, overlap, .. } => {
                self.copy(act, state, *dst, *src, *len, *overlap)?;
                return Ok(true);
            }
            Op::Set { dst, byte, len, .. } => {
                self.set(act, state, *dst, *byte, *len)?;
                return Ok(true);
            }
            Op::Field { base, offset, .. } => {
                let distance = self.facts.offset(*offset as u64);
                let value = self.value(act, state, *base);
                value.map(&mut self.facts, |facts, scalar| move_by(facts, scalar, distance))
            }
            Op::Index { base, index, scale, .. } => {
                let (base, index) = (self.value(act, state, *base), self.value(act, state, *index));
                let scale = u128::from(*scale);
                base.map2(&index, &mut self.facts, |facts, base, index| {
                    let (index, undef) = facts.word_of(index);
                    let distance = facts.conds.arena.mul_const(scale, index);
                    let moved = move_by(facts, base, distance);
                    if undef == 0 { moved } else { undefined_like(facts, moved) }
                })
            }
            Op::Binary { op, lhs, rhs, .. } => self.binary(act, state, *op, *lhs, *rhs),
            Op::Unary { op, value } => {
                let input = self.value(act, state, *value);
                input.map(&mut self.facts, |facts, scalar| unary(facts, *op, scalar))
            }
            Op::Bits { op, a, b, c } => {
                let operands: Vec<Values> =
                    [Some(*a), *b, *c].into_iter().flatten().map(|o| self.value(act, state, o)).collect();
                self.uninterpreted(300 + *op as u32, &operands, self.width_of(body.operand_type(*a)))
            }
            Op::Overflowing { op, lhs, rhs } => {
                self.overflowing(act, state, inst, *op, *lhs, *rhs);
                return Ok(true);
            }
            Op::Fma { a, b, c } => {
                let operands: Vec<Values> = [a, b, c].map(|o| self.value(act, state, *o)).into();
                self.uninterpreted(290, &operands, self.width_of(body.operand_type(*a)))
            }
            Op::Compare { op, lhs, rhs } => {
                let (a, b) = (self.value(act, state, *lhs), self.value(act, state, *rhs));
                let is_ptr = body.operand_type(*lhs) == Type::Ptr;
                self.compare(state, *op, is_ptr, &a, &b)
            }
            Op::FCompare { op, lhs, rhs } => {
                let operands = [self.value(act, state, *lhs), self.value(act, state, *rhs)];
                self.uninterpreted(400 + *op as u32, &operands, 1)
            }
            Op::Select { cond, then, otherwise } => {
                let cond = self.value(act, state, *cond);
                let (then, otherwise) = (self.value(act, state, *then), self.value(act, state, *otherwise));
                let width = self.width_of(body.operand_type(inst_operand(inst)));
                self.select(&cond, &then, &otherwise, width)
            }
            Op::Cast { kind, value, to } => {
                let (from, width) = (self.width_of(body.operand_type(*value)), self.width_of(*to));
                let input = self.value(act, state, *value);
                input.map(&mut self.facts, |facts, scalar| cast(facts, *kind, from, width, scalar))
            }
            Op::Freeze { value } => {
                let input = self.value(act, state, *value);
                input.map(&mut self.facts, |_, scalar| match scalar {
                    Scalar::Word { term, .. } => Scalar::word(term),
                    ptr => ptr,
                })
            }
            Op::Call { callee, args, area, .. } => return self.call(act, state, inst, *callee, args, *area),
            Op::Host { func, args } => return self.host(act, state, inst, *func, args),
            Op::Nondet { ty } => Values::word(self.facts.unknown(self.width_of(*ty), Reason::Input)),
            Op::Assume { cond } => {
                let holds = self.condition(act, state, *cond);
                state.pc = self.facts.and(state.pc, holds);
                return Ok(!self.facts.impossible(state.pc));
            }
            Op::Fail { rule, .. } => {
                self.check(act, state, *rule, Cond::TRUE);
                return Ok(false);
            }
            Op::Fence { .. } => return Ok(true),
            Op::Rmw { .. } | Op::CmpXchg { .. } => return Err(Stop::Concurrency),
            Op::Asm(_) => return Err(Stop::Unsupported("inline assembly".to_owned())),
            Op::SetJmp { .. } | Op::LongJmp { .. } => return Err(Stop::Unsupported("setjmp and longjmp".to_owned())),
            Op::Unsupported { reason } => {
                return Err(Stop::Unsupported(self.program.names.text(*reason).to_owned()));
            }
        };
        if let Some(result) = result {
            let width = self.width_of(body.values[result].ty);
            let value = crate::heap::cap(&mut self.facts, value, width.min(128));
            self.define(act, state, result, value);
        }
        Ok(state.pc != Cond::FALSE)
    }

    fn width_of(&self, ty: Type) -> u32 {
        ty.bits(self.program.target.pointer_bits)
    }

    /// The one number that a value is; anything if there are several.
    fn number(&mut self, act: &Activation, state: &mut State, operand: Operand) -> TermId {
        let value = self.value(act, state, operand);
        self.check_defined(act, state, &value);
        match value.single() {
            Some(scalar) => self.facts.word_of(scalar).0,
            None => {
                let width = self.width_of(act.body.operand_type(operand));
                let term = self.facts.unknown(width, Reason::Join);
                // The cases are not lost: the number is one of them.
                let known = value.when(&mut self.facts, |facts, scalar| {
                    let (word, _) = facts.word_of(scalar);
                    facts.eq(term, word)
                });
                state.pc = self.facts.and(state.pc, known);
                term
            }
        }
    }

    // ---- addresses ----

    /// Objects that an address may point to, with offset and condition.
    fn targets(&mut self, act: &Activation, state: &State, operand: Operand) -> Vec<(TermId, TermId, Cond)> {
        let value = self.value(act, state, operand);
        let mut targets = Vec::new();
        for (scalar, cond) in value.iter() {
            let possible = self.facts.and(state.pc, cond);
            if possible != Cond::FALSE {
                let (base, offset) = self.facts.pointer_of(scalar);
                targets.push((base, offset, cond));
            }
        }
        targets
    }

    /// Checks an access and gives the objects that it goes to.
    ///
    /// What would end the execution is assumed not to happen from here on. An address into an object that is not known
    /// may still be a good one, so its case stays, as does what is only an estimate: objects that stand for several.
    fn access(
        &mut self,
        act: &Activation,
        state: &mut State,
        operand: Operand,
        bytes: TermId,
        write: bool,
    ) -> Accessed {
        let value = self.value(act, state, operand);
        self.check_defined(act, state, &value);
        let mut bad = Bad::default();
        let mut good = Accessed { targets: Vec::new(), unknown: Cond::FALSE };
        for (base, offset, cond) in self.targets(act, state, operand) {
            match self.kinds.get(&base).copied() {
                None if self.is_null(base) => bad.null = self.facts.or(bad.null, cond),
                Some(ObjectKind::Function(_)) => bad.wild = self.facts.or(bad.wild, cond),
                Some(ObjectKind::Global { constant: true }) if write => bad.wild = self.facts.or(bad.wild, cond),
                None | Some(ObjectKind::External) => good.unknown = self.facts.or(good.unknown, cond),
                Some(kind) => {
                    self.check_object(state, &mut bad, kind, base, offset, bytes, cond);
                    good.targets.push((base, offset, cond));
                }
            }
        }
        self.check_assuming(act, state, Rule::NullDereference, bad.null, Cond::FALSE);
        self.check_assuming(act, state, Rule::InvalidPointer, bad.wild, good.unknown);
        self.check_assuming(act, state, Rule::UseAfterFree, bad.freed, bad.perhaps_freed);
        self.check_assuming(act, state, Rule::UseAfterScope, bad.ended, Cond::FALSE);
        self.check_assuming(act, state, Rule::OutOfBounds, bad.outside, bad.perhaps_outside);
        good
    }

    #[allow(clippy::too_many_arguments)]
    fn check_object(
        &mut self,
        state: &State,
        bad: &mut Bad,
        kind: ObjectKind,
        base: TermId,
        offset: TermId,
        bytes: TermId,
        cond: Cond,
    ) {
        let object = state.heap.get(base);
        let (live, summary) = object.map_or((Cond::FALSE, false), |object| (object.live, object.summary));
        let dead = self.facts.and(cond, !live);
        let size = self.sizes[&base];
        let beyond = self.beyond(offset, bytes, size);
        let beyond = self.facts.and(cond, beyond);
        let (freed, outside) = match summary {
            true => (&mut bad.perhaps_freed, &mut bad.perhaps_outside),
            false => (&mut bad.freed, &mut bad.outside),
        };
        *outside = self.facts.or(*outside, beyond);
        match kind {
            ObjectKind::Heap(_) => *freed = self.facts.or(*freed, dead),
            _ => bad.ended = self.facts.or(bad.ended, dead),
        }
    }

    pub(crate) fn is_null(&self, base: TermId) -> bool {
        matches!(self.facts.conds.arena.term(base), Term::BaseConst(BaseConst { class: BaseClass::Null, .. }))
    }

    /// Not `offset <= size && bytes <= size - offset`.
    fn beyond(&mut self, offset: TermId, bytes: TermId, size: TermId) -> Cond {
        let fact = self.facts.conds.arena.ule(offset, size);
        let starts_inside = self.facts.fact(fact);
        let room = self.facts.conds.arena.sub(size, offset);
        let fact = self.facts.conds.arena.ule(bytes, room);
        let fits = self.facts.fact(fact);
        let inside = self.facts.and(starts_inside, fits);
        !inside
    }

    // ---- memory ----

    fn load(&mut self, act: &Activation, state: &mut State, ty: Type, addr: Operand) -> Result<Values, Stop> {
        let bits = self.program.target.pointer_bits;
        let bytes = ty.store_bytes(bits);
        let count = self.facts.offset(bytes);
        let Accessed { targets, unknown } = self.access(act, state, addr, count, false);
        let width = ty.bits(bits);
        if width > 128 {
            return Ok(Values::one(Scalar::word(self.facts.unknown(128, Reason::Uninterpreted))));
        }
        let mut cases = Vec::new();
        for (base, offset, cond) in targets {
            let loaded = state.heap.load(&mut self.facts, base, offset, bytes);
            for (scalar, when) in loaded.iter() {
                cases.push((scalar, self.facts.and(when, cond)));
            }
        }
        if unknown != Cond::FALSE {
            let term = self.facts.unknown(8 * bytes as u32, Reason::UnknownObject);
            cases.push((Scalar::Word { term, undef: ones(8 * bytes as u32) }, unknown));
        }
        let values = Values::of(&mut self.facts, cases);
        if values.is_empty() {
            // No object is left under the path condition: whatever comes is not reached.
            return Ok(Values::one(Scalar::word(self.facts.unknown(width, Reason::UnknownObject))));
        }
        Ok(values.map(&mut self.facts, |facts, scalar| {
            let scalar = if width == 8 * bytes as u32 { scalar } else { facts.extract(scalar, 0, width) };
            if ty == Type::Ptr && scalar.undef() == 0 {
                let (base, offset) = facts.pointer_of(scalar);
                Scalar::Ptr { base, offset }
            } else {
                scalar
            }
        }))
    }

    fn store(
        &mut self,
        act: &Activation,
        state: &mut State,
        ty: Type,
        addr: Operand,
        value: &Values,
    ) -> Result<(), Stop> {
        let bits = self.program.target.pointer_bits;
        let bytes = ty.store_bytes(bits);
        let count = self.facts.offset(bytes);
        let targets = self.written(act, state, addr, count)?;
        let width = 8 * bytes as u32;
        for (base, offset, cond) in targets {
            if width > 128 {
                state.heap.scramble(base);
                continue;
            }
            let value = value.map(&mut self.facts, |facts, scalar| fit(facts, scalar, width));
            state.heap.store_if(&mut self.facts, cond, base, offset, bytes, &value);
        }
        Ok(())
    }

    /// The objects that a write goes to. One that is not known could be any: nothing can be said afterwards.
    fn written(
        &mut self,
        act: &Activation,
        state: &mut State,
        addr: Operand,
        count: TermId,
    ) -> Result<Vec<(TermId, TermId, Cond)>, Stop> {
        let Accessed { targets, unknown } = self.access(act, state, addr, count, true);
        let possible = self.facts.and(state.pc, unknown);
        if self.facts.impossible(possible) { Ok(targets) } else { Err(Stop::UnknownWrite) }
    }

    fn free(&mut self, act: &Activation, state: &mut State, ptr: Operand) -> Result<(), Stop> {
        for (base, cond) in self.freeable(act, state, ptr)? {
            let Some(object) = state.heap.get(base) else { continue };
            let (live, summary) = (object.live, object.summary);
            // Of the many that a summary stands for, only one is gone, and which one is not known.
            let live = if summary { self.facts.choice() } else { self.facts.and(live, !cond) };
            state.heap.set_live(base, live);
        }
        Ok(())
    }

    /// Checks that an address is the start of a live heap block; gives the blocks it may be.
    fn freeable(&mut self, act: &Activation, state: &mut State, ptr: Operand) -> Result<Vec<(TermId, Cond)>, Stop> {
        let value = self.value(act, state, ptr);
        self.check_defined(act, state, &value);
        let (mut invalid, mut twice, mut perhaps, mut unknown) = (Cond::FALSE, Cond::FALSE, Cond::FALSE, Cond::FALSE);
        let mut blocks = Vec::new();
        for (base, offset, cond) in self.targets(act, state, ptr) {
            match self.kinds.get(&base) {
                Some(ObjectKind::Heap(_)) => {
                    let start = self.facts.offset_is(offset, 0);
                    let inside = self.facts.and(cond, !start);
                    invalid = self.facts.or(invalid, inside);
                    let object = state.heap.get(base);
                    let (live, summary) = object.map_or((Cond::FALSE, false), |object| (object.live, object.summary));
                    let dead = self.facts.and(cond, !live);
                    let gone = if summary { &mut perhaps } else { &mut twice };
                    *gone = self.facts.or(*gone, dead);
                    blocks.push((base, cond));
                }
                Some(ObjectKind::External) => unknown = self.facts.or(unknown, cond),
                None if !self.is_null(base) => unknown = self.facts.or(unknown, cond),
                _ => invalid = self.facts.or(invalid, cond),
            }
        }
        self.check_assuming(act, state, Rule::InvalidFree, invalid, unknown);
        self.check_assuming(act, state, Rule::DoubleFree, twice, perhaps);
        let possible = self.facts.and(state.pc, unknown);
        if self.facts.impossible(possible) { Ok(blocks) } else { Err(Stop::UnknownWrite) }
    }

    fn heap_size(&mut self, act: &Activation, state: &mut State, ptr: Operand) -> Result<Values, Stop> {
        let mut cases = Vec::new();
        for (base, cond) in self.freeable(act, state, ptr)? {
            let summary = state.heap.get(base).is_some_and(|object| object.summary);
            let size = if summary {
                self.facts.unknown(self.program.target.pointer_bits, Reason::Loop)
            } else {
                self.sizes[&base]
            };
            cases.push((Scalar::word(size), cond));
        }
        let values = Values::of(&mut self.facts, cases);
        if values.is_empty() {
            return Ok(Values::word(self.facts.unknown(self.program.target.pointer_bits, Reason::UnknownObject)));
        }
        Ok(values)
    }

    fn copy(
        &mut self,
        act: &Activation,
        state: &mut State,
        dst: Operand,
        src: Operand,
        len: Operand,
        overlap: bool,
    ) -> Result<(), Stop> {
        let count = self.number(act, state, len);
        if self.facts.as_offset(count) == Some(0) {
            return Ok(());
        }
        // A length of 0 touches nothing: what follows speaks of the other case only.
        let zero = self.facts.conds.arena.eq_const(count, 0);
        let zero = self.facts.fact(zero);
        let untouched = State { pc: self.facts.and(state.pc, zero), ..state.clone() };
        state.pc = self.facts.and(state.pc, !zero);
        let Accessed { targets: sources, unknown } = self.access(act, state, src, count, false);
        let targets = self.written(act, state, dst, count)?;
        if !overlap {
            let (mut meet, mut perhaps) = (Cond::FALSE, unknown);
            for &(from, at, when) in &sources {
                for &(to, there, also) in targets.iter().filter(|(to, _, _)| *to == from) {
                    let both = self.facts.and(when, also);
                    let apart = self.apart(at, there, count);
                    let together = self.facts.and(both, !apart);
                    let several = state.heap.get(to).is_some_and(|object| object.summary);
                    let sum = if several { &mut perhaps } else { &mut meet };
                    *sum = self.facts.or(*sum, together);
                }
            }
            self.check_assuming(act, state, Rule::PreconditionViolation, meet, perhaps);
        }
        let sources = if unknown == Cond::FALSE { &sources[..] } else { &[] };
        self.copy_cells(state, sources, &targets, count);
        self.rejoin(state, untouched);
        Ok(())
    }

    /// The ranges are equal or do not meet.
    fn apart(&mut self, a: TermId, b: TermId, count: TermId) -> Cond {
        let same = self.facts.eq(a, b);
        let mut apart = same;
        for (low, high) in [(a, b), (b, a)] {
            let fact = self.facts.conds.arena.ule(low, high);
            let ordered = self.facts.fact(fact);
            let gap = self.facts.conds.arena.sub(high, low);
            let fact = self.facts.conds.arena.ule(count, gap);
            let far = self.facts.fact(fact);
            let both = self.facts.and(ordered, far);
            apart = self.facts.or(apart, both);
        }
        apart
    }

    fn copy_cells(
        &mut self,
        state: &mut State,
        sources: &[(TermId, TermId, Cond)],
        targets: &[(TermId, TermId, Cond)],
        count: TermId,
    ) {
        let exact = match (sources, targets, self.facts.as_offset(count)) {
            ([(from, at, _)], [(to, there, _)], Some(bytes)) => self
                .facts
                .as_offset(*at)
                .zip(self.facts.as_offset(*there))
                .map(|(at, there)| (*from, at, *to, there, bytes)),
            _ => None,
        };
        if let Some((from, at, to, there, bytes)) = exact
            && let Some(pieces) = state.heap.extract(&mut self.facts, from, at, bytes)
        {
            for (offset, size, values) in pieces {
                let offset = self.facts.offset(there + offset);
                state.heap.store(&mut self.facts, to, offset, size, &values);
            }
            return;
        }
        for &(to, _, _) in targets {
            state.heap.scramble(to);
        }
    }

    fn set(
        &mut self,
        act: &Activation,
        state: &mut State,
        dst: Operand,
        byte: Operand,
        len: Operand,
    ) -> Result<(), Stop> {
        let count = self.number(act, state, len);
        if self.facts.as_offset(count) == Some(0) {
            return Ok(());
        }
        let zero = self.facts.conds.arena.eq_const(count, 0);
        let zero = self.facts.fact(zero);
        let untouched = State { pc: self.facts.and(state.pc, zero), ..state.clone() };
        state.pc = self.facts.and(state.pc, !zero);
        let targets = self.written(act, state, dst, count)?;
        let byte = self.value(act, state, byte).single();
        let byte = byte.filter(|scalar| scalar.undef() == 0).and_then(|scalar| {
            let (term, _) = self.facts.word_of(scalar);
            self.facts.conds.arena.as_const(term).map(|value| value as u8)
        });
        let exact = match (&targets[..], self.facts.as_offset(count), byte) {
            ([(to, there, _)], Some(bytes), Some(byte)) => {
                self.facts.as_offset(*there).map(|there| (*to, there, bytes, byte))
            }
            _ => None,
        };
        let done = exact.is_some_and(|(to, there, bytes, byte)| {
            let whole = there == 0 && self.facts.as_offset(self.sizes[&to]) == Some(bytes);
            state.heap.fill(&mut self.facts, to, there, bytes, whole, byte)
        });
        if !done {
            for &(to, _, _) in &targets {
                state.heap.scramble(to);
            }
        }
        self.rejoin(state, untouched);
        Ok(())
    }

    /// Joins a state that was set aside.
    fn rejoin(&mut self, state: &mut State, aside: State) {
        if aside.pc == Cond::FALSE {
            return;
        }
        let a = crate::state::Arrival { state: state.clone(), args: Vec::new() };
        let b = crate::state::Arrival { state: aside, args: Vec::new() };
        *state = a.merge(&mut self.facts, b).state;
    }

    // ---- values ----

    fn binary(&mut self, act: &Activation, state: &mut State, op: BinOp, lhs: Operand, rhs: Operand) -> Values {
        let ty = act.body.operand_type(lhs);
        let (a, b) = (self.value(act, state, lhs), self.value(act, state, rhs));
        let width = self.width_of(ty);
        if ty.is_float() || width > 128 {
            return self.uninterpreted(op as u32, &[a, b], width.min(128));
        }
        if matches!(op, BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem) {
            self.check_division(act, state, op, width, &a, &b);
        }
        a.map2(&b, &mut self.facts, |facts, a, b| word_binary(facts, op, width, a, b))
    }

    fn check_division(&mut self, act: &Activation, state: &mut State, op: BinOp, width: u32, a: &Values, b: &Values) {
        self.check_defined(act, state, b);
        let mut bad = b.when(&mut self.facts, |facts, scalar| {
            let (term, _) = facts.word_of(scalar);
            let fact = facts.conds.arena.eq_const(term, 0);
            facts.fact(fact)
        });
        if matches!(op, BinOp::SDiv | BinOp::SRem) {
            let least = 1u128 << (width - 1);
            let smallest = a.when(&mut self.facts, |facts, scalar| {
                let (term, _) = facts.word_of(scalar);
                let fact = facts.conds.arena.eq_const(term, least);
                facts.fact(fact)
            });
            let minus_one = b.when(&mut self.facts, |facts, scalar| {
                let (term, _) = facts.word_of(scalar);
                let fact = facts.conds.arena.eq_const(term, ones(width));
                facts.fact(fact)
            });
            let both = self.facts.and(smallest, minus_one);
            bad = self.facts.or(bad, both);
        }
        self.check(act, state, Rule::DivisionByZero, bad);
    }

    /// The result of an operation that is only known to be a function of its arguments.
    fn uninterpreted(&mut self, number: u32, operands: &[Values], width: u32) -> Values {
        let scalars: Option<Vec<Scalar>> = operands.iter().map(Values::single).collect();
        let undef =
            operands.iter().flat_map(|v| v.iter().collect::<Vec<_>>()).fold(0, |undef, (s, _)| undef | s.undef());
        let undef = if undef != 0 { ones(width) } else { 0 };
        let term = match scalars {
            Some(scalars) if undef == 0 => {
                let terms: Vec<TermId> = scalars.into_iter().map(|scalar| self.facts.word_of(scalar).0).collect();
                self.facts.operation(number, &terms, width)
            }
            _ => self.facts.unknown(width, Reason::Uninterpreted),
        };
        Values::one(Scalar::Word { term, undef })
    }

    fn overflowing(
        &mut self,
        act: &mut Activation<'p>,
        state: &mut State,
        inst: &Inst,
        op: OverflowOp,
        lhs: Operand,
        rhs: Operand,
    ) {
        let width = self.width_of(act.body.operand_type(lhs));
        let (a, b) = (self.value(act, state, lhs), self.value(act, state, rhs));
        let (base, signed) = match op {
            OverflowOp::UAdd => (BinOp::Add, false),
            OverflowOp::SAdd => (BinOp::Add, true),
            OverflowOp::USub => (BinOp::Sub, false),
            OverflowOp::SSub => (BinOp::Sub, true),
            OverflowOp::UMul => (BinOp::Mul, false),
            OverflowOp::SMul => (BinOp::Mul, true),
        };
        let value = a.map2(&b, &mut self.facts, |facts, a, b| word_binary(facts, base, width, a, b));
        let flag = if 2 * width <= 128 {
            a.map2(&b, &mut self.facts, |facts, a, b| overflow_flag(facts, base, signed, width, a, b))
        } else {
            self.uninterpreted(500 + op as u32, &[a, b], 1)
        };
        let results: Vec<ValueId> = inst.results.iter().collect();
        self.define(act, state, results[0], value);
        self.define(act, state, results[1], flag);
    }

    fn select(&mut self, cond: &Values, then: &Values, otherwise: &Values, width: u32) -> Values {
        if cond.iter().any(|(scalar, _)| scalar.undef() != 0) {
            return Values::one(Scalar::Word {
                term: self.facts.unknown(width.min(128), Reason::Undefined),
                undef: ones(width),
            });
        }
        let truth = cond.when(&mut self.facts, |facts, scalar| {
            let (term, _) = facts.word_of(scalar);
            let fact = facts.conds.arena.truth(term);
            facts.fact(fact)
        });
        Values::choose(&mut self.facts, truth, then, otherwise)
    }

    fn compare(&mut self, state: &State, op: CmpOp, is_ptr: bool, a: &Values, b: &Values) -> Values {
        let mut truth = Cond::FALSE;
        let mut undefined = Cond::FALSE;
        for (x, when_x) in a.iter() {
            for (y, when_y) in b.iter() {
                let both = self.facts.and(when_x, when_y);
                if both == Cond::FALSE {
                    continue;
                }
                if x.undef() | y.undef() != 0 {
                    undefined = self.facts.or(undefined, both);
                }
                let holds = if is_ptr {
                    self.compare_addresses(state, op, x, y)
                } else {
                    compare_words(&mut self.facts, op, x, y)
                };
                let case = self.facts.and(both, holds);
                truth = self.facts.or(truth, case);
            }
        }
        self.truth_value(truth, undefined)
    }

    /// A condition as a value of one bit.
    fn truth_value(&mut self, truth: Cond, undefined: Cond) -> Values {
        let (one, zero) = (self.facts.constant(1, 1), self.facts.constant(1, 0));
        let decided = Values::choose(&mut self.facts, truth, &Values::word(one), &Values::word(zero));
        if undefined == Cond::FALSE {
            return decided;
        }
        let term = self.facts.unknown(1, Reason::Undefined);
        let unknown = Values::one(Scalar::Word { term, undef: 1 });
        Values::choose(&mut self.facts, undefined, &unknown, &decided)
    }

    fn compare_addresses(&mut self, state: &State, op: CmpOp, x: Scalar, y: Scalar) -> Cond {
        let ((a, at), (b, there)) = (self.facts.pointer_of(x), self.facts.pointer_of(y));
        let equality = matches!(op, CmpOp::Eq | CmpOp::Ne);
        let known = |this: &Self, base: TermId| this.is_null(base) || this.kinds.contains_key(&base);
        if !known(self, a) || !known(self, b) {
            return compare_words(&mut self.facts, op, x, y);
        }
        if a == b && !state.heap.get(a).is_some_and(|object| object.summary) {
            return compare_words(&mut self.facts, op, Scalar::word(at), Scalar::word(there));
        }
        if equality && a != b && (self.inside(state, a, at) && self.inside(state, b, there)) {
            return if op == CmpOp::Ne { Cond::TRUE } else { Cond::FALSE };
        }
        self.facts.choice()
    }

    /// Null, or surely inside a live object: then no other object has this address.
    fn inside(&mut self, state: &State, base: TermId, offset: TermId) -> bool {
        if self.is_null(base) {
            return self.facts.as_offset(offset) == Some(0);
        }
        if let Some(ObjectKind::Function(_) | ObjectKind::Global { .. } | ObjectKind::External) = self.kinds.get(&base)
            && self.facts.as_offset(offset) == Some(0)
        {
            return true;
        }
        let live = state.heap.get(base).is_some_and(|object| object.live == Cond::TRUE);
        let size = self.sizes.get(&base).and_then(|&size| self.facts.as_offset(size));
        live && size.zip(self.facts.as_offset(offset)).is_some_and(|(size, offset)| offset < size.max(1))
    }

    // ---- calls ----

    fn call(
        &mut self,
        act: &mut Activation<'p>,
        state: &mut State,
        inst: &'p Inst,
        callee: Callee,
        args: &[Operand],
        area: Option<Operand>,
    ) -> Result<bool, Stop> {
        let func = match callee {
            Callee::Direct(func) => func,
            Callee::Indirect(target) => {
                let value = self.value(act, state, target);
                self.check_defined(act, state, &value);
                let targets = self.targets(act, state, target);
                let mut null = Cond::FALSE;
                let mut funcs = Vec::new();
                for (base, offset, cond) in targets {
                    match self.kinds.get(&base) {
                        Some(ObjectKind::Function(func)) if self.facts.as_offset(offset) == Some(0) => {
                            funcs.push(*func)
                        }
                        None if self.is_null(base) => null = self.facts.or(null, cond),
                        _ => return Err(Stop::FunctionPointer),
                    }
                }
                self.check(act, state, Rule::NullDereference, null);
                match funcs[..] {
                    [only] => only,
                    [] => return Ok(false),
                    _ => return Err(Stop::FunctionPointer),
                }
            }
        };
        let values: Vec<Values> = args.iter().map(|&arg| self.value(act, state, arg)).collect();
        let area = area.map(|area| self.value(act, state, area));
        let position = self.position(act);
        self.path_push(position);
        let before = State { pc: state.pc, ..state.clone() };
        let returned = self.call_function(func, values, area, before);
        self.path_pop();
        let Some((after, results)) = returned? else { return Ok(false) };
        *state = after;
        for (i, value) in inst.results.iter().enumerate() {
            let width = self.width_of(act.body.values[value].ty);
            let values = match results.get(i) {
                Some(values) => values.map(&mut self.facts, |facts, scalar| fit(facts, scalar, width)),
                None => {
                    Values::one(Scalar::Word { term: self.facts.unknown(width, Reason::Undefined), undef: ones(width) })
                }
            };
            self.define(act, state, value, values);
        }
        Ok(state.pc != Cond::FALSE)
    }

    fn host(
        &mut self,
        act: &mut Activation<'p>,
        state: &mut State,
        inst: &Inst,
        func: HostFn,
        args: &[Operand],
    ) -> Result<bool, Stop> {
        let defined: &[usize] = match func {
            HostFn::Write => &[0, 2],
            HostFn::Read => &[0, 2],
            _ => &[],
        };
        for (i, &arg) in args.iter().enumerate() {
            if defined.contains(&i) || act.body.operand_type(arg) != Type::Ptr {
                let value = self.value(act, state, arg);
                self.check_defined(act, state, &value);
            }
        }
        match func.effect() {
            Effect::NoReturn => {
                if func == HostFn::Exit {
                    self.ends.push(state.clone());
                }
                return Ok(false);
            }
            Effect::Thread => match func {
                HostFn::AtomicBegin | HostFn::AtomicEnd | HostFn::Yield => return Ok(true),
                _ => return Err(Stop::Concurrency),
            },
            Effect::Pure | Effect::Unknown => {}
            Effect::Reads => self.host_reads(act, state, func, args),
            Effect::WritesArgs => self.host_writes(act, state, func, args)?,
        }
        let Some(result) = inst.results.single() else { return Ok(true) };
        let ty = act.body.values[result].ty;
        let value = match func {
            HostFn::AllocFails if !self.limits.alloc_may_fail => Values::word(self.facts.constant(1, 0)),
            HostFn::AllocFails => Values::word(self.facts.unknown(1, Reason::Input)),
            HostFn::Getenv => {
                Values::one(Scalar::Ptr { base: self.facts.conds.arena.null(), offset: self.facts.offset(0) })
            }
            _ => Values::word(self.facts.unknown(self.width_of(ty), Reason::Input)),
        };
        self.define(act, state, result, value);
        Ok(true)
    }

    /// What is written to the outside must be readable; its bytes are looked at one by one where that is possible.
    fn host_reads(&mut self, act: &Activation, state: &mut State, func: HostFn, args: &[Operand]) {
        if func != HostFn::Write {
            return self.open(act, state);
        }
        let count = self.number(act, state, args[2]);
        if self.facts.as_offset(count) == Some(0) {
            return;
        }
        let Accessed { targets, unknown } = self.access(act, state, args[1], count, false);
        let mut undefined = unknown;
        for (base, offset, cond) in targets {
            let range = self.facts.as_offset(offset).zip(self.facts.as_offset(count));
            let pieces = range.and_then(|(at, bytes)| state.heap.extract(&mut self.facts, base, at, bytes));
            let bad = match pieces {
                Some(pieces) => pieces.into_iter().fold(Cond::FALSE, |bad, (_, _, values)| {
                    let here = values
                        .when(&mut self.facts, |_, scalar| if scalar.undef() != 0 { Cond::TRUE } else { Cond::FALSE });
                    self.facts.or(bad, here)
                }),
                None => Cond::TRUE,
            };
            let bad = self.facts.and(bad, cond);
            undefined = self.facts.or(undefined, bad);
        }
        self.check_assuming(act, state, Rule::UninitializedRead, Cond::FALSE, undefined);
    }

    /// Every rule that this primitive could break stays open.
    fn open(&mut self, act: &Activation, state: &mut State) {
        for rule in [
            Rule::NullDereference,
            Rule::InvalidPointer,
            Rule::UseAfterFree,
            Rule::UseAfterScope,
            Rule::OutOfBounds,
            Rule::UninitializedRead,
        ] {
            self.check_assuming(act, state, rule, Cond::FALSE, Cond::TRUE);
        }
    }

    fn host_writes(&mut self, act: &Activation, state: &mut State, func: HostFn, args: &[Operand]) -> Result<(), Stop> {
        match func {
            HostFn::Read => {
                let count = self.number(act, state, args[2]);
                for (base, _, _) in self.written(act, state, args[1], count)? {
                    state.heap.scramble(base);
                }
                Ok(())
            }
            _ => {
                self.open(act, state);
                for &arg in args.iter().filter(|arg| act.body.operand_type(**arg) == Type::Ptr) {
                    for (base, _, _) in self.targets(act, state, arg) {
                        if self.kinds.contains_key(&base) {
                            state.heap.scramble(base);
                        } else if !self.is_null(base) {
                            return Err(Stop::UnknownWrite);
                        }
                    }
                }
                Ok(())
            }
        }
    }
}

fn inst_operand(inst: &Inst) -> Operand {
    match &inst.op {
        Op::Select { then, .. } => *then,
        _ => unreachable!("asked of a select"),
    }
}

fn move_by(facts: &mut Facts, scalar: Scalar, distance: TermId) -> Scalar {
    match scalar {
        Scalar::Ptr { base, offset } => Scalar::Ptr { base, offset: facts.conds.arena.add(offset, distance) },
        Scalar::Word { term, undef } => {
            let term = facts.conds.arena.add(term, distance);
            Scalar::Word { term, undef: if undef == 0 { 0 } else { ones(facts.conds.arena.width(term)) } }
        }
    }
}

fn undefined_like(facts: &mut Facts, scalar: Scalar) -> Scalar {
    let (term, _) = facts.word_of(scalar);
    Scalar::Word { term, undef: ones(facts.conds.arena.width(term)) }
}

fn word_binary(facts: &mut Facts, op: BinOp, width: u32, a: Scalar, b: Scalar) -> Scalar {
    let ((x, ux), (y, uy)) = (facts.word_of(a), facts.word_of(b));
    let arena = &mut facts.conds.arena;
    let term = match op {
        BinOp::Add => arena.add(x, y),
        BinOp::Sub => arena.sub(x, y),
        BinOp::Mul => arena.mul(x, y),
        BinOp::And => arena.and(x, y),
        BinOp::Or => arena.or(x, y),
        BinOp::Xor => arena.xor(x, y),
        BinOp::Shl => arena.shl(x, y),
        BinOp::LShr => arena.lshr(x, y),
        BinOp::AShr => arena.ashr(x, y),
        BinOp::UDiv => arena.udiv(x, y),
        BinOp::URem => arena.urem(x, y),
        BinOp::SDiv => arena.sdiv(x, y),
        BinOp::SRem => arena.srem(x, y),
        _ => facts.operation(op as u32, &[x, y], width),
    };
    // A shift by the width or more is undefined in C and masked on the machine: any value covers both.
    let bounded = |facts: &Facts| facts.conds.arena.as_const(y).is_some_and(|count| count < u128::from(width));
    let term = match op {
        BinOp::Shl | BinOp::LShr | BinOp::AShr if !bounded(facts) => facts.unknown(width, Reason::Uninterpreted),
        _ => term,
    };
    Scalar::Word { term, undef: undef_of(facts, op, width, (x, ux), (y, uy)) }
}

/// Undefined bits of a result, as the interpreter computes them where a constant decides.
fn undef_of(facts: &Facts, op: BinOp, width: u32, (x, ux): (TermId, u128), (y, uy): (TermId, u128)) -> u128 {
    if ux | uy == 0 {
        return 0;
    }
    let (cx, cy) = (facts.conds.arena.as_const(x), facts.conds.arena.as_const(y));
    match op {
        BinOp::And => match (cx, cy) {
            (_, Some(mask)) if uy == 0 => ux & mask,
            (Some(mask), _) if ux == 0 => uy & mask,
            _ => ux | uy,
        },
        BinOp::Or => match (cx, cy) {
            (_, Some(mask)) if uy == 0 => ux & !mask,
            (Some(mask), _) if ux == 0 => uy & !mask,
            _ => ux | uy,
        },
        BinOp::Xor => ux | uy,
        BinOp::Shl | BinOp::LShr if uy == 0 && cy.is_some_and(|count| count < u128::from(width)) => {
            let count = cy.expect("tested") as u32;
            if op == BinOp::Shl { (ux << count) & ones(width) } else { ux >> count }
        }
        _ => ones(width),
    }
}

fn overflow_flag(facts: &mut Facts, op: BinOp, signed: bool, width: u32, a: Scalar, b: Scalar) -> Scalar {
    let ((x, ux), (y, uy)) = (facts.word_of(a), facts.word_of(b));
    let wide = 2 * width;
    let arena = &mut facts.conds.arena;
    let extend =
        |arena: &mut cairn_logic::Arena, t: TermId| if signed { arena.sext(t, wide) } else { arena.zext(t, wide) };
    let (wx, wy) = (extend(arena, x), extend(arena, y));
    let exact = match op {
        BinOp::Add => arena.add(wx, wy),
        BinOp::Sub => arena.sub(wx, wy),
        _ => arena.mul(wx, wy),
    };
    let cut = arena.truncate(exact, width);
    let back = extend(arena, cut);
    let fact = arena.eq(back, exact);
    let fits = facts.fact(fact);
    let term = match fits {
        Cond::TRUE => facts.constant(1, 0),
        Cond::FALSE => facts.constant(1, 1),
        _ => facts.operation(520 + op as u32 * 2 + u32::from(signed), &[x, y], 1),
    };
    Scalar::Word { term, undef: if ux | uy != 0 { 1 } else { 0 } }
}

fn compare_words(facts: &mut Facts, op: CmpOp, x: Scalar, y: Scalar) -> Cond {
    let ((a, _), (b, _)) = (facts.word_of(x), facts.word_of(y));
    let arena = &mut facts.conds.arena;
    let fact = match op {
        CmpOp::Eq => arena.eq(a, b),
        CmpOp::Ne => !arena.eq(a, b),
        CmpOp::Ult => arena.ult(a, b),
        CmpOp::Ule => arena.ule(a, b),
        CmpOp::Ugt => arena.ult(b, a),
        CmpOp::Uge => arena.ule(b, a),
        CmpOp::Slt => arena.slt(a, b),
        CmpOp::Sle => arena.sle(a, b),
        CmpOp::Sgt => arena.slt(b, a),
        CmpOp::Sge => arena.sle(b, a),
    };
    facts.fact(fact)
}

fn cast(facts: &mut Facts, kind: CastKind, from: u32, width: u32, scalar: Scalar) -> Scalar {
    if from > 128 || width > 128 {
        return Scalar::Word { term: facts.unknown(width.min(128), Reason::Uninterpreted), undef: scalar.undef() };
    }
    let (term, undef) = facts.word_of(scalar);
    match kind {
        CastKind::Trunc => facts.extract(scalar, 0, width),
        CastKind::ZExt => Scalar::Word { term: facts.conds.arena.zext(term, width), undef },
        CastKind::SExt => {
            let sign = undef >> (from - 1) & 1;
            let undef = if sign == 1 { undef | (ones(width) & !ones(from)) } else { undef };
            Scalar::Word { term: facts.conds.arena.sext(term, width), undef }
        }
        CastKind::PtrToInt => fit(facts, Scalar::Word { term, undef }, width),
        CastKind::IntToPtr => {
            let word = fit(facts, Scalar::Word { term, undef }, width);
            if undef != 0 {
                return word;
            }
            let (base, offset) = facts.pointer_of(word);
            Scalar::Ptr { base, offset }
        }
        CastKind::Bitcast => scalar,
        _ => {
            let undef = if undef != 0 { ones(width) } else { 0 };
            Scalar::Word { term: facts.operation(600 + kind as u32 * 1000 + width, &[term], width), undef }
        }
    }
}

fn unary(facts: &mut Facts, op: UnOp, scalar: Scalar) -> Scalar {
    let (term, undef) = facts.word_of(scalar);
    let width = facts.conds.arena.width(term);
    let undef = if undef != 0 { ones(width) } else { 0 };
    Scalar::Word { term: facts.operation((200 + op as u32) * 1000 + width, &[term], width), undef }
}
