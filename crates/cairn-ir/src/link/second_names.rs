//! Names that lead to objects of the program and are not of C: the linker's for the ends of sections and of the whole program,
//! and whatever assembly makes a name of.
//!
//! What such a name leads to is not known, so executions that use one are not followed. What it may lead to is marked
//! (`exposed`). Not here: variables in sections of their own, which the front end marks.

use crate::semantic::{
    Block, Body, Callee, Const, ConstId, FuncId, Global, GlobalId, Inst, Linkage, Op, Operand, Program, Results,
    Symbol, words,
};
use cairn_base::{Name, Span};
use rustc_hash::FxHashSet;

/// The linker's names for places in the program as a whole.
const OF_LINKER: [&str; 12] = [
    "_end",
    "end",
    "_edata",
    "edata",
    "_etext",
    "etext",
    "__etext",
    "__bss_start",
    "__data_start",
    "data_start",
    "__executable_start",
    "__dso_handle",
];

/// What nobody here defines and yet may lead to what is defined here.
#[derive(Default)]
struct Elusive {
    globals: FxHashSet<GlobalId>,
    funcs: FxHashSet<FuncId>,
}

/// Marks what assembly and the linker may lead to, and gives up executions at the names by which they would.
pub fn give_up_second_names(program: &mut Program) {
    let spoken_of = spoken_of(program);
    let elusive = Elusive::of(program, &spoken_of);
    let anywhere = !elusive.globals.is_empty();
    for global in program.globals.iter_mut() {
        global.exposed |= anywhere || spoken_of.contains(&global.name);
    }
    program.funcs.iter_mut().for_each(|func| func.exposed |= spoken_of.contains(&func.name));
    elusive.give_up(program, "a name that the linker or assembly gives");
}

/// Gives up executions at names that may lead nowhere (`weak`), or to what another file defines: nobody knows, in files by themselves.
pub(super) fn give_up_missing(program: &mut Program) {
    let is_missing = |linkage: Linkage, is_defined: bool| linkage == Linkage::Weak && !is_defined;
    let globals =
        program.globals.iter_enumerated().filter(|(_, global)| is_missing(global.linkage, global.init.is_some()));
    let funcs = program.funcs.iter_enumerated().filter(|(_, func)| is_missing(func.linkage, func.is_defined()));
    let missing = Elusive { globals: globals.map(|(id, _)| id).collect(), funcs: funcs.map(|(id, _)| id).collect() };
    missing.give_up(program, "a name that another file may define");
}

/// Names of symbols that some assembly mentions.
fn spoken_of(program: &Program) -> FxHashSet<Name> {
    let mentioned: FxHashSet<&str> = program.assembly_texts().flat_map(words).collect();
    if mentioned.is_empty() {
        return FxHashSet::default();
    }
    let funcs = program.funcs.iter().map(|func| func.name);
    let names = program.globals.iter().map(|global| global.name).chain(funcs);
    // What the source calls by another name in assembly has a byte of LLVM's in front.
    let is_mentioned = |name: &Name| mentioned.contains(program.names.text(*name).trim_start_matches('\u{1}'));
    names.filter(is_mentioned).collect()
}

impl Elusive {
    fn of(program: &Program, spoken_of: &FxHashSet<Name>) -> Elusive {
        let is_global = |global: &Global| {
            let name = program.names.text(global.name);
            let of_linker = name.starts_with("__start_") || name.starts_with("__stop_") || OF_LINKER.contains(&name);
            global.init.is_none() && (of_linker || !program.assembly.is_empty())
        };
        let globals = program.globals.iter_enumerated().filter(|(_, global)| is_global(global));
        let undefined = program.funcs.iter_enumerated().filter(|(_, func)| !func.is_defined());
        let funcs = undefined.filter(|(_, func)| spoken_of.contains(&func.name));
        Elusive { globals: globals.map(|(id, _)| id).collect(), funcs: funcs.map(|(id, _)| id).collect() }
    }

    fn has(&self, symbol: Symbol) -> bool {
        match symbol {
            Symbol::Global(id) => self.globals.contains(&id),
            Symbol::Func(id) => self.funcs.contains(&id),
        }
    }

    fn give_up(&self, program: &mut Program, reason: &str) {
        if self.globals.is_empty() && self.funcs.is_empty() {
            return;
        }
        let reason = program.names.intern(reason);
        for init in program.globals.iter_mut().filter_map(|global| global.init.as_mut()) {
            if init.relocs.iter().any(|reloc| self.has(reloc.symbol)) {
                init.unsupported.get_or_insert(reason);
            }
        }
        // A call of one that must be there is a call of unknown code.
        let weak = |id: &FuncId| program.funcs[*id].linkage == Linkage::Weak;
        let may_be_null: FxHashSet<FuncId> = self.funcs.iter().copied().filter(weak).collect();
        for body in program.funcs.iter_mut().filter_map(|func| func.body.as_mut()) {
            let named = self.named_in(body);
            for block in body.blocks.iter_mut() {
                stop_at(block, reason, |op| calls(op, &may_be_null) || names(|see| op.for_each_operand(see), &named));
                if names(|see| block.term.for_each_operand(see), &named) {
                    block.insts.push(stop(reason, block.term_span));
                }
            }
        }
    }

    fn named_in(&self, body: &Body) -> FxHashSet<ConstId> {
        let is_elusive = |value: &Const| match value {
            Const::Global { id, .. } => self.globals.contains(id),
            Const::Func(id) => self.funcs.contains(id),
            _ => false,
        };
        body.consts.iter().filter(|(_, value)| is_elusive(value)).map(|(id, _)| id).collect()
    }
}

fn calls(op: &Op, funcs: &FxHashSet<FuncId>) -> bool {
    matches!(op, Op::Call { callee: Callee::Direct(id), .. } if funcs.contains(id))
}

/// Is one of the operands that are told one of the constants?
fn names(tell: impl FnOnce(&mut dyn FnMut(Operand)), consts: &FxHashSet<ConstId>) -> bool {
    let mut found = false;
    tell(&mut |operand| found |= matches!(operand, Operand::Const(id) if consts.contains(&id)));
    found
}

fn stop(reason: Name, span: Span) -> Inst {
    Inst { op: Op::Unsupported { reason }, results: Results::NONE, span }
}

/// Puts a stop in front of the instructions that are meant.
fn stop_at(block: &mut Block, reason: Name, is_meant: impl Fn(&Op) -> bool) {
    if !block.insts.iter().any(|inst| is_meant(&inst.op)) {
        return;
    }
    for inst in std::mem::take(&mut block.insts) {
        if is_meant(&inst.op) {
            block.insts.push(stop(reason, inst.span));
        }
        block.insts.push(inst);
    }
}
