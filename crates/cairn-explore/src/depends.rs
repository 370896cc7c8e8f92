//! What in a function may depend on what it was given: its parameters, and memory of its caller.
//!
//! Values are followed through the function's own memory, regardless of order; what comes back from other functions of the program depends on
//! anything. That a value depends on the way on which it was made is not said here: whoever asks looks at the branches, too. That an
//! allocation may fail is not taken for a matter of its size.
//!
//! Not here: other functions, executions.

use cairn_ir::describe::Defs;
use cairn_ir::{
    BinOp, BlockId, Body, Callee, Const, FuncOrigin, GlobalId, Op, Operand, Program, Terminator, Type, ValueId,
};
use rustc_hash::FxHashSet;

/// Functions of the library that give a new block, or null if there is no memory.
const ALLOCATORS: &[&str] = &["malloc", "calloc", "aligned_alloc", "strdup", "strndup"];

/// Of one function.
pub struct Depends<'p> {
    program: &'p Program,
    body: &'p Body,
    defs: Defs,
    values: FxHashSet<ValueId>,
    /// Own objects that hold what depends on it.
    objects: FxHashSet<Root>,
    /// Own objects that may be written to from elsewhere.
    escaped: FxHashSet<Root>,
}

/// An object that the function has not been given.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Root {
    /// A local, or a new block.
    Made(ValueId),
    Global(GlobalId),
}

impl<'p> Depends<'p> {
    pub fn of(program: &'p Program, body: &'p Body) -> Depends<'p> {
        let values = body.blocks[body.entry()].params.iter().copied().collect();
        let (objects, escaped) = (FxHashSet::default(), FxHashSet::default());
        let mut depends = Depends { program, body, defs: Defs::new(body), values, objects, escaped };
        loop {
            let before = depends.size();
            body.blocks.iter().for_each(|block| depends.block(block));
            if depends.size() == before {
                return depends;
            }
        }
    }

    /// Where a jump goes that is decided by something that was given.
    pub fn decided(&self, block: BlockId) -> impl Iterator<Item = BlockId> {
        let term = &self.body.blocks[block].term;
        let by = match term {
            Terminator::Branch { cond, .. } => Some(*cond),
            Terminator::Switch(switch) => Some(switch.value),
            _ => None,
        };
        term.targets().filter(move |_| by.is_some_and(|by| self.on(by))).map(|target| target.block)
    }

    /// Is a number that was given among what an instruction works with? In an address, the steps count, not where they start; of a
    /// quotient, the divisor; what is stored does not.
    pub fn works_with(&self, block: BlockId, inst: u32) -> bool {
        let mut numbers = false;
        let Some(inst) = self.body.blocks[block].insts.get(inst as usize) else { return false };
        match inst.op {
            Op::Binary { op: BinOp::SDiv | BinOp::UDiv | BinOp::SRem | BinOp::URem, rhs, .. } => return self.on(rhs),
            Op::Store { addr, .. } => return self.steps_on(addr),
            _ => {}
        }
        inst.op.for_each_operand(|operand| {
            numbers |= match self.body.operand_type(operand) {
                Type::Ptr => self.steps_on(operand),
                _ => self.on(operand),
            };
        });
        numbers
    }

    /// Does it choose between values by something that was given?
    pub fn chooses(&self, block: BlockId) -> bool {
        let mut insts = self.body.blocks[block].insts.iter();
        insts.any(|inst| matches!(inst.op, Op::Select { cond, .. } if self.on(cond)))
    }

    fn size(&self) -> (usize, usize, usize) {
        (self.values.len(), self.objects.len(), self.escaped.len())
    }

    fn on(&self, operand: Operand) -> bool {
        matches!(operand, Operand::Value(value) if self.values.contains(&value))
    }

    fn steps_on(&self, mut address: Operand) -> bool {
        loop {
            address = match self.defs.op(self.body, address) {
                Some(Op::Field { base, .. }) => *base,
                Some(Op::Index { index, .. }) if self.on(*index) => return true,
                Some(Op::Index { base, .. }) => *base,
                _ => return false,
            };
        }
    }

    fn root(&self, mut address: Operand) -> Option<Root> {
        loop {
            address = match (self.defs.op(self.body, address), address) {
                (Some(Op::Field { base, .. } | Op::Index { base, .. }), _) => *base,
                (Some(Op::Alloca { .. }), Operand::Value(value)) => return Some(Root::Made(value)),
                (Some(Op::Call { callee, .. }), Operand::Value(value)) if self.allocates(*callee) => {
                    return Some(Root::Made(value));
                }
                _ => break,
            };
        }
        match self.body.as_const(address)? {
            Const::Global { id, .. } => Some(Root::Global(*id)),
            _ => None,
        }
    }

    fn allocates(&self, callee: Callee) -> bool {
        let callee = self.body.known_callee(callee).filter(|&func| self.is_library(func));
        callee.is_some_and(|func| ALLOCATORS.contains(&self.program.func_name(func)))
    }

    fn is_library(&self, func: cairn_ir::FuncId) -> bool {
        let func = &self.program.funcs[func];
        func.origin == FuncOrigin::Model && func.is_defined()
    }

    /// Does what lies there depend on what was given?
    fn holds(&self, address: Operand) -> bool {
        self.on(address) || self.root(address).is_none_or(|root| self.objects.contains(&root))
    }

    fn block(&mut self, block: &'p cairn_ir::Block) {
        for inst in &block.insts {
            if self.gives(&inst.op) {
                self.values.extend(inst.results.iter());
            }
        }
        for target in block.term.targets() {
            let params = self.body.blocks[target.block].params.iter().zip(&target.args);
            let new: Vec<ValueId> = params.filter(|(_, arg)| self.on(**arg)).map(|(param, _)| *param).collect();
            self.values.extend(new);
        }
    }

    /// Do the results depend on what was given? Takes note of what the instruction writes.
    fn gives(&mut self, op: &'p Op) -> bool {
        let mut any = false;
        op.for_each_operand(|operand| any |= self.on(operand));
        match op {
            Op::Load { addr, .. } => self.holds(*addr),
            Op::Store { value, addr, .. } => {
                self.escapes(*value);
                if any {
                    self.writes(*addr);
                }
                false
            }
            Op::Rmw { addr, .. } | Op::CmpXchg { addr, .. } => {
                let holds = any || self.holds(*addr);
                if holds {
                    self.writes(*addr);
                }
                holds
            }
            Op::Copy { dst, src, .. } => {
                if any || self.holds(*src) {
                    self.writes(*dst);
                }
                false
            }
            Op::Set { dst, .. } => {
                if any {
                    self.writes(*dst);
                }
                false
            }
            Op::Alloca { .. } | Op::Nondet { .. } => false,
            Op::Call { callee, args, area, .. } => {
                let known = self.body.known_callee(*callee).is_some_and(|func| self.is_library(func));
                let pointers = args.iter().chain(area).copied();
                let pointers: Vec<Operand> = pointers.filter(|&arg| self.body.operand_type(arg) == Type::Ptr).collect();
                let is_told = |this: &Self, arg: Operand| this.root(arg).is_some() && this.holds(arg);
                any |= !known || pointers.iter().any(|&arg| is_told(self, arg));
                if any {
                    pointers.iter().for_each(|&arg| self.writes(arg));
                    self.objects.extend(&self.escaped);
                }
                if !known {
                    pointers.iter().for_each(|&arg| self.escapes(arg));
                }
                any && !self.allocates(*callee)
            }
            _ => any,
        }
    }

    fn writes(&mut self, address: Operand) {
        match self.root(address) {
            Some(root) => _ = self.objects.insert(root),
            None => self.objects.extend(&self.escaped),
        }
    }

    fn escapes(&mut self, address: Operand) {
        self.escaped.extend(self.root(address));
    }
}
