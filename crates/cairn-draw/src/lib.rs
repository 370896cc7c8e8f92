//! Draws heaps: boxes with fields, and arrows from fields to what they point to, as SVG.
//!
//! `graph` is what is to be drawn, in plain words; `measure` gives boxes their size; `layers` puts them into columns from
//! left to right and orders these; `place` gives coordinates to boxes, `route` to arrows, `labels` to their labels; `render` writes SVG. The same
//! graph always gives the same picture.
//!
//! Not here: what a heap is. Engines and the interpreter describe theirs as a `Graph`.

mod graph;
mod labels;
mod layers;
mod measure;
mod place;
mod render;
mod route;

pub use graph::{Edge, Graph, Node, NodeKind, Port, Row};
pub use labels::label_rect;
pub use place::{Drawing, Path, Point, Rect, arrange};
pub use render::{inline_svg, svg};
