//! Invariants of whole programs: target, symbols, globals with their initialisers, what runs around `main`.

use super::{Report, in_range};
use crate::{Global, Init, Linkage, Name, Program, Span, Symbol};

pub(super) fn check(program: &Program, report: &mut Report) {
    target(program, report);
    symbol_table(program, report);
    for (id, global) in program.globals.iter_enumerated() {
        global_ids(program, Symbol::Global(id), global, report);
        if let Some(init) = &global.init {
            initializer(program, global, init, report);
        }
    }
    visible_symbols(program, report);
    start_and_end(program, report);
}

fn target(program: &Program, report: &mut Report) {
    let bits = program.target.pointer_bits;
    report.require(matches!(bits, 32 | 64), || format!("pointers of {bits} bits: must be 32 or 64"));
}

fn has_symbol(program: &Program, symbol: Symbol) -> bool {
    match symbol {
        Symbol::Global(id) => in_range(id, program.globals.len()),
        Symbol::Func(id) => in_range(id, program.funcs.len()),
    }
}

/// A name for messages, also of a name that does not exist.
fn text(program: &Program, name: Name) -> &str {
    if in_range(name, program.names.len()) { program.names.text(name) } else { "?" }
}

/// Every entry has a name and leads somewhere. (An entry under another name than the symbol's own is an alias.)
fn symbol_table(program: &Program, report: &mut Report) {
    let mut broken: Vec<String> = Vec::new();
    for (&name, &symbol) in &program.symbols {
        if !in_range(name, program.names.len()) {
            broken.push(format!("the symbol table has a name that does not exist: {name}"));
        } else if !has_symbol(program, symbol) {
            broken.push(format!("the symbol table leads from `{}` to nothing: {symbol:?}", text(program, name)));
        }
    }
    // The table has no order of its own.
    broken.sort_unstable();
    broken.into_iter().for_each(|message| report.say(message));
}

/// Every symbol is found under its name, unless a `static` of another unit has it.
fn visible_symbols(program: &Program, report: &mut Report) {
    let globals = program.globals.iter_enumerated().map(|(id, g)| (Symbol::Global(id), g.name, g.linkage));
    let funcs = program.funcs.iter_enumerated().map(|(id, f)| (Symbol::Func(id), f.name, f.linkage));
    let own_name = |symbol: Symbol| match symbol {
        Symbol::Global(id) => program.globals.get(id).map(|global| global.name),
        Symbol::Func(id) => program.funcs.get(id).map(|func| func.name),
    };
    for (symbol, name, linkage) in globals.chain(funcs) {
        let shown = program.symbols.get(&name).copied();
        let found = match linkage {
            Linkage::Internal => shown.is_some_and(|shown| own_name(shown) == Some(name)),
            _ => shown == Some(symbol),
        };
        report.require(found, || {
            format!("the symbol table shows {shown:?} under `{}`, not {symbol:?}", text(program, name))
        });
    }
}

fn global_ids(program: &Program, symbol: Symbol, global: &Global, report: &mut Report) {
    let names = [Some(global.name), global.source_name, global.init.as_ref().and_then(|init| init.unsupported)];
    for name in names.into_iter().flatten() {
        report.require(in_range(name, program.names.len()), || format!("{symbol:?} has a name that does not exist"));
    }
    let name = text(program, global.name);
    let ctype = global.ctype.is_none_or(|ctype| in_range(ctype, program.ctypes.types.len()));
    report.require(ctype, || format!("global `{name}` has a C type that does not exist"));
    report.require(has_file(program, global.span), || format!("global `{name}` stands in a file that does not exist"));
    let align = global.align;
    report.require(align.is_power_of_two(), || format!("global `{name}` has alignment {align}: no power of two"));
}

/// Whether the file of a position exists.
pub(super) fn has_file(program: &Program, span: Span) -> bool {
    span.is_none() || in_range(span.file, program.files.len())
}

/// Bytes and addresses lie inside the global; addresses are sorted and do not overlap.
fn initializer(program: &Program, global: &Global, init: &Init, report: &mut Report) {
    let name = text(program, global.name);
    let (len, size) = (init.bytes.len() as u64, global.size);
    report.require(len <= size, || format!("global `{name}` of {size} bytes has an initialiser of {len} bytes"));
    let mut free_from = 0;
    for reloc in &init.relocs {
        let at = reloc.offset;
        report.require(has_symbol(program, reloc.symbol), || {
            format!("the address at {at} in global `{name}` is of nothing: {:?}", reloc.symbol)
        });
        report.require(reloc.bytes > 0, || format!("the address at {at} in global `{name}` has no bytes"));
        report.require(at >= free_from, || format!("the address at {at} in global `{name}` overlaps one before it"));
        let end = at.checked_add(reloc.bytes.into());
        report.require(end.is_some_and(|end| end <= size), || {
            format!("the address at {at} in global `{name}` lies outside its {size} bytes")
        });
        free_from = end.unwrap_or(u64::MAX);
    }
}

fn start_and_end(program: &Program, report: &mut Report) {
    for text in &program.assembly {
        report.require(in_range(*text, program.names.len()), || "assembly that does not exist".to_owned());
    }
    for &(name, target) in &program.weak_aliases {
        let same_kind = std::mem::discriminant(&name) == std::mem::discriminant(&target);
        let exist = has_symbol(program, name) && has_symbol(program, target);
        report.require(same_kind && exist, || format!("{name:?} does not stand for {target:?}"));
    }
    for (what, list) in [("constructor", &program.constructors), ("destructor", &program.destructors)] {
        for &(_, func) in list {
            report.require(in_range(func, program.funcs.len()), || format!("{what} {func} does not exist"));
        }
    }
}
