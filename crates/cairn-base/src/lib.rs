//! The vocabulary every crate shares: typed ids, vectors indexed by them, interned names and source spans.
//!
//! Not here: anything that knows what a program is.

mod ids;
mod intern;
mod span;

pub use ids::{Id, IdVec};
pub use intern::{Name, Names};
pub use span::{FileId, Span};
