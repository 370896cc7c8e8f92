//! One metadata node as text: its kind, its fields, its elements.
//!
//! Nothing here fails: what is malformed is missing.

use crate::ast::MdId;
use crate::read::unescape;
use cairn_base::Id;
use memchr::memchr;
use std::borrow::Cow;

/// A node taken apart at its outermost bracket.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    /// `DILocation`, …; empty for a tuple `!{…}`.
    pub kind: &'a str,
    body: &'a str,
}

impl<'a> Node<'a> {
    /// Splits the text after `!7 =`.
    pub fn new(text: &'a str) -> Option<Self> {
        let text = text.strip_prefix("distinct ").unwrap_or(text).strip_prefix('!')?;
        let open = text.find(['(', '{', '"'])?;
        let close = match text.as_bytes()[open] {
            b'(' => ')',
            b'{' => '}',
            _ => return None,
        };
        let body = text[open + 1..].trim_end().strip_suffix(close)?;
        Some(Node { kind: &text[..open], body })
    }

    /// The elements of a tuple.
    pub fn items(self) -> Items<'a> {
        Items { rest: self.body }
    }

    /// The fields, in the order of the text.
    pub fn fields(self) -> impl Iterator<Item = (&'a str, Value<'a>)> {
        self.items().filter_map(|item| {
            let (key, value) = item.0.split_once(':')?;
            Some((key.trim(), Value(value.trim())))
        })
    }
}

/// The text of a field or element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value<'a>(pub &'a str);

impl<'a> Value<'a> {
    /// `!7`.
    pub fn node(self) -> Option<MdId> {
        let number = self.0.strip_prefix('!')?.parse::<u32>().ok()?;
        (number < u32::MAX).then(|| MdId::new(number as usize))
    }

    pub fn unsigned(self) -> Option<u64> {
        self.0.parse().ok()
    }

    /// A number of lines or columns, 0 if it does not look like one.
    pub fn small(self) -> u32 {
        self.0.parse().unwrap_or(0)
    }

    /// A quoted string, escapes resolved; `None` if it is empty.
    pub fn string(self) -> Option<Cow<'a, str>> {
        let raw = self.0.strip_prefix('"')?.strip_suffix('"')?;
        (!raw.is_empty()).then(|| unescape(raw))
    }

    /// Whether `flags: A | B` has a flag.
    pub fn has_flag(self, flag: &str) -> bool {
        self.0.split('|').any(|word| word.trim() == flag)
    }
}

/// Splits at commas that are in no bracket and no string.
#[derive(Clone, Debug)]
pub struct Items<'a> {
    rest: &'a str,
}

impl<'a> Iterator for Items<'a> {
    type Item = Value<'a>;

    fn next(&mut self) -> Option<Value<'a>> {
        self.rest = self.rest.trim_start();
        if self.rest.is_empty() {
            return None;
        }
        let end = item_end(self.rest.as_bytes());
        let item = &self.rest[..end];
        self.rest = self.rest.get(end + 1..).unwrap_or("");
        Some(Value(item.trim_end()))
    }
}

/// The position of the first comma outside brackets and strings, or the length.
fn item_end(bytes: &[u8]) -> usize {
    let (mut at, mut depth) = (0, 0u32);
    while at < bytes.len() {
        match bytes[at] {
            b',' if depth == 0 => return at,
            b'(' | b'{' | b'[' => depth += 1,
            b')' | b'}' | b']' => depth = depth.saturating_sub(1),
            b'"' => match memchr(b'"', &bytes[at + 1..]) {
                Some(len) => at += len + 1,
                None => return bytes.len(),
            },
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_split_outside_strings_and_brackets() {
        let text =
            r#"distinct !DICompositeType(name: "a,\22b: )", elements: !{!1, !2}, size: 32, flags: DIFlagA | DIFlagB)"#;
        let node = Node::new(text).unwrap();
        let fields: Vec<_> = node.fields().collect();
        assert_eq!(node.kind, "DICompositeType");
        assert_eq!(fields.iter().map(|field| field.0).collect::<Vec<_>>(), ["name", "elements", "size", "flags"]);
        assert_eq!(fields[0].1.string().unwrap(), "a,\"b: )");
        assert_eq!(fields[2].1.unsigned(), Some(32));
        assert!(fields[3].1.has_flag("DIFlagB") && !fields[3].1.has_flag("DIFlag"));
    }

    #[test]
    fn tuples_have_items_and_malformed_text_has_none() {
        let items: Vec<_> = Node::new("!{null, !7, i32 1}").unwrap().items().collect();
        assert_eq!(items, [Value("null"), Value("!7"), Value("i32 1")]);
        assert_eq!(items[1].node(), Some(MdId::new(7)));
        assert!(Node::new("!{!1").is_none() && Node::new("").is_none() && Node::new("!\"x\"").is_none());
        assert_eq!(Node::new("!{}").unwrap().items().count(), 0);
    }
}
