//! Which values of a function are still needed where it stands: what only the others lead to is lost.
//!
//! A path that surely ends in `abort` or the like needs nothing any more, but it still has the variables that the other paths
//! needed where it left them.

use cairn_ir::graph::Cfg;
use cairn_ir::{BlockId, Body, Id, Operand, Terminator, ValueId};

/// A bit for each value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Needed(Vec<u64>);

impl Needed {
    fn none(body: &Body) -> Needed {
        Needed(vec![0; body.values.len().div_ceil(64)])
    }

    pub fn values(&self) -> impl Iterator<Item = ValueId> + '_ {
        let bits = |(word, &bits): (usize, &u64)| {
            (0..64).filter(move |bit| bits >> bit & 1 != 0).map(move |bit| ValueId::new(64 * word + bit))
        };
        self.0.iter().enumerate().flat_map(bits)
    }

    pub fn remove(&mut self, value: ValueId) {
        self.0[value.index() / 64] &= !(1 << (value.index() % 64));
    }

    fn insert(&mut self, value: ValueId) {
        self.0[value.index() / 64] |= 1 << (value.index() % 64);
    }

    fn insert_operand(&mut self, operand: Operand) {
        if let Operand::Value(value) = operand {
            self.insert(value);
        }
    }

    fn add(&mut self, other: &Needed) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word |= other);
    }

    fn keep(&mut self, other: &Needed) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word &= other);
    }
}

/// What is needed in one function.
pub(crate) struct Live {
    /// Behind each block.
    outs: Vec<Needed>,
    /// Before the blocks that lead to no return and to no loop: what was needed where the way to them left the others.
    doomed: Vec<Option<Needed>>,
}

impl Live {
    pub fn new(body: &Body, cfg: &Cfg) -> Live {
        let mut live = Live { outs: vec![Needed::none(body); body.blocks.len()], doomed: Vec::new() };
        live.doomed = vec![None; body.blocks.len()];
        live.find_needed(body, cfg);
        live.find_doomed(body, cfg);
        live
    }

    /// What is needed before an instruction of a block.
    pub fn before(&self, body: &Body, block: BlockId, inst: usize) -> Needed {
        let mut needed = before(body, block, inst, self.outs[block.index()].clone());
        self.doomed[block.index()].iter().for_each(|start| needed.add(start));
        needed
    }

    fn find_needed(&mut self, body: &Body, cfg: &Cfg) {
        loop {
            let mut changed = false;
            for &block in cfg.rpo().iter().rev() {
                let mut out = Needed::none(body);
                for next in cfg.succs(block) {
                    out.add(&before(body, next, 0, self.outs[next.index()].clone()));
                }
                changed |= out != self.outs[block.index()];
                self.outs[block.index()] = out;
            }
            if !changed {
                return;
            }
        }
    }

    fn find_doomed(&mut self, body: &Body, cfg: &Cfg) {
        // Behind a block come those that are later in this order, unless it is a loop that leads back.
        let mut is_doomed = vec![false; body.blocks.len()];
        for &block in cfg.rpo().iter().rev() {
            let stops = matches!(body.blocks[block].term, Terminator::Unreachable);
            let leads_on = cfg.succs(block).len() > 0;
            is_doomed[block.index()] = stops || (leads_on && cfg.succs(block).all(|next| is_doomed[next.index()]));
        }
        for &block in cfg.rpo().iter().filter(|block| is_doomed[block.index()]) {
            let mut start: Option<Needed> = None;
            for from in cfg.preds(block) {
                let here = self.doomed[from.index()].as_ref().unwrap_or(&self.outs[from.index()]);
                match &mut start {
                    Some(start) => start.keep(here),
                    None => start = Some(here.clone()),
                }
            }
            self.doomed[block.index()] = Some(start.unwrap_or_else(|| Needed::none(body)));
        }
    }
}

/// What is needed before an instruction, if this is needed behind the block.
fn before(body: &Body, block: BlockId, inst: usize, mut needed: Needed) -> Needed {
    let content = &body.blocks[block];
    content.term.for_each_operand(|operand| needed.insert_operand(operand));
    for inst in content.insts[inst..].iter().rev() {
        inst.results.iter().for_each(|result| needed.remove(result));
        inst.op.for_each_operand(|operand| needed.insert_operand(operand));
    }
    if inst == 0 {
        content.params.iter().for_each(|&param| needed.remove(param));
    }
    needed
}
