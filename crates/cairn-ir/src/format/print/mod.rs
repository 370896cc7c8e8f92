//! Writes programs as text. Survives invalid programs, which is when one reads them.
//!
//! Not here: the syntax as a whole (`format`).

mod func;
mod items;
mod op;

use super::labels;
use crate::{FuncId, Inst, Program, Span};
use func::FuncView;

/// How much to print. Everything is needed to get the same program back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PrintOptions {
    /// Source files, and `!file:line:col` after what has a position.
    pub spans: bool,
    /// Variables of the source, and values named after them.
    pub vars: bool,
    /// C types and records, and who refers to them.
    pub ctypes: bool,
    /// Comments for the reader, such as the names of members.
    pub comments: bool,
}

impl PrintOptions {
    pub const FULL: PrintOptions = PrintOptions { spans: true, vars: true, ctypes: true, comments: true };
    /// Only what execution needs.
    pub const BARE: PrintOptions = PrintOptions { spans: false, vars: false, ctypes: false, comments: false };
}

impl Default for PrintOptions {
    fn default() -> Self {
        PrintOptions::FULL
    }
}

/// The whole program; `parse` gives it back.
pub fn print(program: &Program) -> String {
    print_with(program, &PrintOptions::FULL)
}

pub fn print_with(program: &Program, options: &PrintOptions) -> String {
    let printer = Printer { program, options };
    let mut out = String::new();
    printer.target(&mut out);
    printer.files(&mut out);
    printer.ctypes(&mut out);
    printer.globals(&mut out);
    for id in program.funcs.ids() {
        printer.func(&mut out, id);
    }
    printer.symbols(&mut out);
    out
}

/// One function, without what it refers to.
pub fn print_func(program: &Program, id: FuncId) -> String {
    print_func_with(program, id, &PrintOptions::FULL)
}

pub fn print_func_with(program: &Program, id: FuncId, options: &PrintOptions) -> String {
    let mut out = String::new();
    Printer { program, options }.func(&mut out, id);
    out
}

/// One instruction of a function, on one line, for messages and traces.
pub fn print_inst(program: &Program, id: FuncId, inst: &Inst, options: &PrintOptions) -> String {
    let mut out = String::new();
    if let Some(body) = &program.funcs[id].body {
        FuncView::new(Printer { program, options }, body).inst(&mut out, inst);
    }
    out
}

/// What to print and how.
#[derive(Clone, Copy)]
pub(super) struct Printer<'a> {
    program: &'a Program,
    options: &'a PrintOptions,
}

/// Appends formatted text to a `String`, which cannot fail.
macro_rules! put {
    ($out:expr, $($arg:tt)*) => {{
        use std::fmt::Write;
        let _ = write!($out, $($arg)*);
    }};
}
use put;

impl Printer<'_> {
    fn span(self, out: &mut String, span: Span) {
        use crate::Id;
        if self.options.spans && !span.is_none() {
            put!(out, " !{}:{}:{}", span.file.index(), span.line, span.col);
        }
    }

    fn quoted(self, name: crate::Name) -> String {
        labels::quoted(labels::text(&self.program.names, name))
    }
}
