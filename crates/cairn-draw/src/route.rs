//! How arrows run: level inside columns, curved between them.

use crate::graph::{Graph, NodeKind};
use crate::layers::{Item, Layers};
use crate::measure::{FRAME, entry_height, port_height};
use crate::place::{PASS, Path, Point, Rect};

/// What is known when arrows are drawn.
pub struct Routes<'a> {
    pub graph: &'a Graph,
    pub layers: &'a Layers,
    /// By item.
    pub of_item: &'a [Rect],
    /// Left side and width.
    pub columns: &'a [(i32, i32)],
}

impl Routes<'_> {
    pub fn path(&self, edge: usize) -> Path {
        let chain = &self.layers.chains[edge];
        if let [only] = chain[..] {
            return self.own_loop(edge, only);
        }
        let mut points = Vec::new();
        for (i, &item) in chain.iter().enumerate() {
            let (first, last) = (i == 0, i + 1 == chain.len());
            let rect = self.of_item[item];
            let y = self.height(edge, item);
            let (left, right) = self.column_around(rect);
            // A box is left at its right side and entered at its left side; what passes crosses the column.
            let outer = self.frame(item);
            match (first, last) {
                (true, _) => points.extend([Point { x: rect.x + rect.width + outer, y }, Point { x: right, y }]),
                (_, true) => points.extend([Point { x: left, y }, Point { x: rect.x - outer, y }]),
                _ => points.extend([Point { x: left, y }, Point { x: right, y }]),
            }
        }
        if self.layers.backwards[edge] {
            points.reverse();
        }
        let label_at = near_start(points[1], points[2]);
        Path { points, label_at }
    }

    /// Out of the right side and back into it.
    fn own_loop(&self, edge: usize, item: usize) -> Path {
        let rect = self.of_item[item];
        let ends = &self.graph.edges[edge];
        let node = &self.graph.nodes[ends.from.node];
        let start = rect.y + port_height(node, ends.from.row);
        let mut end = rect.y + port_height(node, ends.to.row);
        if end == start {
            end -= 6;
        }
        let x = rect.x + rect.width + self.frame(item);
        let label_at = Point { x: x + 24, y: i32::midpoint(start, end) };
        Path { points: vec![Point { x, y: start }, Point { x, y: end }], label_at }
    }

    fn height(&self, edge: usize, item: usize) -> i32 {
        let rect = self.of_item[item];
        match self.layers.items[item] {
            Item::Pass(_) => rect.y + PASS / 2,
            Item::Node(node) => {
                let (ends, shape) = (&self.graph.edges[edge], &self.graph.nodes[node]);
                rect.y
                    + match ends.from.node == node {
                        true => port_height(shape, ends.from.row),
                        false => entry_height(shape, ends.to.row, self.layers.backwards[edge]),
                    }
            }
        }
    }

    /// How far the frame of a segment stands out.
    fn frame(&self, item: usize) -> i32 {
        match self.layers.items[item] {
            Item::Node(node) if self.graph.nodes[node].kind == NodeKind::Segment => FRAME,
            _ => 0,
        }
    }

    fn column_around(&self, rect: Rect) -> (i32, i32) {
        let found = self.columns.iter().find(|(left, width)| *left <= rect.x && rect.x <= left + width);
        let &(left, width) = found.expect("every item stands in a column");
        (left - FRAME, left + width + FRAME)
    }
}

/// On the curve between two columns, nearer to its start: there it is alone more often.
fn near_start(from: Point, to: Point) -> Point {
    Point { x: from.x + (to.x - from.x) * 3 / 8, y: from.y + (to.y - from.y) * 9 / 32 }
}
