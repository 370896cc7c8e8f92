//! Invariants of SSA form: each value is defined exactly once, and its definition dominates every use.
//!
//! Dominators by semi-dominators (the semi-NCA algorithm of Georgiadis), independent of `graph` so that neither hides
//! the other's mistakes, and fast on functions of any size: iterating to a fixpoint is quadratic on long chains with
//! many back edges. Numbering the dominator tree in pre-order makes each question two comparisons.

use super::{Cx, Report};
use crate::{BlockId, Body, Id, Operand, ValueId};

pub(super) fn check(cx: &Cx<'_>, report: &mut Report) {
    let sites = definitions(cx.body, report);
    report.at_func();
    if cx.body.blocks.is_empty() {
        return;
    }
    let tree = DomTree::new(cx.body);
    for (id, block) in cx.body.blocks.iter_enumerated().filter(|(id, _)| tree.is_reachable(id.index())) {
        for (index, inst) in block.insts.iter().enumerate() {
            report.at_inst(id, index);
            inst.op.for_each_operand(|operand| use_is_dominated(&tree, &sites, id, index, operand, report));
        }
        let end = block.insts.len();
        report.at_inst(id, end);
        block.term.for_each_operand(|operand| use_is_dominated(&tree, &sites, id, end, operand, report));
    }
    report.at_func();
}

const NOWHERE: u32 = u32::MAX;

/// Where a value is defined: before instruction number `before` of a block. Parameters are defined before the first.
#[derive(Clone, Copy)]
struct Site {
    block: u32,
    before: u32,
}

/// The definition of each value; says so if there is none or a second one.
fn definitions(body: &Body, report: &mut Report) -> Vec<Site> {
    let mut sites = vec![Site { block: NOWHERE, before: 0 }; body.values.len()];
    let mut define = |value: ValueId, block: BlockId, before: usize, report: &mut Report| {
        let site = &mut sites[value.index()];
        report.require(site.block == NOWHERE, || format!("{value} is defined twice"));
        *site = Site { block: block.index() as u32, before: before as u32 };
    };
    for (id, block) in body.blocks.iter_enumerated() {
        report.at_block(id);
        for &param in &block.params {
            define(param, id, 0, report);
        }
        for (index, inst) in block.insts.iter().enumerate() {
            report.at_inst(id, index);
            for result in inst.results.iter() {
                define(result, id, index + 1, report);
            }
        }
    }
    report.at_func();
    for (index, _) in sites.iter().enumerate().filter(|(_, site)| site.block == NOWHERE) {
        report.say(format!("{} is never defined", ValueId::new(index)));
    }
    sites
}

fn use_is_dominated(tree: &DomTree, sites: &[Site], block: BlockId, at: usize, operand: Operand, report: &mut Report) {
    let Operand::Value(value) = operand else { return };
    let site = sites[value.index()];
    let dominated = if site.block == NOWHERE {
        true // Already reported.
    } else if site.block as usize == block.index() {
        site.before as usize <= at
    } else {
        tree.dominates(site.block as usize, block.index())
    };
    report.require(dominated, || format!("the definition of {value} does not dominate this use"));
}

/// The dominator tree of the reachable blocks.
struct DomTree {
    /// Position in the tree's pre-order; `NOWHERE` for unreachable blocks.
    pre: Vec<u32>,
    /// Number of blocks in the subtree.
    size: Vec<u32>,
}

impl DomTree {
    fn new(body: &Body) -> DomTree {
        let walk = Walk::new(body);
        let parents = immediate_dominators(&walk.parents, &predecessors(body, &walk));
        DomTree::numbered(&walk.order, &parents, body.blocks.len())
    }

    /// Numbers the tree without walking it: in the order of a depth-first walk parents come before their children.
    fn numbered(order: &[u32], parents: &[u32], block_count: usize) -> DomTree {
        let mut sizes = vec![1u32; order.len()];
        for child in (1..order.len()).rev() {
            sizes[parents[child] as usize] += sizes[child];
        }
        let mut positions = vec![0u32; order.len()];
        let mut free = vec![1u32; order.len()];
        for child in 1..order.len() {
            let parent = parents[child] as usize;
            positions[child] = free[parent];
            free[parent] += sizes[child];
            free[child] = positions[child] + 1;
        }
        let mut tree = DomTree { pre: vec![NOWHERE; block_count], size: vec![0; block_count] };
        for (index, &block) in order.iter().enumerate() {
            tree.pre[block as usize] = positions[index];
            tree.size[block as usize] = sizes[index];
        }
        tree
    }

    fn is_reachable(&self, block: usize) -> bool {
        self.pre[block] != NOWHERE
    }

    /// Of a reachable `block`; an unreachable `above` dominates nothing.
    fn dominates(&self, above: usize, block: usize) -> bool {
        self.is_reachable(above)
            && self.pre[above] <= self.pre[block]
            && self.pre[block] - self.pre[above] < self.size[above]
    }
}

/// A depth-first walk over the reachable blocks. From here on blocks are numbered by it.
struct Walk {
    /// The blocks in the order in which they were found.
    order: Vec<u32>,
    /// The number of each block; `NOWHERE` for unreachable ones.
    number: Vec<u32>,
    /// From where each was found; the entry's is itself.
    parents: Vec<u32>,
}

impl Walk {
    /// Without recursion: functions are large.
    fn new(body: &Body) -> Walk {
        let mut walk = Walk { order: vec![0], number: vec![NOWHERE; body.blocks.len()], parents: vec![0] };
        walk.number[0] = 0;
        let mut stack = vec![(0, body.blocks[body.entry()].term.targets())];
        while let Some((from, targets)) = stack.last_mut() {
            match targets.find(|target| walk.number[target.block.index()] == NOWHERE) {
                Some(target) => {
                    let found = walk.order.len() as u32;
                    walk.number[target.block.index()] = found;
                    walk.order.push(target.block.index() as u32);
                    walk.parents.push(*from);
                    stack.push((found, body.blocks[target.block].term.targets()));
                }
                None => drop(stack.pop()),
            }
        }
        walk
    }
}

/// Predecessors of each block: one list, and where each block's part starts.
struct Predecessors {
    starts: Vec<u32>,
    list: Vec<u32>,
}

impl Predecessors {
    fn of(&self, block: usize) -> &[u32] {
        &self.list[self.starts[block] as usize..self.starts[block + 1] as usize]
    }
}

fn predecessors(body: &Body, walk: &Walk) -> Predecessors {
    let Walk { order, number, .. } = walk;
    let edges = || {
        order.iter().enumerate().flat_map(|(from, &block)| {
            let targets = body.blocks[BlockId::new(block as usize)].term.targets();
            targets.map(move |target| (from as u32, number[target.block.index()] as usize))
        })
    };
    let mut starts = vec![0u32; order.len() + 1];
    edges().for_each(|(_, to)| starts[to + 1] += 1);
    for index in 0..order.len() {
        starts[index + 1] += starts[index];
    }
    let mut next = starts.clone();
    let mut list = vec![0; starts[order.len()] as usize];
    for (from, to) in edges() {
        list[next[to] as usize] = from;
        next[to] += 1;
    }
    Predecessors { starts, list }
}

/// The immediate dominator of each block; the entry's is itself.
fn immediate_dominators(parents: &[u32], predecessors: &Predecessors) -> Vec<u32> {
    let semi = semi_dominators(parents, predecessors);
    let mut dominators = parents.to_vec();
    for block in 1..parents.len() {
        // The nearest block above in the tree so far that is not below the semi-dominator.
        while dominators[block] > semi[block] {
            dominators[block] = dominators[dominators[block] as usize];
        }
    }
    dominators
}

/// The first block of the walk from which a path through blocks of higher numbers leads to each block.
fn semi_dominators(parents: &[u32], predecessors: &Predecessors) -> Vec<u32> {
    let mut forest = Forest {
        above: parents.to_vec(),
        best: (0..parents.len() as u32).collect(),
        semi: (0..parents.len() as u32).collect(),
        path: Vec::new(),
    };
    for block in (1..parents.len()).rev() {
        let mut semi = parents[block];
        for &from in predecessors.of(block) {
            let best = forest.best_above(from as usize, block as u32 + 1);
            semi = semi.min(forest.semi[best as usize]);
        }
        forest.semi[block] = semi;
    }
    forest.semi
}

/// The part of the walk's tree that was processed, with compressed paths.
struct Forest {
    /// A block above in the tree: the parent until a path is compressed.
    above: Vec<u32>,
    /// Of the blocks from here up to before `above`, the one with the least semi-dominator.
    best: Vec<u32>,
    semi: Vec<u32>,
    /// Scratch space.
    path: Vec<u32>,
}

impl Forest {
    /// The block with the least semi-dominator from `block` up, among those numbered `processed` and more, and `block`.
    fn best_above(&mut self, block: usize, processed: u32) -> u32 {
        let mut top = block;
        while self.above[top] >= processed {
            self.path.push(top as u32);
            top = self.above[top] as usize;
        }
        let (root, mut best) = (self.above[top], self.best[top]);
        while let Some(below) = self.path.pop() {
            let below = below as usize;
            self.above[below] = root;
            if self.semi[best as usize] < self.semi[self.best[below] as usize] {
                self.best[below] = best;
            } else {
                best = self.best[below];
            }
        }
        self.best[block]
    }
}

/// The question that `use_is_dominated` asks, for comparison with the definition.
#[cfg(test)]
pub(super) fn tree_for_tests(body: &Body) -> impl Fn(usize, usize) -> bool + use<> {
    let tree = DomTree::new(body);
    move |above, block| tree.dominates(above, block)
}
