//! What a decision or a statement depends on: the named values, loads and call results that it is computed from.

use crate::code::Origin;
use cairn_ir::describe::{Def, Defs};
use cairn_ir::{BlockId, Body, Op, Operand, ValueId};

/// Values shown with a decision.
const MAX_INPUTS: usize = 4;
/// Operations between a decision and the variables that it depends on.
const MAX_DEPTH: u32 = 4;

/// The variables that the branch at the end of a block depends on.
pub(super) fn branch_inputs(body: &Body, defs: &Defs, block: BlockId) -> Vec<ValueId> {
    let mut inputs = Inputs { body, defs, found: Vec::new() };
    body.blocks[block].term.for_each_operand(|operand| inputs.add(operand, 0));
    inputs.found()
}

/// The variables that an instruction or a terminator depends on.
pub(super) fn statement_inputs(body: &Body, at: Origin) -> Vec<ValueId> {
    let mut inputs = Inputs { body, defs: &Defs::new(body), found: Vec::new() };
    match body.blocks[at.block].insts.get(at.inst as usize) {
        Some(inst) => inst.op.for_each_operand(|operand| inputs.add(operand, 0)),
        None => body.blocks[at.block].term.for_each_operand(|operand| inputs.add(operand, 0)),
    }
    inputs.found()
}

/// Collects the named values, loads and call results that an operand is computed from.
struct Inputs<'b> {
    body: &'b Body,
    defs: &'b Defs,
    found: Vec<ValueId>,
}

impl Inputs<'_> {
    /// The first few of them.
    fn found(mut self) -> Vec<ValueId> {
        self.found.truncate(MAX_INPUTS);
        self.found
    }

    fn add(&mut self, operand: Operand, depth: u32) {
        let Operand::Value(value) = operand else { return };
        let is_storage = matches!(self.defs.op(self.body, operand), Some(Op::Alloca { .. }));
        if is_storage || self.found.contains(&value) || depth > MAX_DEPTH {
            return;
        }
        let named = self.body.values[value].var.is_some();
        match (self.defs.get(value), self.defs.op(self.body, operand)) {
            _ if named => self.found.push(value),
            (Def::Inst { .. }, Some(Op::Load { .. } | Op::Call { .. })) => self.found.push(value),
            (Def::Inst { .. }, Some(op)) => {
                let mut operands = Vec::new();
                op.for_each_operand(|operand| operands.push(operand));
                operands.into_iter().for_each(|operand| self.add(operand, depth + 1));
            }
            _ => {}
        }
    }
}
