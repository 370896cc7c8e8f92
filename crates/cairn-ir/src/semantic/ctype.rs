//! C types as the source wrote them, for layouts, messages and checks inside objects. Execution does not need them.

use cairn_base::{IdVec, Name, Span, newtype_id};

newtype_id!(pub CTypeId, "t");
newtype_id!(
    /// A struct or union definition.
    pub RecordId, "rec"
);

/// All C types of a program.
#[derive(Clone, Default, Debug)]
pub struct CTypes {
    pub types: IdVec<CTypeId, CType>,
    pub records: IdVec<RecordId, Record>,
}

/// One C type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum CType {
    Void,
    /// `int`, `unsigned char`, `double`, `_Bool`, … by its C name.
    Base {
        name: Name,
        kind: BaseKind,
        bytes: u64,
    },
    Pointer(CTypeId),
    /// `len` is `None` for flexible, variable-length and incomplete arrays.
    Array {
        elem: CTypeId,
        len: Option<u64>,
    },
    Record(RecordId),
    Enum {
        name: Option<Name>,
        bytes: u64,
        signed: bool,
    },
    Typedef {
        name: Name,
        of: CTypeId,
    },
    Const(CTypeId),
    Volatile(CTypeId),
    /// Other qualifiers (`restrict`, `_Atomic`).
    Qualified {
        qualifier: Name,
        of: CTypeId,
    },
    Function {
        ret: CTypeId,
        params: Vec<CTypeId>,
        variadic: bool,
    },
    /// Something that the debug information does not say, or a vector, complex, … type, by name.
    Other {
        name: Name,
        bytes: u64,
    },
}

/// The numeric family of a base type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BaseKind {
    Bool,
    Signed,
    Unsigned,
    /// `char` with the signedness that the target gives it.
    Char {
        signed: bool,
    },
    Float,
    Complex,
}

/// A struct or union with its layout in bytes and bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The tag, without `struct` or `union`; `None` for anonymous records.
    pub name: Option<Name>,
    pub is_union: bool,
    pub bytes: u64,
    /// 0 when the debug information does not say.
    pub align: u64,
    pub fields: Vec<CField>,
    /// Only declared, never defined, in what was read.
    pub incomplete: bool,
    pub span: Span,
}

/// One member of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CField {
    /// `None` for anonymous struct/union members.
    pub name: Option<Name>,
    pub ty: CTypeId,
    /// Offset of the first bit from the record's start.
    pub bit_offset: u64,
    /// `Some(width)` for a bit-field.
    pub bit_width: Option<u32>,
}

impl CField {
    pub fn byte_offset(&self) -> u64 {
        self.bit_offset / 8
    }
}

impl CTypes {
    /// Looks through typedefs and qualifiers.
    pub fn resolve(&self, mut id: CTypeId) -> &CType {
        loop {
            match &self.types[id] {
                CType::Typedef { of, .. } | CType::Const(of) | CType::Volatile(of) | CType::Qualified { of, .. } => {
                    id = *of;
                }
                other => return other,
            }
        }
    }

    /// `sizeof`, where the type is complete.
    pub fn size_of(&self, id: CTypeId, pointer_bytes: u64) -> Option<u64> {
        match self.resolve(id) {
            CType::Void | CType::Function { .. } => None,
            CType::Base { bytes, .. } | CType::Enum { bytes, .. } | CType::Other { bytes, .. } => Some(*bytes),
            CType::Pointer(_) => Some(pointer_bytes),
            CType::Array { elem, len } => self.size_of(*elem, pointer_bytes)?.checked_mul((*len)?),
            CType::Record(record) => {
                let record = &self.records[*record];
                (!record.incomplete).then_some(record.bytes)
            }
            CType::Typedef { .. } | CType::Const(_) | CType::Volatile(_) | CType::Qualified { .. } => {
                unreachable!("resolve() looks through these")
            }
        }
    }
}
