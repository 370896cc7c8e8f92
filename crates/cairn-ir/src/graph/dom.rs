//! Dominators, dominance frontiers and post-dominators.
//!
//! The algorithm is Semi-NCA (Georgiadis and Tarjan), near linear on every graph that a compiler makes. A finished
//! tree answers `dominates` in constant time from the entry and exit times of a walk over it.
//! Not here: control dependence, which clients read off `PostDominators::tree` and its frontiers.

use super::{Cfg, Digraph};
use crate::semantic::BlockId;
use cairn_base::Id;

const NONE: u32 = u32::MAX;

/// A dominator tree over the nodes that are reachable from the root.
#[derive(Clone, Debug)]
pub struct DomTree {
    root: u32,
    /// The immediate dominator, `NONE` for the root and for unreachable nodes.
    idom: Vec<u32>,
    /// Times at which a walk over the tree enters and leaves a node; `enter` is `NONE` for unreachable nodes.
    enter: Vec<u32>,
    leave: Vec<u32>,
}

impl DomTree {
    /// `preds` must be `succs` reversed.
    pub fn new(succs: &Digraph, preds: &Digraph, root: usize) -> DomTree {
        let walk = Walk::new(succs, root);
        let idom = semi_nca(&walk, preds);
        let (enter, leave) = tree_times(&walk, &idom);
        DomTree { root: root as u32, idom, enter, leave }
    }

    pub fn root(&self) -> usize {
        self.root as usize
    }

    /// The closest node that every path from the root to `node` passes before it.
    pub fn idom(&self, node: usize) -> Option<usize> {
        let idom = self.idom[node];
        (idom != NONE).then_some(idom as usize)
    }

    pub fn is_reachable(&self, node: usize) -> bool {
        self.enter[node] != NONE
    }

    /// Does every path from the root to `b` pass `a`? A node dominates itself. False if one of them is unreachable.
    pub fn dominates(&self, a: usize, b: usize) -> bool {
        self.is_reachable(a) && self.is_reachable(b) && self.enter[a] <= self.enter[b] && self.leave[b] <= self.leave[a]
    }

    /// For each node the joins where its dominance ends. `preds` as in `new`.
    pub fn frontiers(&self, preds: &Digraph) -> Frontiers {
        let mut edges = Vec::new();
        // The join last noted for a node, so that two ways into it count once.
        let mut noted = vec![NONE; self.idom.len()];
        for join in (0..preds.len()).filter(|&node| self.is_reachable(node)) {
            for &pred in preds.succs(join) {
                self.note_frontier(pred as usize, join, &mut noted, &mut edges);
            }
        }
        Frontiers { joins: Digraph::new(self.idom.len(), &edges) }
    }

    /// Everything from `pred` up to the join's immediate dominator, exclusively, has the join in its frontier.
    fn note_frontier(&self, pred: usize, join: usize, noted: &mut [u32], edges: &mut Vec<(u32, u32)>) {
        if !self.is_reachable(pred) {
            return;
        }
        let mut runner = pred as u32;
        while runner != NONE && runner != self.idom[join] && noted[runner as usize] != join as u32 {
            noted[runner as usize] = join as u32;
            edges.push((runner, join as u32));
            runner = self.idom[runner as usize];
        }
    }
}

/// Dominance frontiers of all nodes.
#[derive(Clone, Debug)]
pub struct Frontiers {
    joins: Digraph,
}

impl Frontiers {
    /// The nodes that `node` does not strictly dominate although it dominates a predecessor; each once, ascending.
    pub fn of(&self, node: usize) -> &[u32] {
        self.joins.succs(node)
    }
}

/// Dominators of a body.
#[derive(Clone, Debug)]
pub struct Dominators {
    pub tree: DomTree,
}

impl Dominators {
    pub fn new(cfg: &Cfg) -> Dominators {
        Dominators { tree: DomTree::new(cfg.successor_graph(), cfg.predecessor_graph(), 0) }
    }

    pub fn idom(&self, block: BlockId) -> Option<BlockId> {
        self.tree.idom(block.index()).map(BlockId::new)
    }

    pub fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        self.tree.dominates(a.index(), b.index())
    }

    pub fn frontiers(&self, cfg: &Cfg) -> Frontiers {
        self.tree.frontiers(cfg.predecessor_graph())
    }
}

/// Post-dominators of a body: dominators against the direction of control, from a virtual exit.
///
/// Paths end at `return` and `unreachable`, and also at every block of a loop that nothing leaves: an execution may
/// stay there for good.
#[derive(Clone, Debug)]
pub struct PostDominators {
    /// Nodes are the blocks, and one more, the root: the virtual exit.
    pub tree: DomTree,
    /// The graph behind the tree: control flow with the virtual exit.
    pub forward: Digraph,
}

impl PostDominators {
    pub fn new(cfg: &Cfg) -> PostDominators {
        let exit = cfg.block_count();
        let succs = cfg.successor_graph();
        let mut edges: Vec<_> = (0..exit).flat_map(|v| succs.succs(v).iter().map(move |&w| (v as u32, w))).collect();
        edges.extend(ends(succs).map(|block| (block, exit as u32)));
        let forward = Digraph::new(exit + 1, &edges);
        let tree = DomTree::new(&forward.reversed(), &forward, exit);
        PostDominators { tree, forward }
    }

    /// The closest block that every path from `block` to an end passes after it; `None` if that is the end itself.
    pub fn ipdom(&self, block: BlockId) -> Option<BlockId> {
        self.tree.idom(block.index()).filter(|&idom| idom != self.tree.root()).map(BlockId::new)
    }

    /// Does every path from `b` to an end pass `a`?
    pub fn post_dominates(&self, a: BlockId, b: BlockId) -> bool {
        self.tree.dominates(a.index(), b.index())
    }
}

/// Blocks of components without a way out: exits, and endless loops.
fn ends(succs: &Digraph) -> impl Iterator<Item = u32> {
    let sccs = succs.sccs();
    let mut component = vec![0; succs.len()];
    for (index, scc) in sccs.iter().enumerate() {
        for &node in scc {
            component[node as usize] = index;
        }
    }
    let closed = move |index: usize, scc: &[u32], succs: &Digraph| {
        scc.iter().all(|&node| succs.succs(node as usize).iter().all(|&next| component[next as usize] == index))
    };
    let ends: Vec<u32> = sccs
        .iter()
        .enumerate()
        .filter(|(index, scc)| closed(*index, scc, succs))
        .flat_map(|(_, scc)| scc)
        .copied()
        .collect();
    ends.into_iter()
}

/// A depth-first walk: nodes by preorder number, and the number of each node's parent.
struct Walk {
    order: Vec<u32>,
    number: Vec<u32>,
    parent: Vec<u32>,
}

impl Walk {
    fn new(succs: &Digraph, root: usize) -> Walk {
        let mut walk =
            Walk { order: Vec::with_capacity(succs.len()), number: vec![NONE; succs.len()], parent: Vec::new() };
        if root >= succs.len() {
            return walk;
        }
        // A node may wait several times; the last one to push it is its parent, as in a recursive walk.
        let mut work = vec![(root as u32, 0u32)];
        while let Some((node, parent)) = work.pop() {
            if walk.number[node as usize] != NONE {
                continue;
            }
            let number = walk.order.len() as u32;
            walk.number[node as usize] = number;
            walk.order.push(node);
            walk.parent.push(parent);
            work.extend(succs.succs(node as usize).iter().rev().map(|&next| (next, number)));
        }
        walk
    }
}

/// Immediate dominators by node. Inside, nodes are their preorder numbers.
fn semi_nca(walk: &Walk, preds: &Digraph) -> Vec<u32> {
    let count = walk.order.len();
    let mut forest = Forest { ancestor: walk.parent.clone(), semi: (0..count as u32).collect(), label: Vec::new() };
    forest.label = forest.semi.clone();
    for v in (1..count).rev() {
        let mut semi = walk.parent[v];
        for &pred in preds.succs(walk.order[v] as usize) {
            let pred = walk.number[pred as usize];
            if pred != NONE {
                semi = semi.min(forest.eval(pred, v as u32));
            }
        }
        forest.semi[v] = semi;
        forest.label[v] = semi;
    }
    let mut idom = walk.parent.clone();
    for v in 1..count {
        while idom[v] > forest.semi[v] {
            idom[v] = idom[idom[v] as usize];
        }
    }
    let mut by_node = vec![NONE; walk.number.len()];
    for v in 1..count {
        by_node[walk.order[v] as usize] = walk.order[idom[v] as usize];
    }
    by_node
}

/// The forest of nodes processed so far, with compressed paths.
struct Forest {
    ancestor: Vec<u32>,
    semi: Vec<u32>,
    /// The smallest semidominator on the compressed path from a node up to, exclusively, its `ancestor`.
    label: Vec<u32>,
}

impl Forest {
    /// The smallest semidominator from `node` up to the root of its tree; nodes up to `last` are not linked yet.
    fn eval(&mut self, node: u32, last: u32) -> u32 {
        if node <= last {
            return node;
        }
        let mut path = vec![];
        let mut top = node;
        while self.ancestor[top as usize] > last {
            path.push(top);
            top = self.ancestor[top as usize];
        }
        // `top` is the highest linked node; its ancestor is the unlinked root, which does not count.
        let (mut best, root) = (self.label[top as usize], self.ancestor[top as usize]);
        for v in path.into_iter().rev() {
            best = best.min(self.label[v as usize]);
            self.label[v as usize] = best;
            self.ancestor[v as usize] = root;
        }
        best
    }
}

/// Entry and exit times of a walk over the dominator tree.
fn tree_times(walk: &Walk, idom: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let edges: Vec<_> = walk.order.iter().skip(1).map(|&v| (idom[v as usize], v)).collect();
    let children = Digraph::new(idom.len(), &edges);
    let (mut enter, mut leave) = (vec![NONE; idom.len()], vec![NONE; idom.len()]);
    let mut time = 0;
    let mut path: Vec<(u32, usize)> = walk.order.first().map(|&root| (root, 0)).into_iter().collect();
    while let Some((node, next)) = path.last_mut() {
        if *next == 0 {
            enter[*node as usize] = time;
            time += 1;
        }
        match children.succs(*node as usize).get(*next) {
            Some(&child) => {
                *next += 1;
                path.push((child, 0));
            }
            None => {
                leave[*node as usize] = time;
                time += 1;
                path.pop();
            }
        }
    }
    (enter, leave)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::random::{Rng, random_graph};

    /// Reachable from `root` by paths that avoid `removed`.
    fn reachable_without(graph: &Digraph, root: usize, removed: usize) -> Vec<bool> {
        let edges: Vec<_> = (0..graph.len())
            .flat_map(|v| graph.succs(v).iter().map(move |&w| (v as u32, w)))
            .filter(|&(v, w)| v as usize != removed && w as usize != removed)
            .collect();
        let mut seen = Digraph::new(graph.len(), &edges).reachable([root]);
        seen[removed] = false;
        seen
    }

    fn check_tree(tree: &DomTree, graph: &Digraph, root: usize) {
        let reachable = graph.reachable([root]);
        for a in 0..graph.len() {
            let avoiding = reachable_without(graph, root, a);
            for b in 0..graph.len() {
                let expected = reachable[a] && reachable[b] && (a == b || a == root || !avoiding[b]);
                assert_eq!(tree.dominates(a, b), expected, "{a} dom {b} in {graph:?}");
            }
        }
        for node in (0..graph.len()).filter(|&node| reachable[node] && node != root) {
            let idom = tree.idom(node).expect("reachable");
            assert!(idom != node && tree.dominates(idom, node));
            for other in (0..graph.len()).filter(|&other| other != node && tree.dominates(other, node)) {
                assert!(tree.dominates(other, idom), "{idom} is not the closest above {node} in {graph:?}");
            }
        }
        assert_eq!(tree.idom(root), None);
    }

    #[test]
    fn dominance_is_what_removing_a_node_cuts_off() {
        let mut rng = Rng::new(11);
        for round in 0..1000 {
            let graph = random_graph(&mut rng, if round < 800 { 8 } else { 30 });
            let cfg = Cfg::from_graph(graph.clone());
            check_tree(&Dominators::new(&cfg).tree, &graph, 0);
        }
    }

    #[test]
    fn frontiers_follow_their_definition() {
        let mut rng = Rng::new(12);
        for _ in 0..500 {
            let graph = random_graph(&mut rng, 10);
            let cfg = Cfg::from_graph(graph.clone());
            let dom = Dominators::new(&cfg);
            let frontiers = dom.frontiers(&cfg);
            for node in (0..graph.len()).filter(|&node| dom.tree.is_reachable(node)) {
                let in_frontier = |join: usize| {
                    let meets = (0..graph.len())
                        .any(|v| graph.succs(v).contains(&(join as u32)) && dom.tree.dominates(node, v));
                    meets && !(node != join && dom.tree.dominates(node, join))
                };
                let expected: Vec<u32> = (0..graph.len()).filter(|&j| in_frontier(j)).map(|j| j as u32).collect();
                assert_eq!(frontiers.of(node), expected, "frontier of {node} in {graph:?}");
            }
        }
    }

    #[test]
    fn post_dominance_is_dominance_from_the_ends() {
        let mut rng = Rng::new(13);
        for _ in 0..500 {
            let graph = random_graph(&mut rng, 9);
            let post = PostDominators::new(&Cfg::from_graph(graph.clone()));
            check_tree(&post.tree, &post.forward.reversed(), graph.len());
            for block in 0..graph.len() {
                assert!(post.tree.is_reachable(block), "every block reaches an end");
                let ends = post.forward.succs(block).contains(&(graph.len() as u32));
                let reach = graph.reachable([block]);
                let closed = (0..graph.len()).all(|other| !reach[other] || graph.reachable([other])[block]);
                assert_eq!(ends, closed, "block {block} of {graph:?}");
            }
        }
    }

    #[test]
    fn many_gotos_to_one_label_are_fast() {
        let count = 100_000u32;
        let edges: Vec<_> = (0..count).flat_map(|v| [(v, v + 1), (v, count + 1)]).collect();
        let cfg = Cfg::from_graph(Digraph::new(count as usize + 2, &edges));
        let dom = Dominators::new(&cfg);
        assert_eq!(dom.idom(BlockId::new(count as usize + 1)), Some(BlockId::new(0)));
        assert_eq!(dom.idom(BlockId::new(count as usize)), Some(BlockId::new(count as usize - 1)));
    }
}
