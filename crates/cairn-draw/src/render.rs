//! SVG: text that stays text, no script. A file of its own brings one style for light and one for dark surroundings; a part of
//! a page is styled by the page, by the same class names.

use crate::graph::{Graph, Node, NodeKind};
use crate::measure::{COLUMN_GAP, FRAME, HEAD, ROW, columns, cut, head_width, offset_text, padding, shown, text_width};
use crate::place::{Drawing, Path, Point, Rect, arrange};
use std::fmt::Write;

/// Corners of boxes.
const ROUND: i32 = 5;
/// Characters of the title.
const HEADING: usize = 90;
/// How far a loop at a box reaches out.
const LOOP: i32 = 38;

const STYLE: &str = "
text { font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; fill: #1f2328; }
.paper { fill: #ffffff; }
.heading, .head { font-weight: 600; }
.heading { font-size: 14px; }
.offset, .detail, .null text { fill: #6e7781; }
.changed { fill: #fff4c2; }
.box { fill: #f8fafc; stroke: #57606a; }
.bar { fill: #dbe7f4; stroke: #57606a; }
.segment .bar, .segment .frame { fill: #d8efdc; stroke: #57606a; }
.root .bar { fill: #fdeec4; stroke: #9a7b1f; }
.root .box { fill: #fffaf0; stroke: #9a7b1f; }
.null .bar { fill: #f0f1f3; stroke: #8c959f; }
.rule { stroke: #d0d7de; }
.gone .box, .gone .bar, .gone .frame { fill: #faf1f1; stroke: #b35a5a; stroke-dasharray: 4 3; }
.gone text { fill: #8a6d6d; }
.strike { stroke: #cf222e; stroke-width: 1.5; }
.edge { fill: none; stroke: #40608c; stroke-width: 1.3; }
.dot, .tip { fill: #40608c; }
.dangling .edge { stroke: #cf222e; } .dangling .dot, .dangling .tip { fill: #cf222e; }
.label { fill: #40608c; font-size: 11px; text-anchor: middle; paint-order: stroke; stroke: #ffffff; stroke-width: 4px; }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3; }
.paper { fill: #0d1117; }
.offset, .detail, .null text { fill: #8b949e; }
.changed { fill: #4a4217; }
.box { fill: #161b22; stroke: #8b949e; }
.bar { fill: #1f3350; stroke: #8b949e; }
.segment .bar, .segment .frame { fill: #1b3a26; stroke: #8b949e; }
.root .bar { fill: #4a3a10; stroke: #c9a227; }
.root .box { fill: #1f1a0d; stroke: #c9a227; }
.null .bar { fill: #21262d; stroke: #6e7681; }
.rule { stroke: #30363d; }
.gone .box, .gone .bar, .gone .frame { fill: #2a1618; stroke: #b35a5a; }
.gone text { fill: #b08a8a; }
.strike { stroke: #ff7b72; }
.edge { stroke: #8ab4f8; }
.dot, .tip { fill: #8ab4f8; }
.dangling .edge { stroke: #ff7b72; } .dangling .dot, .dangling .tip { fill: #ff7b72; }
.label { fill: #8ab4f8; stroke: #0d1117; }
}
";

/// The picture of a graph, as a file. Edges to nodes that do not exist are left out.
pub fn svg(graph: &Graph) -> String {
    let (graph, drawing) = arranged(graph);
    let heading = cut(&graph.title, HEADING);
    let (width, height) = (drawing.width.max(9 * heading.chars().count() as i32 + 40), drawing.height);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\">\n"
    );
    let title = if graph.title.is_empty() { "A heap" } else { &graph.title };
    writeln!(out, "<title>{}</title>\n<style>{STYLE}</style>", escape(title)).expect("a string");
    writeln!(out, r#"<rect class="paper" width="{width}" height="{height}"/>"#).expect("a string");
    if !heading.is_empty() {
        writeln!(out, r#"<text class="heading" x="20" y="26">{}</text>"#, escape(&heading)).expect("a string");
    }
    out.push_str(&content(&graph, &drawing));
    out.push_str("</svg>\n");
    out
}

/// The picture as a part of a page: no style of its own, nothing with an id, and no title. It takes the room that it needs, or
/// less down to `smallest` percent of it. `label` says what it shows to those who cannot see it.
pub fn inline_svg(graph: &Graph, label: &str, smallest: i32) -> String {
    let (graph, drawing) = arranged(&Graph { title: String::new(), ..graph.clone() });
    let Drawing { width, height, .. } = drawing;
    let least = width * smallest / 100;
    format!(
        "<svg class=\"drawing\" style=\"min-width:{least}px\" role=\"img\" aria-label=\"{}\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">{}</svg>",
        escape(label),
        content(&graph, &drawing)
    )
}

fn arranged(graph: &Graph) -> (Graph, Drawing) {
    let mut graph = graph.clone();
    let nodes = graph.nodes.len();
    graph.edges.retain(|edge| edge.from.node < nodes && edge.to.node < nodes);
    let drawing = arrange(&graph);
    (graph, drawing)
}

/// Boxes and arrows, one a line.
fn content(graph: &Graph, drawing: &Drawing) -> String {
    let mut out = String::new();
    for (node, rect) in graph.nodes.iter().zip(&drawing.boxes) {
        out.push_str(&node_picture(node, *rect));
        out.push('\n');
    }
    for (edge, path) in graph.edges.iter().zip(&drawing.paths) {
        out.push_str(&edge_picture(path, &edge.label, graph.nodes[edge.to.node].freed));
        out.push('\n');
    }
    out
}

fn node_picture(node: &Node, rect: Rect) -> String {
    let kind = match node.kind {
        NodeKind::Object => "object",
        NodeKind::Segment => "segment",
        NodeKind::Null => "null",
        NodeKind::Root => "root",
    };
    let mut parts = vec![format!(r#"<g class="{kind}{}">"#, if node.freed { " gone" } else { "" })];
    parts.extend(whole_text(node));
    if node.kind == NodeKind::Segment {
        parts.push(rectangle("frame", grown(rect, FRAME), ROUND + FRAME));
    }
    if node.rows.is_empty() {
        let round = if matches!(node.kind, NodeKind::Root | NodeKind::Null) { rect.height / 2 } else { ROUND };
        parts.push(rectangle("bar", rect, round));
    } else {
        parts.push(rectangle("box", rect, ROUND));
        parts.push(bar(rect));
    }
    if node.freed {
        // Below the text, which stays readable.
        let (x, y) = (rect.x - 4, rect.y - 4);
        let (right, bottom) = (rect.x + rect.width + 4, rect.y + rect.height + 4);
        parts.push(format!(r#"<line class="strike" x1="{x}" y1="{bottom}" x2="{right}" y2="{y}"/>"#));
    }
    parts.push(head_text(node, rect));
    parts.extend((0..node.rows.len()).map(|row| row_picture(node, rect, row)));
    parts.push("</g>".to_owned());
    parts.concat()
}

/// What is cut in the picture can be read by pointing at it.
fn whole_text(node: &Node) -> Option<String> {
    let texts = node.rows.iter().flat_map(|row| [&row.name, &row.text]).chain([&node.title, &node.detail]);
    let cut: Vec<String> = texts.filter(|text| shown(text) != **text).map(|text| escape(text)).collect();
    (!cut.is_empty()).then(|| format!("<title>{}</title>", cut.join("; ")))
}

fn rectangle(class: &str, rect: Rect, round: i32) -> String {
    let Rect { x, y, width, height } = rect;
    format!(r#"<rect class="{class}" x="{x}" y="{y}" width="{width}" height="{height}" rx="{round}"/>"#)
}

fn grown(rect: Rect, by: i32) -> Rect {
    Rect { x: rect.x - by, y: rect.y - by, width: rect.width + 2 * by, height: rect.height + 2 * by }
}

/// The head of a box with rows: round above only.
fn bar(rect: Rect) -> String {
    let (sides, across) = (HEAD - ROUND, rect.width - 2 * ROUND);
    let (x, y) = (rect.x, rect.y + HEAD);
    format!(
        r#"<path class="bar" d="M{x},{y} v-{sides} a{ROUND},{ROUND} 0 0 1 {ROUND},-{ROUND} h{across} a{ROUND},{ROUND} 0 0 1 {ROUND},{ROUND} v{sides} Z"/>"#
    )
}

fn head_text(node: &Node, rect: Rect) -> String {
    let y = rect.y + HEAD / 2 + 4;
    let x = match node.rows.is_empty() {
        true => rect.x + (rect.width - head_width(node)) / 2,
        false => rect.x + padding(),
    };
    let behind = x + text_width(&node.title) + COLUMN_GAP;
    text_at("head", x, y, &node.title) + &text_at("detail", behind, y, &node.detail)
}

fn row_picture(node: &Node, rect: Rect, index: usize) -> String {
    let (row, widths) = (&node.rows[index], columns(node));
    let top = rect.y + HEAD + ROW * index as i32;
    let y = top + ROW / 2 + 4;
    let mut out = String::new();
    if row.changed {
        let inside = Rect { x: rect.x + 2, y: top + 1, width: rect.width - 4, height: ROW - 2 };
        out.push_str(&rectangle("changed", inside, 3));
    }
    if index > 0 {
        let (x, right) = (rect.x, rect.x + rect.width);
        write!(out, r#"<line class="rule" x1="{x}" y1="{top}" x2="{right}" y2="{top}"/>"#).expect("a string");
    }
    let mut x = rect.x + padding();
    let offset = row.offset.map(offset_text).unwrap_or_default();
    for (class, text, width) in
        [("offset", &offset, widths.offsets), ("name", &row.name, widths.names), ("value", &row.text, widths.texts)]
    {
        if width > 0 {
            out.push_str(&text_at(class, x, y, text));
            x += width + COLUMN_GAP;
        }
    }
    out
}

fn text_at(class: &str, x: i32, y: i32, text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    format!(r#"<text class="{class}" x="{x}" y="{y}" xml:space="preserve">{}</text>"#, escape(&shown(text)))
}

fn edge_picture(path: &Path, label: &str, dangling: bool) -> String {
    let start = path.points[0];
    let class = if dangling { "arrow dangling" } else { "arrow" };
    let mut out = format!(r#"<g class="{class}"><path class="edge" d="{}"/>"#, curve(&path.points));
    write!(out, r#"<circle class="dot" cx="{}" cy="{}" r="2.5"/>"#, start.x, start.y).expect("a string");
    out.push_str(&tip(&path.points));
    out.push_str(&text_at("label", path.label_at.x, path.label_at.y - 4, label));
    out.push_str("</g>");
    out
}

/// Arrows end level, so their tips point to the right or to the left; that of a loop to the left.
fn tip(points: &[Point]) -> String {
    let end = points[points.len() - 1];
    let before = points.iter().rev().find(|point| point.x != end.x);
    let back = if before.is_some_and(|before| before.x < end.x) { end.x - 8 } else { end.x + 8 };
    let (x, y) = (end.x, end.y);
    format!(r#"<path class="tip" d="M{x},{y} L{back},{} L{back},{} Z"/>"#, y - 4, y + 4)
}

/// Level inside columns, a curve from one column to the next; a loop has no column to cross.
fn curve(points: &[Point]) -> String {
    let mut out = format!("M{},{}", points[0].x, points[0].y);
    if let &[start, end] = points {
        let x = start.x + LOOP;
        write!(out, " C{x},{} {x},{} {},{}", start.y, end.y, end.x, end.y).expect("a string");
        return out;
    }
    for (i, pair) in points.windows(2).enumerate() {
        let (from, to) = (pair[0], pair[1]);
        let middle = i32::midpoint(from.x, to.x);
        match i % 2 {
            0 if from == to => {}
            0 => write!(out, " L{},{}", to.x, to.y).expect("a string"),
            _ => write!(out, " C{middle},{} {middle},{} {},{}", from.y, to.y, to.x, to.y).expect("a string"),
        }
    }
    out
}

/// Text that XML cannot take for anything else.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
