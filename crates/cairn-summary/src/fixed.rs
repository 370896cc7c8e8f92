//! Variables that nobody can write, which hold what they were initialised with, whoever calls; and variables that no pointer
//! leads to.
//!
//! Such a variable has no name outside, and wherever its address is used, something is read there, or written, at once.
//! Not here: variables that are written before the first call, or under conditions that never hold.

use cairn_ir::graph::{CallGraph, Digraph};
use cairn_ir::{Body, Const, FuncId, FuncOrigin, GlobalId, Id, Linkage, Op, Operand, Program, Symbol, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

/// What may be done with the address of a variable, and it is still among those that are looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Allowed {
    Reading,
    Access,
}

impl Allowed {
    /// The operands of an instruction that may be such addresses.
    fn in_op(self, op: &Op) -> [Option<Operand>; 2] {
        match *op {
            Op::Load { addr, flags, .. } if !flags.volatile => [Some(addr), None],
            Op::Field { base, .. } | Op::Index { base, .. } => [Some(base), None],
            Op::Copy { dst, src, .. } if self == Allowed::Access => [Some(dst), Some(src)],
            Op::Copy { src, volatile: false, .. } => [Some(src), None],
            Op::Store { addr, .. } if self == Allowed::Access => [Some(addr), None],
            Op::Set { dst, .. } if self == Allowed::Access => [Some(dst), None],
            _ => [None, None],
        }
    }
}

/// The variables of a program that are not written by any function that can be called.
pub(crate) fn never_written(program: &Program) -> FxHashSet<GlobalId> {
    let is_known = |id: GlobalId| program.globals[id].init.as_ref().is_some_and(|init| init.unsupported.is_none());
    let hidden = program.globals.ids().filter(|&id| is_hidden(program, id) && is_known(id));
    used_only(program, Allowed::Reading, hidden.collect())
}

/// The variables of a program whose address goes nowhere: what is pointed to is something else.
pub(crate) fn never_pointed_to(program: &Program) -> FxHashSet<GlobalId> {
    used_only(program, Allowed::Access, program.globals.ids().filter(|&id| is_hidden(program, id)).collect())
}

fn is_hidden(program: &Program, id: GlobalId) -> bool {
    program.globals[id].linkage == Linkage::Internal && !program.globals[id].exposed
}

/// Those of the variables whose addresses are used in no other way.
fn used_only(program: &Program, allowed: Allowed, mut left: FxHashSet<GlobalId>) -> FxHashSet<GlobalId> {
    for init in program.globals.iter().filter_map(|global| global.init.as_ref()) {
        for reloc in &init.relocs {
            if let Symbol::Global(id) = reloc.symbol {
                left.remove(&id);
            }
        }
    }
    for func in callable(program) {
        if let Some(body) = &program.funcs[func].body {
            Uses { body, inside: FxHashMap::default(), allowed, left: &mut left }.look();
        }
    }
    left
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
    allowed: Allowed,
    left: &'a mut FxHashSet<GlobalId>,
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
                let mut allowed = self.allowed.in_op(&inst.op);
                inst.op.for_each_operand(|operand| match allowed.iter_mut().find(|left| **left == Some(operand)) {
                    Some(left) => *left = None,
                    None => self.goes_elsewhere(operand),
                });
            }
            block.term.for_each_operand(|operand| self.goes_elsewhere(operand));
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

    fn goes_elsewhere(&mut self, operand: Operand) {
        if let Some(global) = self.variable(operand) {
            self.left.remove(&global);
        }
    }
}
