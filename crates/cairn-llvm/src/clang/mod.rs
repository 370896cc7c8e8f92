//! Finds and runs Clang, which turns C into LLVM IR text.
//!
//! `find` chooses the program, `flags` decides which of a file's own flags reach it, `compile` runs it on one unit, `headers`
//! asks it what a unit includes.
//!
//! Not here: reading the text.

mod compile;
mod error;
mod find;
pub mod flags;
mod headers;

pub use compile::{Compiled, Unit, compile};
pub use error::{ClangError, Diagnostic, Place};
pub use find::{Clang, OLDEST, Version, find};
pub use headers::headers;
