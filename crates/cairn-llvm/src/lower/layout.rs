//! Sizes, alignments and scalar shapes of LLVM types under a module's data layout.
//!
//! Everything per type is computed once, before any code is lowered, and then only looked up. Not here: the values
//! themselves, and the lists of scalars of aggregates, which `shape` makes on demand.

use crate::ast::{self, TypeId};
use cairn_base::{Id, IdVec};
use cairn_ir::{FloatKind, Type};

/// A first-class value of more scalars than this is refused: no C compiler makes one, and splitting it would cost
/// memory in proportion.
pub const MAX_SCALARS: u32 = 1024;

/// What is known of one LLVM type.
#[derive(Clone, Copy, Debug)]
pub struct TypeInfo {
    /// Bytes from one array element to the next.
    pub size: u64,
    /// Bytes that a store writes.
    pub store: u64,
    pub align: u64,
    /// Whether the type has a size at all (functions, labels and opaque structs have none).
    pub sized: bool,
    /// Number of scalars that a value splits into; more than `MAX_SCALARS` if it cannot be a value here.
    pub scalars: u32,
    /// The type of the one scalar, if the LLVM type is itself a scalar.
    pub scalar: Option<Type>,
}

impl TypeInfo {
    pub fn is_value(&self) -> bool {
        self.scalars <= MAX_SCALARS
    }
}

/// The part of a data layout string that decides sizes.
#[derive(Clone, Debug)]
pub struct DataLayout {
    pub pointer_bytes: u64,
    pub pointer_align: u64,
    /// (bits, ABI alignment in bytes), by bits.
    ints: Vec<(u32, u64)>,
    floats: Vec<(u32, u64)>,
    vectors: Vec<(u32, u64)>,
    aggregate_align: u64,
}

/// All types of a module, measured.
#[derive(Debug)]
pub struct Layout {
    pub data: DataLayout,
    infos: IdVec<TypeId, TypeInfo>,
}

impl DataLayout {
    /// LLVM's defaults, changed by what the string says. Unknown parts do not matter for sizes.
    pub fn parse(text: &str) -> DataLayout {
        let mut layout = DataLayout {
            pointer_bytes: 8,
            pointer_align: 8,
            ints: vec![(1, 1), (8, 1), (16, 2), (32, 4), (64, 4)],
            floats: vec![(16, 2), (32, 4), (64, 8), (128, 16)],
            vectors: vec![(64, 8), (128, 16)],
            aggregate_align: 1,
        };
        text.split('-').for_each(|part| layout.read_part(part));
        layout
    }

    fn read_part(&mut self, part: &str) {
        let Some(kind) = part.chars().next() else { return };
        let mut numbers = part[kind.len_utf8()..].split(':');
        let first = numbers.next().unwrap_or("");
        let bits = first.parse::<u32>().ok();
        let mut bytes = || numbers.next().and_then(|n| n.parse::<u64>().ok()).map(|n| (n / 8).max(1));
        match kind {
            // Only address space 0: `p:32:32`, `p0:32:32`; `p270:…` are others.
            'p' if first.is_empty() || first == "0" => {
                self.pointer_bytes = bytes().unwrap_or(8);
                self.pointer_align = bytes().unwrap_or(self.pointer_bytes);
            }
            'a' if first.is_empty() || first == "0" => self.aggregate_align = bytes().unwrap_or(1),
            'i' => set(&mut self.ints, bits, bytes()),
            'f' => set(&mut self.floats, bits, bytes()),
            'v' => set(&mut self.vectors, bits, bytes()),
            _ => {}
        }
    }

    /// An integer without its own entry takes the next larger one's alignment, or the largest one's.
    fn int_align(&self, bits: u32) -> u64 {
        let next = self.ints.iter().find(|(width, _)| *width >= bits).or(self.ints.last());
        next.map_or(1, |(_, align)| *align)
    }

    fn float_align(&self, kind: FloatKind) -> u64 {
        exact(&self.floats, kind.bits()).unwrap_or(u64::from(kind.bits().div_ceil(8)).next_power_of_two())
    }

    fn scalar(&self, ty: Type) -> TypeInfo {
        let (store, align) = match ty {
            Type::Int(bits) => (u64::from(bits.div_ceil(8)), self.int_align(bits)),
            Type::Float(kind) => (u64::from(kind.bits().div_ceil(8)), self.float_align(kind)),
            Type::Ptr => (self.pointer_bytes, self.pointer_align),
        };
        TypeInfo { size: round_up(store, align), store, align, sized: true, scalars: 1, scalar: Some(ty) }
    }
}

fn set(table: &mut Vec<(u32, u64)>, bits: Option<u32>, align: Option<u64>) {
    if let (Some(bits), Some(align)) = (bits, align) {
        table.retain(|(width, _)| *width != bits);
        table.push((bits, align));
        table.sort_unstable();
    }
}

fn exact(table: &[(u32, u64)], bits: u32) -> Option<u64> {
    table.iter().find(|(width, _)| *width == bits).map(|(_, align)| *align)
}

pub fn round_up(bytes: u64, align: u64) -> u64 {
    match align {
        0 | 1 => bytes,
        _ => bytes.div_ceil(align).saturating_mul(align),
    }
}

const UNSIZED: TypeInfo =
    TypeInfo { size: 0, store: 0, align: 1, sized: false, scalars: MAX_SCALARS + 1, scalar: None };

/// `void` as a result: a value of no scalars.
const VOID: TypeInfo = TypeInfo { scalars: 0, ..UNSIZED };

impl Layout {
    pub fn new(module: &ast::Module) -> Layout {
        let data = DataLayout::parse(module.data_layout);
        let mut layout = Layout { data, infos: IdVec::filled(UNSIZED, module.types.len()) };
        let mut done = vec![false; module.types.len()];
        for ty in module.types.ids() {
            layout.measure(module, ty, &mut done);
        }
        layout
    }

    pub fn info(&self, ty: TypeId) -> TypeInfo {
        self.infos.get(ty).copied().unwrap_or(UNSIZED)
    }

    pub fn pointer_bits(&self) -> u32 {
        self.data.pointer_bytes as u32 * 8
    }

    /// Measures `ty` and what it consists of. A type that contains itself is not a type; it stays unsized.
    fn measure(&mut self, module: &ast::Module, ty: TypeId, done: &mut [bool]) -> TypeInfo {
        let Some(shape) = module.types.get(ty) else { return UNSIZED };
        if std::mem::replace(&mut done[ty.index()], true) {
            return self.infos[ty];
        }
        let info = match shape {
            ast::Type::Void => VOID,
            ast::Type::Int(bits) => self.data.scalar(Type::Int((*bits).max(1))),
            ast::Type::Float(kind) => self.data.scalar(Type::Float(*kind)),
            ast::Type::Ptr => self.data.scalar(Type::Ptr),
            ast::Type::Array { len, elem } => array(self.measure(module, *elem, done), *len),
            ast::Type::Vector { len, elem, scalable } if !scalable => {
                let elem = self.measure(module, *elem, done);
                self.vector(elem, *len)
            }
            ast::Type::Struct { packed, fields } => self.structure(module, *packed, fields, done),
            ast::Type::Named { body: Some(body), .. } => self.measure(module, *body, done),
            _ => UNSIZED,
        };
        self.infos[ty] = info;
        info
    }

    fn vector(&self, elem: TypeInfo, len: u32) -> TypeInfo {
        let Some(scalar) = elem.scalar else { return UNSIZED };
        let bits = scalar.bits(self.pointer_bits()).saturating_mul(len);
        let store = u64::from(bits.div_ceil(8));
        let align = exact(&self.data.vectors, bits).unwrap_or(store.max(1).next_power_of_two());
        TypeInfo { size: round_up(store, align), store, align, sized: true, scalars: len, scalar: None }
    }

    fn structure(&mut self, module: &ast::Module, packed: bool, fields: &[TypeId], done: &mut [bool]) -> TypeInfo {
        let mut whole = TypeInfo { align: self.data.aggregate_align, sized: true, scalars: 0, ..UNSIZED };
        for &field in fields {
            let field = self.measure(module, field, done);
            let align = if packed { 1 } else { field.align };
            whole.size = round_up(whole.size, align).saturating_add(field.size);
            whole.align = whole.align.max(align);
            whole.sized &= field.sized;
            whole.scalars = whole.scalars.saturating_add(field.scalars);
        }
        whole.size = round_up(whole.size, whole.align);
        whole.store = whole.size;
        whole
    }

    /// Byte offset of each member of a struct type (named or literal); `None` for other types.
    pub fn field_offset(&self, module: &ast::Module, ty: TypeId, index: usize) -> Option<u64> {
        let (packed, fields) = struct_fields(module, ty)?;
        fields.get(index)?;
        let mut offset = 0;
        for (i, &field) in fields[..=index].iter().enumerate() {
            let info = self.info(field);
            offset = round_up(offset, if packed { 1 } else { info.align });
            if i < index {
                offset = offset.saturating_add(info.size);
            }
        }
        Some(offset)
    }
}

fn array(elem: TypeInfo, len: u64) -> TypeInfo {
    let size = elem.size.saturating_mul(len);
    let scalars = u64::from(elem.scalars).saturating_mul(len).min(u64::from(u32::MAX)) as u32;
    TypeInfo { size, store: size, align: elem.align, sized: elem.sized, scalars, scalar: None }
}

/// Looks through names.
pub fn resolve<'m>(module: &'m ast::Module<'m>, mut ty: TypeId) -> &'m ast::Type<'m> {
    // A chain of names cannot be longer than the table unless it is a circle.
    for _ in 0..=module.types.len() {
        match module.types.get(ty) {
            Some(ast::Type::Named { body: Some(body), .. }) => ty = *body,
            Some(shape) => return shape,
            None => break,
        }
    }
    &ast::Type::Void
}

pub fn struct_fields<'m>(module: &'m ast::Module<'m>, ty: TypeId) -> Option<(bool, &'m [TypeId])> {
    match resolve(module, ty) {
        ast::Type::Struct { packed, fields } => Some((*packed, fields)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const I386: &str = "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128";
    const X86_64: &str = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";

    fn measure<'a>(layout: &str, shapes: Vec<ast::Type<'a>>) -> (u64, u64) {
        let module = ast::Module { types: shapes.into(), data_layout: layout, ..Default::default() };
        let layout = Layout::new(&module);
        let info = layout.info(Id::new(module.types.len() - 1));
        (info.size, info.align)
    }

    fn scalar(layout: &str, ty: ast::Type) -> (u64, u64) {
        measure(layout, vec![ty])
    }

    #[test]
    fn scalars_follow_the_data_layout() {
        use ast::Type::*;
        for (ty, on_32, on_64) in [
            (Ptr, (4, 4), (8, 8)),
            (Int(1), (1, 1), (1, 1)),
            (Int(24), (4, 4), (4, 4)),
            (Int(64), (8, 4), (8, 8)),
            (Int(128), (16, 16), (16, 16)),
            (Int(256), (32, 16), (32, 16)),
            (Float(FloatKind::F64), (8, 4), (8, 8)),
            (Float(FloatKind::X86Fp80), (12, 4), (16, 16)),
        ] {
            assert_eq!(scalar(I386, ty.clone()), on_32, "{ty:?}");
            assert_eq!(scalar(X86_64, ty.clone()), on_64, "{ty:?}");
        }
        assert_eq!(scalar("e-m:e-i64:64-f80:128-S128", Int(128)), (16, 8));
    }

    #[test]
    fn structs_pad_and_packed_ones_do_not() {
        use ast::Type::*;
        let shape = |packed| vec![Int(8), Int(64), Struct { packed, fields: vec![Id::new(0), Id::new(1), Id::new(0)] }];
        assert_eq!(measure(X86_64, shape(false)), (24, 8));
        assert_eq!(measure(I386, shape(false)), (16, 4));
        assert_eq!(measure(X86_64, shape(true)), (10, 1));
    }

    #[test]
    fn vectors_align_to_their_size() {
        use ast::Type::*;
        let shape = |len| vec![Float(FloatKind::F32), Vector { len, elem: Id::new(0), scalable: false }];
        assert_eq!(measure(X86_64, shape(4)), (16, 16));
        assert_eq!(measure(X86_64, shape(3)), (16, 16));
        assert_eq!(measure(X86_64, shape(8)), (32, 32));
    }

    #[test]
    fn a_type_that_contains_itself_is_no_reason_to_hang() {
        use ast::Type::*;
        let shape =
            vec![Named { name: "x", body: Some(Id::new(1)) }, Struct { packed: false, fields: vec![Id::new(0)] }];
        let module = ast::Module { types: shape.into(), data_layout: X86_64, ..Default::default() };
        assert!(!Layout::new(&module).info(Id::new(0)).sized);
    }
}
