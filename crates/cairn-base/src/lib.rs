//! The vocabulary every crate shares: typed ids, vectors indexed by them, interned names and source spans; and work on
//! several threads (`parallel`); content hashes (`digest`).
//!
//! Not here: anything that knows what a program is.

mod digest;
mod ids;
mod intern;
mod parallel;
mod span;

pub use digest::{Digest, Digester};
pub use ids::{Id, IdVec};
pub use intern::{Name, Names};
pub use parallel::{parallel_map, thread_count};
pub use span::{FileId, Span};

/// For `newtype_id`.
#[doc(hidden)]
pub use serde;
