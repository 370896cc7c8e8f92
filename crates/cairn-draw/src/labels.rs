//! Labels of arrows move up or down until none covers another.
//!
//! An arrow's label stands where it starts. Arrows that start close to each other would have their labels on top of each other.

use crate::graph::Graph;
use crate::measure::text_width;
use crate::place::{Drawing, Path, Rect};

/// A line of small text, and the room that its letters need above their base line.
const HEIGHT: i32 = 12;
/// How far a label moves to get out of the way.
const STEP: i32 = 4;

/// The room that a label takes.
pub fn label_rect(path: &Path, label: &str) -> Rect {
    let width = text_width(label);
    Rect { x: path.label_at.x - width / 2, y: path.label_at.y - 4 - HEIGHT + 2, width, height: HEIGHT }
}

/// Moves labels apart, those above first.
pub fn spread(graph: &Graph, drawing: &mut Drawing) {
    let mut order: Vec<usize> = (0..graph.edges.len()).filter(|&edge| !graph.edges[edge].label.is_empty()).collect();
    order.sort_by_key(|&edge| (drawing.paths[edge].label_at.y, drawing.paths[edge].label_at.x, edge));
    let mut taken: Vec<Rect> = Vec::new();
    for edge in order {
        let rect = label_rect(&drawing.paths[edge], &graph.edges[edge].label);
        let moved = |by: i32| Rect { y: rect.y + by, ..rect };
        let free = |by: i32, others: &[Rect]| others.iter().all(|&other| !overlap(moved(by), other));
        let inside = |by: &i32| rect.y + by >= 0 && rect.y + by + HEIGHT <= drawing.height;
        // As many steps as there are labels above and below are enough to find a place among them.
        let most = 2 * (taken.len() as i32 + 1) * HEIGHT / STEP;
        let ways = || (0..=most).flat_map(|steps| [steps * STEP, -steps * STEP]);
        let beside_boxes = ways().filter(inside).find(|&by| free(by, &taken) && free(by, &drawing.boxes));
        let by = beside_boxes.or_else(|| ways().find(|&by| by >= 0 && free(by, &taken))).unwrap_or(0);
        drawing.paths[edge].label_at.y += by;
        taken.push(moved(by));
    }
    let lowest = taken.iter().map(|rect| rect.y + rect.height).max().unwrap_or(0);
    drawing.height = drawing.height.max(lowest);
}

fn overlap(a: Rect, b: Rect) -> bool {
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}
