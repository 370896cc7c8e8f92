//! The code for LLVM's intrinsic functions; what is unknown becomes `Unsupported` with its name.
//!
//! Not here: which intrinsic is which (`intrinsic_names`).

use super::func::{FuncLowering, Val};
use super::intrinsic_names::Intrinsic;
use crate::ast::{self, SymId};
use cairn_ir::{
    self as ir, BinOp, BitOp, CastKind, CmpOp, FloatKind, HostFn, Op, Operand, OverflowOp, Type, UnOp, Wrap,
};
use std::ops::Range;

/// Bytes of an initialised local that are made undefined piece by piece.
const MOST_UNSET_BYTES: u64 = 256;

/// A range in pieces that one access can write, each as long as possible.
fn pieces(part: &Range<u64>) -> Vec<Range<u64>> {
    let (mut at, mut found) = (part.start, Vec::new());
    while at < part.end {
        let size = [8, 4, 2, 1].into_iter().find(|size| at % size == 0 && at + size <= part.end).unwrap_or(1);
        found.push(at..at + size);
        at += size;
    }
    found
}

impl<'m> FuncLowering<'_, 'm> {
    pub fn intrinsic(&mut self, intrinsic: Intrinsic, symbol: Option<SymId>, call: &'m ast::Call<'m>) -> Val {
        // Before the arguments are touched: those of hints may be anything.
        if intrinsic == Intrinsic::Nothing {
            return Val::None;
        }
        if intrinsic == Intrinsic::Unknown {
            let name = symbol.map_or("", |symbol| self.cx.symbol_text(symbol));
            return self.unsupported_value(&format!("intrinsic `{name}`"), call.ret);
        }
        let args: Vec<Val> = call
            .args
            .iter()
            .filter(|arg| !matches!(arg.value.value, ast::Operand::Metadata(_)))
            .map(|arg| self.typed(&arg.value))
            .collect();
        if let Some(value) = self.own_function(symbol, &args, call) {
            return value;
        }
        match self.vector_intrinsic(intrinsic, &args, call) {
            Some(value) => value,
            None => match self.scalar_intrinsic(intrinsic, &args, call) {
                Some(value) => value,
                None => {
                    let name = symbol.map_or("", |symbol| self.cx.symbol_text(symbol));
                    self.unsupported_value(&format!("intrinsic `{name}` with these arguments"), call.ret)
                }
            },
        }
    }

    /// Those that work on vectors too, lane by lane.
    fn vector_intrinsic(&mut self, intrinsic: Intrinsic, args: &[Val], call: &ast::Call) -> Option<Val> {
        Some(match (intrinsic, args) {
            (Intrinsic::First, &[first, ..]) => first,
            (Intrinsic::Binary(op), &[a, b]) => self.map2(a, b, |f, a, b| f.plain(op, a, b)),
            (Intrinsic::Unary(op), &[a]) => self.map(a, |f, a| f.unary(op, a)),
            (Intrinsic::Bits(op), &[a]) => self.map(a, |f, a| f.bits(op, a)),
            (Intrinsic::CountZeros(op), &[a, Val::One(poison)]) => {
                let poison = self.is_const_true(poison);
                self.map(a, |f, a| f.count_zeros(op, a, poison))
            }
            (Intrinsic::Abs, &[a, Val::One(poison)]) => {
                let poison = self.is_const_true(poison);
                self.map(a, |f, a| f.absolute(a, poison))
            }
            (Intrinsic::Funnel(op), &[a, b, c]) => self.map3(a, b, c, |f, a, b, c| {
                let ty = f.body.operand_type(a);
                f.emit(Op::Bits { op, a, b: Some(b), c: Some(c) }, ty)
            }),
            (Intrinsic::MulAdd, &[a, b, c]) if !self.func.attrs.fuses => self.map3(a, b, c, |f, a, b, c| {
                let product = f.plain(BinOp::FMul, a, b);
                f.plain(BinOp::FAdd, product, c)
            }),
            (Intrinsic::Fma | Intrinsic::MulAdd, &[a, b, c]) => self.map3(a, b, c, |f, a, b, c| {
                let ty = f.body.operand_type(a);
                f.emit(Op::Fma { a, b, c }, ty)
            }),
            (Intrinsic::Overflow(op), &[a, b]) => self.overflowing(op, a, b),
            (Intrinsic::Math(func), &[a]) => self.map(a, |f, a| f.math(func, &[a])),
            (Intrinsic::Math(func), &[a, b]) => self.map2(a, b, |f, a, b| f.math(func, &[a, b])),
            (Intrinsic::Exp10, &[a]) => self.map(a, |f, a| f.power_of_ten(a)),
            (Intrinsic::PowI, &[a, Val::One(n)]) => self.map(a, |f, a| f.integer_power(a, n)),
            (Intrinsic::Cast(_) | Intrinsic::RoundTo(_) | Intrinsic::ThreeWay { .. }, _) => {
                self.converting(intrinsic, args, call)?
            }
            (Intrinsic::IsFpClass, &[a, Val::One(mask)]) => {
                let mask = self.body.as_const(mask)?.as_int()? as u32;
                self.map(a, |f, a| f.is_float_class(a, mask))
            }
            (Intrinsic::Reduce(op), &[vector]) => self.reduce(op, None, vector)?,
            (Intrinsic::ReduceFrom(op), &[Val::One(start), vector]) => self.reduce(op, Some(start), vector)?,
            _ => return None,
        })
    }

    /// A local that is initialised from a constant is undefined where its initialiser says nothing: between members, and behind a
    /// short member of a union. (Where there is very much of that, it holds the constant's zeros.)
    pub fn leave_unset(&mut self, dst: Operand, src: Operand, len: Operand) {
        let number = |operand| self.body.as_const(operand).cloned();
        let (Some(ir::Const::Global { id, offset: 0 }), Some(len)) = (number(src), number(len)) else { return };
        let Some(len) = len.as_int() else { return };
        let parts = self.cx.unset_parts.get(&id).cloned().unwrap_or_default();
        if parts.iter().map(|part| part.end - part.start).sum::<u64>() > MOST_UNSET_BYTES {
            return;
        }
        for piece in parts.iter().filter(|part| u128::from(part.end) <= len).flat_map(pieces) {
            let addr = self.offset(dst, piece.start as i64);
            let width = 8 * (piece.end - piece.start) as u32;
            let value = self.body.constant(ir::Const::Undef(Type::Int(width)));
            self.emit_void(Op::Store { value, addr, align: 1, flags: ir::MemFlags::default() });
        }
    }

    /// What is read from there is always the same.
    fn is_constant_object(&self, address: Operand) -> bool {
        let object = self.body.as_const(address);
        matches!(object, Some(ir::Const::Global { id, .. }) if self.cx.program.globals[*id].constant)
    }

    /// Those of scalars only.
    fn scalar_intrinsic(&mut self, intrinsic: Intrinsic, args: &[Val], call: &ast::Call) -> Option<Val> {
        let args: Option<Vec<Operand>> =
            args.iter().map(|arg| if let Val::One(arg) = arg { Some(*arg) } else { None }).collect();
        let args = args?;
        let ret = self.cx.layout.info(call.ret).scalar;
        let value = match (intrinsic, &args[..]) {
            (Intrinsic::Copy { overlap }, &[dst, src, len, volatile, ..]) => {
                let len = self.resize_to_word(len, false);
                let volatile = self.is_const_true(volatile) && !self.is_constant_object(src);
                self.emit_void(Op::Copy { dst, src, len, overlap, volatile });
                self.leave_unset(dst, src, len);
                return Some(Val::None);
            }
            (Intrinsic::Set, &[dst, byte, len, volatile, ..]) => {
                let (len, volatile) = (self.resize_to_word(len, false), self.is_const_true(volatile));
                self.emit_void(Op::Set { dst, byte, len, volatile });
                return Some(Val::None);
            }
            // The size comes first in older versions.
            (Intrinsic::ScopeStart, &[.., object]) => {
                self.emit_void(Op::ScopeStart { object });
                return Some(Val::None);
            }
            (Intrinsic::ScopeEnd, &[.., object]) => {
                self.emit_void(Op::ScopeEnd { object });
                return Some(Val::None);
            }
            (Intrinsic::StackRestore, &[token]) => {
                self.emit_void(Op::StackRestore { token });
                return Some(Val::None);
            }
            (Intrinsic::VaStart, &[list]) => {
                self.va_start(list);
                return Some(Val::None);
            }
            (Intrinsic::VaCopy, &[dst, src]) => {
                self.va_copy(dst, src);
                return Some(Val::None);
            }
            (Intrinsic::Trap, _) => {
                self.emit_void(Op::Host { func: HostFn::Abort, args: vec![] });
                return Some(Val::None);
            }
            (Intrinsic::StackSave, []) => self.emit(Op::StackSave, Type::Ptr),
            (Intrinsic::ObjectSize, &[_, min, ..]) => self.object_size(ret?, min)?,
            (Intrinsic::Number(number), _) => self.number(ret?, number)?,
            (Intrinsic::Nondet, []) => self.emit(Op::Nondet { ty: ret? }, ret?),
            (Intrinsic::FrameAddress, &[depth]) => self.frame_address(depth),
            (Intrinsic::PtrMask, &[pointer, mask]) => self.mask_pointer(pointer, mask),
            (Intrinsic::LoadRelative, &[base, offset]) => self.load_relative(base, offset),
            _ => return None,
        };
        Some(Val::One(value))
    }

    fn is_const_true(&self, flag: Operand) -> bool {
        self.body.as_const(flag).and_then(|flag| flag.as_int()).is_some_and(|flag| flag != 0)
    }

    fn map3(
        &mut self,
        a: Val,
        b: Val,
        c: Val,
        mut lower: impl FnMut(&mut Self, Operand, Operand, Operand) -> Operand,
    ) -> Val {
        let len = a.len().min(b.len()).min(c.len());
        let values = (0..len).map(|i| lower(self, self.lane(a, i), self.lane(b, i), self.lane(c, i))).collect();
        self.collect(values)
    }

    fn bits(&mut self, op: BitOp, a: Operand) -> Operand {
        let ty = self.body.operand_type(a);
        self.emit(Op::Bits { op, a, b: None, c: None }, ty)
    }

    fn count_zeros(&mut self, op: BitOp, a: Operand, zero_is_undefined: bool) -> Operand {
        let count = self.bits(op, a);
        if !zero_is_undefined {
            return count;
        }
        let ty = self.body.operand_type(a);
        let zero = self.body.constant(super::constants::zero(ty));
        let is_zero = self.compare(CmpOp::Eq, a, zero);
        let undefined = self.undef(ty);
        self.choose(is_zero, undefined, count)
    }

    /// Where the smallest integer is an error, negation says so.
    fn absolute(&mut self, a: Operand, overflow_is_error: bool) -> Operand {
        if !overflow_is_error {
            return self.unary(UnOp::Abs, a);
        }
        let ty = self.body.operand_type(a);
        let zero = self.body.constant(super::constants::zero(ty));
        let negated = self.binary(BinOp::Sub, zero, a, Wrap { signed: true, ..Wrap::default() });
        let is_negative = self.compare(CmpOp::Slt, a, zero);
        self.choose(is_negative, negated, a)
    }

    /// All results, then all flags.
    fn overflowing(&mut self, op: OverflowOp, a: Val, b: Val) -> Val {
        let (mut results, mut wrapped) = (Vec::new(), Vec::new());
        for i in 0..a.len().min(b.len()) {
            let (lhs, rhs) = (self.lane(a, i), self.lane(b, i));
            let ty = self.body.operand_type(lhs);
            let pair = self.emit_many(Op::Overflowing { op, lhs, rhs }, &[ty, Type::BOOL]);
            results.push(self.lane(pair, 0));
            wrapped.push(self.lane(pair, 1));
        }
        results.append(&mut wrapped);
        self.collect(results)
    }

    /// A function on doubles; floats go through doubles, wider formats are not modelled.
    fn math(&mut self, func: HostFn, args: &[Operand]) -> Operand {
        let ty = self.body.operand_type(args[0]);
        let double = Type::Float(FloatKind::F64);
        if !matches!(ty, Type::Float(FloatKind::F64 | FloatKind::F32 | FloatKind::Half | FloatKind::BFloat)) {
            return self.one_unsupported(&format!("`{func}` on {ty}"), ty);
        }
        let args = args.iter().map(|arg| self.converted(*arg, double, true)).collect();
        let value = self.emit(Op::Host { func, args }, double);
        self.converted(value, ty, true)
    }

    fn integer_power(&mut self, base: Operand, exponent: Operand) -> Operand {
        let ty = self.body.operand_type(base);
        let exponent = self.cast(CastKind::SiToFp, exponent, ty);
        self.math(HostFn::Pow, &[base, exponent])
    }

    fn power_of_ten(&mut self, exponent: Operand) -> Operand {
        let ty = self.body.operand_type(exponent);
        let ten = self.int(32, 10);
        let ten = self.cast(CastKind::SiToFp, ten, ty);
        self.math(HostFn::Pow, &[ten, exponent])
    }

    /// Operations whose result type is not the operands'.
    fn converting(&mut self, intrinsic: Intrinsic, args: &[Val], call: &ast::Call) -> Option<Val> {
        let ty = *self.cx.scalar_types(call.ret).first()?;
        Some(match (intrinsic, args) {
            (Intrinsic::Cast(kind), &[Val::One(a)]) => Val::One(self.cast(kind, a, ty)),
            (Intrinsic::Cast(kind), &[a]) => self.map(a, |f, a| f.cast_lane(kind, a, ty)),
            (Intrinsic::RoundTo(rounding), &[a]) => self.map(a, |f, a| {
                let rounded = f.unary(rounding, a);
                f.cast(CastKind::FpToSi, rounded, ty)
            }),
            (Intrinsic::ThreeWay { signed }, &[a, b]) => self.map2(a, b, |f, a, b| f.three_way(signed, a, b, ty)),
            _ => return None,
        })
    }

    fn three_way(&mut self, signed: bool, a: Operand, b: Operand, ty: Type) -> Operand {
        let (less, greater) = if signed { (CmpOp::Slt, CmpOp::Sgt) } else { (CmpOp::Ult, CmpOp::Ugt) };
        let (less, greater) = (self.compare(less, a, b), self.compare(greater, a, b));
        let (less, greater) = (self.cast(CastKind::ZExt, less, ty), self.cast(CastKind::ZExt, greater, ty));
        self.plain(BinOp::Sub, greater, less)
    }

    fn reduce(&mut self, op: BinOp, start: Option<Operand>, vector: Val) -> Option<Val> {
        let lanes = self.lanes(vector);
        let mut values = start.into_iter().chain(lanes);
        let first = values.next()?;
        Some(Val::One(values.fold(first, |sum, lane| self.plain(op, sum, lane))))
    }

    /// What an object's size is when it is not known: the largest number, or 0 where the least is asked for.
    fn object_size(&mut self, ty: Type, min: Operand) -> Option<Operand> {
        let size = if self.is_const_true(min) { 0 } else { u64::MAX };
        self.number(ty, size)
    }

    fn number(&mut self, ty: Type, number: u64) -> Option<Operand> {
        match ty {
            Type::Int(width) if width <= 64 => Some(self.int(width, u128::from(number))),
            Type::Ptr if number == 0 => Some(self.body.constant(ir::Const::Null)),
            _ => None,
        }
    }

    /// Some address of this frame. Those of callers are not modelled.
    fn frame_address(&mut self, depth: Operand) -> Operand {
        match self.body.as_const(depth).and_then(|depth| depth.as_int()) {
            Some(0) => self.frame_object(self.cx.layout.data.pointer_bytes, self.cx.layout.data.pointer_align),
            _ => match self.unsupported("the frame of a caller", &[Type::Ptr]) {
                Val::One(address) => address,
                _ => unreachable!("one value was asked for"),
            },
        }
    }

    /// `pointer & mask`, as a step inside the object, so that the pointer stays a pointer to it.
    pub fn mask_pointer(&mut self, pointer: Operand, mask: Operand) -> Operand {
        let word = Type::Int(self.cx.layout.pointer_bits());
        let mask = self.resize_to_word(mask, false);
        let number = self.cast(CastKind::PtrToInt, pointer, word);
        let masked = self.plain(BinOp::And, number, mask);
        let index = self.plain(BinOp::Sub, masked, number);
        self.emit(Op::Index { base: pointer, index, scale: 1, len: None, inbounds: false }, Type::Ptr)
    }

    fn load_relative(&mut self, base: Operand, offset: Operand) -> Operand {
        let index = self.resize_to_word(offset, true);
        let addr = self.emit(Op::Index { base, index, scale: 1, len: None, inbounds: false }, Type::Ptr);
        let distance = self.emit(Op::Load { ty: Type::I32, addr, align: 4, flags: Default::default() }, Type::I32);
        let index = self.resize_to_word(distance, true);
        self.emit(Op::Index { base, index, scale: 1, len: None, inbounds: false }, Type::Ptr)
    }
}
