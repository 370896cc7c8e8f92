//! The summary engine, in its whole-program form: every execution from an entry function, symbolically.
//!
//! Not here: files, the command line, other engines.

mod access;
mod aliasing;
mod analysis;
mod apply;
mod atomic;
mod bottom_up;
mod calls;
mod checks;
mod compute;
mod engine;
mod entry;
mod export;
mod facts;
mod havoc;
mod heap;
mod images;
mod invariant;
mod judge;
mod leaks;
mod loops;
mod memory;
mod modular;
mod objects;
mod ops;
mod program;
mod show;
mod state;
mod summary;
mod value;
mod verdicts;
mod words;

pub use analysis::{Analysis, Limits, Stop};
pub use bottom_up::Modules;
pub use engine::Summary;
pub use facts::{Answers, Reason};
pub use judge::Modular;
pub use show::show;
pub use summary::FunctionSummary;
pub use verdicts::{Check, Status, Verdicts};
