//! Columns: which node stands in which, and in what order from top to bottom.
//!
//! Arrows go from left to right where they can; of a cycle, the arrow that a depth-first walk finds last goes back. An
//! arrow over several columns gets a place in each of those between, so that it runs around the boxes there. The order
//! follows the mean height of neighbours, column by column, forth and back, and the best one seen is kept.

use crate::graph::{Graph, NodeKind};

/// How often the order of all columns is improved.
const SWEEPS: usize = 12;

/// A place in a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Item {
    Node(usize),
    /// Where this edge passes.
    Pass(usize),
}

/// The columns, and how edges run through them.
#[derive(Clone, Debug)]
pub struct Layers {
    pub items: Vec<Item>,
    /// Items by column, each from top to bottom.
    pub columns: Vec<Vec<usize>>,
    /// Of each edge: its items from the left end to the right end. A loop has one.
    pub chains: Vec<Vec<usize>>,
    /// Does the edge point to the left?
    pub backwards: Vec<bool>,
}

impl Layers {
    pub fn new(graph: &Graph) -> Layers {
        let backwards = backward_edges(graph);
        let column_of = assign_columns(graph, &backwards);
        let mut layers = Layers {
            items: (0..graph.nodes.len()).map(Item::Node).collect(),
            columns: vec![Vec::new(); column_of.iter().map(|&column| column + 1).max().unwrap_or(0)],
            chains: Vec::new(),
            backwards,
        };
        for (node, &column) in column_of.iter().enumerate() {
            layers.columns[column].push(node);
        }
        for (edge, ends) in graph.edges.iter().enumerate() {
            let (from, to) = (ends.from.node, ends.to.node);
            let (left, right) = if layers.backwards[edge] { (to, from) } else { (from, to) };
            let chain = layers.chain(edge, left, right, &column_of);
            layers.chains.push(chain);
        }
        layers.order();
        layers
    }

    fn chain(&mut self, edge: usize, left: usize, right: usize, column_of: &[usize]) -> Vec<usize> {
        let mut chain = vec![left];
        for column in column_of[left] + 1..column_of[right] {
            chain.push(self.items.len());
            self.columns[column].push(self.items.len());
            self.items.push(Item::Pass(edge));
        }
        if left != right {
            chain.push(right);
        }
        chain
    }

    /// Neighbouring items in neighbouring columns: (left, right).
    pub fn steps(&self) -> Vec<(usize, usize)> {
        self.chains.iter().flat_map(|chain| chain.windows(2).map(|pair| (pair[0], pair[1]))).collect()
    }

    fn order(&mut self) {
        let steps = self.steps();
        let mut best = (self.crossings(&steps), self.columns.clone());
        for sweep in 0..SWEEPS {
            let forth = sweep % 2 == 0;
            let count = self.columns.len();
            for i in 1..count {
                let column = if forth { i } else { count - 1 - i };
                self.order_column(column, forth, &steps);
            }
            let crossings = self.crossings(&steps);
            if crossings < best.0 {
                best = (crossings, self.columns.clone());
            }
        }
        self.columns = best.1;
    }

    /// Sorts a column by the mean place of the neighbours in the column before it.
    fn order_column(&mut self, column: usize, forth: bool, steps: &[(usize, usize)]) {
        let place = self.places();
        let mean = |item: usize| {
            let near: Vec<usize> = steps
                .iter()
                .filter_map(|&(left, right)| match forth {
                    true => (right == item).then_some(left),
                    false => (left == item).then_some(right),
                })
                .map(|other| place[other])
                .collect();
            // In units that keep halves and thirds apart; an item without neighbours stays where it is.
            if near.is_empty() { place[item] * 840 } else { near.iter().sum::<usize>() * 840 / near.len() }
        };
        let mut keyed: Vec<(usize, usize)> = self.columns[column].iter().map(|&item| (mean(item), item)).collect();
        keyed.sort_by_key(|&(mean, _)| mean);
        self.columns[column] = keyed.into_iter().map(|(_, item)| item).collect();
    }

    /// Of each item: how many stand above it in its column.
    fn places(&self) -> Vec<usize> {
        let mut places = vec![0; self.items.len()];
        for column in &self.columns {
            for (place, &item) in column.iter().enumerate() {
                places[item] = place;
            }
        }
        places
    }

    fn crossings(&self, steps: &[(usize, usize)]) -> usize {
        let place = self.places();
        let column = self.column_of();
        let crosses = |&(a, b): &(usize, usize), &(c, d): &(usize, usize)| {
            column[a] == column[c] && (place[a] < place[c]) != (place[b] < place[d]) && a != c && b != d
        };
        let pairs =
            steps.iter().enumerate().map(|(i, first)| steps[i + 1..].iter().filter(|second| crosses(first, second)));
        pairs.map(Iterator::count).sum()
    }

    /// Of each item.
    pub fn column_of(&self) -> Vec<usize> {
        let mut of = vec![0; self.items.len()];
        for (index, column) in self.columns.iter().enumerate() {
            column.iter().for_each(|&item| of[item] = index);
        }
        of
    }
}

/// Nodes in the order in which a reader would begin: variables, then what nothing points to, then the rest.
fn starts(graph: &Graph) -> Vec<usize> {
    let pointed_to = |node: usize| graph.edges.iter().any(|edge| edge.to.node == node && edge.from.node != node);
    let rank = |node: usize| match graph.nodes[node].kind {
        NodeKind::Root => 0,
        _ if !pointed_to(node) => 1,
        _ => 2,
    };
    let mut nodes: Vec<usize> = (0..graph.nodes.len()).collect();
    nodes.sort_by_key(|&node| rank(node));
    nodes
}

/// The edges that close a cycle in a depth-first walk.
fn backward_edges(graph: &Graph) -> Vec<bool> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut backwards = vec![false; graph.edges.len()];
    let mut marks = vec![Mark::New; graph.nodes.len()];
    for start in starts(graph) {
        // A node with the next of its edges to look at.
        let mut work = vec![(start, 0)];
        while let Some((node, next)) = work.pop() {
            if next == 0 && marks[node] != Mark::New {
                continue;
            }
            marks[node] = Mark::Open;
            let edge = (next..graph.edges.len()).find(|&edge| graph.edges[edge].from.node == node);
            let Some(edge) = edge else {
                marks[node] = Mark::Done;
                continue;
            };
            work.push((node, edge + 1));
            let to = graph.edges[edge].to.node;
            match marks[to] {
                Mark::Open => backwards[edge] = to != node,
                Mark::New => work.push((to, 0)),
                Mark::Done => {}
            }
        }
    }
    backwards
}

/// Every node as far left as its arrows allow; one that nothing points to, right before what it points to.
fn assign_columns(graph: &Graph, backwards: &[bool]) -> Vec<usize> {
    let forward = |edge: usize| {
        let (from, to) = (graph.edges[edge].from.node, graph.edges[edge].to.node);
        if backwards[edge] { (to, from) } else { (from, to) }
    };
    let steps: Vec<(usize, usize)> =
        (0..graph.edges.len()).map(forward).filter(|(left, right)| left != right).collect();
    let mut columns = vec![0; graph.nodes.len()];
    // No cycle is left, so the longest way settles after at most as many rounds as there are nodes.
    for _ in 0..graph.nodes.len() {
        let mut changed = false;
        for &(left, right) in &steps {
            if columns[right] <= columns[left] {
                columns[right] = columns[left] + 1;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    for node in 0..columns.len() {
        let next = steps.iter().filter(|(left, _)| *left == node).map(|&(_, right)| columns[right]).min();
        if let (Some(next), true) = (next, steps.iter().all(|&(_, right)| right != node)) {
            columns[node] = next - 1;
        }
    }
    columns
}
