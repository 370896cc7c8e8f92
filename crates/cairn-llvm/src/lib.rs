//! The front end: Clang turns C into LLVM IR text, this crate turns that text into Cairn's IR.
//!
//! `read` parses LLVM's text into the tree of `ast`; `lower` turns the tree into a `cairn_ir::Program`.
//!
//! Not here: engines, reports, the command line.

pub mod ast;
pub mod debug;
pub mod lower;
pub mod read;
