//! Values and objects of an execution in words: `block #2`, `&x`, `-1`.

use cairn_interp::{InfoKind, ObjectKey, Shown, Trace};
use cairn_ir::{BaseKind, CType, CTypeId, Global, Init, Program};

/// Characters of a string literal that are shown.
const SHOWN_TEXT: usize = 24;

/// Knows the names of one execution.
pub(crate) struct Words<'a> {
    pub(crate) program: &'a Program,
    pub(crate) trace: &'a Trace,
}

impl Words<'_> {
    /// A value; `ty` is its type in C, where it is known.
    pub(crate) fn value(&self, shown: Shown, ty: Option<CTypeId>) -> String {
        match shown {
            Shown::Int { bits, width } => int_text(self.program, bits, width, ty),
            Shown::Float(value) => value.to_string(),
            Shown::Null => "NULL".to_owned(),
            Shown::Pointer { object, offset } => self.pointer(object, offset),
            Shown::Wild(bits) => format!("{bits:#x}, no object"),
            Shown::Undefined => "never written".to_owned(),
            Shown::Wide => "…".to_owned(),
        }
    }

    /// A value when the execution ended: says of pointers whether their object is gone.
    pub(crate) fn last_value(&self, shown: Shown, ty: Option<CTypeId>) -> String {
        let text = self.value(shown, ty);
        let gone = shown.object().and_then(|key| self.trace.objects.get(&key)).filter(|object| !object.live);
        match gone {
            Some(object) if object.is_heap() => format!("{text} (freed)"),
            Some(_) => format!("{text} (out of scope)"),
            None => text,
        }
    }

    fn pointer(&self, key: ObjectKey, offset: i64) -> String {
        let name = self.object(key);
        let heap = self.trace.objects.get(&key).is_some_and(|object| object.is_heap());
        let is_address = heap || name.starts_with('"') || self.is_no_variable(key);
        let base = if is_address { name } else { format!("&{name}") };
        match offset {
            0 => base,
            1.. => format!("{base} + {offset}"),
            _ => format!("{base} - {}", offset.unsigned_abs()),
        }
    }

    /// Is it a string literal?
    pub(crate) fn is_literal(&self, key: ObjectKey) -> bool {
        self.object(key).starts_with('"')
    }

    fn is_no_variable(&self, key: ObjectKey) -> bool {
        let kind = self.trace.objects.get(&key).map(|object| object.info.kind);
        matches!(kind, None | Some(InfoKind::Function(_) | InfoKind::Argument | InfoKind::Given))
    }

    /// An object by name or number.
    pub(crate) fn object(&self, key: ObjectKey) -> String {
        let Some(object) = self.trace.objects.get(&key) else { return "an object".to_owned() };
        if let Some(number) = object.number {
            return format!("block #{number}");
        }
        match (&object.info.kind, &object.info.name) {
            (InfoKind::Global(id), Some(name)) => {
                let global = &self.program.globals[*id];
                let text = global.init.as_ref().filter(|_| is_literal(global, name)).and_then(literal_text);
                text.unwrap_or_else(|| name.clone())
            }
            (_, Some(name)) => name.clone(),
            (InfoKind::Heap, None) => "a block".to_owned(),
            (InfoKind::Argument, None) => "program arguments".to_owned(),
            (InfoKind::Given, None) => "an object of the caller's".to_owned(),
            (_, None) => "a local".to_owned(),
        }
    }
}

/// Clang's names for literals are no names of C.
fn is_literal(global: &Global, name: &str) -> bool {
    global.constant && global.source_name.is_none() && name.starts_with(".str")
}

/// A string literal between quotes.
fn literal_text(init: &Init) -> Option<String> {
    let end = init.bytes.iter().position(|&byte| byte == 0).unwrap_or(init.bytes.len());
    let text = std::str::from_utf8(&init.bytes[..end]).ok()?;
    let shown: String = text.chars().take(SHOWN_TEXT).flat_map(char::escape_default).collect();
    let rest = if text.chars().nth(SHOWN_TEXT).is_some() { "…" } else { "" };
    Some(format!("\"{shown}{rest}\""))
}

/// A number as C would print it, by its type; signed where the type is not known.
pub(crate) fn int_text(program: &Program, bits: u64, width: u32, ty: Option<CTypeId>) -> String {
    let kind = ty.map(|ty| program.ctypes.resolve(ty));
    let unsigned = match kind {
        Some(CType::Base { kind, .. }) => {
            matches!(kind, BaseKind::Unsigned | BaseKind::Bool | BaseKind::Char { signed: false })
        }
        Some(CType::Enum { signed, .. }) => !signed,
        Some(CType::Pointer(_)) => true,
        _ => width == 1,
    };
    if unsigned || width == 0 || width > 64 {
        return bits.to_string();
    }
    let signed = ((bits << (64 - width)) as i64) >> (64 - width);
    match kind {
        Some(CType::Base { bytes: 1, .. }) if (32..127).contains(&signed) => {
            format!("'{}'", char::from(signed as u8).escape_default())
        }
        _ => signed.to_string(),
    }
}
