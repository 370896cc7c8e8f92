//! Joins the C types of units: what comes from one header becomes one type.
//!
//! Two records are one if they have the same tag (anonymous ones: the same place in the source) and the same layout and
//! member types. Records that a member holds by value are compared by their own layout, those it only points to by tag;
//! so a struct may point to a namesake of another unit where two units use one tag for two things. Execution does not
//! depend on it. A record that is only declared becomes the complete one of its tag if the program has exactly one.

use super::remap::Maps;
use crate::semantic::{CField, CType, CTypeId, CTypes, Record, RecordId};
use cairn_base::{Id, IdVec, Name, Span};
use rustc_hash::FxHashMap;

/// Deeper nesting of types than any program has; damaged input must not exhaust the stack.
const MAX_DEPTH: u32 = 500;

/// The types of the linked program while units are added.
#[derive(Default)]
pub(super) struct TypeTable {
    types: IdVec<CTypeId, CType>,
    type_ids: FxHashMap<CType, CTypeId>,
    /// By new record: the unit and the record that describe it.
    owners: IdVec<RecordId, (usize, RecordId)>,
    record_ids: FxHashMap<RecordKey, RecordId>,
    complete: FxHashMap<Tag, Vec<RecordId>>,
    incomplete: FxHashMap<Tag, RecordId>,
    shapes: FxHashMap<Shape, ShapeId>,
    units: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Tag {
    is_union: bool,
    name: Name,
}

/// Everything that makes two complete records the same.
#[derive(PartialEq, Eq, Hash)]
struct RecordKey {
    name: Option<Name>,
    /// Tells anonymous records apart.
    span: Option<Span>,
    is_union: bool,
    bytes: u64,
    align: u64,
    fields: Vec<(Option<Name>, u64, Option<u32>, ShapeId)>,
}

cairn_base::newtype_id!(ShapeId, "shape");

/// A type without the identity of what it points to. Children of `Plain` are shapes in the guise of type ids.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Shape {
    Plain(CType),
    Tagged(Tag),
    Held(RecordId),
    /// Nested too deeply, or in itself.
    Cut,
}

impl TypeTable {
    /// First step, for every unit in order: finds or makes the record of each complete record of the unit.
    pub fn add_records(&mut self, ctypes: &CTypes, maps: &Maps) -> IdVec<RecordId, Option<RecordId>> {
        let unit = self.units;
        self.units += 1;
        let mut scan = UnitScan {
            table: self,
            unit,
            ctypes,
            maps,
            shapes: IdVec::filled([None; 2], ctypes.types.len()),
            records: IdVec::filled(None, ctypes.records.len()),
            open: IdVec::filled(false, ctypes.records.len()),
        };
        for id in ctypes.records.ids() {
            scan.record(id, 0);
        }
        scan.records
    }

    /// Second step, after all units took the first: the record of every record, declared ones included.
    pub fn resolve_incomplete(
        &mut self,
        ctypes: &CTypes,
        maps: &Maps,
        records: IdVec<RecordId, Option<RecordId>>,
    ) -> IdVec<RecordId, RecordId> {
        let unit = maps.unit;
        let resolve = |(old, new): (RecordId, &Option<RecordId>)| {
            new.unwrap_or_else(|| match tag(&ctypes.records[old], maps) {
                Some(tag) => self.declared(tag, (unit, old)),
                None => self.owners.push((unit, old)),
            })
        };
        records.iter_enumerated().map(resolve).collect()
    }

    fn declared(&mut self, tag: Tag, owner: (usize, RecordId)) -> RecordId {
        match self.complete.get(&tag).map(Vec::as_slice) {
            Some(&[only]) => only,
            _ => *self.incomplete.entry(tag).or_insert_with(|| self.owners.push(owner)),
        }
    }

    /// Third step: the types of a unit whose `maps.records` is known.
    pub fn add_types(&mut self, ctypes: &CTypes, maps: &Maps) -> IdVec<CTypeId, CTypeId> {
        let mut new: IdVec<CTypeId, Option<CTypeId>> = IdVec::filled(None, ctypes.types.len());
        let mut open = IdVec::<CTypeId, bool>::filled(false, ctypes.types.len());
        let mut work = Vec::new();
        for id in ctypes.types.ids() {
            work.push(id);
            while let Some(&top) = work.last() {
                let depth = work.len();
                if new[top].is_none() && !std::mem::replace(&mut open[top], true) {
                    for_each_child(&ctypes.types[top], |child| {
                        if new[child].is_none() && !open[child] {
                            work.push(child);
                        }
                    });
                }
                if work.len() == depth {
                    work.pop();
                    if new[top].is_none() {
                        new[top] = Some(self.intern(&ctypes.types[top], maps, &new));
                    }
                }
            }
        }
        new.iter().map(|id| id.unwrap_or_else(|| self.intern_type(CType::Void))).collect()
    }

    /// A child that is not known yet is part of a cycle without a record, which no C type has.
    fn intern(&mut self, ty: &CType, maps: &Maps, new: &IdVec<CTypeId, Option<CTypeId>>) -> CTypeId {
        let void = self.intern_type(CType::Void);
        let mapped = rebuild(ty, maps, |child| new[child].unwrap_or(void), |record| maps.records[record]);
        self.intern_type(mapped)
    }

    fn intern_type(&mut self, ty: CType) -> CTypeId {
        *self.type_ids.entry(ty).or_insert_with_key(|ty| self.types.push(ty.clone()))
    }

    fn shape(&mut self, shape: Shape) -> ShapeId {
        let next = ShapeId::new(self.shapes.len());
        *self.shapes.entry(shape).or_insert(next)
    }

    /// Last step: copies every record from the unit that owns it. `units` in the order of the first step.
    pub fn finish<'u>(self, units: impl Iterator<Item = (&'u CTypes, &'u mut Maps)>) -> CTypes {
        let units: Vec<_> = units.collect();
        let record = |&(unit, old): &(usize, RecordId)| {
            let (ctypes, maps) = &units[unit];
            remap_record(&ctypes.records[old], maps)
        };
        CTypes { records: self.owners.iter().map(record).collect(), types: self.types }
    }
}

fn remap_record(record: &Record, maps: &Maps) -> Record {
    let field = |field: &CField| CField {
        name: field.name.map(|name| maps.name(name)),
        ty: maps.types[field.ty],
        bit_offset: field.bit_offset,
        bit_width: field.bit_width,
    };
    Record {
        name: record.name.map(|name| maps.name(name)),
        fields: record.fields.iter().map(field).collect(),
        span: maps.span(record.span),
        ..*record
    }
}

fn tag(record: &Record, maps: &Maps) -> Option<Tag> {
    record.name.map(|name| Tag { is_union: record.is_union, name: maps.name(name) })
}

/// Computes keys and shapes of one unit, each once.
struct UnitScan<'a> {
    table: &'a mut TypeTable,
    unit: usize,
    ctypes: &'a CTypes,
    maps: &'a Maps,
    /// By type: its shape when held by value, and when pointed to.
    shapes: IdVec<CTypeId, [Option<ShapeId>; 2]>,
    records: IdVec<RecordId, Option<RecordId>>,
    open: IdVec<RecordId, bool>,
}

impl UnitScan<'_> {
    /// The new id of a complete record; `None` for one that is only declared, or that holds itself.
    fn record(&mut self, id: RecordId, depth: u32) -> Option<RecordId> {
        let record = &self.ctypes.records[id];
        if self.records[id].is_some() || record.incomplete || std::mem::replace(&mut self.open[id], true) {
            return self.records[id];
        }
        let fields = record.fields.iter().map(|field| {
            let name = field.name.map(|name| self.maps.name(name));
            (name, field.bit_offset, field.bit_width, self.shape(field.ty, false, depth + 1))
        });
        let fields = fields.collect();
        let key = RecordKey {
            name: record.name.map(|name| self.maps.name(name)),
            span: record.name.is_none().then(|| self.maps.span(record.span)),
            is_union: record.is_union,
            bytes: record.bytes,
            align: record.align,
            fields,
        };
        let new = self.intern_record(key, id);
        self.records[id] = Some(new);
        Some(new)
    }

    fn intern_record(&mut self, key: RecordKey, id: RecordId) -> RecordId {
        let tag = tag(&self.ctypes.records[id], self.maps);
        let table = &mut *self.table;
        *table.record_ids.entry(key).or_insert_with(|| {
            let new = table.owners.push((self.unit, id));
            if let Some(tag) = tag {
                table.complete.entry(tag).or_default().push(new);
            }
            new
        })
    }

    fn shape(&mut self, ty: CTypeId, pointed_to: bool, depth: u32) -> ShapeId {
        if let Some(known) = self.shapes[ty][usize::from(pointed_to)] {
            return known;
        }
        let shape = if depth > MAX_DEPTH { Shape::Cut } else { self.new_shape(ty, pointed_to, depth) };
        let id = self.table.shape(shape);
        self.shapes[ty][usize::from(pointed_to)] = Some(id);
        id
    }

    fn new_shape(&mut self, ty: CTypeId, pointed_to: bool, depth: u32) -> Shape {
        let ctypes = self.ctypes;
        let ty = &ctypes.types[ty];
        if let CType::Record(id) = *ty {
            let tag = tag(&ctypes.records[id], self.maps);
            return match (tag, pointed_to || ctypes.records[id].incomplete) {
                (Some(tag), true) => Shape::Tagged(tag),
                _ => self.record(id, depth).map_or(Shape::Cut, Shape::Held),
            };
        }
        let pointed_to = pointed_to || matches!(ty, CType::Pointer(_) | CType::Function { .. });
        let maps = self.maps;
        let child = |child| CTypeId::new(self.shape(child, pointed_to, depth + 1).index());
        Shape::Plain(rebuild(ty, maps, child, |record| record))
    }
}

fn for_each_child(ty: &CType, mut visit: impl FnMut(CTypeId)) {
    match ty {
        CType::Void | CType::Base { .. } | CType::Enum { .. } | CType::Other { .. } | CType::Record(_) => {}
        CType::Pointer(of) | CType::Const(of) | CType::Volatile(of) => visit(*of),
        CType::Array { elem, .. } => visit(*elem),
        CType::Typedef { of, .. } | CType::Qualified { of, .. } => visit(*of),
        CType::Function { ret, params, .. } => {
            visit(*ret);
            params.iter().copied().for_each(visit);
        }
    }
}

/// The same type with other names, children and records.
fn rebuild(
    ty: &CType,
    maps: &Maps,
    mut child: impl FnMut(CTypeId) -> CTypeId,
    mut record: impl FnMut(RecordId) -> RecordId,
) -> CType {
    match *ty {
        CType::Void => CType::Void,
        CType::Base { name, kind, bytes } => CType::Base { name: maps.name(name), kind, bytes },
        CType::Pointer(of) => CType::Pointer(child(of)),
        CType::Array { elem, len } => CType::Array { elem: child(elem), len },
        CType::Record(id) => CType::Record(record(id)),
        CType::Enum { name, bytes, signed } => CType::Enum { name: name.map(|name| maps.name(name)), bytes, signed },
        CType::Typedef { name, of } => CType::Typedef { name: maps.name(name), of: child(of) },
        CType::Const(of) => CType::Const(child(of)),
        CType::Volatile(of) => CType::Volatile(child(of)),
        CType::Qualified { qualifier, of } => CType::Qualified { qualifier: maps.name(qualifier), of: child(of) },
        CType::Function { ret, ref params, variadic } => {
            CType::Function { ret: child(ret), params: params.iter().map(|&param| child(param)).collect(), variadic }
        }
        CType::Other { name, bytes } => CType::Other { name: maps.name(name), bytes },
    }
}
