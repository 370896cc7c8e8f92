//! Global names and the escapes of quoted text.

use super::{Map, Reader, Res};
use crate::ast::SymId;
use cairn_base::Id;
use std::borrow::Cow;

/// Finds symbols again, and knows which are defined or declared.
#[derive(Default)]
pub(super) struct SymbolNames<'a> {
    named: Map<Cow<'a, str>, SymId>,
    /// `@0`, `@1`, …: unnamed, hence never the same as a symbol that is called `0`.
    numbered: Map<u32, SymId>,
    introduced: Vec<bool>,
}

impl<'a> Reader<'a> {
    /// The symbol after `@`.
    #[inline]
    pub(super) fn symbol(&mut self) -> Res<SymId> {
        let start = self.cur.pos();
        let name = match self.cur.byte() {
            b'"' => unescape(self.cur.string()?),
            b'0'..=b'9' => {
                let number = self.cur.number_u32()?;
                let text = self.cur.since(start);
                let symbols = &mut self.module.symbols;
                return Ok(*self.symbols.numbered.entry(number).or_insert_with(|| symbols.push(text.to_owned())));
            }
            _ => Cow::Borrowed(self.cur.word_here()),
        };
        if let Some(&id) = self.symbols.named.get(&name) {
            return Ok(id);
        }
        if name.is_empty() {
            return self.cur.fail("expected a name");
        }
        let id = self.module.symbols.push(name.clone().into_owned());
        self.symbols.named.insert(name, id);
        Ok(id)
    }

    /// A symbol that is defined or declared here, the cursor before its `@`.
    pub(super) fn new_symbol(&mut self) -> Res<SymId> {
        self.cur.expect(b'@')?;
        let start = self.cur;
        let sym = self.symbol()?;
        let introduced = &mut self.symbols.introduced;
        if introduced.len() <= sym.index() {
            introduced.resize(self.module.symbols.len(), false);
        }
        if std::mem::replace(&mut introduced[sym.index()], true) {
            return start.fail(format!("@{} is defined twice", self.module.symbols[sym]));
        }
        Ok(sym)
    }
}

/// Resolves `\XX` and `\\`. Bytes that would not be UTF-8 leave the text as it is, which keeps names distinct.
pub(crate) fn unescape(raw: &str) -> Cow<'_, str> {
    if !raw.contains('\\') {
        return Cow::Borrowed(raw);
    }
    match String::from_utf8(unescape_bytes(raw)) {
        Ok(text) => Cow::Owned(text),
        Err(_) => Cow::Borrowed(raw),
    }
}

/// Resolves `\XX` and `\\` to bytes; any other backslash stands for itself, as in LLVM.
pub(super) fn unescape_bytes(raw: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(raw.len());
    let mut rest = raw.as_bytes();
    while let Some(at) = memchr::memchr(b'\\', rest) {
        bytes.extend_from_slice(&rest[..at]);
        rest = &rest[at + 1..];
        match rest {
            [b'\\', ..] => {
                bytes.push(b'\\');
                rest = &rest[1..];
            }
            [high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => {
                bytes.push(hex_digit(*high) << 4 | hex_digit(*low));
                rest = &rest[2..];
            }
            _ => bytes.push(b'\\'),
        }
    }
    bytes.extend_from_slice(rest);
    bytes
}

/// The value of an ASCII hexadecimal digit.
fn hex_digit(digit: u8) -> u8 {
    match digit {
        b'0'..=b'9' => digit - b'0',
        _ => (digit | 0x20) - b'a' + 10,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_resolved() {
        assert_eq!(unescape("plain"), "plain");
        assert_eq!(unescape(r"\01foo\22\5C\\"), "\u{1}foo\"\\\\");
        assert_eq!(unescape_bytes(r"a\00\FF\q\0"), b"a\x00\xff\\q\\0");
        assert_eq!(unescape(r"\FF"), r"\FF");
    }
}
