//! Calls of functions that nobody defines and that may be missing (`__attribute__((weak))`), in a program that is whole.
//!
//! Their address is null, so a call of such a function is one through a null pointer, which everybody knows to be an error.

use crate::semantic::{Block, BlockId, Callee, Const, FuncId, Linkage, Op, Program};
use rustc_hash::FxHashSet;

/// Makes calls of functions that are missing calls of null.
pub fn call_nobody(program: &mut Program) {
    let funcs = program.funcs.iter_enumerated();
    let missing = funcs.filter(|(_, func)| func.linkage == Linkage::Weak && !func.is_defined());
    let missing: FxHashSet<FuncId> = missing.map(|(id, _)| id).collect();
    if missing.is_empty() {
        return;
    }
    for body in program.funcs.iter_mut().filter_map(|func| func.body.as_mut()) {
        let is_missing = |op: &Op| match op {
            Op::Call { callee, .. } => body.known_callee(*callee).is_some_and(|callee| missing.contains(&callee)),
            _ => false,
        };
        let insts = |(id, block): (BlockId, &Block)| (0..block.insts.len()).map(move |at| (id, at)).collect::<Vec<_>>();
        let mut calls: Vec<(BlockId, usize)> = body.blocks.iter_enumerated().flat_map(insts).collect();
        calls.retain(|&(block, at)| is_missing(&body.blocks[block].insts[at].op));
        for (block, at) in calls {
            let null = body.constant(Const::Null);
            if let Op::Call { callee, .. } = &mut body.blocks[block].insts[at].op {
                *callee = Callee::Indirect(null);
            }
        }
    }
}
