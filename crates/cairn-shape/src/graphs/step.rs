//! What one instruction does to a structure.

use super::numbers::{blind, cast, index, moved, overflowing};
use super::run::{Code, Graphs};
use super::structure::{Node, Origin, Rest, Structure, Value};
use crate::object::Fill;
use crate::predicates::is_predicate;
use crate::run::Stop;
use cairn_ir::{Const, Effect, FieldRef, HostFn, Inst, Op, Operand, Type};

impl<'w> Graphs<'w> {
    pub(super) fn operand(&mut self, code: Code<'w>, s: &mut Structure, operand: Operand) -> Result<Value, Stop> {
        let id = match operand {
            Operand::Value(value) => return Ok(*s.regs.get(&(code.depth, value)).expect("definitions dominate uses")),
            Operand::Const(id) => id,
        };
        Ok(match &code.body.consts[id] {
            Const::Int { value, .. } => Value::Num(*value),
            Const::Float { bits, .. } => Value::Num(*bits),
            Const::Null => Value::Null,
            Const::Global { id, offset } => {
                let address = self.world.global_address(*id, *offset);
                self.fixed_value(s, address)?
            }
            Const::Func(_) => Value::Number,
            Const::Undef(_) => Value::Undef,
            Const::Wide(_) => Value::Any,
        })
    }

    fn operands<const N: usize>(
        &mut self,
        code: Code<'w>,
        s: &mut Structure,
        operands: [Operand; N],
    ) -> Result<[Value; N], Stop> {
        let mut values = [Value::Undef; N];
        for (value, operand) in values.iter_mut().zip(operands) {
            *value = self.operand(code, s, operand)?;
        }
        Ok(values)
    }

    /// A size or a length, which has to be known.
    fn length(&mut self, code: Code<'w>, s: &mut Structure, operand: Operand) -> Result<u64, Stop> {
        let known = match self.operand(code, s, operand)? {
            Value::Num(number) => u64::try_from(number).ok().filter(|&number| number < 1 << 30),
            _ => None,
        };
        known.ok_or_else(|| Stop::Unsupported("a size that is not known".to_owned()))
    }

    /// Executes one instruction; the structures behind it are added to `after`.
    pub(super) fn step(
        &mut self,
        code: Code<'w>,
        mut s: Structure,
        inst: &'w Inst,
        after: &mut Vec<Structure>,
    ) -> Result<(), Stop> {
        let value = match &inst.op {
            Op::Alloca { size, .. } => self.local(code, &mut s, inst, *size)?,
            Op::ScopeStart { object } | Op::ScopeEnd { object } => {
                let object = self.operand(code, &mut s, *object)?;
                self.scope(&mut s, object, matches!(inst.op, Op::ScopeStart { .. }))?;
                Value::Undef
            }
            Op::HeapAlloc { size, align, zeroed } => {
                let align = self.operand(code, &mut s, *align)?;
                self.doubt_defined(align);
                let size = self.length(code, &mut s, *size)?;
                self.allocate(&mut s, size, *zeroed)?
            }
            Op::HeapFree { ptr } | Op::HeapSize { ptr } => {
                let ptr = self.operand(code, &mut s, *ptr)?;
                let Some(block) = self.block_at(&s, ptr)? else { return Ok(()) };
                let size = s.node(block).size;
                if matches!(inst.op, Op::HeapFree { .. }) {
                    s.lose(block);
                }
                Value::Num(size.into())
            }
            Op::Load { ty, addr, flags, .. } => {
                let addr = self.operand(code, &mut s, *addr)?;
                // Somebody else may write a volatile variable; of addresses in locals, nobody does.
                let is_in_local = matches!(addr, Value::At(id, _) if matches!(s.node(id).origin, Origin::Stack(..)));
                for (mut s, value) in self.load(s, *ty, addr)? {
                    let value = match flags.volatile {
                        true if *ty != Type::Ptr => blind(&[value]),
                        true if !is_in_local => Value::Any,
                        _ => value,
                    };
                    self.define_result(&mut s, code, inst, value);
                    after.push(s);
                }
                return Ok(());
            }
            Op::Store { value, addr, .. } => {
                let ty = code.body.operand_type(*value);
                let [value, addr] = self.operands(code, &mut s, [*value, *addr])?;
                if !self.store(&mut s, ty, addr, value)? {
                    return Ok(());
                }
                Value::Undef
            }
            Op::Copy { volatile: true, .. } => {
                return Err(Stop::Unsupported("a copy of a volatile structure".to_owned()));
            }
            Op::Copy { dst, src, len, .. } => {
                let places = self.operands(code, &mut s, [*dst, *src])?;
                let len = self.length(code, &mut s, *len)?;
                if !self.copy(&mut s, places, len)? {
                    return Ok(());
                }
                Value::Undef
            }
            Op::Set { dst, byte, len, .. } => {
                let [dst, byte] = self.operands(code, &mut s, [*dst, *byte])?;
                let len = self.length(code, &mut s, *len)?;
                if !self.set(&mut s, dst, byte, len)? {
                    return Ok(());
                }
                Value::Undef
            }
            Op::Select { cond, then, otherwise } => {
                let [cond, then, otherwise] = self.operands(code, &mut s, [*cond, *then, *otherwise])?;
                let values: &[Value] = match cond {
                    Value::Num(truth) => &[if truth & 1 == 1 { then } else { otherwise }],
                    Value::Undef | Value::Any => &[Value::Any],
                    _ => &[then, otherwise],
                };
                for &value in values {
                    let mut s = s.clone();
                    self.define_result(&mut s, code, inst, value);
                    after.push(s);
                }
                return Ok(());
            }
            Op::Assume { cond } => {
                let cond = self.operand(code, &mut s, *cond)?;
                self.doubt_defined(cond);
                if matches!(cond, Value::Num(truth) if truth & 1 == 0) {
                    return Ok(());
                }
                Value::Undef
            }
            Op::Fail { rule, .. } => {
                self.fail(&s, *rule);
                return Ok(());
            }
            Op::Host { func, args } => match self.host(code, &mut s, *func, args)? {
                Some(value) => value,
                None => return Ok(()),
            },
            Op::Overflowing { op, lhs, rhs } => {
                let values = self.operands(code, &mut s, [*lhs, *rhs])?;
                let pair = overflowing(*op, values, code.body.operand_type(*lhs).bits(self.world.bits));
                inst.results.iter().zip(pair).for_each(|(result, value)| self.define(&mut s, code, result, value));
                after.push(s);
                return Ok(());
            }
            op => match self.compute(code, &mut s, op)? {
                Some(value) => value,
                None => return Ok(()),
            },
        };
        self.define_result(&mut s, code, inst, value);
        after.push(s);
        Ok(())
    }

    fn define_result(&self, s: &mut Structure, code: Code<'w>, inst: &Inst, value: Value) {
        if let Some(result) = inst.results.single() {
            self.define(s, code, result, value);
        }
    }

    /// Instructions that only compute. `None` ends the path.
    fn compute(&mut self, code: Code<'w>, s: &mut Structure, op: &'w Op) -> Result<Option<Value>, Stop> {
        let bits = self.world.bits;
        Ok(Some(match op {
            Op::Field { base, offset, field } => {
                let base = self.operand(code, s, *base)?;
                self.note_record(s, base, *field);
                moved(base, *offset)
            }
            Op::Index { base, index: by, scale, .. } => {
                let [base, by] = self.operands(code, s, [*base, *by])?;
                index(base, by, *scale, bits)
            }
            Op::Binary { op, lhs, rhs, .. } => {
                let values = self.operands(code, s, [*lhs, *rhs])?;
                return Ok(self.binary(s, *op, values, code.body.operand_type(*lhs)));
            }
            Op::Compare { op, lhs, rhs } => {
                let values = self.operands(code, s, [*lhs, *rhs])?;
                self.compare(s, *op, values, code.body.operand_type(*lhs))
            }
            Op::Cast { kind, value, to } => {
                let from = code.body.operand_type(*value).bits(bits);
                cast(*kind, self.operand(code, s, *value)?, from, to.bits(bits))
            }
            Op::Freeze { value } => match self.operand(code, s, *value)? {
                Value::Undef | Value::Any => Value::Number,
                known => known,
            },
            Op::Nondet { .. } => Value::Number,
            Op::Unary { value, .. } => blind(&[self.operand(code, s, *value)?]),
            Op::FCompare { lhs, rhs, .. } => blind(&self.operands(code, s, [*lhs, *rhs])?),
            Op::Fma { a, b, c } => blind(&self.operands(code, s, [*a, *b, *c])?),
            Op::Bits { a, b, c, .. } => {
                let mut values = Vec::new();
                for operand in [Some(*a), *b, *c].into_iter().flatten() {
                    values.push(self.operand(code, s, operand)?);
                }
                blind(&values)
            }
            Op::Fence { .. } => Value::Undef,
            Op::Rmw { .. } | Op::CmpXchg { .. } => return Err(Stop::Concurrency),
            Op::Asm(_) => return Err(Stop::Unsupported("inline assembly".to_owned())),
            Op::SetJmp { .. } | Op::LongJmp { .. } => return Err(Stop::Unsupported("setjmp and longjmp".to_owned())),
            Op::StackSave | Op::StackRestore { .. } => {
                return Err(Stop::Unsupported("arrays of variable length".to_owned()));
            }
            Op::Unsupported { reason } => {
                return Err(Stop::Unsupported(self.world.program.names.text(*reason).to_owned()));
            }
            other => unreachable!("{other:?} does more than compute"),
        }))
    }

    /// A block of which a member is looked at is of that record's type, for whoever reads about it.
    fn note_record(&mut self, s: &Structure, base: Value, field: Option<FieldRef>) {
        let (Value::At(id, 0), Some(field)) = (base, field) else { return };
        let bytes = self.world.program.ctypes.records[field.record].bytes;
        if s.node(id).origin == Origin::Heap && s.node(id).size == bytes {
            self.records.entry(bytes).or_insert(field.record);
        }
    }

    fn local(&mut self, code: Code<'w>, s: &mut Structure, inst: &Inst, size: Operand) -> Result<Value, Stop> {
        let size = self.length(code, s, size)?;
        let register = inst.results.single().expect("a local has an address");
        let origin = Origin::Stack(code.depth, register);
        if s.of_origin(origin).is_some() {
            return Err(Stop::Unsupported("a local that is made again and again".to_owned()));
        }
        let names = !self.walks.is_draft(code.func, register);
        let id = s.add(Node { names, ..Node::new(origin, size, Rest::Fill(Fill::Undef)) })?;
        Ok(Value::At(id, 0))
    }

    /// Primitives that library models are made of. `None` ends the path.
    fn host(
        &mut self,
        code: Code<'w>,
        s: &mut Structure,
        func: HostFn,
        args: &[Operand],
    ) -> Result<Option<Value>, Stop> {
        let mut values = Vec::with_capacity(args.len());
        for &arg in args {
            let value = self.operand(code, s, arg)?;
            if code.body.operand_type(arg) != Type::Ptr {
                self.doubt_defined(value);
            }
            values.push(value);
        }
        match func {
            HostFn::Exit => self.end(s.clone()),
            HostFn::Abort => self.abandon(s),
            HostFn::AllocFails if !self.limits.alloc_may_fail => return Ok(Some(Value::Num(0))),
            HostFn::Coarse => return Ok(Some(Value::Num(1))),
            HostFn::Known => return Ok(Some(Value::Num(u128::from(matches!(values[0], Value::Num(_)))))),
            HostFn::AllocFails | HostFn::Random | HostFn::Time | HostFn::Clock | HostFn::Contract => {
                return Ok(Some(Value::Number));
            }
            _ if is_predicate(func) => {
                values.into_iter().for_each(|value| self.doubt_defined(value));
                return Ok(Some(Value::Number));
            }
            _ if func.effect() == Effect::Pure => return Ok(Some(blind(&values))),
            _ => return Err(Stop::Unsupported(format!("the primitive `{func}` of the library"))),
        }
        Ok(None)
    }
}
