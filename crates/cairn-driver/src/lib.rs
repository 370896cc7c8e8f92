//! From input files to one linked program that can be printed, executed or analysed, and on to verdicts.
//!
//! `input` looks at a file before anything else does; `unit` compiles and lowers one; `library` adds the library models
//! that the program needs, which `cache` keeps compiled; `companions` finds C files that were not named and are needed, and `words` tells it which to try; `load` is the whole way; `parallel` spreads work over threads
//! without changing the order of results; `portfolio` has the list of engines.
//!
//! Not here: rendering of messages, the command line.

mod cache;
mod companions;
mod error;
mod input;
mod library;
mod load;
mod parallel;
mod portfolio;
mod unit;
mod words;

pub use companions::Companion;
pub use error::{LoadError, Place, Warning};
pub use input::Input;
pub use load::{Loaded, Loader, Options, Sizes};
pub use parallel::{parallel_map, thread_count};
pub use portfolio::{Checked, check};
