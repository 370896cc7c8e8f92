//! Directed graphs on `0..n` in compressed form, and their strongly connected components.
//!
//! Not here: what the nodes mean.

/// A directed graph. Edges keep their multiplicity and the order in which they were given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digraph {
    /// `targets[start[v]..start[v + 1]]` are the successors of `v`.
    start: Vec<u32>,
    targets: Vec<u32>,
}

impl Digraph {
    /// A graph of `nodes` nodes; the edges of one source keep their order.
    pub fn new(nodes: usize, edges: &[(u32, u32)]) -> Digraph {
        let (start, targets) = bucket(nodes, edges.iter().copied());
        Digraph { start, targets }
    }

    /// The same nodes, every edge turned round. The predecessors of a node come in the order of the forward edges:
    /// by source, then by position at the source.
    pub fn reversed(&self) -> Digraph {
        let edges = (0..self.len()).flat_map(|v| self.succs(v).iter().map(move |&w| (w, v as u32)));
        let (start, targets) = bucket(self.len(), edges);
        Digraph { start, targets }
    }

    pub fn len(&self) -> usize {
        self.start.len() - 1
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn edge_count(&self) -> usize {
        self.targets.len()
    }

    pub fn succs(&self, node: usize) -> &[u32] {
        &self.targets[self.start[node] as usize..self.start[node + 1] as usize]
    }

    /// Which nodes can be reached from `roots`, themselves included.
    pub fn reachable(&self, roots: impl IntoIterator<Item = usize>) -> Vec<bool> {
        let mut seen = vec![false; self.len()];
        let mut work: Vec<usize> = roots.into_iter().collect();
        while let Some(node) = work.pop() {
            if !std::mem::replace(&mut seen[node], true) {
                work.extend(self.succs(node).iter().map(|&next| next as usize));
            }
        }
        seen
    }

    /// Strongly connected components, callees first: no edge leads from a component to a later one.
    pub fn sccs(&self) -> Vec<Vec<u32>> {
        let mut tarjan = Tarjan::new(self);
        for root in 0..self.len() {
            tarjan.visit(root);
        }
        tarjan.components
    }
}

/// Stable counting sort of edges by source.
fn bucket(nodes: usize, edges: impl Iterator<Item = (u32, u32)> + Clone) -> (Vec<u32>, Vec<u32>) {
    let mut start = vec![0u32; nodes + 1];
    let mut count = 0;
    for (from, _) in edges.clone() {
        start[from as usize + 1] += 1;
        count += 1;
    }
    for node in 0..nodes {
        start[node + 1] += start[node];
    }
    let mut cursor = start.clone();
    let mut targets = vec![0; count];
    for (from, to) in edges {
        let place = &mut cursor[from as usize];
        targets[*place as usize] = to;
        *place += 1;
    }
    (start, targets)
}

const UNSEEN: u32 = u32::MAX;

/// Tarjan's algorithm with an explicit stack: programs recurse deeper than our own stack allows.
struct Tarjan<'g> {
    graph: &'g Digraph,
    order: Vec<u32>,
    low: Vec<u32>,
    on_stack: Vec<bool>,
    stack: Vec<u32>,
    /// Nodes whose successors are being visited, with the position of the next one.
    path: Vec<(u32, u32)>,
    next_order: u32,
    components: Vec<Vec<u32>>,
}

impl<'g> Tarjan<'g> {
    fn new(graph: &'g Digraph) -> Self {
        let nodes = graph.len();
        Tarjan {
            graph,
            order: vec![UNSEEN; nodes],
            low: vec![0; nodes],
            on_stack: vec![false; nodes],
            stack: Vec::new(),
            path: Vec::new(),
            next_order: 0,
            components: Vec::new(),
        }
    }

    fn visit(&mut self, root: usize) {
        if self.order[root] == UNSEEN {
            self.enter(root);
        }
        while let Some((node, next)) = self.path.last_mut() {
            let node = *node as usize;
            match self.graph.succs(node).get(*next as usize) {
                Some(&succ) => {
                    *next += 1;
                    self.follow(node, succ as usize);
                }
                None => self.leave(node),
            }
        }
    }

    fn enter(&mut self, node: usize) {
        self.order[node] = self.next_order;
        self.low[node] = self.next_order;
        self.next_order += 1;
        self.stack.push(node as u32);
        self.on_stack[node] = true;
        self.path.push((node as u32, 0));
    }

    fn follow(&mut self, node: usize, succ: usize) {
        if self.order[succ] == UNSEEN {
            self.enter(succ);
        } else if self.on_stack[succ] {
            self.low[node] = self.low[node].min(self.order[succ]);
        }
    }

    fn leave(&mut self, node: usize) {
        self.path.pop();
        if let Some(&(parent, _)) = self.path.last() {
            let parent = parent as usize;
            self.low[parent] = self.low[parent].min(self.low[node]);
        }
        if self.low[node] == self.order[node] {
            let component = self.pop_component(node as u32);
            self.components.push(component);
        }
    }

    fn pop_component(&mut self, root: u32) -> Vec<u32> {
        let mut component = Vec::new();
        while let Some(node) = self.stack.pop() {
            self.on_stack[node as usize] = false;
            component.push(node);
            if node == root {
                break;
            }
        }
        component.reverse();
        component
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::random::{Rng, random_graph};

    /// Reachability by repeated relaxation of all edges.
    fn closure(graph: &Digraph) -> Vec<Vec<bool>> {
        let nodes = graph.len();
        let mut reach = vec![vec![false; nodes]; nodes];
        for (node, row) in reach.iter_mut().enumerate() {
            row[node] = true;
        }
        let mut changed = true;
        while changed {
            changed = false;
            for row in &mut reach {
                for mid in 0..nodes {
                    for &to in graph.succs(mid) {
                        if row[mid] && !row[to as usize] {
                            row[to as usize] = true;
                            changed = true;
                        }
                    }
                }
            }
        }
        reach
    }

    #[test]
    fn components_are_the_classes_of_mutual_reachability_in_bottom_up_order() {
        let mut rng = Rng::new(7);
        for _ in 0..300 {
            let graph = random_graph(&mut rng, 12);
            let reach = closure(&graph);
            let sccs = graph.sccs();
            assert_eq!(sccs.iter().map(Vec::len).sum::<usize>(), graph.len());
            for (rank, scc) in sccs.iter().enumerate() {
                let root = scc[0] as usize;
                for (node, from_node) in reach.iter().enumerate() {
                    let mutual = reach[root][node] && from_node[root];
                    assert_eq!(mutual, scc.contains(&(node as u32)), "{graph:?}");
                }
                for later in &sccs[rank + 1..] {
                    assert!(!reach[root][later[0] as usize], "an edge leads up: {graph:?}");
                }
            }
            for (node, row) in reach.iter().enumerate() {
                assert_eq!(graph.reachable([node]), *row);
            }
        }
    }

    #[test]
    fn a_long_chain_needs_no_deep_stack() {
        let edges: Vec<_> = (0..200_000).map(|v| (v, v + 1)).collect();
        assert_eq!(Digraph::new(200_001, &edges).sccs().len(), 200_001);
    }

    #[test]
    fn reversing_keeps_multiplicity_and_the_order_of_sources() {
        let graph = Digraph::new(3, &[(2, 0), (0, 0), (0, 1), (0, 0), (1, 0)]);
        let back = graph.reversed();
        assert_eq!(back.succs(0), [0, 0, 1, 2]);
        assert_eq!((back.succs(1), back.edge_count()), (&[0][..], 5));
    }
}
