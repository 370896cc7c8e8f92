//! The symbolic engine, in two forms.
//!
//! `Summary` follows every execution from the entry function and enters every call; `abandoned` tells what is still proved
//! if some of them are not followed to their end, `recursive_calls` (with `contract` and `induction`) keeps recursion on
//! numbers short, `refute` looks for executions that fail.
//!
//! `Modular` looks at each function alone, callees first: `entry` names what it may find, `analysis` and its neighbours
//! execute it, `aliasing` finds out which of the names may be one object where that matters, `granted` leaves out what callers
//! exclude, `export` writes down what it does, `images` and `apply` do that again at calls, `bottom_up` keeps the order,
//! `recursion` (with `covers` and `widen`) deals with functions that call each other, `judge` gives verdicts unless somebody
//! else comes between (`beside`), `show` puts a summary into words.
//!
//! Not here: files, the command line, other engines.

mod abandoned;
mod access;
mod actuals;
mod aliasing;
mod analysis;
mod apply;
mod atomic;
mod beside;
mod bottom_up;
mod calls;
mod checks;
mod claims;
mod compute;
mod contents;
mod contract;
mod covers;
mod demands;
mod engine;
mod entry;
mod export;
mod facts;
mod failing_call;
mod families;
mod fixed;
mod fold;
mod given_up;
mod granted;
mod havoc;
mod heap;
mod images;
mod induction;
mod invariant;
mod judge;
mod jumps;
mod kept;
mod leaks;
mod library;
mod live;
mod loops;
mod memory;
mod modular;
mod newest;
mod objects;
mod ops;
mod program;
mod ranges;
mod recent;
mod records;
mod recursion;
mod recursive_calls;
mod refute;
mod rename;
mod rules;
mod scope;
mod show;
mod state;
mod summary;
mod unseen;
mod value;
mod verdicts;
mod widen;
mod widening;
mod words;
mod writes;

pub use analysis::{Analysis, Limits, Stop};
pub use bottom_up::{Figures, Modules};
pub use engine::Summary;
pub use facts::{Answers, Reason};
pub use judge::{Coarse, Modular, ModularWith, must_hurry};
pub use rules::{Rules, Ruling};
pub use show::show;
pub use summary::FunctionSummary;
pub use verdicts::{Check, Status, Verdicts};
