//! Operations that are executed from the IR: objects, wide values, floats, casts, atomics, verification.

use crate::exec::{Access, Cx, Machine, Trap, division_trap, error, undefined_use};
use crate::float;
use crate::memory::{Content, ObjectKind};
use crate::report::End;
use crate::state::{JumpPoint, LocalContent};
use crate::value::{self, ArithmeticFault, Prov, Slot, mask};
use crate::wide::{self, WideError};
use cairn_ir::{
    BinOp, Body, CastKind, CmpOp, Const, FloatKind, Inst, Op, Operand, OverflowOp, RmwOp, Rule, Type, UnOp, ValueId,
    Wrap,
};

/// A value of any width on its way through an operation.
#[derive(Clone, Debug)]
pub(crate) struct Wide {
    pub bits: Vec<u64>,
    pub undef: Vec<u64>,
    pub prov: Prov,
}

impl Wide {
    fn defined(bits: Vec<u64>) -> Wide {
        let undef = vec![0; bits.len()];
        Wide { bits, undef, prov: Prov::NONE }
    }

    fn is_defined(&self) -> bool {
        self.undef.iter().all(|&limb| limb == 0)
    }

    /// All bits undefined, with the origin of the given values.
    fn undefined(width: u32, from: &[&Wide]) -> Wide {
        let limbs = width.div_ceil(64).max(1);
        let undef = (0..limbs).map(|i| mask(width - 64 * i)).collect();
        let prov = from.iter().find(|value| !value.is_defined()).map_or(Prov::NONE, |value| value.prov);
        Wide { bits: vec![0; limbs as usize], undef, prov }
    }

    fn to_u128(&self) -> u128 {
        u128::from(self.bits[0]) | self.bits.get(1).map_or(0, |&high| u128::from(high) << 64)
    }

    fn from_u128(value: u128, width: u32) -> Wide {
        let mut bits = vec![value as u64];
        if width > 64 {
            bits.push((value >> 64) as u64);
        }
        Wide::defined(bits)
    }
}

impl Cx {
    fn wide(&self, operand: Operand, width: u32) -> Wide {
        let src = self.code.src(operand);
        let slots: Vec<Slot> = (0..width.div_ceil(64).max(1) as usize).map(|i| self.get(src.offset(i))).collect();
        let bits = slots.iter().map(|slot| slot.bits).collect();
        let undef: Vec<u64> = slots.iter().map(|slot| slot.undef).collect();
        let origin = slots.iter().find(|slot| slot.undef != 0).unwrap_or(&slots[0]);
        Wide { bits, undef, prov: origin.prov }
    }

    fn set_wide(&mut self, value: ValueId, wide: &Wide) {
        let dst = self.code.slot_of(value);
        for (i, (&bits, &undef)) in wide.bits.iter().zip(&wide.undef).enumerate() {
            self.set(dst + i as u32, Slot { bits, undef, prov: wide.prov });
        }
    }

    pub(crate) fn operand(&self, operand: Operand) -> Slot {
        self.get(self.code.src(operand))
    }

    pub(crate) fn set_value(&mut self, value: Option<ValueId>, slot: Slot) {
        if let Some(value) = value {
            self.set(self.code.slot_of(value), slot);
        }
    }
}

impl Machine<'_> {
    /// Executes the instruction before `cx.pc` from the IR.
    #[cold]
    #[inline(never)]
    pub(crate) fn operation(&mut self, cx: &mut Cx) -> Result<(), Trap> {
        let program = self.program;
        let func = self.state.threads[self.state.current].frames.last().expect("running").func;
        let body = program.funcs[func].body.as_ref().expect("only defined functions run");
        let origin = cx.code.origin(cx.pc - 1);
        let inst = &body.blocks[origin.block].insts[origin.inst as usize];
        let result = inst.results.single();
        match &inst.op {
            Op::Alloca { size, align } => {
                let size = self.defined(cx.operand(*size), "the size of a local depends on")?;
                let stack = self.state.threads[self.state.current].stack;
                let address = self.state.memory.push_local(stack, size, *align);
                let address = address.map_err(|fault| Trap::Fault(fault, Access::Allocate))?;
                let var = result.and_then(|value| body.values[value].var);
                self.state.memory.get_mut(address.prov.index).var = var.map(|var| (func, var));
                cx.set_value(result, address);
            }
            Op::ScopeStart { .. } | Op::ScopeEnd { .. } if self.config.tolerance.ended_scopes => {}
            Op::ScopeStart { object } => self.state.memory.start_scope(cx.operand(*object)),
            Op::ScopeEnd { object } => {
                let at = self.current_stack(cx);
                let local = cx.operand(*object);
                self.state.memory.end_scope(local, at);
                // Another one takes its place if its scope does not start again.
                if matches!(object, Operand::Value(value) if cx.code.fleeting.contains(value)) {
                    let stack = self.state.threads[self.state.current].stack;
                    self.state.memory.drop_last_local(stack, local);
                }
            }
            Op::StackSave => {
                let stack = self.state.threads[self.state.current].stack;
                cx.set_value(result, Slot::int(self.state.memory.stack_height(stack) as u64));
            }
            Op::StackRestore { token } => {
                let height = self.defined(cx.operand(*token), "the stack pointer depends on")?;
                let thread = &self.state.threads[self.state.current];
                let floor = thread.frames.last().map_or(0, |frame| frame.stack_height as usize);
                let (stack, at) = (thread.stack, self.current_stack(cx));
                self.state.memory.pop_locals(stack, (height as usize).max(floor), || at.clone());
            }
            Op::HeapAlloc { size, align, zeroed } => {
                let size = self.defined(cx.operand(*size), "the size of an allocation depends on")?;
                let align = self.defined(cx.operand(*align), "an alignment depends on")?;
                let content = if *zeroed { Content::Zero } else { self.state.memory.fresh };
                let address = self.state.memory.allocate(ObjectKind::Heap, size, align, content);
                let address = address.map_err(|fault| Trap::Fault(fault, Access::Allocate))?;
                self.state.memory.get_mut(address.prov.index).made = self.current_stack(cx);
                cx.set_value(result, address);
            }
            Op::HeapFree { ptr } => {
                let at = self.current_stack(cx);
                let freed = self.state.memory.free(cx.operand(*ptr), at);
                freed.map_err(|fault| Trap::Fault(fault, Access::Free))?;
            }
            Op::HeapSize { ptr } => {
                let block = self.state.memory.freeable(cx.operand(*ptr));
                let block = block.map_err(|fault| Trap::Fault(fault, Access::Free))?;
                cx.set_value(result, Slot::int(self.state.memory.get(block.index).size));
            }
            Op::Load { ty, addr, flags, .. } => {
                self.state.observed.world |= flags.volatile;
                let wide = self.load_wide(cx.operand(*addr), ty.bits(self.pointer_bits()))?;
                self.state.observed.addresses |= wide.prov.is_object() && wide.is_defined() && *ty != Type::Ptr;
                cx.set_wide(result.expect("a load has a result"), &wide);
            }
            Op::Store { value, addr, .. } => {
                let width = body.operand_type(*value).bits(self.pointer_bits());
                let wide = cx.wide(*value, width);
                self.store_wide(cx.operand(*addr), width, &wide)?;
            }
            Op::Copy { dst, src, len, overlap, volatile } => {
                self.state.observed.world |= volatile;
                let len = self.defined(cx.operand(*len), "the length of a copy depends on")?;
                self.copy(cx.operand(*dst), cx.operand(*src), len, *overlap)?;
            }
            Op::Set { dst, byte, len, .. } => {
                let len = self.defined(cx.operand(*len), "the length of a `memset` depends on")?;
                let filled = self.state.memory.fill(cx.operand(*dst), cx.operand(*byte), len);
                filled.map_err(|fault| Trap::Fault(fault, Access::Write(len)))?;
            }
            Op::Field { base, offset, .. } => {
                let address = self.add_to_address(cx.operand(*base), *offset as u64);
                cx.set_value(result, address);
            }
            Op::Index { .. } => self.checked_index(cx, body, inst)?,
            Op::Binary { op, lhs, rhs, wrap } => {
                let value = self.binary_wide(cx, body, *op, *lhs, *rhs, *wrap)?;
                cx.set_wide(result.expect("arithmetic has a result"), &value);
            }
            Op::Unary { op, value } => {
                let ty = body.operand_type(*value);
                let input = cx.wide(*value, ty.bits(self.pointer_bits()));
                cx.set_wide(result.expect("arithmetic has a result"), &unary(*op, ty, &input));
            }
            Op::Bits { op, a, b, c } => {
                let width = body.operand_type(*a).bits(self.pointer_bits());
                let operands = [Some(*a), *b, *c].map(|operand| operand.map(|operand| cx.wide(operand, width)));
                cx.set_wide(result.expect("has a result"), &bit_op(*op, width, &operands));
            }
            Op::Overflowing { op, lhs, rhs } => self.overflowing(cx, body, inst, *op, *lhs, *rhs),
            Op::Fma { a, b, c } => {
                let Type::Float(kind) = body.operand_type(*a) else { unreachable!("fma is on floats") };
                let [a, b, c] = [a, b, c].map(|operand| cx.wide(*operand, kind.bits()));
                let value = if a.is_defined() && b.is_defined() && c.is_defined() {
                    Wide::from_u128(float::fma(kind, a.to_u128(), b.to_u128(), c.to_u128()), kind.bits())
                } else {
                    Wide::undefined(kind.bits(), &[&a, &b, &c])
                };
                cx.set_wide(result.expect("has a result"), &value);
            }
            Op::Compare { op, lhs, rhs } => {
                let width = body.operand_type(*lhs).bits(self.pointer_bits());
                let value = compare_wide(*op, width, &cx.wide(*lhs, width), &cx.wide(*rhs, width));
                cx.set_value(result, value);
            }
            Op::FCompare { op, lhs, rhs } => {
                let Type::Float(kind) = body.operand_type(*lhs) else { unreachable!("fcmp is on floats") };
                let (a, b) = (cx.operand(*lhs), cx.operand(*rhs));
                if kind.bits() <= 64 && a.undef | b.undef == 0 {
                    let value = float::compare(*op, kind, u128::from(a.bits), u128::from(b.bits));
                    cx.set_value(result, Slot::bool(value));
                    return Ok(());
                }
                let (a, b) = (cx.wide(*lhs, kind.bits()), cx.wide(*rhs, kind.bits()));
                let value = if a.is_defined() && b.is_defined() {
                    Slot::bool(float::compare(*op, kind, a.to_u128(), b.to_u128()))
                } else {
                    Slot { bits: 0, undef: 1, prov: Wide::undefined(1, &[&a, &b]).prov }
                };
                cx.set_value(result, value);
            }
            Op::Select { cond, then, otherwise } => {
                let width = body.operand_type(*then).bits(self.pointer_bits());
                let (then, otherwise) = (cx.code.src(*then), cx.code.src(*otherwise));
                let (cond, dst) = (cx.operand(*cond), cx.code.slot_of(result.expect("has a result")));
                for i in 0..width.div_ceil(64).max(1) {
                    let limb =
                        value::select(cond, cx.get(then.offset(i as usize)), cx.get(otherwise.offset(i as usize)));
                    cx.set(dst + i, limb);
                }
            }
            Op::Cast { kind, value, to } => {
                let from = body.operand_type(*value);
                if let Some(converted) = self.convert(*kind, from, *to, cx.operand(*value)) {
                    cx.set_value(result, converted);
                    return Ok(());
                }
                let input = cx.wide(*value, from.bits(self.pointer_bits()));
                let numbers = match kind {
                    CastKind::PtrToInt => input.prov.is_object(),
                    CastKind::IntToPtr => input.bits.iter().any(|&limb| limb != 0),
                    _ => false,
                };
                self.state.observed.addresses |= numbers;
                let output = self.cast(*kind, from, *to, &input);
                cx.set_wide(result.expect("a cast has a result"), &output);
            }
            Op::Freeze { value } => {
                let width = body.operand_type(*value).bits(self.pointer_bits());
                let mut wide = cx.wide(*value, width);
                if !wide.is_defined() {
                    self.state.observed.unspecified = true;
                    wide.bits.iter_mut().zip(&wide.undef).for_each(|(bits, undef)| *bits &= !undef);
                    wide = Wide::defined(wide.bits);
                }
                cx.set_wide(result.expect("has a result"), &wide);
            }
            Op::Host { func, args } => self.host_call(cx, *func, args, result)?,
            Op::Asm(asm) => self.inline_assembly(cx, body, inst, asm)?,
            Op::SetJmp { buf } => self.set_jump(cx, body, *buf, result)?,
            Op::LongJmp { buf, value } => self.long_jump(cx, *buf, *value)?,
            Op::Rmw { op, addr, value, .. } => self.rmw(cx, body, *op, *addr, *value, result)?,
            Op::CmpXchg { .. } => self.compare_exchange(cx, body, inst)?,
            Op::Fence { .. } => {}
            Op::Nondet { ty } => {
                let width = ty.bits(self.pointer_bits());
                let value = self.nondet(width);
                let mut wide = Wide::from_u128(value, width.min(128));
                wide.bits.resize(width.div_ceil(64).max(1) as usize, 0);
                wide.undef.resize(wide.bits.len(), 0);
                if *ty == Type::Ptr {
                    self.state.observed.addresses |= wide.bits[0] != 0;
                    wide.prov = self.state.memory.address_of_int(Slot::int(wide.bits[0])).prov;
                }
                cx.set_wide(result.expect("has a result"), &wide);
            }
            Op::Assume { cond } => {
                if !self.condition(cx.operand(*cond))? {
                    return Err(Trap::End(Box::new(End::AssumeFalse)));
                }
            }
            Op::Fail { rule, message } => {
                let text = message.and_then(|message| self.c_string(cx.operand(message)));
                let text = text.map(|text| String::from_utf8_lossy(&text).into_owned());
                return Err(error(*rule, text.unwrap_or_else(|| "an error was reported".to_owned())));
            }
            Op::Unsupported { reason } => {
                let reason = program.names.text(*reason).to_owned();
                return Err(Trap::End(Box::new(End::Unsupported { reason, stack: Vec::new() })));
            }
            Op::Call { .. } => unreachable!("calls have a short form"),
        }
        Ok(())
    }

    /// A number that must not depend on undefined bits.
    pub(crate) fn defined(&self, value: Slot, what: &str) -> Result<u64, Trap> {
        if value.undef != 0 { Err(undefined_use(what, value.prov)) } else { Ok(value.bits) }
    }

    pub(crate) fn load_wide(&self, addr: Slot, width: u32) -> Result<Wide, Trap> {
        let count = u64::from(width.div_ceil(8));
        let fault = |fault| Trap::Fault(fault, Access::Read(count));
        // The whole range is checked at once, so that the report speaks of the whole access.
        self.state.memory.access(addr, count, false).map_err(fault)?;
        let mut wide = Wide { bits: Vec::new(), undef: Vec::new(), prov: Prov::NONE };
        for at in (0..count).step_by(8) {
            let part = self.state.memory.load(self.step(addr, at), (count - at).min(8) as usize).map_err(fault)?;
            let keep = mask(width - 8 * at as u32);
            wide.bits.push(part.bits & keep);
            wide.undef.push(part.undef & keep);
            if part.prov.is_object() && part.undef == 0 && count > 8 {
                self.state.memory.number_mattered();
            }
            if part.undef & keep != 0 || count <= 8 {
                wide.prov = part.prov;
            }
        }
        Ok(wide)
    }

    pub(crate) fn store_wide(&mut self, addr: Slot, width: u32, value: &Wide) -> Result<(), Trap> {
        let count = u64::from(width.div_ceil(8));
        let fault = |fault| Trap::Fault(fault, Access::Write(count));
        self.state.memory.access(addr, count, true).map_err(fault)?;
        for (i, at) in (0..count).step_by(8).enumerate() {
            let prov = if count <= 8 { value.prov } else { Prov::NONE };
            let part = Slot { bits: value.bits[i], undef: value.undef[i], prov };
            let to = self.step(addr, at);
            self.state.memory.store(to, (count - at).min(8) as usize, part).map_err(fault)?;
        }
        Ok(())
    }

    fn step(&self, addr: Slot, by: u64) -> Slot {
        self.add_to_address(addr, by)
    }

    pub(crate) fn copy(&mut self, dst: Slot, src: Slot, len: u64, overlap: bool) -> Result<(), Trap> {
        self.state
            .memory
            .copy(dst, src, len)
            .map_err(|(fault, write)| Trap::Fault(fault, if write { Access::Write(len) } else { Access::Read(len) }))?;
        // Both ranges are inside their objects, so only ranges of one object can meet.
        let near = dst.bits.abs_diff(src.bits);
        if !overlap && near != 0 && near < len {
            let message = format!("`memcpy` of {len} bytes between ranges that overlap");
            return Err(Trap::Error { rule: Rule::PreconditionViolation, message, object: dst.prov });
        }
        Ok(())
    }

    /// Pointer arithmetic with the optional checks, or with a huge scale.
    fn checked_index(&mut self, cx: &mut Cx, body: &Body, inst: &Inst) -> Result<(), Trap> {
        let Op::Index { base, index, scale, len, inbounds } = &inst.op else { unreachable!("an index") };
        let (base, number) = (cx.operand(*base), cx.operand(*index));
        let signed = value::sign_extend(number.bits, self.pointer_bits());
        let mut address = self.add_to_address(base, number.bits.wrapping_mul(*scale));
        if number.undef != 0 {
            address = Slot { undef: mask(self.pointer_bits()), prov: number.prov, ..address };
        } else if base.undef == 0 {
            let checks = self.config.checks;
            if let Some(len) = len.filter(|&len| checks.inside_object && len > 1) {
                let past_end = || inst.results.single().is_some_and(|value| is_accessed(body, value));
                if signed < 0 || signed as u64 > len || (signed as u64 == len && past_end()) {
                    let message = format!("index {signed} is outside the array of {len} elements");
                    return Err(Trap::Error { rule: Rule::OutOfBounds, message, object: base.prov });
                }
            }
            let object = self.state.memory.object(base.prov);
            let outside = object.is_some_and(|object| address.bits.wrapping_sub(object.base) > object.size);
            if checks.pointer_arithmetic && *inbounds && (outside || (base.bits == 0 && signed != 0)) {
                let message = "pointer arithmetic leaves the object".to_owned();
                return Err(Trap::Error { rule: Rule::InvalidPointerArithmetic, message, object: base.prov });
            }
        }
        cx.set_value(inst.results.single(), address);
        Ok(())
    }

    fn binary_wide(
        &self,
        cx: &Cx,
        body: &Body,
        op: BinOp,
        lhs: Operand,
        rhs: Operand,
        wrap: Wrap,
    ) -> Result<Wide, Trap> {
        let ty = body.operand_type(lhs);
        let width = ty.bits(self.pointer_bits());
        let (a, b) = (cx.wide(lhs, width), cx.wide(rhs, width));
        if let Type::Float(kind) = ty {
            if !a.is_defined() || !b.is_defined() {
                return Ok(Wide::undefined(width, &[&a, &b]));
            }
            return Ok(Wide::from_u128(float::binary(op, kind, a.to_u128(), b.to_u128()), width));
        }
        let checks = self.config.checks;
        if checks.integer_overflow && wrap.signed && a.is_defined() && b.is_defined() {
            let overflow = match op {
                BinOp::Add => Some(OverflowOp::SAdd),
                BinOp::Sub => Some(OverflowOp::SSub),
                BinOp::Mul => Some(OverflowOp::SMul),
                _ => None,
            };
            if overflow.is_some_and(|op| wide::overflowing(op, width, &a.bits, &b.bits).1) {
                return Err(error(Rule::IntegerOverflow, format!("`{op}` does not fit {width} bits")));
            }
        }
        let first = |wide: &Wide| Slot { bits: 1, undef: u64::from(!wide.is_defined()), prov: wide.prov };
        if !b.is_defined() && value::is_division(op) {
            return Err(division_trap(ArithmeticFault::UndefinedDivisor, first(&a), first(&b)));
        }
        let bits = match wide::binary(op, width, &a.bits, &b.bits) {
            Ok(bits) => bits,
            Err(WideError::DivisionByZero) => {
                return Err(division_trap(ArithmeticFault::DivisionByZero, first(&a), first(&b)));
            }
            Err(WideError::SignedDivOverflow) => {
                return Err(division_trap(ArithmeticFault::QuotientOverflow, first(&a), first(&b)));
            }
            Err(WideError::BadShift) if checks.invalid_shift && b.is_defined() => {
                return Err(error(Rule::InvalidShift, format!("shift of a value of {width} bits by too much")));
            }
            Err(WideError::BadShift) => return Ok(Wide::undefined(width, &[&a, &b])),
        };
        let undef = wide_undef(op, width, &a, &b);
        let prov = if a.is_defined() { b.prov } else { a.prov };
        Ok(Wide { bits, undef, prov })
    }

    fn overflowing(&self, cx: &mut Cx, body: &Body, inst: &Inst, op: OverflowOp, lhs: Operand, rhs: Operand) {
        let width = body.operand_type(lhs).bits(self.pointer_bits());
        let (a, b) = (cx.wide(lhs, width), cx.wide(rhs, width));
        let (value, flag) = if !a.is_defined() || !b.is_defined() {
            let value = Wide::undefined(width, &[&a, &b]);
            let flag = Slot { bits: 0, undef: 1, prov: value.prov };
            (value, flag)
        } else if width <= 64 {
            let (bits, flag) = value::overflowing(op, width, a.bits[0], b.bits[0]);
            (Wide::defined(vec![bits]), Slot::bool(flag))
        } else {
            let (bits, flag) = wide::overflowing(op, width, &a.bits, &b.bits);
            (Wide::defined(bits), Slot::bool(flag))
        };
        let mut results = inst.results.iter();
        let (first, second) = (results.next(), results.next());
        cx.set_wide(first.expect("two results"), &value);
        cx.set_value(second, flag);
    }

    /// Common conversions of at most 64 bits without the detour over wide values; `None` for all others.
    fn convert(&self, kind: CastKind, from: Type, to: Type, input: Slot) -> Option<Slot> {
        let small = |kind: FloatKind| matches!(kind, FloatKind::F32 | FloatKind::F64);
        if kind == CastKind::IntToPtr && from == Type::Int(self.pointer_bits()) {
            return Some(self.state.memory.address_of_int(input));
        }
        if input.undef != 0 {
            return None;
        }
        let bits = u128::from(input.bits);
        let output = match (kind, from, to) {
            (CastKind::SiToFp | CastKind::UiToFp, Type::Int(width @ 1..=64), Type::Float(format)) if small(format) => {
                float::from_int(format, bits, width, kind == CastKind::SiToFp)
            }
            (CastKind::FpToSi | CastKind::FpToUi, Type::Float(format), Type::Int(width @ 1..=64)) if small(format) => {
                float::to_int(format, bits, width, kind == CastKind::FpToSi)?
            }
            (CastKind::FpExt | CastKind::FpTrunc, Type::Float(from), Type::Float(to)) if small(from) && small(to) => {
                float::convert(from, to, bits)
            }
            _ => return None,
        };
        Some(Slot::int(output as u64 & mask(to.bits(self.pointer_bits()))))
    }

    fn cast(&self, kind: CastKind, from: Type, to: Type, input: &Wide) -> Wide {
        let (have, want) = (from.bits(self.pointer_bits()), to.bits(self.pointer_bits()));
        match kind {
            CastKind::Trunc | CastKind::ZExt | CastKind::PtrToInt => resize(input, want),
            CastKind::SExt => Wide {
                bits: wide::sext(have, want, &input.bits),
                undef: wide::sext(have, want, &input.undef),
                prov: input.prov,
            },
            CastKind::Bitcast => input.clone(),
            CastKind::IntToPtr => {
                let cut = resize(input, want);
                let number = Slot { bits: cut.bits[0], undef: cut.undef[0], prov: cut.prov };
                let address = self.state.memory.address_of_int(number);
                Wide { prov: address.prov, ..cut }
            }
            _ if !input.is_defined() => Wide::undefined(want, &[input]),
            CastKind::FpTrunc | CastKind::FpExt => match (from, to) {
                (Type::Float(from), Type::Float(to)) => {
                    Wide::from_u128(float::convert(from, to, input.to_u128()), want)
                }
                _ => unreachable!("checked by the validator"),
            },
            CastKind::FpToUi | CastKind::FpToSi | CastKind::FpToUiSat | CastKind::FpToSiSat => {
                let Type::Float(format) = from else { unreachable!("checked by the validator") };
                Wide::defined(float_to_int(kind, format, input.to_u128(), want))
            }
            CastKind::UiToFp | CastKind::SiToFp => {
                let Type::Float(format) = to else { unreachable!("checked by the validator") };
                let signed = kind == CastKind::SiToFp;
                let value = match have {
                    0..=128 => float::from_int(format, input.to_u128(), have, signed),
                    _ => wide::to_float(format, &input.bits, have, signed),
                };
                Wide::from_u128(value, want)
            }
        }
    }

    fn rmw(
        &mut self,
        cx: &mut Cx,
        body: &Body,
        op: RmwOp,
        addr: Operand,
        value: Operand,
        result: Option<ValueId>,
    ) -> Result<(), Trap> {
        let ty = body.operand_type(value);
        let width = ty.bits(self.pointer_bits());
        let (addr, operand) = (cx.operand(addr), cx.wide(value, width));
        let old = self.load_wide(addr, width)?;
        self.state.observed.addresses |= op != RmwOp::Xchg && (old.prov.is_object() || operand.prov.is_object());
        let new = rmw_value(op, ty, width, &old, &operand);
        self.store_wide(addr, width, &new)?;
        if let Some(result) = result {
            cx.set_wide(result, &old);
        }
        Ok(())
    }

    fn compare_exchange(&mut self, cx: &mut Cx, body: &Body, inst: &Inst) -> Result<(), Trap> {
        let Op::CmpXchg { addr, expected, new, .. } = &inst.op else { unreachable!("a cmpxchg") };
        let width = body.operand_type(*expected).bits(self.pointer_bits());
        let (addr, expected, new) = (cx.operand(*addr), cx.wide(*expected, width), cx.wide(*new, width));
        let old = self.load_wide(addr, width)?;
        let equal = compare_wide(CmpOp::Eq, width, &old, &expected);
        self.state.observed.addresses |= old.prov != expected.prov;
        if equal.undef != 0 {
            return Err(undefined_use("a compare-and-exchange depends on", equal.prov));
        }
        if equal.bits == 1 {
            self.store_wide(addr, width, &new)?;
        }
        let mut results = inst.results.iter();
        let (first, second) = (results.next(), results.next());
        cx.set_wide(first.expect("two results"), &old);
        cx.set_value(second, equal);
        Ok(())
    }

    fn inline_assembly(&mut self, cx: &mut Cx, body: &Body, inst: &Inst, asm: &cairn_ir::AsmInst) -> Result<(), Trap> {
        let template = self.program.names.text(asm.template);
        if !template.trim().is_empty() {
            let reason = format!("inline assembly `{}`", template.trim());
            return Err(Trap::End(Box::new(End::Unsupported { reason, stack: Vec::new() })));
        }
        // An empty template only ties results to arguments.
        let constraints = self.program.names.text(asm.constraints);
        let ties = cairn_ir::AsmInst::ties(constraints);
        for (i, value) in inst.results.iter().enumerate() {
            let width = body.values[value].ty.bits(self.pointer_bits());
            let tied = ties.get(i).copied().flatten().and_then(|arg| asm.args.get(arg)).copied();
            let wide = tied.map_or_else(|| Wide::undefined(width, &[]), |arg| resize(&cx.wide(arg, width), width));
            cx.set_wide(value, &wide);
        }
        Ok(())
    }

    /// The variables of the running function that are not volatile, as they are now.
    fn plain_locals(&self, cx: &Cx, body: &Body) -> Vec<(Prov, LocalContent)> {
        let thread = &self.state.threads[self.state.current];
        let first = thread.frames.last().expect("running").stack_height as usize;
        let register = |value| cx.regs.get(cx.base + cx.code.slot_of(value) as usize);
        let volatile: Vec<Prov> =
            body.volatile_locals().into_iter().filter_map(register).map(|address| address.prov).collect();
        let locals = self.state.memory.locals_above(thread.stack, first).filter(|local| !volatile.contains(local));
        locals.map(|local| (local, self.content_of(local))).collect()
    }

    fn content_of(&self, local: Prov) -> LocalContent {
        let object = self.state.memory.get(local.index);
        let undefined = (0..object.size).map(|at| object.undef_at(at)).collect();
        LocalContent { bytes: object.bytes().to_vec(), undefined }
    }

    fn set_jump(&mut self, cx: &mut Cx, body: &Body, buf: Operand, result: Option<ValueId>) -> Result<(), Trap> {
        let token = self.state.jumps.len() as u64 + 1;
        let thread = &self.state.threads[self.state.current];
        let frame = thread.frames.last().expect("running");
        self.state.jumps.push(JumpPoint {
            thread: self.state.current,
            depth: thread.frames.len(),
            serial: frame.serial,
            pc: cx.pc as u32,
            stack_height: self.state.memory.stack_height(thread.stack),
            result: result.map(|value| cx.code.slot_of(value)),
            locals: self.plain_locals(cx, body),
        });
        let word = self.state.memory.word();
        let stored = self.state.memory.store(cx.operand(buf), word, Slot::int(token));
        stored.map_err(|fault| Trap::Fault(fault, Access::Write(word as u64)))?;
        cx.set_value(result, Slot::int(0));
        Ok(())
    }

    fn long_jump(&mut self, cx: &mut Cx, buf: Operand, value: Operand) -> Result<(), Trap> {
        let word = self.state.memory.word();
        let token = self.state.memory.load(cx.operand(buf), word);
        let token = token.map_err(|fault| Trap::Fault(fault, Access::Read(word as u64)))?;
        let token = self.defined(token, "the target of `longjmp` depends on")?;
        let value = cx.operand(value);
        let value = if value.bits == 0 && value.undef == 0 { Slot::int(1) } else { value };
        let point = (token as usize).checked_sub(1).and_then(|at| self.state.jumps.get(at)).cloned();
        let thread = &self.state.threads[self.state.current];
        let live = point.filter(|point| {
            let frame = point.depth.checked_sub(1).and_then(|depth| thread.frames.get(depth));
            point.thread == self.state.current && frame.is_some_and(|frame| frame.serial == point.serial)
        });
        let Some(point) = live else {
            return Err(error(Rule::PreconditionViolation, "`longjmp` to a function that is no longer active"));
        };
        // Whether variables that were changed since then keep what was written depends on the compiler.
        let is_changed = |(local, before): &(Prov, LocalContent)| self.content_of(*local) != *before;
        self.state.observed.unspecified |= point.locals.iter().any(is_changed);
        let at = self.current_stack(cx);
        self.unwind_to(cx, point.depth);
        // Arrays of variable length that were made since then lose their place, as the machine's stack pointer goes back.
        let stack = self.state.threads[self.state.current].stack;
        self.state.memory.pop_locals(stack, point.stack_height, || at.clone());
        cx.pc = point.pc as usize;
        if let Some(slot) = point.result {
            cx.set(slot, value);
        }
        Ok(())
    }

    /// Leaves functions until `depth` are active.
    fn unwind_to(&mut self, cx: &mut Cx, depth: usize) {
        let left = self.state.threads[self.state.current].frames.len() - depth;
        if left > 0 {
            self.end_locals(cx, left);
            self.state.threads[self.state.current].frames.truncate(depth);
        }
        let frame = self.state.threads[self.state.current].frames.last().expect("depth is at least 1");
        let (func, base) = (frame.func, frame.base as usize);
        let body = self.program.funcs[func].body.as_ref().expect("only defined functions run");
        cx.code = self.code(func, body);
        cx.base = base;
    }
}

/// Is the value the address of an access, itself or as the base of a member or element?
fn is_accessed(body: &Body, value: ValueId) -> bool {
    let address = Operand::Value(value);
    let not_empty = |len| body.as_const(len).and_then(Const::as_int).is_some_and(|len| len > 0);
    body.blocks.iter().flat_map(|block| &block.insts).any(|inst| match &inst.op {
        Op::Load { addr, .. } | Op::Store { addr, .. } => *addr == address,
        Op::Copy { dst, src, len, .. } => (*dst == address || *src == address) && not_empty(*len),
        Op::Set { dst, len, .. } => *dst == address && not_empty(*len),
        // From an element to its parts; an index without a length is arithmetic on pointers.
        Op::Field { base, .. } | Op::Index { base, len: Some(_), .. } => {
            *base == address && inst.results.single().is_some_and(|part| is_accessed(body, part))
        }
        _ => false,
    })
}

fn resize(input: &Wide, want: u32) -> Wide {
    let want = want.max(1);
    Wide {
        bits: wide::trunc(want, input.bits.clone()),
        undef: wide::trunc(want, input.undef.clone()),
        prov: input.prov,
    }
}

fn unary(op: UnOp, ty: Type, input: &Wide) -> Wide {
    match ty {
        Type::Float(kind) if input.is_defined() => {
            Wide::from_u128(float::unary(op, kind, input.to_u128()), kind.bits())
        }
        Type::Float(kind) => Wide::undefined(kind.bits(), &[input]),
        Type::Int(width) if input.is_defined() => Wide::defined(wide::abs(width, &input.bits)),
        Type::Int(width) => Wide::undefined(width, &[input]),
        Type::Ptr => unreachable!("checked by the validator"),
    }
}

fn bit_op(op: cairn_ir::BitOp, width: u32, operands: &[Option<Wide>; 3]) -> Wide {
    if width <= 64 {
        let slots = operands.each_ref().map(|operand| {
            operand.as_ref().map_or(Slot::int(0), |wide| Slot {
                bits: wide.bits[0],
                undef: wide.undef[0],
                prov: wide.prov,
            })
        });
        let bits = value::bit_op(op, width, slots[0].bits, slots[1].bits, slots[2].bits);
        let undef = value::bit_op_undef(op, width, slots[0], slots[1], slots[2]);
        return Wide { bits: vec![bits], undef: vec![undef], prov: slots[0].prov };
    }
    let given: Vec<&Wide> = operands.iter().flatten().collect();
    if given.iter().any(|wide| !wide.is_defined()) {
        return Wide::undefined(width, &given);
    }
    let limbs = |i: usize| operands[i].as_ref().map(|wide| wide.bits.as_slice());
    Wide::defined(wide::bits(op, width, limbs(0).expect("one operand at least"), limbs(1), limbs(2)))
}

/// Undefined bits of an operation on wide integers: exact for bitwise operations and shifts by a known count.
fn wide_undef(op: BinOp, width: u32, a: &Wide, b: &Wide) -> Vec<u64> {
    if a.is_defined() && b.is_defined() {
        return vec![0; a.bits.len()];
    }
    let limbwise = |rule: &dyn Fn(usize) -> u64| (0..a.bits.len()).map(rule).collect();
    match op {
        BinOp::And => limbwise(&|i| (a.undef[i] & b.undef[i]) | (a.undef[i] & b.bits[i]) | (b.undef[i] & a.bits[i])),
        BinOp::Or => limbwise(&|i| {
            let undef = (a.undef[i] & b.undef[i]) | (a.undef[i] & !b.bits[i]) | (b.undef[i] & !a.bits[i]);
            undef & mask(width - 64 * i as u32)
        }),
        BinOp::Xor => limbwise(&|i| a.undef[i] | b.undef[i]),
        BinOp::Shl | BinOp::LShr | BinOp::AShr if b.is_defined() => {
            wide::binary(op, width, &a.undef, &b.bits).unwrap_or_else(|_| Wide::undefined(width, &[]).undef)
        }
        _ => Wide::undefined(width, &[]).undef,
    }
}

fn compare_wide(op: CmpOp, width: u32, a: &Wide, b: &Wide) -> Slot {
    if width <= 64 {
        let slot = |wide: &Wide| Slot { bits: wide.bits[0], undef: wide.undef[0], prov: wide.prov };
        return value::compare(op, width, slot(a), slot(b));
    }
    if a.is_defined() && b.is_defined() {
        return Slot::bool(wide::compare(op, width, &a.bits, &b.bits));
    }
    let differ = (0..a.bits.len()).any(|i| (a.bits[i] ^ b.bits[i]) & !(a.undef[i] | b.undef[i]) != 0);
    match op {
        CmpOp::Eq | CmpOp::Ne if differ => Slot::bool(op == CmpOp::Ne),
        _ => Slot { bits: 0, undef: 1, prov: Wide::undefined(1, &[a, b]).prov },
    }
}

fn float_to_int(kind: CastKind, format: FloatKind, bits: u128, width: u32) -> Vec<u64> {
    let signed = matches!(kind, CastKind::FpToSi | CastKind::FpToSiSat);
    let saturates = matches!(kind, CastKind::FpToUiSat | CastKind::FpToSiSat);
    let exact = match (width <= 128, saturates) {
        (true, true) => Some(wide::from_u128(width, float::to_int_sat(format, bits, width, signed))),
        (true, false) => float::to_int(format, bits, width, signed).map(|value| wide::from_u128(width, value)),
        (false, true) => Some(wide::from_float_sat(format, bits, width, signed)),
        (false, false) => wide::from_float(format, bits, width, signed),
    };
    exact.unwrap_or_else(|| out_of_range(format, bits, width, signed))
}

/// What x86 gives for a float that does not fit: narrow and unsigned integers are cut out of a wider signed one; where
/// that does not fit either, it is the smallest number.
fn out_of_range(format: FloatKind, bits: u128, width: u32, signed: bool) -> Vec<u64> {
    if format == FloatKind::X86Fp80 && width == 64 && !signed && float::to_int(format, bits, 64, true).is_none() {
        // What lies above the signed numbers is moved down and up again; other numbers are not.
        let negative = !float::is_nan(format, bits) && bits >> 79 & 1 != 0;
        return vec![if negative { 1 << 63 } else { 0 }];
    }
    let wider = if width <= 16 || (width <= 32 && signed) { 32 } else { 64 };
    if width < wider || (width == wider && !signed) {
        let value = float::to_int(format, bits, wider, true).unwrap_or(1 << (wider - 1));
        return vec![value as u64 & mask(width)];
    }
    let mut smallest = vec![0; width.div_ceil(64) as usize];
    smallest[(width as usize - 1) / 64] = 1 << ((width - 1) % 64);
    smallest
}

/// The result of an atomic operation of which some bits may be defined all the same.
fn partly_defined(op: RmwOp, width: u32, old: &Wide, operand: &Wide) -> Wide {
    let bitwise = match op {
        RmwOp::And => Some(BinOp::And),
        RmwOp::Or => Some(BinOp::Or),
        RmwOp::Xor => Some(BinOp::Xor),
        _ => None,
    };
    let whole = Wide::undefined(width, &[old, operand]);
    let bits = bitwise.and_then(|op| Some((op, wide::binary(op, width, &old.bits, &operand.bits).ok()?)));
    match bits {
        Some((op, bits)) => Wide { bits, undef: wide_undef(op, width, old, operand), ..whole },
        None => whole,
    }
}

fn rmw_value(op: RmwOp, ty: Type, width: u32, old: &Wide, operand: &Wide) -> Wide {
    if op == RmwOp::Xchg {
        return operand.clone();
    }
    if !old.is_defined() || !operand.is_defined() {
        return partly_defined(op, width, old, operand);
    }
    let float_op = match op {
        RmwOp::FAdd => Some(BinOp::FAdd),
        RmwOp::FSub => Some(BinOp::FSub),
        RmwOp::FMax => Some(BinOp::FMax),
        RmwOp::FMin => Some(BinOp::FMin),
        _ => None,
    };
    if let (Some(op), Type::Float(kind)) = (float_op, ty) {
        return Wide::from_u128(float::binary(op, kind, old.to_u128(), operand.to_u128()), width);
    }
    let apply = |op: BinOp, a: &[u64], b: &[u64]| wide::binary(op, width, a, b).expect("no division, no shift");
    let (a, b) = (old.bits.as_slice(), operand.bits.as_slice());
    let below = |a: &[u64], b: &[u64]| wide::compare(CmpOp::Ult, width, a, b);
    let one: Vec<u64> = (0..a.len()).map(|i| u64::from(i == 0)).collect();
    let zero = vec![0; a.len()];
    let bits = match op {
        RmwOp::Add => apply(BinOp::Add, a, b),
        RmwOp::Sub => apply(BinOp::Sub, a, b),
        RmwOp::And => apply(BinOp::And, a, b),
        RmwOp::Or => apply(BinOp::Or, a, b),
        RmwOp::Xor => apply(BinOp::Xor, a, b),
        RmwOp::Nand => {
            let both = apply(BinOp::And, a, b);
            apply(BinOp::Sub, &apply(BinOp::Sub, &zero, &both), &one)
        }
        RmwOp::Max => apply(BinOp::SMax, a, b),
        RmwOp::Min => apply(BinOp::SMin, a, b),
        RmwOp::UMax => apply(BinOp::UMax, a, b),
        RmwOp::UMin => apply(BinOp::UMin, a, b),
        RmwOp::UIncWrap if below(a, b) => apply(BinOp::Add, a, &one),
        RmwOp::UIncWrap => zero,
        RmwOp::UDecWrap if a.iter().all(|&limb| limb == 0) || below(b, a) => b.to_vec(),
        RmwOp::UDecWrap => apply(BinOp::Sub, a, &one),
        RmwOp::Xchg | RmwOp::FAdd | RmwOp::FSub | RmwOp::FMax | RmwOp::FMin => unreachable!("handled above"),
    };
    // An address that is changed in place keeps its object.
    Wide { prov: old.prov, ..Wide::defined(bits) }
}
