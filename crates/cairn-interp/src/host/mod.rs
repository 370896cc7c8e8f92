//! What the primitives of the library models do, as pure functions: text of floats, mathematics, sandboxed files.
//!
//! Not here: the program's memory; the interpreter copies arguments out of it and results into it.

mod decimal;
pub mod files;
pub mod format;
pub mod math;
pub mod parse;
