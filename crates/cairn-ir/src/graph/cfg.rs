//! The control-flow graph of a body: successors, predecessors and reverse postorder.

use super::Digraph;
use crate::semantic::{BlockId, Body};
use cairn_base::Id;

const UNREACHABLE: u32 = u32::MAX;

/// A snapshot of a body's control flow. Block ids are the nodes of both graphs.
#[derive(Clone, Debug)]
pub struct Cfg {
    succs: Digraph,
    preds: Digraph,
    rpo: Vec<BlockId>,
    rpo_index: Vec<u32>,
}

impl Cfg {
    pub fn new(body: &Body) -> Cfg {
        let mut edges = Vec::with_capacity(body.blocks.len() * 2);
        for (from, block) in body.blocks.iter_enumerated() {
            edges.extend(block.term.targets().map(|to| (from.index() as u32, to.block.index() as u32)));
        }
        Cfg::from_graph(Digraph::new(body.blocks.len(), &edges))
    }

    /// Control flow that starts in node 0.
    pub fn from_graph(succs: Digraph) -> Cfg {
        let preds = succs.reversed();
        let rpo = reverse_postorder(&succs);
        let mut rpo_index = vec![UNREACHABLE; succs.len()];
        for (index, block) in rpo.iter().enumerate() {
            rpo_index[block.index()] = index as u32;
        }
        Cfg { succs, preds, rpo, rpo_index }
    }

    pub fn block_count(&self) -> usize {
        self.succs.len()
    }

    /// One entry per jump, in the terminator's order (`Terminator::targets`).
    pub fn succs(&self, block: BlockId) -> impl ExactSizeIterator<Item = BlockId> + '_ {
        self.succs.succs(block.index()).iter().map(|&to| BlockId::new(to as usize))
    }

    /// One entry per jump that comes in, ordered by source block and then as in the source's terminator. A block that
    /// jumps here twice appears twice.
    pub fn preds(&self, block: BlockId) -> impl ExactSizeIterator<Item = BlockId> + '_ {
        self.preds.succs(block.index()).iter().map(|&from| BlockId::new(from as usize))
    }

    /// The reachable blocks; every block comes before its successors, except along retreating edges.
    pub fn rpo(&self) -> &[BlockId] {
        &self.rpo
    }

    /// Position in `rpo`, `None` for unreachable blocks.
    pub fn rpo_index(&self, block: BlockId) -> Option<usize> {
        let index = self.rpo_index[block.index()];
        (index != UNREACHABLE).then_some(index as usize)
    }

    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.rpo_index[block.index()] != UNREACHABLE
    }

    pub fn successor_graph(&self) -> &Digraph {
        &self.succs
    }

    pub fn predecessor_graph(&self) -> &Digraph {
        &self.preds
    }
}

fn reverse_postorder(succs: &Digraph) -> Vec<BlockId> {
    let mut order = Vec::with_capacity(succs.len());
    if succs.is_empty() {
        return order;
    }
    let mut seen = vec![false; succs.len()];
    seen[0] = true;
    let mut path = vec![(0usize, 0usize)];
    while let Some((node, next)) = path.last_mut() {
        match succs.succs(*node).get(*next) {
            Some(&succ) => {
                *next += 1;
                if !std::mem::replace(&mut seen[succ as usize], true) {
                    path.push((succ as usize, 0));
                }
            }
            None => {
                order.push(BlockId::new(*node));
                path.pop();
            }
        }
    }
    order.reverse();
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::random::{Rng, random_graph};

    fn blocks(ids: &[usize]) -> Vec<BlockId> {
        ids.iter().map(|&id| BlockId::new(id)).collect()
    }

    #[test]
    fn a_diamond_has_both_directions_and_the_join_last() {
        let cfg = Cfg::from_graph(Digraph::new(5, &[(0, 1), (0, 2), (1, 3), (2, 3), (4, 3)]));
        assert_eq!(cfg.preds(BlockId::new(3)).collect::<Vec<_>>(), blocks(&[1, 2, 4]));
        assert_eq!(cfg.succs(BlockId::new(0)).collect::<Vec<_>>(), blocks(&[1, 2]));
        assert_eq!(cfg.rpo(), blocks(&[0, 2, 1, 3]));
        assert_eq!((cfg.rpo_index(BlockId::new(3)), cfg.is_reachable(BlockId::new(4))), (Some(3), false));
    }

    #[test]
    fn reverse_postorder_holds_what_is_reachable_and_orders_acyclic_graphs() {
        let mut rng = Rng::new(3);
        for _ in 0..300 {
            let graph = random_graph(&mut rng, 12);
            let forward: Vec<_> = (0..graph.len())
                .flat_map(|v| graph.succs(v).iter().map(move |&w| (v as u32, w)))
                .filter(|(v, w)| v < w)
                .collect();
            let cfg = Cfg::from_graph(Digraph::new(graph.len(), &forward));
            let reachable = cfg.successor_graph().reachable([0]);
            for (node, &expected) in reachable.iter().enumerate() {
                assert_eq!(cfg.is_reachable(BlockId::new(node)), expected);
            }
            for (from, to) in forward {
                let position = |node: u32| cfg.rpo_index(BlockId::new(node as usize));
                assert!(position(from).is_none() || position(from) < position(to));
            }
        }
    }
}
