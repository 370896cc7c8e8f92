//! What the primitives of the library models do, as pure functions: text of floats, mathematics, sandboxed files.
//!
//! Not here: the program's memory; the interpreter copies arguments out of it and results into it.

mod agreement;
mod decimal;
mod files;
mod format;
mod math;
mod parse;

pub use agreement::is_same_everywhere;
pub use files::{Files, OpenMode, Output, Stream, Whence};
pub use format::format_float;
pub use math::call as math;
pub use parse::parse_float;
