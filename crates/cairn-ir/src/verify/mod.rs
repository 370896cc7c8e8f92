//! The invariants of the IR, stated as checks. Every later part relies on them, and every pass must keep them.
//!
//! One file per subject: `program` (symbols, globals, initialisers), `ctypes`, `ids` (everything that is named by an id
//! exists; constants are normal; each value is defined once), `types` (operands and results of each operation), `flow`
//! (entry, jumps, returns), `dominance`. If ids are out of range, what relies on them is not checked.
//!
//! Calls: C without prototypes allows a call to disagree with its callee, so a call's arguments and results need not
//! match the callee's signature. A call's results are what the call site expects.
//!
//! Unreachable blocks are allowed; their uses are checked for types, not for dominance.
//!
//! Not here: repair. An answer depends on the program only, in an order that follows it.

mod ctypes;
mod dominance;
mod flow;
mod ids;
mod program;
#[cfg(test)]
mod tests;
mod types;

use crate::format::{PrintOptions, print_inst};
use crate::{BlockId, Body, Func, FuncId, Id, Program, Type};

/// The widest integer.
pub const MAX_INT_BITS: u32 = 1 << 23;

/// Violations beyond this number are not collected: one mistake of a pass breaks every function.
const MAX_VIOLATIONS: usize = 1000;

/// A broken invariant, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// `None`: not in a function.
    pub func: Option<FuncId>,
    pub block: Option<BlockId>,
    /// Index of the instruction in its block; that of the terminator is the number of instructions.
    pub inst: Option<usize>,
    pub message: String,
}

/// Whether the program keeps every invariant.
pub fn check(program: &Program) -> Result<(), Vec<Violation>> {
    let mut report = Report::default();
    program::check(program, &mut report);
    ctypes::check(program, &mut report);
    for id in program.funcs.ids() {
        check_into(program, id, &mut report);
    }
    report.finish()
}

/// Whether one function keeps them; what it refers to is not checked.
pub fn check_func(program: &Program, id: FuncId) -> Result<(), Vec<Violation>> {
    let mut report = Report::default();
    check_into(program, id, &mut report);
    report.finish()
}

fn check_into(program: &Program, id: FuncId, report: &mut Report) {
    if report.violations.len() >= MAX_VIOLATIONS {
        return;
    }
    report.enter(Some(id), None, None);
    let func = &program.funcs[id];
    let before = report.violations.len();
    ids::head(program, func, report);
    if let Some(body) = &func.body {
        let cx = Cx { program, func, body, word: Type::Int(program.target.pointer_bits) };
        ids::constants(&cx, report);
        ids::references(&cx, report);
        if report.violations.len() == before {
            types::check(&cx, report);
            flow::check(&cx, report);
            dominance::check(&cx, report);
        }
    }
    report.enter(None, None, None);
}

/// What a check of a body looks at.
struct Cx<'a> {
    program: &'a Program,
    func: &'a Func,
    body: &'a Body,
    /// The integer type of pointer width.
    word: Type,
}

/// Collects violations at the current place.
#[derive(Default)]
struct Report {
    violations: Vec<Violation>,
    func: Option<FuncId>,
    block: Option<BlockId>,
    inst: Option<usize>,
}

impl Report {
    fn enter(&mut self, func: Option<FuncId>, block: Option<BlockId>, inst: Option<usize>) {
        (self.func, self.block, self.inst) = (func, block, inst);
    }

    fn at_block(&mut self, block: BlockId) {
        (self.block, self.inst) = (Some(block), None);
    }

    fn at_inst(&mut self, block: BlockId, inst: usize) {
        (self.block, self.inst) = (Some(block), Some(inst));
    }

    fn at_func(&mut self) {
        (self.block, self.inst) = (None, None);
    }

    fn say(&mut self, message: impl Into<String>) {
        if self.violations.len() < MAX_VIOLATIONS {
            let (func, block, inst) = (self.func, self.block, self.inst);
            self.violations.push(Violation { func, block, inst, message: message.into() });
        }
    }

    /// Says it unless the invariant holds. The message is built only when needed.
    fn require(&mut self, holds: bool, message: impl FnOnce() -> String) {
        if !holds {
            self.say(message());
        }
    }

    fn finish(self) -> Result<(), Vec<Violation>> {
        if self.violations.is_empty() { Ok(()) } else { Err(self.violations) }
    }
}

impl Violation {
    /// One line for people: `@f bb0:2 (%3 = add i32 %1, %2): …`.
    pub fn describe(&self, program: &Program) -> String {
        let mut place = String::new();
        let func = self.func.and_then(|id| Some((id, program.funcs.get(id)?)));
        if let Some((id, func)) = func {
            let known = func.name.index() < program.names.len();
            place = format!("@{}", if known { program.func_name(id) } else { "?" });
            if let Some(block) = self.block {
                place += &format!(" {block}");
                if let Some(inst) = self.inst {
                    place += &format!(":{inst}");
                    let block = func.body.as_ref().and_then(|body| body.blocks.get(block));
                    if let Some(inst) = block.and_then(|block| block.insts.get(inst)) {
                        place += &format!(" ({})", print_inst(program, id, inst, &PrintOptions::BARE));
                    }
                }
            }
            place += ": ";
        }
        place + &self.message
    }
}

/// Whether a type exists.
fn is_type(ty: Type) -> bool {
    !matches!(ty, Type::Int(width) if width == 0 || width > MAX_INT_BITS)
}

/// Whether an id belongs to a table of this length.
fn in_range(id: impl Id, len: usize) -> bool {
    id.index() < len
}
