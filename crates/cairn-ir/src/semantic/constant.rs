//! Constants: leaves of expressions, kept in a pool per function.

use super::{FloatKind, FuncId, GlobalId, Type};
use cairn_base::newtype_id;

newtype_id!(
    /// A constant of one function's pool (`Body::consts`). Equal constants of one pool have equal ids.
    pub ConstId, "c"
);

/// A constant scalar.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Const {
    /// An integer of at most 128 bits, zero-extended into `value` (bits above `width` are 0).
    Int { width: u32, value: u128 },
    /// An integer of more than 128 bits.
    Wide(WideInt),
    /// A float by its bits.
    Float { kind: FloatKind, bits: u128 },
    /// The null pointer.
    Null,
    /// The address of a global plus a byte offset (two's complement at pointer width).
    Global { id: GlobalId, offset: i64 },
    /// The address of a function.
    Func(FuncId),
    /// No particular value: every bit is undefined, as of memory never written.
    Undef(Type),
}

/// An integer of more than 128 bits: little-endian 64-bit limbs, bits above `width` are 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct WideInt {
    pub width: u32,
    pub limbs: Box<[u64]>,
}

impl Const {
    /// An integer constant; `value` is cut to `width` bits.
    pub fn int(width: u32, value: u128) -> Const {
        debug_assert!(width <= 128, "wide integers are Const::Wide");
        let mask = if width >= 128 { u128::MAX } else { (1 << width) - 1 };
        Const::Int { width, value: value & mask }
    }

    pub fn ty(&self) -> Type {
        match self {
            Const::Int { width, .. } => Type::Int(*width),
            Const::Wide(wide) => Type::Int(wide.width),
            Const::Float { kind, .. } => Type::Float(*kind),
            Const::Null | Const::Global { .. } | Const::Func(_) => Type::Ptr,
            Const::Undef(ty) => *ty,
        }
    }

    /// The value of a small integer constant, zero-extended.
    pub fn as_int(&self) -> Option<u128> {
        match self {
            Const::Int { value, .. } => Some(*value),
            _ => None,
        }
    }
}
