//! The vocabulary every crate shares: typed ids, vectors indexed by them, interned names and source spans; and work on
//! several threads (`parallel`).
//!
//! Not here: anything that knows what a program is.

mod ids;
mod intern;
mod parallel;
mod span;

pub use ids::{Id, IdVec};
pub use intern::{Name, Names};
pub use parallel::{parallel_map, thread_count};
pub use span::{FileId, Span};
