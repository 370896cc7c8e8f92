//! The types of SSA values. There are only scalars: the front end splits structs, arrays and vectors.

use super::inst::named_enum;
use std::fmt;

/// The type of one SSA value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    /// An integer of any width from 1 bit on; signedness belongs to operations.
    Int(u32),
    Float(FloatKind),
    /// An address: an object and a byte offset into it. Its size is the target's.
    Ptr,
}

named_enum! {
    /// The binary floating-point formats that Clang uses for C.
    pub enum FloatKind {
        Half = "f16",
        BFloat = "bf16",
        F32 = "f32",
        F64 = "f64",
        /// x87 extended precision: 80 bits, stored in 10 bytes (12 or 16 with padding).
        X86Fp80 = "f80",
        Fp128 = "f128",
    }
}

impl Type {
    pub const BOOL: Type = Type::Int(1);
    pub const I8: Type = Type::Int(8);
    pub const I32: Type = Type::Int(32);
    pub const I64: Type = Type::Int(64);

    /// Width in bits of the value itself, without padding.
    pub fn bits(self, pointer_bits: u32) -> u32 {
        match self {
            Type::Int(width) => width,
            Type::Float(kind) => kind.bits(),
            Type::Ptr => pointer_bits,
        }
    }

    /// Bytes that a load or a store of this type touches: the width rounded up to whole bytes, no padding.
    pub fn store_bytes(self, pointer_bits: u32) -> u64 {
        u64::from(self.bits(pointer_bits).div_ceil(8))
    }

    pub fn is_int(self) -> bool {
        matches!(self, Type::Int(_))
    }

    pub fn is_float(self) -> bool {
        matches!(self, Type::Float(_))
    }
}

impl FloatKind {
    pub fn bits(self) -> u32 {
        match self {
            FloatKind::Half | FloatKind::BFloat => 16,
            FloatKind::F32 => 32,
            FloatKind::F64 => 64,
            FloatKind::X86Fp80 => 80,
            FloatKind::Fp128 => 128,
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Int(width) => write!(f, "i{width}"),
            Type::Float(kind) => f.write_str(kind.name()),
            Type::Ptr => f.write_str("ptr"),
        }
    }
}

impl fmt::Debug for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
