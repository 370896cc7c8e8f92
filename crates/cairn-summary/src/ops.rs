//! What each operation does to a state, one arm each.

use crate::analysis::{Activation, Analysis, ObjectKind, Stop};
use crate::facts::{Cond, Reason};
use crate::heap::{Rest, ones};
use crate::state::State;
use crate::value::{Scalar, Values};
use crate::words::{cast, format, move_by, unary, undefined_like};
use cairn_ir::{Inst, Op, Operand, Type};
use cairn_logic::TermId;

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
                let base = self.new_local(act, state, size);
                Values::one(Scalar::Ptr { base, offset: self.facts.offset(0) })
            }
            Op::ScopeStart { object } | Op::ScopeEnd { object } => {
                let start = matches!(inst.op, Op::ScopeStart { .. });
                for (base, _, _) in self.targets(act, state, *object) {
                    if start { state.heap.restart(base) } else { state.heap.end_scope(base) }
                }
                return Ok(true);
            }
            Op::StackSave => {
                if let Some(token) = result {
                    act.saves.insert(token, act.locals.len());
                }
                Values::word(self.facts.unknown(self.program.target.pointer_bits, Reason::Uninterpreted))
            }
            Op::StackRestore { token } => {
                self.restore_stack(act, state, *token);
                return Ok(true);
            }
            Op::HeapAlloc { size, zeroed, .. } => {
                let size = self.number(act, state, *size);
                let rest = if *zeroed { Rest::Zero } else { Rest::Undefined };
                let kind = ObjectKind::Heap(self.site(act));
                let base = self.new_object(state, kind, size, rest);
                Values::one(Scalar::Ptr { base, offset: self.facts.offset(0) })
            }
            Op::HeapFree { ptr } => {
                self.free(act, state, *ptr);
                return Ok(true);
            }
            Op::HeapSize { ptr } => self.heap_size(act, state, *ptr),
            Op::Load { ty, addr, flags, .. } => {
                let loaded = self.load(act, state, *ty, *addr);
                // Somebody else may write a volatile variable.
                if flags.volatile && !self.is_private(act, state, *addr) {
                    let width = self.width_of(*ty).min(128);
                    let any = self.facts.unknown(width, Reason::Input);
                    // What nobody has written may be undefined all the same.
                    loaded.map(&mut self.facts, |_, scalar| match scalar.undef() {
                        0 => Scalar::word(any),
                        _ => Scalar::Word { term: any, undef: ones(width) },
                    })
                } else {
                    loaded
                }
            }
            Op::Store { value, addr, .. } => {
                let ty = body.operand_type(*value);
                let value = self.value(act, state, *value);
                self.store(act, state, ty, *addr, &value);
                return Ok(true);
            }
            // Somebody else may write a volatile variable.
            Op::Copy { src, volatile: true, .. } if !self.is_private(act, state, *src) => {
                return Err(Stop::Unsupported("a copy of a volatile structure".to_owned()));
            }
            Op::Copy { dst, src, len, overlap, .. } => {
                self.copy(act, state, *dst, *src, *len, *overlap);
                return Ok(true);
            }
            Op::Set { dst, byte, len, .. } => {
                self.set(act, state, *dst, *byte, *len);
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
                if index.single().is_none() {
                    self.steers();
                }
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
                let format = format(body.operand_type(*value));
                input.map(&mut self.facts, |facts, scalar| unary(facts, *op, format, scalar))
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
                let ty = body.operand_type(*a);
                self.uninterpreted(290 + format(ty), &operands, self.width_of(ty))
            }
            Op::Compare { op, lhs, rhs } => {
                let (a, b) = (self.value(act, state, *lhs), self.value(act, state, *rhs));
                let is_ptr = body.operand_type(*lhs) == Type::Ptr;
                self.compare(state, *op, is_ptr, &a, &b)
            }
            Op::FCompare { op, lhs, rhs } => {
                let operands = [self.value(act, state, *lhs), self.value(act, state, *rhs)];
                self.uninterpreted(400 + *op as u32 + format(body.operand_type(*lhs)), &operands, 1)
            }
            Op::Select { cond, then, otherwise } => {
                let cond = self.value(act, state, *cond);
                let (then, otherwise) = (self.value(act, state, *then), self.value(act, state, *otherwise));
                let width = self.width_of(body.operand_type(inst_operand(inst)));
                if then.has_pointer() || otherwise.has_pointer() {
                    self.steers();
                }
                self.select(&cond, &then, &otherwise, width)
            }
            Op::Cast { kind, value, to } => {
                let given = body.operand_type(*value);
                let (from, width) = (self.width_of(given), self.width_of(*to));
                let format = format(given) + 2 * format(*to);
                let input = self.value(act, state, *value);
                if input.has_pointer() || (*to == Type::Ptr && input.single().is_none()) {
                    self.steers();
                }
                input.map(&mut self.facts, |facts, scalar| cast(facts, *kind, from, width, format, scalar))
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
            Op::Nondet { ty } => Values::word(self.ask(state, self.width_of(*ty))),
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
            Op::Rmw { op, addr, value, .. } => self.read_modify_write(act, state, *op, *addr, *value),
            Op::CmpXchg { addr, expected, new, .. } => {
                self.compare_exchange(act, state, inst, *addr, *expected, *new);
                return Ok(true);
            }
            Op::Asm(asm) => {
                self.assembly(act, state, inst, asm)?;
                return Ok(true);
            }
            Op::SetJmp { buf } => return self.set_jump(act, state, inst, *buf),
            Op::LongJmp { buf, value } => return self.long_jump(act, state, *buf, *value),
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

    /// Does an address lead only to locals that nobody else knows of?
    fn is_private(&mut self, act: &Activation<'p>, state: &mut State, addr: Operand) -> bool {
        self.targets(act, state, addr)
            .iter()
            .all(|&(base, _, _)| matches!(self.kind(base), Some(ObjectKind::Stack)) && !self.facts.is_exposed(base))
    }

    pub(crate) fn width_of(&self, ty: Type) -> u32 {
        ty.bits(self.program.target.pointer_bits)
    }

    /// The one number that a value is; anything if there are several.
    pub(crate) fn number(&mut self, act: &Activation, state: &mut State, operand: Operand) -> TermId {
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
}

fn inst_operand(inst: &Inst) -> Operand {
    match &inst.op {
        Op::Select { then, .. } => *then,
        _ => unreachable!("asked of a select"),
    }
}
