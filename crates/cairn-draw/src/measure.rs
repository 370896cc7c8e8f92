//! How much room text and boxes need. Widths are those of a monospaced font of 12 pixels.

use crate::graph::{Node, NodeKind, Row};

/// A character of 12 pixels is 7.2 wide or a little more; in tenths.
const CHARACTER: usize = 73;
const PADDING: i32 = 9;
pub const HEAD: i32 = 22;
pub const ROW: i32 = 18;
/// Between the columns of a row.
pub const COLUMN_GAP: i32 = 10;
/// Between the two frames of a segment.
pub const FRAME: i32 = 3;
/// No text is drawn with more characters than this.
const LONGEST: usize = 36;

/// The three columns of a box's rows: where each ends, from the left side of the box.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Columns {
    /// Width of the offsets; 0 without any.
    pub offsets: i32,
    pub names: i32,
    pub texts: i32,
}

pub fn columns(node: &Node) -> Columns {
    let widest = |text: &dyn Fn(&Row) -> i32| node.rows.iter().map(text).max().unwrap_or(0);
    Columns {
        offsets: widest(&|row| row.offset.map_or(0, |offset| text_width(&offset_text(offset)))),
        names: widest(&|row| text_width(&row.name)),
        texts: widest(&|row| text_width(&row.text)),
    }
}

impl Columns {
    fn width(self) -> i32 {
        let used = [self.offsets, self.names, self.texts].into_iter().filter(|&width| width > 0);
        used.clone().sum::<i32>() + COLUMN_GAP * (used.count() as i32 - 1).max(0)
    }
}

/// Width and height of a box.
pub fn size(node: &Node) -> (i32, i32) {
    let narrowest = if matches!(node.kind, NodeKind::Null | NodeKind::Root) { 30 } else { 64 };
    let width = (head_width(node).max(columns(node).width()) + 2 * PADDING).max(narrowest);
    (width, HEAD + ROW * node.rows.len() as i32)
}

/// Title and detail beside each other.
pub fn head_width(node: &Node) -> i32 {
    let detail = if node.detail.is_empty() { 0 } else { COLUMN_GAP + text_width(&node.detail) };
    text_width(&node.title) + detail
}

/// The height at which an arrow meets the head or a row, from the top of the box.
pub fn port_height(node: &Node, row: Option<usize>) -> i32 {
    match row {
        Some(row) if row < node.rows.len() => HEAD + ROW * row as i32 + ROW / 2,
        _ => HEAD / 2,
    }
}

/// The height at which an arrow ends. From the right it comes in below the rows, out of the way of what leaves there.
pub fn entry_height(node: &Node, row: Option<usize>, from_right: bool) -> i32 {
    match row {
        None if from_right && !node.rows.is_empty() => size(node).1 - 7,
        _ => port_height(node, row),
    }
}

pub fn padding() -> i32 {
    PADDING
}

pub fn offset_text(offset: u64) -> String {
    format!("+{offset}")
}

pub fn text_width(text: &str) -> i32 {
    let cells: usize = shown(text).chars().map(|c| if is_wide(c) { 2 } else { 1 }).sum();
    (cells * CHARACTER).div_ceil(10) as i32
}

/// The text as it is drawn: without control characters, and cut if it is long.
pub fn shown(text: &str) -> String {
    cut(text, LONGEST)
}

/// The same with at most so many characters.
pub fn cut(text: &str, longest: usize) -> String {
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    if text.chars().count() <= longest {
        return text.chars().map(clean).collect();
    }
    text.chars().take(longest - 1).map(clean).chain(['…']).collect()
}

/// Scripts whose characters take two places.
fn is_wide(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ff60}' | '\u{1f300}'..='\u{1faff}')
}
