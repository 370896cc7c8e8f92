//! What a decision or a statement depends on: the named values, loads and call results that it is computed from.

use crate::code::Origin;
use cairn_ir::describe::{Def, Defs};
use cairn_ir::{BlockId, Body, Op, Operand, Terminator, ValueId};

/// Values shown with a decision.
const MAX_INPUTS: usize = 4;
/// Operations between a decision and the variables that it depends on.
const MAX_DEPTH: u32 = 4;

/// The variables that the branch at the end of a block depends on.
pub(super) fn branch_inputs(body: &Body, defs: &Defs, block: BlockId) -> Vec<ValueId> {
    let mut inputs = Inputs { body, defs, found: Vec::new() };
    worked_with(&body.blocks[block].term).into_iter().for_each(|operand| inputs.add(operand, 0));
    inputs.found()
}

/// The variables that an instruction or a terminator depends on.
pub(super) fn statement_inputs(body: &Body, at: Origin) -> Vec<ValueId> {
    let mut inputs = Inputs { body, defs: &Defs::new(body), found: Vec::new() };
    match body.blocks[at.block].insts.get(at.inst as usize) {
        Some(inst) => inst.op.for_each_operand(|operand| inputs.add(operand, 0)),
        None => worked_with(&body.blocks[at.block].term).into_iter().for_each(|operand| inputs.add(operand, 0)),
    }
    inputs.found()
}

/// What a terminator decides by, or returns; not what it only hands on to the next block.
fn worked_with(term: &Terminator) -> Vec<Operand> {
    match term {
        Terminator::Branch { cond, .. } => vec![*cond],
        Terminator::Switch(switch) => vec![switch.value],
        Terminator::Return(values) => values.clone(),
        Terminator::Jump(_) | Terminator::Unreachable => Vec::new(),
    }
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
