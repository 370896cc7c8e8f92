//! Turns values and addresses back into words of C for messages: `list->head->next`, `a[i]`, `&x`.
//!
//! The text follows definitions through the SSA graph, variable and member names from the debug information and types
//! where an access reaches into an object. It never contains ids, positions or paths, so it stays the same under
//! unrelated edits. It is meant to be read, not compiled; what is too deep or has no name is `…`.
//! Not here: positions (`Program::describe_span`), sentences (the reports).

mod place;
mod value;

use crate::semantic::{BlockId, Body, FuncId, Inst, Op, Operand, Program, ValueId};
use cairn_base::IdVec;
use std::cell::Cell;

/// The value of an operand of a function, as C would write it. For many questions about one function, use `Describer`.
pub fn describe(program: &Program, func: FuncId, operand: Operand) -> String {
    Describer::new(program, func).map_or_else(|| UNKNOWN.to_owned(), |describer| describer.value(operand))
}

/// What is at an address, as C would write it: `*p` for `p`, `x` for `&x`.
pub fn describe_access(program: &Program, func: FuncId, addr: Operand) -> String {
    Describer::new(program, func).map_or_else(|| UNKNOWN.to_owned(), |describer| describer.access(addr, None))
}

const UNKNOWN: &str = "…";
/// A message must stay readable: at most so many operations deep, and so many altogether.
const MAX_DEPTH: u32 = 10;
const MAX_STEPS: u32 = 48;

/// Where a value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Def {
    /// Parameter of a block, by its position.
    Param { block: BlockId, index: u32 },
    /// Result of an instruction, by its position in the block and among the results.
    Inst { block: BlockId, inst: u32, result: u32 },
    /// Nothing defines it (only in programs that are not valid).
    Nowhere,
}

/// The definition of every value of a body.
#[derive(Clone, Debug)]
pub struct Defs {
    defs: IdVec<ValueId, Def>,
}

impl Defs {
    pub fn new(body: &Body) -> Defs {
        let mut defs = IdVec::filled(Def::Nowhere, body.values.len());
        for (block, content) in body.blocks.iter_enumerated() {
            for (index, &param) in content.params.iter().enumerate() {
                defs[param] = Def::Param { block, index: index as u32 };
            }
            for (index, inst) in content.insts.iter().enumerate() {
                for (result, value) in inst.results.iter().enumerate() {
                    defs[value] = Def::Inst { block, inst: index as u32, result: result as u32 };
                }
            }
        }
        Defs { defs }
    }

    pub fn get(&self, value: ValueId) -> Def {
        self.defs[value]
    }

    /// The instruction that defines a value; `None` for block parameters.
    pub fn inst<'b>(&self, body: &'b Body, value: ValueId) -> Option<&'b Inst> {
        match self.defs[value] {
            Def::Inst { block, inst, .. } => body.blocks[block].insts.get(inst as usize),
            Def::Param { .. } | Def::Nowhere => None,
        }
    }

    /// The operation behind an operand.
    pub fn op<'b>(&self, body: &'b Body, operand: Operand) -> Option<&'b Op> {
        match operand {
            Operand::Value(value) => self.inst(body, value).map(|inst| &inst.op),
            Operand::Const(_) => None,
        }
    }
}

/// Describes values of one function.
pub struct Describer<'p> {
    program: &'p Program,
    body: &'p Body,
    defs: Defs,
    depth: Cell<u32>,
    steps: Cell<u32>,
}

impl<'p> Describer<'p> {
    /// `None` for functions without a body.
    pub fn new(program: &'p Program, func: FuncId) -> Option<Describer<'p>> {
        let body = program.funcs.get(func)?.body.as_ref()?;
        Some(Describer { program, body, defs: Defs::new(body), depth: Cell::new(0), steps: Cell::new(0) })
    }

    pub fn body(&self) -> &'p Body {
        self.body
    }

    pub fn defs(&self) -> &Defs {
        &self.defs
    }

    /// The value of an operand.
    pub fn value(&self, operand: Operand) -> String {
        self.steps.set(0);
        self.value_text(operand).text
    }

    /// What stands at an address. `bytes`, the size of the access, tells `s` from its first member.
    pub fn access(&self, addr: Operand, bytes: Option<u64>) -> String {
        self.steps.set(0);
        self.place_text(addr, bytes).text
    }

    /// Runs `inner` one level deeper, or gives `None` when the text has become long enough.
    fn deeper<T>(&self, inner: impl FnOnce() -> T) -> Option<T> {
        if self.depth.get() >= MAX_DEPTH || self.steps.get() >= MAX_STEPS {
            return None;
        }
        self.depth.set(self.depth.get() + 1);
        self.steps.set(self.steps.get() + 1);
        let result = inner();
        self.depth.set(self.depth.get() - 1);
        Some(result)
    }

    fn name_of(&self, value: ValueId) -> Option<&'p str> {
        let var = self.body.values[value].var?;
        Some(self.program.names.text(self.body.vars.get(var)?.name))
    }

    fn is_alloca(&self, value: ValueId) -> bool {
        matches!(self.defs.inst(self.body, value), Some(Inst { op: Op::Alloca { .. }, .. }))
    }
}

/// How tightly the outermost operator of a text binds.
mod prec {
    pub const CONDITIONAL: u8 = 1;
    pub const OR: u8 = 2;
    pub const XOR: u8 = 3;
    pub const AND: u8 = 4;
    pub const EQUAL: u8 = 5;
    pub const ORDER: u8 = 6;
    pub const SHIFT: u8 = 7;
    pub const SUM: u8 = 8;
    pub const PRODUCT: u8 = 9;
    pub const UNARY: u8 = 10;
    pub const POSTFIX: u8 = 11;
}

/// A piece of C text.
#[derive(Clone)]
struct Text {
    text: String,
    prec: u8,
}

impl Text {
    fn new(prec: u8, text: impl Into<String>) -> Text {
        Text { text: text.into(), prec }
    }

    fn atom(text: impl Into<String>) -> Text {
        Text::new(prec::POSTFIX, text)
    }

    fn unknown() -> Text {
        Text::atom(UNKNOWN)
    }

    /// The text, in parentheses if it binds less tightly than its place asks.
    fn at(&self, prec: u8) -> String {
        if self.prec < prec { format!("({})", self.text) } else { self.text.clone() }
    }
}

#[cfg(test)]
mod tests;
