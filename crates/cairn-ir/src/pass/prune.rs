//! Removes blocks that cannot be reached from the entry.
//!
//! Not here: folding branches on constants; what the source wrote stays reachable.

use crate::graph::Cfg;
use crate::semantic::{BlockId, Body, Results, ValueId};
use cairn_base::{Id, IdVec};

/// Removes unreachable blocks and the values that they define; the rest keeps its order. Ids change only if something
/// was removed.
pub fn prune(body: &mut Body) {
    let cfg = Cfg::new(body);
    if cfg.rpo().len() < body.blocks.len() {
        remove_unreachable(body, &cfg);
        renumber_values(body, |_| None);
    }
}

fn remove_unreachable(body: &mut Body, cfg: &Cfg) {
    let mut new_ids: IdVec<BlockId, Option<BlockId>> = IdVec::filled(None, body.blocks.len());
    let mut kept = IdVec::with_capacity(cfg.rpo().len());
    let old = std::mem::take(&mut body.blocks);
    for (id, block) in old.into_vec().into_iter().enumerate() {
        let id = BlockId::new(id);
        if cfg.is_reachable(id) {
            new_ids[id] = Some(kept.push(block));
        }
    }
    for block in kept.iter_mut() {
        for target in block.term.targets_mut() {
            target.block = new_ids[target.block].expect("a successor of a reachable block is reachable");
        }
    }
    body.blocks = kept;
}

/// Numbers values by the order of their definitions, forgets those that nothing defines any more, and rewrites all uses.
/// A use of a value for which `replacement` gives an operand becomes that operand; such a value has no definition.
pub(super) fn renumber_values(body: &mut Body, replacement: impl Fn(ValueId) -> Option<crate::semantic::Operand>) {
    use crate::semantic::Operand;
    let mut new_ids = IdVec::<ValueId, ValueId>::filled(ValueId::new(u32::MAX as usize), body.values.len());
    let mut values = IdVec::with_capacity(body.values.len());
    let old = &body.values;
    for block in body.blocks.iter_mut() {
        for param in &mut block.params {
            let new = values.push(old[*param]);
            new_ids[*param] = new;
            *param = new;
        }
        for inst in &mut block.insts {
            let first = values.next_id();
            for result in inst.results.iter() {
                new_ids[result] = values.push(old[result]);
            }
            inst.results = Results::range(first, inst.results.len());
        }
    }
    let rename = |operand: &mut Operand| {
        if let Operand::Value(value) = *operand {
            *operand = replacement(value).unwrap_or(*operand);
        }
        if let Operand::Value(value) = operand {
            *value = new_ids[*value];
        }
    };
    for block in body.blocks.iter_mut() {
        block.insts.iter_mut().for_each(|inst| inst.op.for_each_operand_mut(rename));
        block.term.for_each_operand_mut(rename);
    }
    body.values = values;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::semantic::{BinOp, Operand, Terminator, Type};
    use crate::testing::FuncBuilder;

    #[test]
    fn an_unreachable_block_goes_with_its_values_and_its_edges() {
        let mut f = FuncBuilder::new(&[Type::I32]);
        let x = f.param(0, 0);
        let dead = f.block(&[]);
        let live = f.block(&[Type::I32]);
        f.at(dead);
        let lost = f.binary(BinOp::Add, x, x);
        f.term(Terminator::Jump(crate::semantic::BlockRef { block: live, args: vec![lost] }));
        f.at(live);
        let param = f.param(2, 0);
        let sum = f.binary(BinOp::Mul, param, x);
        f.ret(&[sum]);
        f.at(BlockId::new(0)).term(Terminator::Jump(crate::semantic::BlockRef { block: live, args: vec![x] }));

        let mut body = f.body;
        prune(&mut body);
        assert_eq!((body.blocks.len(), body.values.len()), (2, 3));
        let [entry, exit] = body.blocks.as_slice() else { panic!() };
        let Terminator::Jump(target) = &entry.term else { panic!() };
        assert_eq!((target.block, &target.args[..]), (BlockId::new(1), &[Operand::Value(ValueId::new(0))][..]));
        assert_eq!(exit.params, [ValueId::new(1)]);
        assert_eq!(exit.term, Terminator::Return(vec![Operand::Value(ValueId::new(2))]));
    }

    #[test]
    fn a_body_without_dead_blocks_keeps_its_ids() {
        let mut f = FuncBuilder::new(&[]);
        let next = f.block(&[Type::I32]);
        let value = f.int(32, 4);
        f.at(next).ret(&[]);
        f.at(BlockId::new(0)).term(Terminator::Jump(crate::semantic::BlockRef { block: next, args: vec![value] }));
        let mut body = f.body.clone();
        prune(&mut body);
        assert_eq!(format!("{body:?}"), format!("{:?}", f.body));
    }
}
