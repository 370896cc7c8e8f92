//! Cairn's intermediate representation of a whole C program.
//!
//! Folders by job: `semantic` is what a program is; `format` prints and parses its text form; `verify` states every
//! invariant; `graph` answers questions about control flow and calls; `pass` rewrites; `link` joins translation
//! units; `obligation` lists everything that could go wrong; `excerpt` hashes parts of a program and cuts them out.
//!
//! Not here: LLVM, execution, engines, files, the command line.

pub mod describe;
pub mod excerpt;
pub mod format;
pub mod graph;
pub mod link;
pub mod obligation;
pub mod pass;
pub mod semantic;
#[cfg(test)]
pub(crate) mod testing;
pub mod verify;

pub use cairn_base::{FileId, Id, IdVec, Name, Names, Span, newtype_id};
pub use obligation::Rule;
pub use semantic::*;
