//! The names under which the printer shows symbols and variables: unique, and the parser gets the same back.

use super::lex;
use crate::{Body, Id, Name, Names, Program, Symbol};
use rustc_hash::FxHashSet;
use std::fmt::Write;

/// The text of a name, also of one that does not exist (the printer must survive invalid programs).
pub(super) fn text(names: &Names, name: Name) -> &str {
    if name.index() < names.len() { names.text(name) } else { "?" }
}

/// `@name`, quoted where needed, with a tag where the symbol table shows something else under that name.
pub(super) fn symbol(program: &Program, symbol: Symbol) -> String {
    let (name, tag) = match symbol {
        Symbol::Global(id) => (program.globals.get(id).map(|global| global.name), id.to_string()),
        Symbol::Func(id) => (program.funcs.get(id).map(|func| func.name), id.to_string()),
    };
    let Some(name) = name else {
        return format!("@?'{tag}");
    };
    let mut out = symbol_name(text(&program.names, name));
    if program.symbols.get(&name) != Some(&symbol) {
        out.push('\'');
        out.push_str(&tag);
    }
    out
}

/// `@name` or `@"any name"`.
pub(super) fn symbol_name(name: &str) -> String {
    if !name.is_empty() && name.bytes().all(lex::is_symbol_byte) {
        format!("@{name}")
    } else {
        format!("@{}", quoted(name))
    }
}

/// `"…"` with control characters, quotes and backslashes escaped.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if u32::from(c) < 0x20 || c == '\x7f' => drop(write!(out, "\\{:02x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// `"…"` of bytes: everything but printable ASCII is escaped.
pub(super) fn quoted_bytes(bytes: &[u8]) -> String {
    let mut out = String::from("\"");
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => out.extend(['\\', byte.into()]),
            0x20..0x7f => out.push(byte.into()),
            _ => drop(write!(out, "\\{byte:02x}")),
        }
    }
    out.push('"');
    out
}

/// The label of each variable: its name if it is a plain identifier and the first of that name; `name'4` for the later
/// ones; `'4` for names that are no identifiers (their declaration adds the name).
pub(super) fn variables(names: &Names, body: &Body) -> Vec<String> {
    let mut taken = FxHashSet::default();
    let label = |(index, var): (usize, &crate::Var)| {
        let name = text(names, var.name);
        if !is_identifier(name) {
            format!("'{index}")
        } else if taken.insert(name) {
            name.to_owned()
        } else {
            format!("{name}'{index}")
        }
    };
    body.vars.iter().enumerate().map(label).collect()
}

/// What a variable's label says its name is; `None` where the declaration must say it.
pub(super) fn variable_name(label: &str) -> Option<&str> {
    let name = label.split('\'').next().unwrap_or_default();
    is_identifier(name).then_some(name)
}

/// The variable's label and the id that a value's name may hold: of `x.3` both, of `x` and `x.old` the label, of `3` the
/// id.
pub(super) fn split_value_name(name: &str) -> (&str, Option<u32>) {
    let label = name.split('.').next().unwrap_or_default();
    let digits = name.rsplit('.').next().unwrap_or_default();
    (label, canonical_number(digits))
}

/// A number as the printer writes it: no sign, no leading zeros.
fn canonical_number(digits: &str) -> Option<u32> {
    let canonical = digits == "0" || digits.starts_with(|c: char| ('1'..='9').contains(&c));
    digits.parse().ok().filter(|_| canonical)
}

fn is_identifier(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$');
    !name.is_empty() && name.bytes().all(plain) && !name.as_bytes()[0].is_ascii_digit()
}
