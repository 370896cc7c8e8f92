//! Finds and runs Clang, which turns C into LLVM IR text.
//!
//! `find` chooses the program, `flags` decides which of a file's own flags reach it, `compile` runs it on one unit within
//! `limits`; `dependencies` reads which files it read, `headers` asks it what a unit includes; `os_text` keeps names of files that are not UTF-8.
//!
//! Not here: reading the text.

mod compile;
mod dependencies;
mod error;
mod find;
pub mod flags;
mod headers;
mod limits;
pub mod os_text;

pub use compile::{Compiled, FIXED_FLAGS, Unit, compile};
pub use error::{ClangError, Diagnostic, Place};
pub use find::{Clang, OLDEST, Version, find};
pub use headers::headers;
pub use limits::Limits;
