//! What one instruction does to a heap.

use crate::heap::Heap;
use crate::object::{Fill, Kind, Life, Obj};
use crate::range::Range;
use crate::run::{Run, Stop};
use crate::value::{Addr, Lin, Val};
use cairn_ir::{Body, CmpOp, FieldRef, Inst, Op, Operand, Rule, Type};

/// Values of an index that are told apart where pointers are indexed.
const FEW: i128 = 8;

impl<'w> Run<'w> {
    /// Executes one instruction; the heaps behind it are added to `after`.
    pub(crate) fn step(
        &mut self,
        body: &'w Body,
        mut heap: Heap,
        inst: &'w Inst,
        after: &mut Vec<Heap>,
    ) -> Result<(), Stop> {
        let val = match &inst.op {
            Op::Alloca { size, .. } => {
                let Some(size) = self.number(body, &mut heap, *size) else { return Ok(()) };
                let id = heap.add(Obj::new(Kind::Stack, size, Fill::Undef));
                heap.frame_mut().locals.push(id);
                Val::Ptr(Addr::start(id, self.world.bits))
            }
            Op::ScopeStart { object } | Op::ScopeEnd { object } => {
                let live = matches!(inst.op, Op::ScopeStart { .. });
                self.scope(body, &mut heap, *object, live)?;
                after.push(heap);
                return Ok(());
            }
            Op::HeapAlloc { size, align, zeroed } => {
                let Some(size) = self.number(body, &mut heap, *size) else { return Ok(()) };
                if self.number(body, &mut heap, *align).is_none() {
                    return Ok(());
                }
                self.allocate(&mut heap, size, *zeroed)
            }
            Op::HeapFree { ptr } => {
                for (mut heap, id) in self.freeable(body, heap, *ptr)? {
                    heap.obj_mut(self.world, id).end(Life::Freed);
                    if self.place() != self.here {
                        // A block that is resized may stay where it is.
                        let site = self.place();
                        heap.mark_reused(|obj| obj.sites.contains(&site));
                    }
                    after.push(heap);
                }
                return Ok(());
            }
            Op::HeapSize { ptr } => {
                for (heap, id) in self.freeable(body, heap, *ptr)? {
                    let size = heap.obj(self.world, id).size;
                    self.define(heap, inst, Val::Num(size), after);
                }
                return Ok(());
            }
            Op::Load { ty, addr, flags, .. } => {
                // Somebody else may write a volatile variable; of addresses in locals, nobody does.
                let is_changed = flags.volatile && (*ty != Type::Ptr || !self.is_in_local(body, &heap, *addr));
                for (mut heap, val) in self.load(body, heap, *ty, *addr)? {
                    let val = match (is_changed, val) {
                        (true, _) if *ty == Type::Ptr => Val::Top,
                        (true, Val::Num(_) | Val::Ptr(_)) => heap.unknown(self.width(*ty), false),
                        (true, Val::Undef | Val::Top) => Val::Top,
                        (false, val) => val,
                    };
                    self.define(heap, inst, val, after);
                }
                return Ok(());
            }
            Op::Store { value, addr, .. } => {
                after.extend(self.store(body, heap, *value, *addr)?);
                return Ok(());
            }
            Op::Copy { src, volatile: true, .. } if !self.is_in_local(body, &heap, *src) => {
                return Err(Stop::Unsupported("a copy of a volatile structure".to_owned()));
            }
            Op::Copy { dst, src, len, overlap, .. } => {
                return self.copy(body, heap, (*dst, *src, *len), *overlap, after);
            }
            Op::Set { dst, byte, len, .. } => return self.set(body, heap, (*dst, *byte, *len), after),
            Op::Field { base, offset, field } => {
                let whole = self.value(body, &heap, *base);
                self.cut_at_record(&mut heap, whole, *field);
                let base = self.value(body, &heap, *base);
                self.note_record(&mut heap, base, *field);
                base.moved(*offset)
            }
            Op::Index { base, index, scale, .. } => {
                for mut heap in self.few_indices(body, heap, (*base, *index), *scale) {
                    let (base, index) = (self.value(body, &heap, *base), self.value(body, &heap, *index));
                    let val = self.index(&mut heap, base, index, *scale);
                    self.define(heap, inst, val, after);
                }
                return Ok(());
            }
            Op::Binary { op, lhs, rhs, .. } => match self.binary(body, &mut heap, *op, *lhs, *rhs) {
                Some(val) => val,
                None => return Ok(()),
            },
            Op::Unary { op, value } => {
                let (val, width) = (self.value(body, &heap, *value), self.width(body.operand_type(*value)));
                self.unary(&mut heap, *op, val, width)
            }
            Op::Bits { a, b, c, .. } => {
                let operands = [Some(*a), *b, *c].into_iter().flatten();
                let vals: Vec<Val> = operands.map(|operand| self.value(body, &heap, operand)).collect();
                let width = self.width(body.operand_type(*a));
                self.blind(&mut heap, &vals, width, false)
            }
            Op::Overflowing { op, lhs, rhs } => {
                let (a, b) = (self.value(body, &heap, *lhs), self.value(body, &heap, *rhs));
                let width = self.width(body.operand_type(*lhs));
                let (value, flag) = self.overflowing(&mut heap, *op, a, b, width);
                for (result, val) in inst.results.iter().zip([value, flag]) {
                    heap.set(result, val);
                }
                after.push(heap);
                return Ok(());
            }
            Op::Fma { a, b, c } => {
                let vals = [a, b, c].map(|operand| self.value(body, &heap, *operand));
                let width = self.width(body.operand_type(*a));
                self.blind(&mut heap, &vals, width, true)
            }
            Op::Compare { op, lhs, rhs } => {
                for (heap, val) in self.compare(body, heap, *op, *lhs, *rhs) {
                    self.define(heap, inst, val, after);
                }
                return Ok(());
            }
            Op::FCompare { lhs, rhs, .. } => {
                let vals = [self.value(body, &heap, *lhs), self.value(body, &heap, *rhs)];
                self.blind(&mut heap, &vals, 1, true)
            }
            Op::Select { cond, then, otherwise } => {
                self.select(body, heap, inst, (*cond, *then, *otherwise), after);
                return Ok(());
            }
            Op::Cast { kind, value, to } => {
                let (val, from) = (self.value(body, &heap, *value), body.operand_type(*value));
                self.cast(&mut heap, *kind, val, from, *to)
            }
            Op::Freeze { value } => {
                let width = self.width(body.operand_type(*value));
                match self.value(body, &heap, *value) {
                    Val::Undef => heap.unknown(width, true),
                    Val::Top => heap.unknown(width, false),
                    other => other,
                }
            }
            Op::Call { callee, args, area, .. } => return self.call(body, heap, inst, *callee, (args, *area), after),
            Op::Host { func, args } => return self.host(body, heap, inst, *func, args, after),
            Op::Nondet { ty } => {
                let val = heap.unknown(self.width(*ty), *ty != Type::Ptr);
                self.note_input(&mut heap, val);
                val
            }
            Op::Assume { cond } => {
                let cond = self.value(body, &heap, *cond);
                after.extend(self.truth(heap, cond).into_iter().filter(|(_, truth)| *truth).map(|(heap, _)| heap));
                return Ok(());
            }
            Op::Fail { rule, .. } => {
                self.fail(&heap, *rule);
                return Ok(());
            }
            Op::Fence { .. } => {
                after.push(heap);
                return Ok(());
            }
            Op::Rmw { .. } | Op::CmpXchg { .. } => return Err(Stop::Concurrency),
            Op::Asm(_) => return Err(Stop::Unsupported("inline assembly".to_owned())),
            Op::SetJmp { .. } | Op::LongJmp { .. } => return Err(Stop::Unsupported("setjmp and longjmp".to_owned())),
            Op::StackSave | Op::StackRestore { .. } => {
                return Err(Stop::Unsupported("arrays of variable length".to_owned()));
            }
            Op::Unsupported { reason } => {
                return Err(Stop::Unsupported(self.world.program.names.text(*reason).to_owned()));
            }
        };
        self.define(heap, inst, val, after);
        Ok(())
    }

    pub(crate) fn define(&self, mut heap: Heap, inst: &Inst, val: Val, after: &mut Vec<Heap>) {
        if let Some(result) = inst.results.single() {
            heap.set(result, val);
        }
        after.push(heap);
    }

    fn is_in_local(&self, body: &Body, heap: &Heap, addr: Operand) -> bool {
        matches!(self.value(body, heap, addr), Val::Ptr(at) if heap.obj(self.world, at.obj).kind == Kind::Stack)
    }

    /// A record that links to its own kind begins somewhere in an object: it is a block of its own.
    fn cut_at_record(&self, heap: &mut Heap, base: Val, field: Option<FieldRef>) {
        let (Val::Ptr(addr), Some(field)) = (base, field) else { return };
        let obj = heap.obj(self.world, addr.obj);
        let record = &self.world.program.ctypes.records[field.record];
        let separate = match addr.off.as_const() {
            None => true,
            // Nodes at fixed places of an object of fixed size are told apart as they are.
            Some(at) => {
                let before = |start: u64| u128::from(start + record.bytes) <= at;
                let divisible = obj.part.is_some() || obj.size.as_const().is_none();
                divisible && obj.types.iter().any(|&(start, known)| known == field.record && before(start))
            }
        };
        if separate && self.world.links_to_its_kind(field.record) {
            heap.cut(self.world, addr, false);
            heap.name_neighbours();
        }
    }

    /// A block of which a member is looked at is of that record's type, at least as the program sees it.
    fn note_record(&self, heap: &mut Heap, base: Val, field: Option<FieldRef>) {
        let (Val::Ptr(addr), Some(field)) = (base, field) else { return };
        let Some(start) = addr.off.as_const().and_then(|start| u64::try_from(start).ok()) else { return };
        let known = (start, field.record);
        let is_new = |obj: &Obj| {
            let inside = obj.size.as_const().is_none_or(|size| u128::from(start) < size);
            obj.kind == Kind::Heap && obj.life == Life::Live && inside && !obj.types.contains(&known)
        };
        if is_new(heap.obj(self.world, addr.obj)) {
            heap.obj_mut(self.world, addr.obj).types.insert(known);
        }
    }

    /// A value from outside; remembered when an execution is searched for.
    pub(crate) fn note_input(&self, heap: &mut Heap, val: Val) {
        if self.searching.is_some() {
            heap.inputs.push(val);
        }
    }

    fn scope(&self, body: &Body, heap: &mut Heap, object: Operand, live: bool) -> Result<(), Stop> {
        match self.value(body, heap, object) {
            Val::Ptr(addr) if heap.obj(self.world, addr.obj).kind == Kind::Stack => {
                let obj = heap.obj_mut(self.world, addr.obj);
                obj.end(Life::ScopeEnded);
                if live {
                    obj.life = Life::Live;
                }
                Ok(())
            }
            _ => Err(Stop::Unsupported("the scope of something that is no local".to_owned())),
        }
    }

    fn select(
        &mut self,
        body: &Body,
        heap: Heap,
        inst: &Inst,
        (cond, then, otherwise): (Operand, Operand, Operand),
        after: &mut Vec<Heap>,
    ) {
        let cond = self.value(body, &heap, cond);
        if let Val::Undef | Val::Top | Val::Ptr(_) = cond {
            let (a, b) = (self.value(body, &heap, then), self.value(body, &heap, otherwise));
            let val = if a == b { a } else { Val::Top };
            return self.define(heap, inst, val, after);
        }
        for (heap, truth) in self.truth(heap, cond) {
            let val = self.value(body, &heap, if truth { then } else { otherwise });
            self.define(heap, inst, val, after);
        }
    }

    /// Where pointers are indexed, few possible indices are told apart.
    fn few_indices(&self, body: &Body, heap: Heap, (base, index): (Operand, Operand), scale: u64) -> Vec<Heap> {
        let (Val::Ptr(addr), Val::Num(index)) = (self.value(body, &heap, base), self.value(body, &heap, index)) else {
            return vec![heap];
        };
        let range = heap.range(index);
        let in_reach = |at: u64| {
            addr.off.as_signed().is_none_or(|off| {
                let [first, last] = [range.slo, range.shi].map(|index| i128::from(off) + index * i128::from(scale));
                (first..last + i128::from(scale)).contains(&i128::from(at))
            })
        };
        let pointers = || heap.obj(self.world, addr.obj).values().any(|(at, val)| val.addr().is_some() && in_reach(at));
        if index.sym.is_none() || range.width > 64 || range.uhi - range.ulo >= FEW || !pointers() {
            return vec![heap];
        }
        let mut parts = Vec::new();
        for value in range.ulo..=range.uhi {
            let mut part = heap.clone();
            if part.assume(CmpOp::Eq, index, Lin::constant(index.width, value as u128)) {
                parts.push(part);
            }
        }
        parts
    }

    /// Everything that a primitive of the library may break stays open.
    pub(crate) fn doubt_all(&mut self, heap: &Heap) {
        for rule in [
            Rule::NullDereference,
            Rule::InvalidPointer,
            Rule::UseAfterFree,
            Rule::UseAfterScope,
            Rule::OutOfBounds,
            Rule::UninitializedRead,
            Rule::PreconditionViolation,
        ] {
            self.doubt(heap, rule);
        }
    }

    /// A number between bounds.
    pub(crate) fn between(&self, heap: &mut Heap, width: u32, low: i128, high: i128) -> Val {
        Val::Num(heap.new_sym(Range::signed(width, low, high), true))
    }
}
