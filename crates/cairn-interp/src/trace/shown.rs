//! Values of an execution as values of their own, without the machine.

use crate::exec::Machine;
use crate::report::ObjectKey;
use crate::value::Slot;
use cairn_ir::{FloatKind, Type};

/// A value, ready to be put into words.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Shown {
    Int {
        bits: u64,
        width: u32,
    },
    Float(f64),
    Null,
    Pointer {
        object: ObjectKey,
        offset: i64,
    },
    /// An address that belongs to no object.
    Wild(u64),
    /// Depends on memory that was never written.
    Undefined,
    /// Wider than a register.
    Wide,
}

impl Machine<'_> {
    pub(super) fn shown(&self, slot: Slot, ty: Type) -> Shown {
        if slot.undef != 0 {
            return Shown::Undefined;
        }
        match ty {
            Type::Ptr => self.shown_pointer(slot),
            Type::Int(width) if width <= 64 => Shown::Int { bits: slot.bits, width },
            Type::Float(FloatKind::F64) => Shown::Float(f64::from_bits(slot.bits)),
            Type::Float(FloatKind::F32) => Shown::Float(f64::from(f32::from_bits(slot.bits as u32))),
            _ => Shown::Wide,
        }
    }

    pub(super) fn shown_pointer(&self, slot: Slot) -> Shown {
        if let Some(object) = self.state.memory.object(slot.prov) {
            let offset = slot.bits.wrapping_sub(object.base) as i64;
            return Shown::Pointer { object: ObjectKey::of(slot.prov), offset };
        }
        if slot.prov.is_object() {
            return Shown::Pointer { object: ObjectKey::of(slot.prov), offset: 0 };
        }
        if slot.bits == 0 { Shown::Null } else { Shown::Wild(slot.bits) }
    }
}

impl Shown {
    /// The object that it points to.
    pub fn object(self) -> Option<ObjectKey> {
        match self {
            Shown::Pointer { object, .. } => Some(object),
            _ => None,
        }
    }
}
