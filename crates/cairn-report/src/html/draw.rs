//! A heap as an SVG drawing: functions with their variables on the left, objects to the right of what points to them.

use super::escape;
use crate::snapshot::{Heap, HeapCell, HeapObject, HeapState};
use std::fmt::Write;

const ROW: i32 = 18;
const PAD: i32 = 8;
const GAP_X: i32 = 44;
/// A drawing that does not fit is made smaller down to this share, then scrolled.
const SMALLEST: f64 = 0.6;
const GAP_Y: i32 = 18;
/// Width of a character of the font.
const CHAR: f64 = 7.3;
/// Longer texts are cut.
const MAX_CHARS: usize = 34;

/// A box of the drawing: a function or an object.
struct Shape<'h> {
    title: String,
    detail: String,
    class: &'static str,
    gone: bool,
    cells: &'h [HeapCell],
    column: usize,
    x: i32,
    y: i32,
    width: i32,
    height: i32,
}

/// The drawing; `label` says what it shows to those who cannot see it.
pub(super) fn drawing(heap: &Heap, label: &str) -> String {
    let mut shapes: Vec<Shape<'_>> = heap
        .frames
        .iter()
        .map(|frame| Shape::new(frame.function.clone(), "variables".to_owned(), "box", false, &frame.cells))
        .collect();
    let first_object = shapes.len();
    shapes.extend(heap.objects.iter().map(object_shape));
    place(&mut shapes, heap, first_object);
    let width = shapes.iter().map(|shape| shape.x + shape.width).max().unwrap_or(0) + PAD;
    let height = shapes.iter().map(|shape| shape.y + shape.height).max().unwrap_or(0) + PAD;
    let least = (f64::from(width) * SMALLEST) as i32;
    let mut out = format!(
        "<svg class=\"drawing\" style=\"min-width:{least}px\" role=\"img\" aria-label=\"{}\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">",
        escape(label)
    );
    shapes.iter().for_each(|shape| shape.draw(&mut out));
    for shape in &shapes {
        for (row, cell) in shape.cells.iter().enumerate() {
            if let Some(target) = cell.target.and_then(|target| shapes.get(first_object + target)) {
                edge(&mut out, shape, row, target);
            }
        }
    }
    out.push_str("</svg>");
    if heap.more {
        out.push_str("<p class=\"soft\">There is more than is drawn.</p>");
    }
    out
}

fn object_shape(object: &HeapObject) -> Shape<'_> {
    let (class, word) = match object.state {
        HeapState::Live if object.heap => ("box heapbox", ""),
        HeapState::Live => ("box", ""),
        HeapState::Freed => ("box gone", "freed"),
        HeapState::OutOfScope => ("box gone", "out of scope"),
    };
    let detail = if word.is_empty() { object.detail.clone() } else { format!("{word} · {}", object.detail) };
    Shape::new(object.title.clone(), detail, class, object.state != HeapState::Live, &object.cells)
}

/// Columns by distance from the variables, one under the other.
fn place(shapes: &mut [Shape<'_>], heap: &Heap, first_object: usize) {
    let mut column: Vec<Option<usize>> = vec![None; heap.objects.len()];
    let targets = |cells: &[HeapCell]| cells.iter().filter_map(|cell| cell.target).collect::<Vec<_>>();
    let mut queue: Vec<usize> = heap.frames.iter().flat_map(|frame| targets(&frame.cells)).collect();
    // A local in memory stands where variables stand, so that what it points to is to its right.
    for (at, object) in heap.objects.iter().enumerate().filter(|(_, object)| !object.heap) {
        column[at] = Some(usize::from(!heap.frames.is_empty() && queue.contains(&at)));
        queue.extend(targets(&object.cells));
    }
    let mut distance = 1;
    while !queue.is_empty() {
        let mut next = Vec::new();
        for at in queue {
            if let Some(slot @ None) = column.get_mut(at) {
                *slot = Some(distance);
                next.extend(targets(&heap.objects[at].cells));
            }
        }
        (queue, distance) = (next, distance + 1);
    }
    for (at, shape) in shapes.iter_mut().enumerate() {
        shape.column = at.checked_sub(first_object).map_or(0, |object| column[object].unwrap_or(1));
    }
    let mut x = PAD;
    for number in 0..=shapes.iter().map(|shape| shape.column).max().unwrap_or(0) {
        let mut y = PAD;
        let mut widest = 0;
        for shape in shapes.iter_mut().filter(|shape| shape.column == number) {
            (shape.x, shape.y) = (x, y);
            y += shape.height + GAP_Y;
            widest = widest.max(shape.width);
        }
        x += if widest > 0 { widest + GAP_X } else { 0 };
    }
}

impl<'h> Shape<'h> {
    fn new(title: String, detail: String, class: &'static str, gone: bool, cells: &'h [HeapCell]) -> Shape<'h> {
        let head = title.chars().count() + detail.chars().count() + 3;
        let longest = cells.iter().map(|cell| cell_text(cell).chars().count()).max().unwrap_or(0);
        let width = (head.max(longest).min(MAX_CHARS + 10) as f64 * CHAR) as i32 + 2 * PAD;
        let height = ROW * (cells.len() as i32 + 1) + PAD + 4;
        Shape { title, detail, class, gone, cells, column: 0, x: 0, y: 0, width, height }
    }

    fn draw(&self, out: &mut String) {
        let Shape { x, y, width, height, .. } = *self;
        _ = write!(
            out,
            "<rect class=\"{}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"5\"/>",
            self.class
        );
        let base = y + 15;
        let gone = if self.gone { " gonetext" } else { "" };
        _ = write!(
            out,
            "<text x=\"{}\" y=\"{base}\"><tspan class=\"title{gone}\">{}</tspan> <tspan class=\"detail{gone}\">{}</tspan></text>",
            x + PAD,
            escape(&cut(&self.title)),
            escape(&cut(&self.detail))
        );
        if !self.cells.is_empty() {
            let line = y + ROW + 4;
            _ = write!(out, "<line class=\"rule\" x1=\"{x}\" y1=\"{line}\" x2=\"{}\" y2=\"{line}\"/>", x + width);
        }
        for (row, cell) in self.cells.iter().enumerate() {
            let top = self.row_top(row);
            if cell.changed {
                let (x, width) = (x + 2, width - 4);
                _ = write!(
                    out,
                    "<rect class=\"changed\" x=\"{x}\" y=\"{top}\" width=\"{width}\" height=\"{ROW}\" rx=\"3\"/>"
                );
            }
            let name = if cell.name.is_empty() { String::new() } else { format!("{} ", cut(&cell.name)) };
            _ = write!(
                out,
                "<text x=\"{}\" y=\"{}\"><tspan class=\"name\">{}</tspan>{}</text>",
                x + PAD,
                top + 13,
                escape(&name),
                escape(&cut(&cell.value))
            );
        }
    }

    fn row_top(&self, row: usize) -> i32 {
        self.y + ROW + 6 + ROW * row as i32
    }
}

fn cell_text(cell: &HeapCell) -> String {
    format!("{} {}", cut(&cell.name), cut(&cell.value))
}

fn cut(text: &str) -> String {
    match text.chars().count() {
        0..=MAX_CHARS => text.to_owned(),
        _ => text.chars().take(MAX_CHARS - 1).chain(['…']).collect(),
    }
}

/// From a cell to the box that it points to; around the box if that is in the same column or further left.
fn edge(out: &mut String, from: &Shape<'_>, row: usize, to: &Shape<'_>) {
    let (x1, y1) = (from.x + from.width, from.row_top(row) + ROW / 2);
    let class = if to.gone { " dangling" } else { "" };
    let (x2, y2, path) = if to.column > from.column {
        let (x2, y2) = (to.x, to.y + 11);
        let bend = ((x2 - x1) / 2).max(16);
        (x2, y2, format!("M{x1} {y1}C{} {y1} {} {y2} {} {y2}", x1 + bend, x2 - bend, x2 - 6))
    } else {
        let (x2, y2) = (to.x + to.width, to.y + 11);
        let right = x1.max(x2) + 30;
        (x2, y2, format!("M{x1} {y1}C{right} {y1} {right} {y2} {} {y2}", x2 + 6))
    };
    _ = write!(out, "<path class=\"edge{class}\" d=\"{path}\"/>");
    let tail = if to.column > from.column { x2 - 8 } else { x2 + 8 };
    _ = write!(out, "<path class=\"head{class}\" d=\"M{x2} {y2}L{tail} {}L{tail} {}Z\"/>", y2 - 4, y2 + 4);
}
