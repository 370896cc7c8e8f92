//! The summary engine, in its whole-program form: every execution from an entry function, symbolically.
//!
//! Not here: files, the command line, other engines.

mod access;
mod analysis;
mod atomic;
mod calls;
mod checks;
mod compute;
mod engine;
mod facts;
mod havoc;
mod heap;
mod invariant;
mod leaks;
mod loops;
mod memory;
mod objects;
mod ops;
mod program;
mod refute;
mod state;
mod value;
mod verdicts;
mod words;
mod writes;

pub use analysis::{Analysis, Limits, Stop};
pub use engine::Summary;
pub use facts::{Answers, Reason};
pub use verdicts::{Check, Status, Verdicts};
