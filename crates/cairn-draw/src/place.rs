//! Coordinates: boxes never overlap, and arrows run only between columns or through places that are kept for them.
//!
//! What hangs together is drawn by itself; such parts stand above one another. Inside a part, heights are chosen so that
//! arrows are as level as the order of each column permits: for given neighbours that is a monotone regression, solved
//! exactly; columns take turns.
//!
//! Not here: how arrows run (`route`).

use crate::graph::{Edge, Graph, Port};
use crate::labels;
use crate::layers::{Item, Layers};
use crate::measure::{entry_height, port_height, size, text_width};
use crate::route::Routes;

const SWEEPS: usize = 16;
/// Free room around the picture, and above it for a title.
const MARGIN: i32 = 20;
const TITLE: i32 = 26;
/// Between boxes above one another, and around a passing arrow.
const GAP: i32 = 20;
pub const PASS: i32 = 4;
const PART_GAP: i32 = 26;
/// Between columns, labels not counted.
const COLUMN_GAP: i32 = 54;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Point {
    pub x: i32,
    pub y: i32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rect {
    pub x: i32,
    pub y: i32,
    pub width: i32,
    pub height: i32,
}

/// An arrow: level inside columns, curved between them. It starts at the first point and ends at the last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    pub points: Vec<Point>,
    pub label_at: Point,
}

/// Where everything is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawing {
    pub width: i32,
    pub height: i32,
    /// By node.
    pub boxes: Vec<Rect>,
    /// By edge.
    pub paths: Vec<Path>,
}

/// Gives every node and edge its place. Edges whose ends do not exist must not be in the graph.
pub fn arrange(graph: &Graph) -> Drawing {
    let nowhere = Rect { x: 0, y: 0, width: 0, height: 0 };
    let no_path = Path { points: Vec::new(), label_at: Point { x: 0, y: 0 } };
    let (boxes, paths) = (vec![nowhere; graph.nodes.len()], vec![no_path; graph.edges.len()]);
    let mut whole = Drawing { width: 2 * MARGIN, height: MARGIN, boxes, paths };
    whole.height += if graph.title.is_empty() { 0 } else { TITLE };
    for part in parts(graph) {
        let drawing = arrange_part(&part.graph).moved_down(whole.height);
        whole.width = whole.width.max(drawing.width);
        whole.height = drawing.height + PART_GAP;
        part.nodes.iter().zip(drawing.boxes).for_each(|(&node, rect)| whole.boxes[node] = rect);
        part.edges.iter().zip(drawing.paths).for_each(|(&edge, path)| whole.paths[edge] = path);
    }
    whole.height += MARGIN - PART_GAP;
    whole
}

impl Drawing {
    fn moved_down(mut self, by: i32) -> Drawing {
        self.height += by;
        self.boxes.iter_mut().for_each(|rect| rect.y += by);
        for path in &mut self.paths {
            path.points.iter_mut().chain([&mut path.label_at]).for_each(|point| point.y += by);
        }
        self
    }
}

/// A part of a graph that hangs together, and where its nodes and edges are in the whole.
struct Part {
    graph: Graph,
    nodes: Vec<usize>,
    edges: Vec<usize>,
}

/// The parts by their first node.
fn parts(graph: &Graph) -> Vec<Part> {
    let mut part_of: Vec<usize> = (0..graph.nodes.len()).collect();
    for edge in &graph.edges {
        let (a, b) = (part_of[edge.from.node], part_of[edge.to.node]);
        part_of.iter_mut().filter(|part| **part == a.max(b)).for_each(|part| *part = a.min(b));
    }
    let firsts = (0..graph.nodes.len()).filter(|&node| part_of[node] == node);
    firsts.map(|first| part(graph, |node| part_of[node] == first)).collect()
}

fn part(graph: &Graph, belongs: impl Fn(usize) -> bool) -> Part {
    let nodes: Vec<usize> = (0..graph.nodes.len()).filter(|&node| belongs(node)).collect();
    let edges: Vec<usize> = (0..graph.edges.len()).filter(|&edge| belongs(graph.edges[edge].from.node)).collect();
    let place = |port: Port| {
        let node = nodes.iter().position(|&node| node == port.node).expect("both ends are in the same part");
        Port { node, ..port }
    };
    let moved = |edge: &Edge| Edge { from: place(edge.from), to: place(edge.to), label: edge.label.clone() };
    let part = Graph {
        title: String::new(),
        nodes: nodes.iter().map(|&node| graph.nodes[node].clone()).collect(),
        edges: edges.iter().map(|&edge| moved(&graph.edges[edge])).collect(),
    };
    Part { graph: part, nodes, edges }
}

/// From height 0 on.
fn arrange_part(graph: &Graph) -> Drawing {
    let layers = Layers::new(graph);
    let heights = settle(graph, &layers);
    let (columns, width) = column_places(graph, &layers);
    let mut of_item = vec![Rect { x: 0, y: 0, width: 0, height: 0 }; layers.items.len()];
    for (&(left, room), column) in columns.iter().zip(&layers.columns) {
        for &item in column {
            let width = match layers.items[item] {
                Item::Node(node) => size(&graph.nodes[node]).0,
                Item::Pass(_) => room,
            };
            of_item[item] = Rect { x: left, y: heights[item], width, height: item_height(graph, layers.items[item]) };
        }
    }
    let height = of_item.iter().map(|rect| rect.y + rect.height).max().unwrap_or(0);
    let routes = Routes { graph, layers: &layers, of_item: &of_item, columns: &columns };
    let paths = (0..graph.edges.len()).map(|edge| routes.path(edge)).collect();
    of_item.truncate(graph.nodes.len());
    let mut drawing = Drawing { width, height, boxes: of_item, paths };
    labels::spread(graph, &mut drawing);
    drawing
}

fn item_height(graph: &Graph, item: Item) -> i32 {
    match item {
        Item::Node(node) => size(&graph.nodes[node]).1,
        Item::Pass(_) => PASS,
    }
}

/// Left side and width of each column, and the width of all.
fn column_places(graph: &Graph, layers: &Layers) -> (Vec<(i32, i32)>, i32) {
    let gaps = gaps(graph, layers);
    let mut x = MARGIN;
    let mut places = Vec::new();
    for (column, gap) in layers.columns.iter().zip(&gaps) {
        let nodes = column.iter().filter_map(|&item| match layers.items[item] {
            Item::Node(node) => Some(size(&graph.nodes[node]).0),
            Item::Pass(_) => None,
        });
        let width = nodes.max().unwrap_or(0);
        places.push((x, width));
        x += width + gap;
    }
    // Behind the last column, only loops need room.
    let loops = graph.edges.iter().any(|edge| edge.from.node == edge.to.node);
    let last = gaps.last().map_or(0, |gap| if loops { 0 } else { *gap });
    (places, x - last + MARGIN)
}

/// The room behind each column: its arrows and the labels that stand there, which is where their arrows start.
fn gaps(graph: &Graph, layers: &Layers) -> Vec<i32> {
    let mut labels = vec![0; layers.columns.len()];
    let columns = layers.column_of();
    for (edge, chain) in layers.chains.iter().enumerate() {
        let start = if layers.backwards[edge] { chain[chain.len() - 2] } else { chain[0] };
        let widest: &mut i32 = &mut labels[columns[start]];
        *widest = text_width(&graph.edges[edge].label).max(*widest);
    }
    labels.into_iter().map(|label| COLUMN_GAP + label).collect()
}

// ---- heights ----

/// One arrow between neighbouring columns wants these two heights to be equal: (left item, from its top; right item).
type Wish = ((usize, i32), (usize, i32));

/// The top of each item.
fn settle(graph: &Graph, layers: &Layers) -> Vec<i32> {
    let wishes = wishes(graph, layers);
    let mut tops = vec![0; layers.items.len()];
    let all: Vec<usize> = (0..layers.columns.len()).collect();
    for sweep in 0..SWEEPS {
        let forth = sweep % 2 == 0;
        let order: Vec<usize> = if forth { all.clone() } else { all.iter().rev().copied().collect() };
        // At first only what comes before counts, so that the picture unfolds; then both sides do.
        let both = sweep >= SWEEPS / 2;
        for column in order {
            settle_column(graph, layers, column, &mut tops, |item, tops| {
                wanted(&wishes, item, tops, both || forth, both || !forth)
            });
        }
    }
    let least = tops.iter().copied().min().unwrap_or(0);
    tops.iter().map(|at| at - least).collect()
}

fn wishes(graph: &Graph, layers: &Layers) -> Vec<Wish> {
    let mut wishes = Vec::new();
    for (edge, chain) in layers.chains.iter().enumerate() {
        let (from, to) = (graph.edges[edge].from, graph.edges[edge].to);
        let (left, right) = if layers.backwards[edge] { (to, from) } else { (from, to) };
        for pair in chain.windows(2) {
            let [start, end] = [(pair[0], left), (pair[1], right)].map(|(item, port)| match layers.items[item] {
                Item::Pass(_) => (item, PASS / 2),
                Item::Node(node) if port == from => (item, port_height(&graph.nodes[node], port.row)),
                Item::Node(node) => (item, entry_height(&graph.nodes[node], port.row, layers.backwards[edge])),
            });
            wishes.push((start, end));
        }
    }
    wishes
}

/// The mean of the tops that the neighbours of an item want for it.
fn wanted(wishes: &[Wish], item: usize, tops: &[i32], from_left: bool, from_right: bool) -> Option<f64> {
    let mut wanted = Vec::new();
    for &((left, left_port), (right, right_port)) in wishes {
        if from_left && right == item {
            wanted.push(tops[left] + left_port - right_port);
        }
        if from_right && left == item {
            wanted.push(tops[right] + right_port - left_port);
        }
    }
    (!wanted.is_empty()).then(|| wanted.iter().sum::<i32>() as f64 / wanted.len() as f64)
}

fn settle_column(
    graph: &Graph,
    layers: &Layers,
    column: usize,
    tops: &mut [i32],
    wanted: impl Fn(usize, &[i32]) -> Option<f64>,
) {
    let items = &layers.columns[column];
    let mut offsets = Vec::new();
    let mut offset = 0;
    for &item in items {
        offsets.push(offset);
        offset += item_height(graph, layers.items[item]) + GAP;
    }
    let goals: Vec<f64> = items
        .iter()
        .zip(&offsets)
        .map(|(&item, &offset)| wanted(item, tops).unwrap_or(f64::from(tops[item])) - f64::from(offset))
        .collect();
    for ((&item, offset), settled) in items.iter().zip(offsets).zip(monotone(&goals)) {
        tops[item] = settled.round() as i32 + offset;
    }
}

/// The sequence that never falls and is nearest to the goals (pool adjacent violators).
fn monotone(goals: &[f64]) -> Vec<f64> {
    let mut pools: Vec<(f64, usize)> = Vec::new();
    for &goal in goals {
        let mut pool = (goal, 1);
        while let Some(&(sum, count)) = pools.last()
            && sum / count as f64 > pool.0 / pool.1 as f64
        {
            pool = (pool.0 + sum, pool.1 + count);
            pools.pop();
        }
        pools.push(pool);
    }
    pools.into_iter().flat_map(|(sum, count)| std::iter::repeat_n(sum / count as f64, count)).collect()
}
