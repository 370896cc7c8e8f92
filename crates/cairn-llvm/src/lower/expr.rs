//! Constants inside functions: folded ones from the pool, the others as instructions before their use.

use super::constants::{Folded, zero};
use super::func::{FuncLowering, Val};
use super::layout::resolve;
use super::module::Address;
use crate::ast::{self, Const, ConstExpr, TypeId};
use cairn_ir::{self as ir, CastKind, Op, Operand, Symbol, Type};

impl<'m> FuncLowering<'_, 'm> {
    /// A constant of type `ty`.
    pub fn constant(&mut self, value: &'m Const<'m>, ty: TypeId) -> Val {
        let info = self.cx.layout.info(ty);
        if let Some(scalar) = info.scalar {
            return Val::One(self.constant_scalar(value, scalar));
        }
        if !info.is_value() {
            return self.missing(ty);
        }
        if let Const::Expr(expr) = value {
            return self.expression(expr, ty);
        }
        let mut out = Vec::with_capacity(info.scalars as usize);
        self.aggregate(value, ty, &mut out);
        if out.len() != info.scalars as usize {
            return self.unsupported_value("constant that does not fit its type", ty);
        }
        self.collect(out)
    }

    pub fn constant_scalar(&mut self, value: &'m Const<'m>, ty: Type) -> Operand {
        // The common cases, without a detour over `Folded`.
        match (value, ty) {
            (Const::Int(value), Type::Int(width)) if width <= 128 => return self.body.int(width, *value as u128),
            (Const::Null, _) => return self.body.constant(zero(ty)),
            _ => {}
        }
        match self.cx.fold(value, ty) {
            Some(folded) => self.materialise(folded),
            None => match value {
                Const::Expr(expr) => match self.scalar_expression(expr, ty) {
                    Val::One(value) => value,
                    _ => self.one_unsupported("constant expression of a strange shape", ty),
                },
                Const::Sym(sym) => {
                    let reason = format!("address of `{}`", self.cx.symbol_text(*sym));
                    self.one_unsupported(&reason, ty)
                }
                _ => self.one_unsupported("constant that does not fit its type", ty),
            },
        }
    }

    fn materialise(&mut self, folded: Folded) -> Operand {
        match folded {
            Folded::Const(value) => self.body.constant(value),
            Folded::Address(address) => self.address_constant(address),
            Folded::AddressInt(address) => {
                let pointer = self.address_constant(address);
                let word = Type::Int(self.cx.layout.pointer_bits());
                self.cast(CastKind::PtrToInt, pointer, word)
            }
            Folded::IntPointer(number) => {
                let number = self.word(number);
                self.cast(CastKind::IntToPtr, number, Type::Ptr)
            }
        }
    }

    fn address_constant(&mut self, address: Address) -> Operand {
        match address.symbol {
            Symbol::Global(id) => self.body.constant(ir::Const::Global { id, offset: address.offset }),
            Symbol::Func(id) => {
                let code = self.body.constant(ir::Const::Func(id));
                self.offset(code, address.offset)
            }
        }
    }

    fn aggregate(&mut self, value: &'m Const<'m>, ty: TypeId, out: &mut Vec<Operand>) {
        match value {
            Const::Zero | Const::Undef | Const::Poison => {
                for scalar in self.cx.scalar_types(ty) {
                    let value = if *value == Const::Zero { zero(scalar) } else { ir::Const::Undef(scalar) };
                    out.push(self.body.constant(value));
                }
            }
            Const::Aggregate(elements) => {
                for (element_ty, element) in elements {
                    let value = self.constant(element, *element_ty);
                    out.extend((0..value.len()).map(|i| self.lane(value, i)));
                }
            }
            Const::Splat(element) => {
                let value = self.constant(&element.1, element.0);
                if let (Val::One(value), ast::Type::Vector { len, .. }) = (value, resolve(self.cx.module, ty)) {
                    out.extend((0..*len).map(|_| value));
                }
            }
            Const::Bytes(bytes) => out.extend(bytes.iter().map(|byte| self.body.int(8, u128::from(*byte)))),
            _ => {}
        }
    }

    /// A constant expression of aggregate type.
    fn expression(&mut self, expr: &'m ConstExpr<'m>, ty: TypeId) -> Val {
        match expr {
            ConstExpr::Cast { op, from, value, to } => {
                let value = self.constant(value, *from);
                self.cast_value(*op, value, *from, *to)
            }
            ConstExpr::Select { cond, then, otherwise, .. } => {
                let cond = Val::One(self.constant_scalar(cond, Type::BOOL));
                let (then, otherwise) = (self.constant(then, ty), self.constant(otherwise, ty));
                self.select(cond, then, otherwise)
            }
            ConstExpr::Unknown(word) => self.unsupported_value(&format!("constant `{word}`"), ty),
            _ => self.lanewise_expression(expr),
        }
    }

    /// An expression that did not fold, as code.
    fn scalar_expression(&mut self, expr: &'m ConstExpr<'m>, ty: Type) -> Val {
        match expr {
            ConstExpr::Cast { op, from, value, to } => {
                let value = self.constant(value, *from);
                self.cast_value(*op, value, *from, *to)
            }
            ConstExpr::Select { cond, then, otherwise, .. } => {
                let cond = self.constant_scalar(cond, Type::BOOL);
                let (then, otherwise) = (self.constant_scalar(then, ty), self.constant_scalar(otherwise, ty));
                Val::One(self.emit(Op::Select { cond, then, otherwise }, ty))
            }
            ConstExpr::Unknown(word) => self.unsupported(&format!("constant `{word}`"), &[ty]),
            _ => self.lanewise_expression(expr),
        }
    }

    fn lanewise_expression(&mut self, expr: &'m ConstExpr<'m>) -> Val {
        match expr {
            ConstExpr::Gep { source, inbounds, base, indices } => {
                let base = self.constant(&base.1, base.0);
                let indices: Vec<Val> = indices.iter().map(|(ty, index)| self.constant(index, *ty)).collect();
                self.gep_values(*source, base, &indices, *inbounds)
            }
            ConstExpr::Binary { op, ty, lhs, rhs } => {
                let (lhs, rhs) = (self.constant(lhs, *ty), self.constant(rhs, *ty));
                self.binary_word(op, lhs, rhs, Default::default(), *ty)
            }
            ConstExpr::Compare { pred, ty, lhs, rhs } => {
                let (lhs, rhs) = (self.constant(lhs, *ty), self.constant(rhs, *ty));
                self.compare_word(pred, lhs, rhs)
            }
            ConstExpr::Cast { .. } | ConstExpr::Select { .. } | ConstExpr::Unknown(_) => {
                self.unsupported("constant expression", &[])
            }
        }
    }
}
