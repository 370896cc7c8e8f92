//! One instruction at a time: dispatch, arithmetic, comparisons, casts, selection.
//!
//! Everything works on lists of scalars, so vectors need no cases of their own here. Not here: terminators (`func`),
//! memory (`memory`), rearranging of lanes (`vector`), calls (`call`).

use super::func::{FuncLowering, Val};
use super::words;
use crate::ast::{self, CastOp, InstKind, TypeId};
use cairn_ir::{BinOp, CastKind, CmpOp, FCmpOp, Op, Operand, Type, UnOp, Wrap};

impl<'m> FuncLowering<'_, 'm> {
    pub fn inst(&mut self, inst: &'m ast::Inst<'m>) {
        let value = match &inst.kind {
            // Parameters of the block, made when it began.
            InstKind::Phi { .. } => return,
            InstKind::DbgDeclare { addr, var } => return self.name_value(addr, *var, true),
            InstKind::DbgValue { value, var } => return self.name_value(value, *var, false),
            InstKind::Store { value, addr, align, volatile, atomic } => {
                let (ty, flags) = (value.ty, flags(*volatile, *atomic));
                let (value, addr) = (self.typed(value), self.pointer(addr));
                return self.store(value, ty, addr, *align, flags);
            }
            InstKind::Fence { ordering } => return self.emit_void(Op::Fence { ordering: words::ordering(ordering) }),
            InstKind::Alloca { ty, count, align } => self.alloca(*ty, count.as_ref(), *align),
            InstKind::Load { ty, addr, align, volatile, atomic } => {
                let addr = self.pointer(addr);
                self.load(*ty, addr, *align, flags(*volatile, *atomic))
            }
            InstKind::Gep { source, base, indices, inbounds } => self.gep(*source, base, indices, *inbounds),
            InstKind::CmpXchg { addr, expected, new, weak, ordering, .. } => {
                self.compare_exchange(addr, expected, new, *weak, words::ordering(ordering))
            }
            InstKind::AtomicRmw { op, addr, value, ordering, .. } => self.read_modify_write(op, addr, value, ordering),
            InstKind::Binary { op, flags, ty, lhs, rhs } => {
                let (lhs, rhs) = (self.value(lhs, *ty), self.value(rhs, *ty));
                let wrap = Wrap { signed: flags.nsw, unsigned: flags.nuw, exact: flags.exact };
                self.binary_word(op, lhs, rhs, wrap, *ty)
            }
            InstKind::FNeg(value) => {
                let value = self.typed(value);
                self.map(value, |f, value| f.unary(UnOp::FNeg, value))
            }
            InstKind::ICmp { pred, ty, lhs, rhs } => {
                let (lhs, rhs) = (self.value(lhs, *ty), self.value(rhs, *ty));
                self.compare_word(pred, lhs, rhs)
            }
            InstKind::FCmp { pred, ty, lhs, rhs } => {
                let (lhs, rhs) = (self.value(lhs, *ty), self.value(rhs, *ty));
                let op = words::float_compare(pred);
                self.map2(lhs, rhs, |f, a, b| f.float_compare(op, a, b))
            }
            InstKind::Cast { op, value, to } => {
                let from = value.ty;
                let value = self.typed(value);
                self.cast_value(*op, value, from, *to)
            }
            InstKind::Select { cond, then, otherwise } => {
                let cond = self.typed(cond);
                let (then, otherwise) = (self.typed(then), self.typed(otherwise));
                self.select(cond, then, otherwise)
            }
            InstKind::Freeze(value) => {
                let value = self.typed(value);
                self.map(value, |f, value| {
                    let ty = f.body.operand_type(value);
                    f.emit(Op::Freeze { value }, ty)
                })
            }
            InstKind::ExtractValue { aggregate, indices } => self.extract_value(aggregate, indices),
            InstKind::InsertValue { aggregate, value, indices } => self.insert_value(aggregate, value, indices),
            InstKind::ExtractElement { vector, index } => self.extract_element(vector, index),
            InstKind::InsertElement { vector, value, index } => self.insert_element(vector, value, index),
            InstKind::ShuffleVector { a, b, mask } => self.shuffle(a, b, mask),
            InstKind::VaArg { list, ty } => self.va_arg(list, *ty),
            InstKind::Call(call) => self.call(call),
            InstKind::Unknown { opcode } => {
                self.unsupported(&format!("instruction `{opcode}`"), &[]);
                return;
            }
            // Terminators were taken care of by the caller.
            InstKind::Ret(_)
            | InstKind::Br(_)
            | InstKind::CondBr { .. }
            | InstKind::Switch { .. }
            | InstKind::IndirectBr { .. }
            | InstKind::Unreachable
            | InstKind::CallBr { .. }
            | InstKind::Invoke { .. } => return,
        };
        self.define(inst.result, value);
    }

    /// Applies `lower` to every scalar.
    pub fn map(&mut self, value: Val, mut lower: impl FnMut(&mut Self, Operand) -> Operand) -> Val {
        match value {
            Val::None => Val::None,
            Val::One(one) => Val::One(lower(self, one)),
            Val::Many { len, .. } => {
                let values = (0..len as usize).map(|i| lower(self, self.lane(value, i))).collect();
                self.collect(values)
            }
        }
    }

    /// Applies `lower` to pairs of scalars; both values split alike.
    pub fn map2(&mut self, a: Val, b: Val, mut lower: impl FnMut(&mut Self, Operand, Operand) -> Operand) -> Val {
        if let (Val::One(a), Val::One(b)) = (a, b) {
            return Val::One(lower(self, a, b));
        }
        let len = a.len().min(b.len());
        let values = (0..len).map(|i| lower(self, self.lane(a, i), self.lane(b, i))).collect();
        self.collect(values)
    }

    pub fn binary(&mut self, op: BinOp, lhs: Operand, rhs: Operand, wrap: Wrap) -> Operand {
        let ty = self.body.operand_type(lhs);
        self.emit(Op::Binary { op, lhs, rhs, wrap }, ty)
    }

    /// A binary operation that wraps silently.
    pub fn plain(&mut self, op: BinOp, lhs: Operand, rhs: Operand) -> Operand {
        self.binary(op, lhs, rhs, Wrap::default())
    }

    pub fn unary(&mut self, op: UnOp, value: Operand) -> Operand {
        let ty = self.body.operand_type(value);
        self.emit(Op::Unary { op, value }, ty)
    }

    pub fn compare(&mut self, op: CmpOp, lhs: Operand, rhs: Operand) -> Operand {
        self.emit(Op::Compare { op, lhs, rhs }, Type::BOOL)
    }

    pub fn float_compare(&mut self, op: Option<FCmpOp>, lhs: Operand, rhs: Operand) -> Operand {
        match op {
            Some(op) => self.emit(Op::FCompare { op, lhs, rhs }, Type::BOOL),
            None => self.one_unsupported("floating-point comparison", Type::BOOL),
        }
    }

    /// An unsupported operation with one scalar result.
    pub fn one_unsupported(&mut self, reason: &str, ty: Type) -> Operand {
        let value = self.unsupported(reason, &[ty]);
        self.lane(value, 0)
    }

    pub fn choose(&mut self, cond: Operand, then: Operand, otherwise: Operand) -> Operand {
        let ty = self.body.operand_type(then);
        self.emit(Op::Select { cond, then, otherwise }, ty)
    }

    pub fn cast(&mut self, kind: CastKind, value: Operand, to: Type) -> Operand {
        self.emit(Op::Cast { kind, value, to }, to)
    }

    /// An integer at another width.
    pub fn resize(&mut self, value: Operand, width: u32, signed: bool) -> Operand {
        match self.body.operand_type(value) {
            Type::Int(from) if from < width => {
                self.cast(if signed { CastKind::SExt } else { CastKind::ZExt }, value, Type::Int(width))
            }
            Type::Int(from) if from > width => self.cast(CastKind::Trunc, value, Type::Int(width)),
            _ => value,
        }
    }

    /// An integer of pointer width; small constants stay constants.
    pub fn resize_to_word(&mut self, value: Operand, signed: bool) -> Operand {
        let width = self.cx.layout.pointer_bits();
        if let Some(&cairn_ir::Const::Int { width: from, value: bits }) = self.body.as_const(value) {
            let bits = if signed { super::constants::sign_extend(bits, Type::Int(from)) as u128 } else { bits };
            return self.body.int(width, bits);
        }
        self.resize(value, width, signed)
    }

    pub fn binary_word(&mut self, op: &str, lhs: Val, rhs: Val, wrap: Wrap, ty: TypeId) -> Val {
        match words::binary(op) {
            Some(op @ (BinOp::Shl | BinOp::LShr | BinOp::AShr)) if lhs.len() > 1 => {
                self.map2(lhs, rhs, |f, a, b| f.shift_lane(op, a, b, wrap))
            }
            Some(op) => self.map2(lhs, rhs, |f, a, b| f.binary(op, a, b, wrap)),
            None => self.unsupported_value(&format!("instruction `{op}`"), ty),
        }
    }

    pub fn compare_word(&mut self, pred: &str, lhs: Val, rhs: Val) -> Val {
        match words::compare(pred) {
            Some(op) => self.map2(lhs, rhs, |f, a, b| f.compare(op, a, b)),
            None => {
                let types = vec![Type::BOOL; lhs.len()];
                self.unsupported(&format!("comparison `{pred}`"), &types)
            }
        }
    }

    pub fn select(&mut self, cond: Val, then: Val, otherwise: Val) -> Val {
        match cond {
            Val::One(cond) => self.map2(then, otherwise, |f, a, b| f.choose(cond, a, b)),
            _ => {
                let len = cond.len().min(then.len()).min(otherwise.len());
                let values = (0..len)
                    .map(|i| self.choose(self.lane(cond, i), self.lane(then, i), self.lane(otherwise, i)))
                    .collect();
                self.collect(values)
            }
        }
    }

    pub fn cast_value(&mut self, op: CastOp, value: Val, from: TypeId, to: TypeId) -> Val {
        if op == CastOp::AddrSpaceCast {
            return value;
        }
        let Some(kind) = words::cast(op) else { return self.bitcast(value, from, to) };
        let types = self.cx.scalar_types(to);
        if types.len() != value.len() {
            return self.unsupported("cast between values of different shapes", &types);
        }
        if let (Val::One(value), [ty]) = (value, &types[..]) {
            return Val::One(self.cast(kind, value, *ty));
        }
        let values = types.iter().enumerate().map(|(i, ty)| self.cast_lane(kind, self.lane(value, i), *ty)).collect();
        self.collect(values)
    }
}

fn flags(volatile: bool, atomic: Option<&str>) -> cairn_ir::MemFlags {
    cairn_ir::MemFlags { volatile, atomic: atomic.map(words::ordering) }
}
