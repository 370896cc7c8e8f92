//! The heap at a step, in words: variables, objects with their members by name, and what points where.
//!
//! The interpreter's picture knows bytes and addresses. Types come from the variables that lead to an object; what nothing
//! typed leads to is shown as addresses and bytes.
//!
//! Not here: drawing (`draw`).

use crate::words::{Words, int_text};
use cairn_interp::{InfoKind, ObjectKey, Picture, PictureObject, Shown};
use cairn_ir::{BaseKind, CType, CTypeId, Program};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Members of an object that are shown.
const MAX_CELLS: usize = 10;

/// The heap at one moment.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Heap {
    /// Innermost function first.
    pub frames: Vec<HeapFrame>,
    pub objects: Vec<HeapObject>,
    /// There is more than this.
    pub more: bool,
}

/// The variables of an active function.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HeapFrame {
    pub function: String,
    pub cells: Vec<HeapCell>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HeapObject {
    pub title: String,
    /// Type and size.
    pub detail: String,
    pub state: HeapState,
    pub heap: bool,
    pub cells: Vec<HeapCell>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum HeapState {
    Live,
    Freed,
    OutOfScope,
}

/// A variable or a member.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HeapCell {
    pub name: String,
    pub value: String,
    /// Index of the object that it points to.
    pub target: Option<usize>,
    /// Other than at the step before.
    pub changed: bool,
}

/// The pictures of a trace in words; cells that differ from the picture before are marked.
pub(crate) fn heaps(words: &Words<'_>) -> Vec<Heap> {
    let mut heaps: Vec<Heap> = Vec::new();
    // What was known of an object stays known when nothing typed leads to it any more.
    let mut types = Types(BTreeMap::new());
    for picture in &words.trace.pictures {
        types.learn(words.program, picture, words);
        let mut heap = heap(words, picture, &types);
        if let Some(before) = heaps.last() {
            heap.mark_changes(before);
        }
        heaps.push(heap);
    }
    heaps
}

fn heap(words: &Words<'_>, picture: &Picture, types: &Types) -> Heap {
    // Literals stand as text where they are pointed to.
    let shown: Vec<&PictureObject> = picture.objects.iter().filter(|object| !words.is_literal(object.key)).collect();
    let index: BTreeMap<ObjectKey, usize> = shown.iter().enumerate().map(|(at, object)| (object.key, at)).collect();
    let view = View { words, types, index: &index };
    let mut frames: Vec<(usize, HeapFrame)> = Vec::new();
    for var in &picture.vars {
        let Some(body) = words.program.funcs[var.func].body.as_ref() else { continue };
        let Some(declared) = body.vars.get(var.var) else { continue };
        let cell = view.cell(words.program.names.text(declared.name).to_owned(), var.value, declared.ty);
        match frames.last_mut().filter(|(depth, _)| *depth == var.depth) {
            Some((_, frame)) => frame.cells.push(cell),
            None => {
                let function = words.program.func_name(var.func).to_owned();
                frames.push((var.depth, HeapFrame { function, cells: vec![cell] }));
            }
        }
    }
    let objects = shown.into_iter().map(|object| view.object(object)).collect();
    Heap { frames: frames.into_iter().map(|(_, frame)| frame).collect(), objects, more: picture.more }
}

impl Heap {
    fn mark_changes(&mut self, before: &Heap) {
        for frame in &mut self.frames {
            let old = before.frames.iter().find(|old| old.function == frame.function);
            mark(&mut frame.cells, old.map(|old| old.cells.as_slice()));
        }
        for object in &mut self.objects {
            let old = before.objects.iter().find(|old| old.title == object.title);
            mark(&mut object.cells, old.map(|old| old.cells.as_slice()));
        }
    }
}

fn mark(cells: &mut [HeapCell], before: Option<&[HeapCell]>) {
    for cell in cells {
        let old = before.and_then(|before| before.iter().find(|old| old.name == cell.name));
        cell.changed = old.is_none_or(|old| old.value != cell.value);
    }
}

/// The types of objects, by what leads to them.
struct Types(BTreeMap<ObjectKey, CTypeId>);

impl Types {
    fn learn(&mut self, program: &Program, picture: &Picture, words: &Words<'_>) {
        for object in &picture.objects {
            let var = |(func, var)| program.funcs.get(func)?.body.as_ref()?.vars.get(var)?.ty;
            let declared = object.local.and_then(var).or_else(|| {
                match words.trace.objects.get(&object.key).map(|object| object.info.kind) {
                    Some(InfoKind::Global(id)) => program.globals[id].ctype,
                    _ => None,
                }
            });
            declared.map(|ty| self.0.insert(object.key, ty));
        }
        for var in &picture.vars {
            let ty = program.funcs[var.func].body.as_ref().and_then(|body| body.vars.get(var.var)?.ty);
            self.lead(program, var.value, ty);
        }
        // Objects come in the order in which they are reached, so the types of those that lead on are known.
        for object in &picture.objects {
            let Some(&ty) = self.0.get(&object.key) else { continue };
            for &(offset, value) in &object.pointers {
                let member = member_at(program, ty, offset);
                self.lead(program, value, member);
            }
        }
    }

    /// A pointer of this type points to the start of an object.
    fn lead(&mut self, program: &Program, value: Shown, ty: Option<CTypeId>) {
        let (Shown::Pointer { object, offset: 0 }, Some(ty)) = (value, ty) else { return };
        let CType::Pointer(target) = program.ctypes.resolve(ty) else { return };
        let says_something = !matches!(program.ctypes.resolve(*target), CType::Void | CType::Function { .. });
        if says_something {
            self.0.entry(object).or_insert(*target);
        }
    }
}

/// The type of the scalar at an offset.
fn member_at(program: &Program, ty: CTypeId, offset: u64) -> Option<CTypeId> {
    let word = program.target.pointer_bytes();
    match program.ctypes.resolve(ty) {
        CType::Record(record) => {
            let fields = &program.ctypes.records[*record].fields;
            let field = fields.iter().rev().find(|field| field.byte_offset() <= offset)?;
            member_at(program, field.ty, offset - field.byte_offset())
        }
        CType::Array { elem, .. } => {
            let size = program.ctypes.size_of(*elem, word).filter(|&size| size > 0)?;
            member_at(program, *elem, offset % size)
        }
        _ => (offset == 0).then_some(ty),
    }
}

struct View<'a> {
    words: &'a Words<'a>,
    types: &'a Types,
    index: &'a BTreeMap<ObjectKey, usize>,
}

impl View<'_> {
    fn cell(&self, name: String, value: Shown, ty: Option<CTypeId>) -> HeapCell {
        let target = value.object().and_then(|key| self.index.get(&key).copied());
        HeapCell { name, value: self.words.value(value, ty), target, changed: false }
    }

    fn object(&self, object: &PictureObject) -> HeapObject {
        let program = self.words.program;
        let known = self.words.trace.objects.get(&object.key);
        let heap = known.is_some_and(|known| known.is_heap());
        let state = match (object.live, heap) {
            (true, _) => HeapState::Live,
            (false, true) => HeapState::Freed,
            (false, false) => HeapState::OutOfScope,
        };
        let ty = self.types.0.get(&object.key).copied();
        let mut cells = Vec::new();
        if object.live {
            match ty {
                Some(ty) => self.elements(object, ty, &mut cells),
                None => self.raw_cells(object, &mut cells),
            }
        }
        let size = crate::explain::bytes(object.size);
        let detail = match ty.and_then(|ty| type_name(program, ty)) {
            Some(name) => format!("{name}, {size}"),
            None => size,
        };
        HeapObject { title: self.words.object(object.key), detail, state, heap, cells }
    }

    /// The object as one value of the type, or as an array of them if it is larger.
    fn elements(&self, object: &PictureObject, ty: CTypeId, cells: &mut Vec<HeapCell>) {
        let size = self.words.program.ctypes.size_of(ty, self.words.program.target.pointer_bytes());
        let count = size.filter(|&size| size > 0).map_or(1, |size| object.size / size);
        match size {
            Some(_) if count > 1 && self.is_char(ty) => cells.extend(self.text_cell(object, 0, String::new())),
            Some(size) if count > 1 => {
                for i in 0..count.min(MAX_CELLS as u64) {
                    self.typed_cells(object, ty, i * size, format!("[{i}]"), cells);
                }
            }
            _ => self.typed_cells(object, ty, 0, String::new(), cells),
        }
    }

    fn typed_cells(&self, object: &PictureObject, ty: CTypeId, at: u64, name: String, cells: &mut Vec<HeapCell>) {
        let program = self.words.program;
        let word = program.target.pointer_bytes();
        if cells.len() >= MAX_CELLS {
            return;
        }
        match program.ctypes.resolve(ty) {
            CType::Record(record) => {
                for field in program.ctypes.records[*record].fields.iter() {
                    let member = field.name.map(|name| program.names.text(name)).unwrap_or_default();
                    let name = join(&name, member);
                    self.typed_cells(object, field.ty, at + field.byte_offset(), name, cells);
                }
            }
            CType::Array { elem, .. } if self.is_char(*elem) => {
                cells.extend(self.text_cell(object, at, name));
            }
            CType::Array { elem, len } => {
                let Some(size) = program.ctypes.size_of(*elem, word).filter(|&size| size > 0) else { return };
                let fits = object.size.saturating_sub(at) / size;
                for i in 0..len.unwrap_or(fits).min(fits).min(MAX_CELLS as u64) {
                    self.typed_cells(object, *elem, at + i * size, format!("{name}[{i}]"), cells);
                }
            }
            CType::Pointer(_) => {
                let value = self.pointer_at(object, at);
                cells.extend(value.map(|value| self.cell(name, value, Some(ty))));
            }
            _ => {
                let size = program.ctypes.size_of(ty, word).unwrap_or(0);
                cells.extend(self.number_cell(object, at, size, name, Some(ty)));
            }
        }
    }

    fn is_char(&self, ty: CTypeId) -> bool {
        let base = self.words.program.ctypes.resolve(ty);
        matches!(base, CType::Base { kind: BaseKind::Char { .. }, .. })
    }

    /// Addresses, then what is left in words of 8 bytes.
    fn raw_cells(&self, object: &PictureObject, cells: &mut Vec<HeapCell>) {
        if object.pointers.is_empty() {
            cells.extend(self.text_cell(object, 0, String::new()));
            return;
        }
        for &(offset, value) in object.pointers.iter().take(MAX_CELLS) {
            cells.push(self.cell(format!("+{offset}"), value, None));
        }
    }

    fn pointer_at(&self, object: &PictureObject, at: u64) -> Option<Shown> {
        if let Some((_, value)) = object.pointers.iter().find(|(offset, _)| *offset == at) {
            return Some(*value);
        }
        let word = self.words.program.target.pointer_bytes();
        match self.number(object, at, word)? {
            None => Some(Shown::Undefined),
            Some(0) => Some(Shown::Null),
            Some(bits) => Some(Shown::Wild(bits)),
        }
    }

    /// The number in some bytes; `Some(None)` if they were never written, `None` if they are not in the picture.
    fn number(&self, object: &PictureObject, at: u64, size: u64) -> Option<Option<u64>> {
        let range = usize::try_from(at).ok()?..usize::try_from(at.checked_add(size)?).ok()?;
        let (bytes, undefined) = (object.bytes.get(range.clone())?, object.undefined.get(range)?);
        if size == 0 || size > 8 {
            return None;
        }
        let bits = bytes.iter().rev().fold(0u64, |bits, byte| bits << 8 | u64::from(*byte));
        Some(undefined.iter().all(|&byte| byte == 0).then_some(bits))
    }

    fn number_cell(
        &self,
        object: &PictureObject,
        at: u64,
        size: u64,
        name: String,
        ty: Option<CTypeId>,
    ) -> Option<HeapCell> {
        let program = self.words.program;
        let is_float =
            ty.is_some_and(|ty| matches!(program.ctypes.resolve(ty), CType::Base { kind: BaseKind::Float, .. }));
        let value = match self.number(object, at, size)? {
            None => "never written".to_owned(),
            Some(bits) if is_float && size == 8 => f64::from_bits(bits).to_string(),
            Some(bits) if is_float && size == 4 => f32::from_bits(bits as u32).to_string(),
            Some(_) if is_float => "…".to_owned(),
            Some(bits) => int_text(program, bits, size as u32 * 8, ty),
        };
        Some(HeapCell { name, value, target: None, changed: false })
    }

    /// Bytes as text, if they are; as numbers otherwise.
    fn text_cell(&self, object: &PictureObject, at: u64, name: String) -> Option<HeapCell> {
        let start = usize::try_from(at).ok()?;
        let bytes = object.bytes.get(start..)?;
        let undefined = object.undefined.get(start..)?;
        let written = undefined.iter().position(|&byte| byte != 0).unwrap_or(bytes.len());
        let bytes = &bytes[..written];
        let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
        let value = match std::str::from_utf8(&bytes[..end]) {
            _ if written == 0 => "never written".to_owned(),
            Ok(text) if text.chars().all(|c| !c.is_control() || c.is_whitespace()) => {
                let shown: String = text.chars().take(20).flat_map(char::escape_debug).collect();
                format!("\"{shown}\"")
            }
            _ => bytes.iter().take(8).map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" "),
        };
        Some(HeapCell { name, value, target: None, changed: false })
    }
}

fn join(path: &str, member: &str) -> String {
    match (path.is_empty(), member.is_empty()) {
        (true, _) => member.to_owned(),
        (_, true) => path.to_owned(),
        _ => format!("{path}.{member}"),
    }
}

/// `struct node`, `char [8]`, `int`.
fn type_name(program: &Program, ty: CTypeId) -> Option<String> {
    let text = |name| program.names.text(name).to_owned();
    match &program.ctypes.types[ty] {
        CType::Base { name, .. } | CType::Typedef { name, .. } => Some(text(*name)),
        CType::Record(record) => {
            let record = &program.ctypes.records[*record];
            let word = if record.is_union { "union" } else { "struct" };
            Some(record.name.map_or(word.to_owned(), |name| format!("{word} {}", text(name))))
        }
        CType::Pointer(of) => Some(format!("{} *", type_name(program, *of)?)),
        CType::Array { elem, len: Some(len) } => Some(format!("{} [{len}]", type_name(program, *elem)?)),
        CType::Const(of) | CType::Volatile(of) | CType::Qualified { of, .. } => type_name(program, *of),
        CType::Enum { name: Some(name), .. } => Some(format!("enum {}", text(*name))),
        _ => None,
    }
}

/// The heap in a few lines of text: `n -> [block #3 (freed)]`.
pub fn heap_to_text(heap: &Heap) -> String {
    let mut lines = Vec::new();
    for frame in &heap.frames {
        for cell in &frame.cells {
            let arrow = cell.target.map_or_else(|| format!("= {}", cell.value), |_| format!("-> {}", cell.value));
            lines.push(format!("{:<14} {} {arrow}", frame.function, cell.name));
        }
    }
    for object in &heap.objects {
        let state = match object.state {
            HeapState::Live => String::new(),
            HeapState::Freed => " (freed)".to_owned(),
            HeapState::OutOfScope => " (out of scope)".to_owned(),
        };
        let cells: Vec<String> = object
            .cells
            .iter()
            .map(|cell| {
                let arrow = if cell.target.is_some() { " -> " } else { " = " };
                let name = if cell.name.is_empty() { String::new() } else { format!("{}{arrow}", cell.name) };
                format!("{name}{}", cell.value)
            })
            .collect();
        lines.push(format!("[{}{state}] {}  {}", object.title, object.detail, cells.join(", ")).trim_end().to_owned());
    }
    if heap.more {
        lines.push("… and more".to_owned());
    }
    lines.join("\n")
}
