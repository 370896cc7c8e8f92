//! The front end: Clang turns C into LLVM IR text, this crate turns that text into Cairn's IR.
//!
//! `clang` finds and runs Clang; `read` parses its text into the tree of `ast`, `debug` understands the debug
//! information in it; `lower` turns the tree into a `cairn_ir::Program`; `models` holds the C library, as C.
//!
//! Not here: engines, reports, the command line.

pub mod ast;
pub mod clang;
pub mod debug;
pub mod lower;
pub mod models;
pub mod read;

/// `cairn.h`: what a C program can say to Cairn. With an ordinary compiler it does nothing.
pub const HEADER: &str = include_str!("../include/cairn.h");
