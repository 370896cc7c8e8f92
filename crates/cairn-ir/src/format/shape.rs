//! What the text of an operation says of types, for the printer and the parser alike.
//!
//! Many operations are written with one type (`add i32 %a, 1`), the type of one of their operands: the *written* type.
//! Literals and results take theirs from it, so neither needs one of its own.

use crate::{Op, Operand, Type};

/// The types that results have unless they say otherwise.
#[derive(Clone, Copy)]
pub(super) struct Implied([Option<Type>; 2]);

impl Implied {
    pub fn get(self, index: usize) -> Option<Type> {
        self.0.get(index).copied().flatten()
    }
}

/// The operand whose type the operation is written with.
pub(super) fn written_operand(op: &Op) -> Option<Operand> {
    match op {
        Op::Store { value, .. } | Op::Rmw { value, .. } => Some(*value),
        Op::Unary { value, .. } | Op::Cast { value, .. } | Op::Freeze { value } => Some(*value),
        Op::Binary { lhs, .. } | Op::Overflowing { lhs, .. } | Op::Compare { lhs, .. } | Op::FCompare { lhs, .. } => {
            Some(*lhs)
        }
        Op::Bits { a, .. } | Op::Fma { a, .. } => Some(*a),
        Op::Select { then, .. } => Some(*then),
        Op::CmpXchg { expected, .. } => Some(*expected),
        _ => None,
    }
}

/// The result types that the text of an operation implies. `word` is the integer of pointer width.
pub(super) fn implied(op: &Op, written: Type, word: Type) -> Implied {
    let one = |ty| Implied([Some(ty), None]);
    match op {
        Op::Alloca { .. } | Op::StackSave | Op::HeapAlloc { .. } | Op::Field { .. } | Op::Index { .. } => {
            one(Type::Ptr)
        }
        Op::HeapSize { .. } => one(word),
        Op::Load { ty, .. } | Op::Nondet { ty } | Op::Cast { to: ty, .. } => one(*ty),
        Op::Binary { .. }
        | Op::Unary { .. }
        | Op::Bits { .. }
        | Op::Fma { .. }
        | Op::Select { .. }
        | Op::Freeze { .. }
        | Op::Rmw { .. } => one(written),
        Op::Overflowing { .. } | Op::CmpXchg { .. } => Implied([Some(written), Some(Type::BOOL)]),
        Op::Compare { .. } | Op::FCompare { .. } => one(Type::BOOL),
        Op::SetJmp { .. } => one(Type::I32),
        Op::Host { func, .. } => Implied([func.signature(word).1, None]),
        Op::ScopeStart { .. }
        | Op::ScopeEnd { .. }
        | Op::StackRestore { .. }
        | Op::HeapFree { .. }
        | Op::Store { .. }
        | Op::Copy { .. }
        | Op::Set { .. }
        | Op::Call { .. }
        | Op::Asm(_)
        | Op::LongJmp { .. }
        | Op::Fence { .. }
        | Op::Assume { .. }
        | Op::Fail { .. }
        | Op::Unsupported { .. } => Implied([None, None]),
    }
}
