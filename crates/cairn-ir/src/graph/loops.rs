//! Natural loops, how they nest, and where control flow is irreducible.
//!
//! A loop is a header and everything that reaches a back edge to it without passing it; back edges of one header make
//! one loop. A retreating edge whose target does not dominate its source belongs to no loop: it is listed apart.

use super::{Cfg, Dominators};
use crate::semantic::BlockId;
use cairn_base::{Id, IdVec, newtype_id};

newtype_id!(pub LoopId, "loop");

/// One natural loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    pub header: BlockId,
    /// Sources of the back edges.
    pub latches: Vec<BlockId>,
    /// The innermost loop around this one.
    pub parent: Option<LoopId>,
    /// 1 for outermost loops.
    pub depth: u32,
    /// All blocks, those of inner loops included; the header first, then in reverse postorder.
    pub blocks: Vec<BlockId>,
}

/// The loops of a body. Outer loops come before the loops inside them.
#[derive(Clone, Debug)]
pub struct Loops {
    pub loops: IdVec<LoopId, Loop>,
    innermost: IdVec<BlockId, Option<LoopId>>,
    /// Retreating edges into the middle of a cycle.
    pub irreducible: Vec<(BlockId, BlockId)>,
}

impl Loops {
    pub fn new(cfg: &Cfg, dom: &Dominators) -> Loops {
        let mut finder = Finder {
            cfg,
            loops: IdVec::new(),
            innermost: IdVec::filled(None, cfg.block_count()),
            irreducible: Vec::new(),
        };
        // Inner headers come after outer ones in reverse postorder: backwards, inner loops are found first.
        for &header in cfg.rpo().iter().rev() {
            finder.find_loop(header, dom);
        }
        finder.finish()
    }

    /// The innermost loop that contains a block.
    pub fn innermost(&self, block: BlockId) -> Option<LoopId> {
        self.innermost[block]
    }

    /// 0 outside of loops.
    pub fn depth(&self, block: BlockId) -> u32 {
        self.innermost[block].map_or(0, |id| self.loops[id].depth)
    }

    /// How many loops are in each other from this one on; 1 if there is none inside.
    pub fn height(&self, id: LoopId) -> u32 {
        let this = &self.loops[id];
        this.blocks.iter().map(|&block| self.depth(block) + 1 - this.depth).max().unwrap_or(1)
    }

    pub fn is_header(&self, block: BlockId) -> bool {
        self.innermost[block].is_some_and(|id| self.loops[id].header == block)
    }

    pub fn contains(&self, id: LoopId, block: BlockId) -> bool {
        let mut at = self.innermost[block];
        while let Some(current) = at {
            if current == id {
                return true;
            }
            at = self.loops[current].parent;
        }
        false
    }
}

struct Finder<'c> {
    cfg: &'c Cfg,
    loops: IdVec<LoopId, Loop>,
    innermost: IdVec<BlockId, Option<LoopId>>,
    irreducible: Vec<(BlockId, BlockId)>,
}

impl Finder<'_> {
    fn find_loop(&mut self, header: BlockId, dom: &Dominators) {
        let mut latches: Vec<BlockId> = Vec::new();
        for pred in self.cfg.preds(header) {
            if !self.is_retreating(pred, header) {
                continue;
            }
            if !dom.dominates(header, pred) {
                self.irreducible.push((pred, header));
            } else if latches.last() != Some(&pred) {
                latches.push(pred);
            }
        }
        if !latches.is_empty() {
            let blocks = Vec::new();
            let id = self.loops.push(Loop { header, latches: latches.clone(), parent: None, depth: 0, blocks });
            self.claim(id, header, latches);
        }
    }

    fn is_retreating(&self, from: BlockId, to: BlockId) -> bool {
        self.cfg.rpo_index(from).is_some_and(|from| Some(from) >= self.cfg.rpo_index(to))
    }

    /// Walks backwards from the latches; loops met on the way become children and are crossed in one step.
    fn claim(&mut self, id: LoopId, header: BlockId, mut work: Vec<BlockId>) {
        while let Some(block) = work.pop() {
            let entered_by = match self.innermost[block] {
                None => {
                    self.innermost[block] = Some(id);
                    block
                }
                Some(inner) => {
                    let outermost = self.outermost(inner);
                    if outermost == id {
                        continue;
                    }
                    self.loops[outermost].parent = Some(id);
                    self.loops[outermost].header
                }
            };
            if entered_by != header {
                work.extend(self.cfg.preds(entered_by).filter(|&pred| self.cfg.is_reachable(pred)));
            }
        }
        // An only latch in an inner loop leaves the header itself to be claimed through its successors.
        self.innermost[header].get_or_insert(id);
    }

    fn outermost(&self, mut id: LoopId) -> LoopId {
        while let Some(parent) = self.loops[id].parent {
            id = parent;
        }
        id
    }

    /// Turns the order round, outer loops first, and fills depths and blocks.
    fn finish(self) -> Loops {
        let count = self.loops.len();
        let flip = |id: LoopId| LoopId::new(count - 1 - id.index());
        let mut loops: IdVec<LoopId, Loop> = self.loops.into_vec().into_iter().rev().collect();
        for id in loops.ids() {
            loops[id].parent = loops[id].parent.map(flip);
            loops[id].depth = loops[id].parent.map_or(1, |parent| loops[parent].depth + 1);
        }
        let innermost: IdVec<BlockId, Option<LoopId>> = self.innermost.iter().map(|id| id.map(flip)).collect();
        for &block in self.cfg.rpo() {
            let mut at = innermost[block];
            while let Some(id) = at {
                loops[id].blocks.push(block);
                at = loops[id].parent;
            }
        }
        Loops { loops, innermost, irreducible: self.irreducible }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Digraph;
    use crate::graph::random::{Rng, random_graph};

    fn loops_of(graph: &Digraph) -> (Cfg, Dominators, Loops) {
        let cfg = Cfg::from_graph(graph.clone());
        let dom = Dominators::new(&cfg);
        let loops = Loops::new(&cfg, &dom);
        (cfg, dom, loops)
    }

    /// The header and all blocks that reach a latch without passing the header, by definition.
    fn naive_body(graph: &Digraph, header: usize, latches: &[usize]) -> Vec<usize> {
        let without_header: Vec<_> = (0..graph.len())
            .flat_map(|v| graph.succs(v).iter().map(move |&w| (v as u32, w)))
            .filter(|&(v, w)| v as usize != header && w as usize != header)
            .collect();
        let cut = Digraph::new(graph.len(), &without_header);
        let start = graph.reachable([0]);
        let reaches = |v: usize| start[v] && latches.iter().any(|&latch| cut.reachable([v])[latch]);
        (0..graph.len()).filter(|&v| v == header || reaches(v)).collect()
    }

    #[test]
    fn loops_are_what_their_definition_says() {
        let mut rng = Rng::new(21);
        for _ in 0..1000 {
            let graph = random_graph(&mut rng, 10);
            let (_, dom, loops) = loops_of(&graph);
            let mut headers = 0;
            for header in 0..graph.len() {
                let latches: Vec<usize> = (0..graph.len())
                    .filter(|&v| graph.succs(v).contains(&(header as u32)) && dom.tree.dominates(header, v))
                    .collect();
                let found = loops.loops.iter().find(|l| l.header.index() == header);
                assert_eq!(found.is_some(), !latches.is_empty(), "{graph:?}");
                let Some(found) = found else { continue };
                headers += 1;
                assert_eq!(found.latches.iter().map(|b| b.index()).collect::<Vec<_>>(), latches);
                let mut blocks: Vec<usize> = found.blocks.iter().map(|b| b.index()).collect();
                assert_eq!(blocks[0], header);
                blocks.sort_unstable();
                assert_eq!(blocks, naive_body(&graph, header, &latches), "loop of {header} in {graph:?}");
            }
            assert_eq!(headers, loops.loops.len());
            check_nesting(&loops);
        }
    }

    fn check_nesting(loops: &Loops) {
        for (id, inner) in loops.loops.iter_enumerated() {
            let around: Vec<LoopId> = loops
                .loops
                .ids()
                .filter(|&other| other != id && loops.loops[other].blocks.contains(&inner.header))
                .filter(|&other| loops.loops[other].header != inner.header)
                .collect();
            assert_eq!(inner.depth as usize, around.len() + 1);
            assert!(around.iter().all(|&outer| outer < id && loops.contains(outer, inner.header)));
            let parent = around.iter().copied().max_by_key(|&outer| loops.loops[outer].depth);
            assert_eq!(inner.parent, parent);
        }
    }

    /// Reducible iff deleting the back edges (target dominates source) leaves no cycle.
    #[test]
    fn irreducible_edges_appear_exactly_when_a_cycle_has_no_dominating_header() {
        let mut rng = Rng::new(22);
        for _ in 0..1000 {
            let graph = random_graph(&mut rng, 8);
            let (cfg, dom, loops) = loops_of(&graph);
            let forward: Vec<_> = (0..graph.len())
                .filter(|&v| dom.tree.is_reachable(v))
                .flat_map(|v| graph.succs(v).iter().map(move |&w| (v as u32, w)))
                .filter(|&(v, w)| !dom.tree.dominates(w as usize, v as usize))
                .collect();
            let acyclic = Digraph::new(graph.len(), &forward).sccs().iter().all(|scc| scc.len() == 1);
            assert_eq!(loops.irreducible.is_empty(), acyclic, "{graph:?} {:?}", cfg.rpo());
        }
    }

    #[test]
    fn a_nest_has_depths_and_headers() {
        // 0 -> 1 { 2 { 3 } 4 } 5
        let graph = Digraph::new(6, &[(0, 1), (1, 2), (2, 3), (3, 2), (2, 4), (4, 1), (1, 5)]);
        let (_, _, loops) = loops_of(&graph);
        let depths: Vec<u32> = (0..6).map(|block| loops.depth(BlockId::new(block))).collect();
        assert_eq!(depths, [0, 1, 2, 2, 1, 0]);
        assert!(loops.is_header(BlockId::new(2)) && !loops.is_header(BlockId::new(3)));
    }
}
