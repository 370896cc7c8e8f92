//! An object's bytes as C sees them: members by name, each with its value in words.

use cairn_interp::ObjectView;
use cairn_ir::{BaseKind, CType, CTypeId, Program};

/// More members than this are not shown.
const MOST: usize = 14;

/// A scalar inside an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    pub offset: u64,
    /// `left`, `link.next`, `[2].data`; empty for an object that is a scalar itself.
    pub name: String,
    /// What it points to, if it is a pointer.
    pub points_to: Option<CTypeId>,
    pub text: String,
}

/// The members of an object of a type, or of as many of them as it has room for.
pub fn members(program: &Program, object: &ObjectView, ty: CTypeId) -> Vec<Member> {
    let mut reader = Reader { program, object, members: Vec::new() };
    let word = u64::from(program.target.pointer_bits) / 8;
    let one = program.ctypes.size_of(ty, word).filter(|&bytes| bytes > 0);
    match one {
        Some(bytes) if object.info.size >= 2 * bytes => {
            let count = object.info.size / bytes;
            (0..count.min(MOST as u64)).for_each(|i| reader.add(ty, i * bytes, &format!("[{i}]")));
        }
        _ => reader.add(ty, 0, ""),
    }
    reader.members
}

/// The name of a type for a title: `struct node`, `int`, `char *`.
pub fn type_name(program: &Program, ty: CTypeId) -> Option<String> {
    let text = |name| program.names.text(name).to_owned();
    match &program.ctypes.types[ty] {
        CType::Typedef { name, .. } | CType::Base { name, .. } | CType::Other { name, .. } => Some(text(*name)),
        CType::Record(record) => {
            let record = &program.ctypes.records[*record];
            Some(format!("{} {}", if record.is_union { "union" } else { "struct" }, text(record.name?)))
        }
        CType::Enum { name, .. } => Some(format!("enum {}", text((*name)?))),
        CType::Pointer(of) => Some(format!("{} *", type_name(program, *of)?)),
        CType::Const(of) | CType::Volatile(of) | CType::Qualified { of, .. } => type_name(program, *of),
        CType::Void | CType::Array { .. } | CType::Function { .. } => None,
    }
}

/// Can a value of the type hold an address?
pub fn holds_pointers(program: &Program, ty: CTypeId) -> bool {
    match program.ctypes.resolve(ty) {
        CType::Pointer(_) => true,
        CType::Array { elem, .. } => holds_pointers(program, *elem),
        CType::Record(record) => {
            program.ctypes.records[*record].fields.iter().any(|field| holds_pointers(program, field.ty))
        }
        _ => false,
    }
}

struct Reader<'a> {
    program: &'a Program,
    object: &'a ObjectView,
    members: Vec<Member>,
}

impl Reader<'_> {
    fn add(&mut self, ty: CTypeId, offset: u64, name: &str) {
        if self.members.len() >= MOST {
            return;
        }
        let program = self.program;
        match program.ctypes.resolve(ty) {
            CType::Record(record) => {
                for field in &program.ctypes.records[*record].fields {
                    let own = field.name.map_or("", |name| program.names.text(name));
                    let joined = if name.is_empty() || own.is_empty() {
                        format!("{name}{own}")
                    } else {
                        format!("{name}.{own}")
                    };
                    match field.bit_width {
                        Some(width) => self.add_bits(offset * 8 + field.bit_offset, width, joined),
                        None => self.add(field.ty, offset + field.byte_offset(), &joined),
                    }
                }
            }
            CType::Array { elem, len } => self.add_array(*elem, *len, offset, name),
            _ => {
                let (points_to, text) = self.scalar(ty, offset);
                self.members.push(Member { offset, name: name.to_owned(), points_to, text });
            }
        }
    }

    fn add_array(&mut self, elem: CTypeId, len: Option<u64>, offset: u64, name: &str) {
        let word = u64::from(self.program.target.pointer_bits) / 8;
        let bytes = self.program.ctypes.size_of(elem, word).filter(|&bytes| bytes > 0).unwrap_or(1);
        let room = self.object.info.size.saturating_sub(offset) / bytes;
        let count = len.unwrap_or(room).min(room);
        if matches!(self.program.ctypes.resolve(elem), CType::Base { kind: BaseKind::Char { .. }, .. }) {
            let text = self.string(offset, count);
            self.members.push(Member { offset, name: name.to_owned(), points_to: None, text });
            return;
        }
        (0..count.min(MOST as u64)).for_each(|i| self.add(elem, offset + i * bytes, &format!("{name}[{i}]")));
    }

    fn add_bits(&mut self, bit: u64, width: u32, name: String) {
        let (offset, shift) = (bit / 8, bit % 8);
        let text = match self.number(offset, (shift + u64::from(width)).div_ceil(8)) {
            Some(number) => (number >> shift & ((1u128 << width.min(64)) - 1)).to_string(),
            None => "undefined".to_owned(),
        };
        self.members.push(Member { offset, name, points_to: None, text });
    }

    /// What a scalar points to, and its value in words; none where an arrow says it.
    fn scalar(&self, ty: CTypeId, offset: u64) -> (Option<CTypeId>, String) {
        let word = u64::from(self.program.target.pointer_bits) / 8;
        let bytes = self.program.ctypes.size_of(ty, word).unwrap_or(0);
        let pointee = match self.program.ctypes.resolve(ty) {
            CType::Pointer(of) => Some(*of),
            _ => None,
        };
        if self.object.links.iter().any(|link| link.at == offset) {
            return (pointee, String::new());
        }
        let Some(number) = self.number(offset, bytes) else { return (pointee, "undefined".to_owned()) };
        let text = match self.program.ctypes.resolve(ty) {
            CType::Pointer(_) if number == 0 => "null".to_owned(),
            CType::Pointer(_) => format!("{number:#x}"),
            CType::Base { kind: BaseKind::Signed | BaseKind::Char { signed: true }, .. }
            | CType::Enum { signed: true, .. } => signed(number, bytes).to_string(),
            CType::Base { kind: BaseKind::Float, .. } if bytes == 4 => f32::from_bits(number as u32).to_string(),
            CType::Base { kind: BaseKind::Float, .. } if bytes == 8 => f64::from_bits(number as u64).to_string(),
            CType::Base { kind: BaseKind::Float | BaseKind::Complex, .. } | CType::Other { .. } => "…".to_owned(),
            _ => number.to_string(),
        };
        (pointee, text)
    }

    /// The bytes of a range as a number; nothing if they are not all there and defined.
    fn number(&self, offset: u64, bytes: u64) -> Option<u128> {
        let range = offset as usize..(offset + bytes) as usize;
        let (content, undefined) = (self.object.bytes.get(range.clone())?, self.object.undefined.get(range)?);
        let known = bytes <= 16 && undefined.iter().all(|&bits| bits == 0);
        known.then(|| content.iter().rev().fold(0, |number, &byte| number << 8 | u128::from(byte)))
    }

    fn string(&self, offset: u64, count: u64) -> String {
        let mut text = Vec::new();
        for at in offset..offset + count {
            match self.number(at, 1) {
                None => return if text.is_empty() { "undefined".to_owned() } else { quoted(&text) + "…" },
                Some(0) => break,
                Some(byte) => text.push(byte as u8),
            }
        }
        quoted(&text)
    }
}

fn quoted(text: &[u8]) -> String {
    format!("\"{}\"", text.escape_ascii())
}

fn signed(number: u128, bytes: u64) -> i128 {
    let unused = 128 - 8 * (bytes.clamp(1, 16) as u32);
    (number << unused) as i128 >> unused
}
