//! Gives a function one place where it returns.
//!
//! Clang writes C functions that way; other LLVM IR need not be so. Of `main`, it stands for what comes behind.

use crate::semantic::{Block, BlockRef, Body, Operand, Terminator, Type};

/// Leads all returns to a new block, if there are several. Values keep their ids.
pub fn one_return(body: &mut Body) {
    let is_return = |block: &&mut Block| matches!(block.term, Terminator::Return(_));
    if body.blocks.iter_mut().filter(is_return).count() < 2 {
        return;
    }
    let results = body.blocks.iter().find_map(|block| match &block.term {
        Terminator::Return(values) => Some((values.clone(), block.term_span)),
        _ => None,
    });
    let Some((values, term_span)) = results else { return };
    let types: Vec<Type> = values.iter().map(|&value| body.operand_type(value)).collect();
    let params: Vec<_> = types.into_iter().map(|ty| body.new_value(ty)).collect();
    let end = body.blocks.next_id();
    for block in body.blocks.iter_mut() {
        if let Terminator::Return(args) = &mut block.term {
            block.term = Terminator::Jump(BlockRef { block: end, args: std::mem::take(args) });
        }
    }
    let term = Terminator::Return(params.iter().map(|&param| Operand::Value(param)).collect());
    body.blocks.push(Block { params, insts: Vec::new(), term, term_span });
}
