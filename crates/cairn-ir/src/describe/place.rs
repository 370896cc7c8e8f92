//! Addresses as places: `x`, `p->next`, `a[i].key`, `*p`.

use super::{Describer, Text, prec};
use crate::semantic::{CType, CTypeId, Callee, CastKind, Const, FieldRef, GlobalId, Linkage, Op, Operand};

/// Something that an address names, with its C type where that is known.
pub(super) struct Place {
    kind: Kind,
    ty: Option<CTypeId>,
}

#[derive(Clone)]
enum Kind {
    /// A variable or a part of one.
    Object(Text),
    /// What a pointer points to.
    Deref(Text),
}

impl Place {
    fn object(text: Text, ty: Option<CTypeId>) -> Place {
        Place { kind: Kind::Object(text), ty }
    }

    fn deref(pointer: Text, ty: Option<CTypeId>) -> Place {
        Place { kind: Kind::Deref(pointer), ty }
    }

    fn text(&self) -> Text {
        match &self.kind {
            Kind::Object(text) => text.clone(),
            Kind::Deref(pointer) => Text::new(prec::UNARY, format!("*{}", pointer.at(prec::UNARY))),
        }
    }

    fn member(&self, name: &str, ty: CTypeId) -> Place {
        let text = match &self.kind {
            Kind::Object(text) => format!("{}.{name}", text.at(prec::POSTFIX)),
            Kind::Deref(pointer) => format!("{}->{name}", pointer.at(prec::POSTFIX)),
        };
        Place::object(Text::atom(text), Some(ty))
    }

    fn element(&self, index: &str, ty: Option<CTypeId>) -> Place {
        let (Kind::Object(base) | Kind::Deref(base)) = &self.kind;
        Place::object(Text::atom(format!("{}[{index}]", base.at(prec::POSTFIX))), ty)
    }
}

impl Describer<'_> {
    pub(super) fn place_text(&self, addr: Operand, bytes: Option<u64>) -> Text {
        let place = self.place(addr);
        match bytes {
            Some(bytes) => self.narrow(place, bytes).text(),
            None => place.text(),
        }
    }

    /// An address as a value: `&x`, `p`, `p + i`, an array by its name.
    pub(super) fn address_text(&self, addr: Operand) -> Text {
        if let Some(Op::Index { base, index, .. }) = self.defs.op(self.body, addr)
            && let Place { kind: Kind::Deref(pointer), .. } = self.place(*base)
        {
            let index = self.value_text(*index).at(prec::PRODUCT);
            return Text::new(prec::SUM, format!("{} + {index}", pointer.at(prec::SUM)));
        }
        self.address_of(self.place(addr))
    }

    pub(super) fn address_of(&self, place: Place) -> Text {
        let is_array = place.ty.is_some_and(|ty| matches!(self.program.ctypes.resolve(ty), CType::Array { .. }));
        match place.kind {
            Kind::Deref(pointer) => pointer,
            Kind::Object(text) if is_array || text.text.starts_with('"') => text,
            Kind::Object(text) => Text::new(prec::UNARY, format!("&{}", text.at(prec::UNARY))),
        }
    }

    fn place(&self, addr: Operand) -> Place {
        self.deeper(|| self.new_place(addr)).unwrap_or_else(|| Place::deref(Text::unknown(), None))
    }

    fn new_place(&self, addr: Operand) -> Place {
        let value = match addr {
            Operand::Const(id) => return self.constant_place(&self.body.consts[id]),
            Operand::Value(value) => value,
        };
        let (name, is_alloca) = (self.name_of(value), self.is_alloca(value));
        match (name, self.defs.op(self.body, addr)) {
            (Some(name), _) if is_alloca => Place::object(Text::atom(name), self.var_type(addr)),
            (None, Some(Op::Alloca { .. })) => Place::object(Text::atom("temporary"), None),
            (Some(name), _) => Place::deref(Text::atom(name), self.pointee(self.var_type(addr))),
            (None, Some(Op::Field { base, offset, field })) => self.field_place(*base, *offset, *field),
            (None, Some(Op::Index { base, index, .. })) => self.element_place(*base, *index),
            (None, Some(Op::Cast { kind: CastKind::IntToPtr | CastKind::PtrToInt, value, .. })) => self.place(*value),
            (None, Some(Op::Freeze { value })) => self.place(*value),
            _ => Place::deref(self.value_text(addr), self.pointee(self.value_type(addr))),
        }
    }

    pub(super) fn constant_place(&self, constant: &Const) -> Place {
        match constant {
            Const::Global { id, offset } => {
                let global = &self.program.globals[*id];
                let place = Place::object(self.global_text(*id), global.ctype);
                self.at_offset(place, *offset)
            }
            other => Place::deref(self.constant_text(other), None),
        }
    }

    /// The variable's name, or the content of a string literal.
    fn global_text(&self, id: GlobalId) -> Text {
        let global = &self.program.globals[id];
        let name = self.program.names.text(global.source_name.unwrap_or(global.name));
        let literal = global.constant && global.linkage == Linkage::Internal && name.starts_with(".str");
        match &global.init {
            Some(init) if literal && init.relocs.is_empty() => Text::atom(quoted(&init.bytes)),
            _ => Text::atom(name),
        }
    }

    fn field_place(&self, base: Operand, offset: i64, field: Option<FieldRef>) -> Place {
        let place = self.place(base);
        let member = field.and_then(|field| {
            let record = self.program.ctypes.records.get(field.record)?;
            record.fields.get(field.index as usize)
        });
        match member {
            Some(member) => match member.name {
                Some(name) => place.member(self.program.names.text(name), member.ty),
                // Members of an anonymous struct are members of the struct around it.
                None => Place { ty: Some(member.ty), ..place },
            },
            None => self.at_offset(place, offset),
        }
    }

    fn element_place(&self, base: Operand, index: Operand) -> Place {
        let place = self.place(base);
        let zero = self.body.as_const(index).and_then(Const::as_int) == Some(0);
        if zero && matches!(place.kind, Kind::Deref(_)) {
            return place;
        }
        let index = self.value_text(index).text;
        match (&place.kind, place.ty.map(|ty| self.program.ctypes.resolve(ty))) {
            (_, Some(CType::Array { elem, .. })) => place.element(&index, Some(*elem)),
            (Kind::Deref(_), _) | (Kind::Object(_), None) => place.element(&index, place.ty),
            (Kind::Object(text), Some(_)) => {
                let address = Text::new(prec::UNARY, format!("&{}", text.at(prec::UNARY)));
                Place::deref(address, place.ty).element(&index, place.ty)
            }
        }
    }

    /// The part of a place that starts `offset` bytes into it, by its type; else by address arithmetic.
    fn at_offset(&self, place: Place, offset: i64) -> Place {
        if offset == 0 {
            return place;
        }
        let inside = u64::try_from(offset).ok();
        match inside.and_then(|offset| self.descend(&place, offset)) {
            Some(part) => part,
            None => {
                let base = match place.kind {
                    Kind::Deref(pointer) => pointer,
                    Kind::Object(text) => Text::new(prec::UNARY, format!("&{}", text.at(prec::UNARY))),
                };
                let (sign, bytes) = if offset < 0 { ('-', offset.unsigned_abs()) } else { ('+', offset as u64) };
                Place::deref(Text::new(prec::SUM, format!("(char *){} {sign} {bytes}", base.at(prec::UNARY))), None)
            }
        }
    }

    /// Follows members and elements until one starts exactly at `offset`.
    fn descend(&self, place: &Place, offset: u64) -> Option<Place> {
        let (part, rest) = self.part_at(place, offset)?;
        if rest == 0 { Some(part) } else { self.deeper(|| self.descend(&part, rest))? }
    }

    /// The member or element that holds the byte at `offset`, and the offset inside it.
    fn part_at(&self, place: &Place, offset: u64) -> Option<(Place, u64)> {
        let ctypes = &self.program.ctypes;
        let pointer_bytes = self.program.target.pointer_bytes();
        match ctypes.resolve(place.ty?) {
            CType::Record(id) => {
                let holds = |start: u64, ty| offset < start + ctypes.size_of(ty, pointer_bytes).unwrap_or(0);
                let member = ctypes.records[*id]
                    .fields
                    .iter()
                    .find(|member| member.byte_offset() <= offset && holds(member.byte_offset(), member.ty))?;
                let rest = offset - member.byte_offset();
                let part = match member.name {
                    Some(name) => place.member(self.program.names.text(name), member.ty),
                    None => Place { kind: place.kind.clone(), ty: Some(member.ty) },
                };
                Some((part, rest))
            }
            CType::Array { elem, .. } => {
                let size = ctypes.size_of(*elem, pointer_bytes).filter(|&size| size > 0)?;
                Some((place.element(&(offset / size).to_string(), Some(*elem)), offset % size))
            }
            _ => None,
        }
    }

    /// While the place is larger than the access: its first part.
    fn narrow(&self, place: Place, bytes: u64) -> Place {
        let size = place.ty.and_then(|ty| self.program.ctypes.size_of(ty, self.program.target.pointer_bytes()));
        if size.is_none_or(|size| size <= bytes) {
            return place;
        }
        match self.part_at(&place, 0) {
            Some((part, 0)) => match self.deeper(|| self.narrow(part, bytes)) {
                Some(narrowed) => narrowed,
                None => place,
            },
            _ => place,
        }
    }

    // ---- types ----

    fn var_type(&self, operand: Operand) -> Option<CTypeId> {
        let Operand::Value(value) = operand else { return None };
        self.body.vars.get(self.body.values[value].var?)?.ty
    }

    fn pointee(&self, ty: Option<CTypeId>) -> Option<CTypeId> {
        match self.program.ctypes.resolve(ty?) {
            CType::Pointer(to) => Some(*to),
            CType::Array { elem, .. } => Some(*elem),
            _ => None,
        }
    }

    /// The C type of a value that is read from somewhere with a type.
    fn value_type(&self, operand: Operand) -> Option<CTypeId> {
        match self.defs.op(self.body, operand)? {
            Op::Load { addr, .. } => self.place(*addr).ty,
            Op::Call { callee: Callee::Direct(callee), .. } => {
                match self.program.ctypes.resolve(self.program.funcs[*callee].ctype?) {
                    CType::Function { ret, .. } => Some(*ret),
                    _ => None,
                }
            }
            _ => self.var_type(operand),
        }
    }
}

/// A string literal, shortened.
fn quoted(bytes: &[u8]) -> String {
    const SHOWN: usize = 24;
    let content = bytes.strip_suffix(&[0]).unwrap_or(bytes);
    let shown: String =
        content.iter().take(SHOWN).flat_map(|&byte| std::ascii::escape_default(byte)).map(char::from).collect();
    format!("\"{shown}{}\"", if content.len() > SHOWN { "…" } else { "" })
}
