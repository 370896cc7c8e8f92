//! From input files to one linked program that can be printed, executed or analysed, and on to verdicts; from a project to
//! its programs and their results.
//!
//! One program: `input` looks at a file before anything else does; `unit` compiles and lowers one, which finds `cairn.h` through `header`; `library` adds the library
//! models that the program needs, which `cache` keeps compiled; `load` is the whole way; `parallel` spreads work over
//! threads without changing the order of results; `portfolio` has the list of engines.
//!
//! A project: `database` and `compiler` read what its build says, `recorded` what was linked, `capture` makes both of a build that is
//! watched, `project` is the sum;
//! `front_end` compiles what has changed, as `files` tells; `companions` finds C files that were not named and are needed, and `words` tells it
//! which to try; `grouping` forms programs by their `symbols`; `workspace` is the
//! whole way; `control` watches and stops it; `bundle` writes down our own mistakes.
//!
//! Not here: rendering of messages, the command line.

mod bundle;
mod cache;
pub mod capture;
mod companions;
mod compiler;
mod control;
pub mod database;
mod error;
mod files;
mod front_end;
pub mod grouping;
mod header;
mod input;
mod library;
mod load;
mod parallel;
mod portfolio;
mod project;
pub mod recorded;
mod summaries;
mod summary;
mod symbols;
mod unit;
mod words;
mod workspace;

pub use cairn_base::{parallel_map, thread_count};
pub use companions::Companion;
pub use control::{Control, Counter, Progress};
pub use database::{DatabaseError, Skipped};
pub use error::{LoadError, Place, Warning};
pub use input::Input;
pub use load::{Loaded, Loader, Options, Sizes};
pub use portfolio::{Checked, check, check_with, engine_names};
pub use project::Project;
pub use symbols::Symbols;
pub use workspace::{CheckOptions, Outcome, Outcomes, Plan, PlannedProgram, Together, Unread, Workspace};

pub use summary::{NoSummary, summary_of};
