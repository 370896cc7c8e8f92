//! A heap as an SVG drawing: functions with their variables on the left, objects to the right of what points to them.
//!
//! Not here: where boxes and arrows go (`cairn_draw`), colours (`style.css`).

use crate::snapshot::{Heap, HeapCell, HeapObject, HeapState};
use cairn_draw::{Graph, Node, NodeKind, Row, inline_svg};

/// A drawing that does not fit is made smaller down to this percentage, then scrolled.
const SMALLEST: i32 = 60;

/// The drawing; `label` says what it shows to those who cannot see it.
pub(super) fn drawing(heap: &Heap, label: &str) -> String {
    let mut out = inline_svg(&graph(heap), label, SMALLEST);
    if heap.more {
        out.push_str("<p class=\"soft\">There is more than is drawn.</p>");
    }
    out
}

fn graph(heap: &Heap) -> Graph {
    let mut graph = Graph::default();
    for frame in &heap.frames {
        graph.add(Node { rows: rows(&frame.cells), ..Node::new(NodeKind::Root, &frame.function) });
    }
    for object in &heap.objects {
        graph.add(object_node(object));
    }
    let cells = heap.frames.iter().map(|frame| &frame.cells).chain(heap.objects.iter().map(|object| &object.cells));
    for (node, cells) in cells.enumerate() {
        for (row, cell) in cells.iter().enumerate() {
            if let Some(target) = cell.target {
                graph.link(node, Some(row), heap.frames.len() + target, "");
            }
        }
    }
    graph
}

fn object_node(object: &HeapObject) -> Node {
    let word = match object.state {
        HeapState::Live => "",
        HeapState::Freed => "freed · ",
        HeapState::OutOfScope => "out of scope · ",
    };
    // Locals and globals look like the variables that they are.
    let kind = if object.heap { NodeKind::Object } else { NodeKind::Root };
    let detail = format!("{word}{}", object.detail);
    let freed = object.state != HeapState::Live;
    Node { detail, freed, rows: rows(&object.cells), ..Node::new(kind, &object.title) }
}

fn rows(cells: &[HeapCell]) -> Vec<Row> {
    let row = |cell: &HeapCell| Row {
        offset: None,
        name: cell.name.clone(),
        text: cell.value.clone(),
        changed: cell.changed,
    };
    cells.iter().map(row).collect()
}
