//! Variables that nobody can write: they hold what they were initialised with, whoever calls.
//!
//! Such a variable has no name outside, and wherever its address is used, something is read there, at once. Not here:
//! variables that are written before the first call, or under conditions that never hold.

use cairn_ir::graph::{CallGraph, Digraph};
use cairn_ir::{Body, Const, FuncId, FuncOrigin, GlobalId, Id, Linkage, Op, Operand, Program, Symbol, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The variables of a program that are not written by any function that can be called.
pub(crate) fn never_written(program: &Program) -> FxHashSet<GlobalId> {
    let is_known = |id: &GlobalId| {
        let global = &program.globals[*id];
        global.linkage == Linkage::Internal && global.init.as_ref().is_some_and(|init| init.unsupported.is_none())
    };
    let mut fixed: FxHashSet<GlobalId> = program.globals.ids().filter(is_known).collect();
    for init in program.globals.iter().filter_map(|global| global.init.as_ref()) {
        for reloc in &init.relocs {
            if let Symbol::Global(id) = reloc.symbol {
                fixed.remove(&id);
            }
        }
    }
    for func in callable(program) {
        if let Some(body) = &program.funcs[func].body {
            Uses { body, inside: FxHashMap::default(), fixed: &mut fixed }.look();
        }
    }
    fixed
}

/// Functions that the program itself or anybody outside can call; library models that nobody uses are not among them.
fn callable(program: &Program) -> Vec<FuncId> {
    let graph = CallGraph::new(program);
    let number = |func: FuncId| func.index() as u32;
    let edges = |func: FuncId| graph.callees(func).iter().map(move |callee| (number(func), number(*callee)));
    let edges: Vec<(u32, u32)> = program.funcs.ids().flat_map(edges).collect();
    let of_user = program.funcs.iter_enumerated().filter(|(_, func)| func.origin != FuncOrigin::Model);
    let roots = of_user.map(|(id, _)| id).chain(graph.address_taken.iter().copied());
    let reached = Digraph::new(program.funcs.len(), &edges).reachable(roots.map(|func| func.index()));
    program.funcs.ids().filter(|func| reached[func.index()]).collect()
}

/// What one function does with addresses of variables.
struct Uses<'a> {
    body: &'a Body,
    /// Addresses inside a variable.
    inside: FxHashMap<ValueId, GlobalId>,
    fixed: &'a mut FxHashSet<GlobalId>,
}

impl Uses<'_> {
    fn look(mut self) {
        let body = self.body;
        loop {
            let known = self.inside.len();
            for inst in body.blocks.iter().flat_map(|block| &block.insts) {
                if let Op::Field { base, .. } | Op::Index { base, .. } = inst.op
                    && let (Some(global), Some(result)) = (self.variable(base), inst.results.single())
                {
                    self.inside.insert(result, global);
                }
            }
            if self.inside.len() == known {
                break;
            }
        }
        for block in body.blocks.iter() {
            for inst in &block.insts {
                let read = match inst.op {
                    Op::Load { addr, flags, .. } if !flags.volatile => Some(addr),
                    Op::Copy { src, .. } => Some(src),
                    Op::Field { base, .. } | Op::Index { base, .. } => Some(base),
                    _ => None,
                };
                let mut reads_left = usize::from(read.is_some());
                inst.op.for_each_operand(|operand| {
                    if Some(operand) == read && reads_left > 0 {
                        reads_left -= 1;
                    } else {
                        self.may_be_written(operand);
                    }
                });
            }
            block.term.for_each_operand(|operand| self.may_be_written(operand));
        }
    }

    fn variable(&self, operand: Operand) -> Option<GlobalId> {
        match operand {
            Operand::Value(value) => self.inside.get(&value).copied(),
            Operand::Const(id) => match self.body.consts[id] {
                Const::Global { id, .. } => Some(id),
                _ => None,
            },
        }
    }

    fn may_be_written(&mut self, operand: Operand) {
        if let Some(global) = self.variable(operand) {
            self.fixed.remove(&global);
        }
    }
}
