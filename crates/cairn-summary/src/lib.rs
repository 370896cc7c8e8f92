//! The summary engine, in its whole-program form: every execution from an entry function, symbolically.
//!
//! Not here: files, the command line, other engines.

mod analysis;
mod facts;
mod heap;
mod invariant;
mod leaks;
mod ops;
mod state;
mod value;
mod verdicts;

pub use analysis::{Analysis, Limits, Stop};
pub use facts::{Answers, Reason};
pub use verdicts::{Check, Status, Verdicts};
