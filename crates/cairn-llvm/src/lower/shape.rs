//! How first-class aggregates and vectors split into scalars, and where struct members stand.
//!
//! Both are made once per type on first use. Not here: sizes and alignments (`layout`).

use super::layout::{resolve, struct_fields};
use super::module::ModuleCx;
use crate::ast::{self, TypeId};
use cairn_ir::{FieldRef, RecordId, Type};
use std::rc::Rc;

/// The scalars of a type in order, with their offsets in memory.
#[derive(Debug, Default)]
pub struct Shape {
    pub scalars: Vec<(Type, u64)>,
    /// False if some lanes do not start at a byte (`<8 x i1>`): such values cannot be loaded or stored by scalars.
    pub in_memory: bool,
}

/// The members of a struct type.
#[derive(Debug, Default)]
pub struct Members {
    pub types: Vec<TypeId>,
    pub offsets: Vec<u64>,
    /// The member of the C record at that place, where debug information knows it.
    pub fields: Vec<Option<FieldRef>>,
}

impl ModuleCx<'_> {
    /// The scalars of a value type. Empty for what cannot be a value (ask `TypeInfo::is_value` first).
    pub fn shape(&mut self, ty: TypeId) -> Rc<Shape> {
        if let Some(shape) = self.shapes.get(ty).and_then(|shape| shape.clone()) {
            return shape;
        }
        let mut shape = Shape { scalars: Vec::new(), in_memory: true };
        if self.layout.info(ty).is_value() {
            self.flatten(ty, 0, &mut shape);
        }
        let shape = Rc::new(shape);
        if let Some(slot) = self.shapes.get_mut(ty) {
            *slot = Some(shape.clone());
        }
        shape
    }

    fn flatten(&self, ty: TypeId, offset: u64, shape: &mut Shape) {
        if let Some(scalar) = self.layout.info(ty).scalar {
            shape.scalars.push((scalar, offset));
            return;
        }
        match resolve(self.module, ty) {
            ast::Type::Array { len, elem } => {
                let stride = self.layout.info(*elem).size;
                (0..*len).for_each(|i| self.flatten(*elem, offset + i * stride, shape));
            }
            ast::Type::Vector { len, elem, .. } => self.flatten_vector(*len, *elem, offset, shape),
            ast::Type::Struct { fields, .. } => {
                for (index, &field) in fields.iter().enumerate() {
                    let inner = self.layout.field_offset(self.module, ty, index).unwrap_or(0);
                    self.flatten(field, offset + inner, shape);
                }
            }
            _ => {}
        }
    }

    fn flatten_vector(&self, len: u32, elem: TypeId, offset: u64, shape: &mut Shape) {
        let Some(scalar) = self.layout.info(elem).scalar else { return };
        let bits = u64::from(scalar.bits(self.layout.pointer_bits()));
        shape.in_memory &= bits % 8 == 0;
        shape.scalars.extend((0..u64::from(len)).map(|lane| (scalar, offset + lane * bits / 8)));
    }

    /// Number of scalars before element `index` of an aggregate, and the element's type.
    pub fn element(&self, ty: TypeId, index: u64) -> Option<(usize, TypeId)> {
        match resolve(self.module, ty) {
            ast::Type::Array { len, elem } if index < *len => {
                Some((index as usize * self.layout.info(*elem).scalars as usize, *elem))
            }
            ast::Type::Vector { len, elem, .. } if index < u64::from(*len) => Some((index as usize, *elem)),
            ast::Type::Struct { fields, .. } => {
                let index = usize::try_from(index).ok()?;
                let before = fields.get(..index)?.iter().map(|f| self.layout.info(*f).scalars as usize).sum();
                Some((before, *fields.get(index)?))
            }
            _ => None,
        }
    }

    /// The members of a struct type; `None` for other types.
    pub fn members(&mut self, ty: TypeId) -> Option<Rc<Members>> {
        if let Some(members) = self.members.get(ty)? {
            return Some(members.clone());
        }
        let (_, types) = struct_fields(self.module, ty)?;
        let offsets: Vec<u64> = (0..types.len()).filter_map(|i| self.layout.field_offset(self.module, ty, i)).collect();
        let record = self.record_of(ty);
        let fields = types.iter().zip(&offsets).map(|(ty, offset)| self.field_at(record?, *ty, *offset)).collect();
        let members = Rc::new(Members { types: types.to_vec(), offsets, fields });
        self.members[ty] = Some(members.clone());
        Some(members)
    }

    fn record_of(&mut self, ty: TypeId) -> Option<RecordId> {
        match self.module.types.get(ty)? {
            ast::Type::Named { name, .. } => self.debug.record_by_name(&mut self.program, name),
            _ => None,
        }
    }

    /// The C member at a byte offset. Several can start there when some are empty: the one of the right size counts.
    fn field_at(&self, record: RecordId, ty: TypeId, offset: u64) -> Option<FieldRef> {
        let ctypes = &self.program.ctypes;
        let members = ctypes.records.get(record).filter(|record| !record.is_union)?;
        let here = || {
            members
                .fields
                .iter()
                .enumerate()
                .filter(|(_, field)| field.bit_width.is_none() && field.bit_offset == offset * 8)
        };
        let size = self.layout.info(ty).size;
        let same_size =
            here().find(|(_, field)| ctypes.size_of(field.ty, self.layout.data.pointer_bytes) == Some(size));
        let (index, _) = same_size.or_else(|| here().next())?;
        Some(FieldRef { record, index: index as u32 })
    }
}
