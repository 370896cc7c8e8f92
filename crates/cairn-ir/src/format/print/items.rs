//! Prints everything outside functions: target, files, types, globals, symbols.

use super::{Printer, put};
use crate::format::{labels, lex};
use crate::{BaseKind, CField, CType, Global, Id, Init, Linkage, Record, Symbol};

/// Zero bytes in a row that are worth a `zero n`.
const ZERO_RUN: usize = 8;

impl Printer<'_> {
    pub(super) fn target(self, out: &mut String) {
        let target = &self.program.target;
        let triple = &target.triple;
        let triple = if lex::is_word(triple) { triple.clone() } else { labels::quoted(triple) };
        put!(out, "target {triple} {}\n", target.pointer_bits);
    }

    pub(super) fn files(self, out: &mut String) {
        if !self.options.spans {
            return;
        }
        for (id, file) in self.program.files.iter_enumerated() {
            put!(out, "file {} {}", id.index(), labels::quoted(&file.name));
            if !file.directory.is_empty() {
                put!(out, " in {}", labels::quoted(&file.directory));
            }
            out.push('\n');
        }
    }

    pub(super) fn ctypes(self, out: &mut String) {
        if !self.options.ctypes {
            return;
        }
        for (id, ctype) in self.program.ctypes.types.iter_enumerated() {
            put!(out, "type {id} = ");
            self.ctype(out, ctype);
            out.push('\n');
        }
        for (id, record) in self.program.ctypes.records.iter_enumerated() {
            put!(out, "record {id} = ");
            self.record(out, record);
        }
    }

    fn ctype(self, out: &mut String, ctype: &CType) {
        match ctype {
            CType::Void => out.push_str("void"),
            CType::Base { name, kind, bytes } => {
                put!(out, "base {} {} {bytes}", self.quoted(*name), base_kind(*kind));
            }
            CType::Pointer(to) => put!(out, "pointer {to}"),
            CType::Array { elem, len: Some(len) } => put!(out, "array {elem} [{len}]"),
            CType::Array { elem, len: None } => put!(out, "array {elem} []"),
            CType::Record(record) => put!(out, "record {record}"),
            CType::Enum { name, bytes, signed } => {
                let name = name.map_or(String::new(), |name| self.quoted(name) + " ");
                put!(out, "enum {name}{} {bytes}", if *signed { "signed" } else { "unsigned" });
            }
            CType::Typedef { name, of } => put!(out, "typedef {} {of}", self.quoted(*name)),
            CType::Const(of) => put!(out, "const {of}"),
            CType::Volatile(of) => put!(out, "volatile {of}"),
            CType::Qualified { qualifier, of } => put!(out, "qualified {} {of}", self.quoted(*qualifier)),
            CType::Function { ret, params, variadic } => {
                let mut parts: Vec<String> = params.iter().map(|param| param.to_string()).collect();
                if *variadic {
                    parts.push("...".to_owned());
                }
                put!(out, "function ({}) -> {ret}", parts.join(", "));
            }
            CType::Other { name, bytes } => put!(out, "other {} {bytes}", self.quoted(*name)),
        }
    }

    fn record(self, out: &mut String, record: &Record) {
        out.push_str(if record.is_union { "union" } else { "struct" });
        if let Some(name) = record.name {
            put!(out, " {}", self.quoted(name));
        }
        put!(out, " size {}", record.bytes);
        if record.align != 0 {
            put!(out, " align {}", record.align);
        }
        if record.incomplete {
            out.push_str(" incomplete");
        }
        self.span(out, record.span);
        let fields: Vec<String> = record.fields.iter().map(|field| self.field(field)).collect();
        match fields.is_empty() {
            true => out.push_str(" {}\n"),
            false => put!(out, " {{\n  {}\n}}\n", fields.join(",\n  ")),
        }
    }

    fn field(self, field: &CField) -> String {
        let mut out = field.bit_offset.to_string();
        if let Some(width) = field.bit_width {
            put!(out, ":{width}");
        }
        put!(out, " {}", field.ty);
        if let Some(name) = field.name {
            put!(out, " {}", self.quoted(name));
        }
        out
    }

    pub(super) fn globals(self, out: &mut String) {
        for (id, global) in self.program.globals.iter_enumerated() {
            put!(out, "global {}", labels::symbol(self.program, Symbol::Global(id)));
            self.global(out, global);
            out.push('\n');
        }
    }

    fn global(self, out: &mut String, global: &Global) {
        out.push_str(linkage(global.linkage));
        out.push_str(if global.constant { " const" } else { "" });
        out.push_str(if global.shares { " shares" } else { "" });
        out.push_str(if global.thread_local { " tls" } else { "" });
        out.push_str(if global.exposed { " exposed" } else { "" });
        put!(out, " size {} align {}", global.size, global.align);
        if let Some(ctype) = global.ctype.filter(|_| self.options.ctypes) {
            put!(out, " ctype {ctype}");
        }
        if let Some(name) = global.source_name {
            put!(out, " named {}", self.quoted(name));
        }
        self.span(out, global.span);
        if let Some(init) = &global.init {
            out.push_str(" =");
            self.init(out, init);
        }
    }

    fn init(self, out: &mut String, init: &Init) {
        init_bytes(out, &init.bytes);
        let reloc = |reloc: &crate::Reloc| {
            let mut text = format!("{}: {}", reloc.offset, labels::symbol(self.program, reloc.symbol));
            if reloc.addend != 0 {
                put!(text, "{:+}", reloc.addend);
            }
            if u64::from(reloc.bytes) != self.program.target.pointer_bytes() {
                put!(text, " bytes {}", reloc.bytes);
            }
            text
        };
        if !init.relocs.is_empty() {
            put!(out, " relocs [{}]", init.relocs.iter().map(reloc).collect::<Vec<_>>().join(", "));
        }
        if let Some(reason) = init.unsupported {
            put!(out, " unsupported {}", self.quoted(reason));
        }
    }

    /// Names that stand for something of another name, and what runs around `main`.
    pub(super) fn symbols(self, out: &mut String) {
        let program = self.program;
        let own_name = |symbol: &Symbol| match symbol {
            Symbol::Global(id) => program.globals.get(*id).map(|global| global.name),
            Symbol::Func(id) => program.funcs.get(*id).map(|func| func.name),
        };
        let mut aliases: Vec<String> = (program.symbols.iter())
            .filter(|(name, symbol)| own_name(symbol) != Some(**name))
            .map(|(name, symbol)| {
                let alias = labels::symbol_name(labels::text(&program.names, *name));
                format!("alias {alias} = {}\n", labels::symbol(program, *symbol))
            })
            .collect();
        aliases.sort_unstable();
        out.extend(aliases);
        for &(name, target) in &program.weak_aliases {
            put!(out, "weak_alias {} = {}\n", labels::symbol(program, name), labels::symbol(program, target));
        }
        for (word, list) in [("constructor", &program.constructors), ("destructor", &program.destructors)] {
            for (priority, func) in list {
                put!(out, "{word} {priority} {}\n", labels::symbol(program, Symbol::Func(*func)));
            }
        }
        for text in &program.assembly {
            put!(out, "assembly {}\n", self.quoted(*text));
        }
    }
}

/// The linkage with a space before it; nothing for the usual one.
pub(super) fn linkage(linkage: Linkage) -> &'static str {
    match linkage {
        Linkage::External => "",
        Linkage::Internal => " internal",
        Linkage::Weak => " weak",
        Linkage::Common => " common",
        Linkage::AvailableExternally => " available_externally",
    }
}

fn base_kind(kind: BaseKind) -> &'static str {
    match kind {
        BaseKind::Bool => "bool",
        BaseKind::Signed => "signed",
        BaseKind::Unsigned => "unsigned",
        BaseKind::Char { signed: true } => "char signed",
        BaseKind::Char { signed: false } => "char unsigned",
        BaseKind::Float => "float",
        BaseKind::Complex => "complex",
    }
}

/// Texts, hexadecimal and zero runs. Zeros at the end say nothing and are left out.
fn init_bytes(out: &mut String, bytes: &[u8]) {
    let end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    let mut rest = &bytes[..end];
    if rest.is_empty() {
        out.push_str(" zero");
    }
    while !rest.is_empty() {
        let zeros = rest.iter().take_while(|&&byte| byte == 0).count();
        if zeros >= ZERO_RUN {
            put!(out, " zero {zeros}");
            rest = &rest[zeros..];
            continue;
        }
        let len = next_zero_run(rest);
        init_piece(out, &rest[..len]);
        rest = &rest[len..];
    }
}

/// Where the next long run of zeros starts; all of it if there is none.
fn next_zero_run(bytes: &[u8]) -> usize {
    let mut zeros = 0;
    for (at, &byte) in bytes.iter().enumerate() {
        zeros = if byte == 0 { zeros + 1 } else { 0 };
        if zeros == ZERO_RUN {
            return at + 1 - ZERO_RUN;
        }
    }
    bytes.len()
}

fn init_piece(out: &mut String, bytes: &[u8]) {
    let readable = bytes.iter().filter(|byte| matches!(byte, 0x20..0x7f)).count();
    if readable * 2 >= bytes.len() {
        put!(out, " {}", labels::quoted_bytes(bytes));
    } else {
        out.push_str(" hex \"");
        bytes.iter().for_each(|byte| put!(out, "{byte:02x}"));
        out.push('"');
    }
}
