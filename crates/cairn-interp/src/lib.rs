//! The reference semantics of Cairn's IR: executes programs on concrete, byte-precise memory with provenance and
//! finds every error at the step where it happens.
//!
//! `Machine` is a program being executed; its `State` is a value that can be kept and restored. `run` executes from
//! start to end; `given` and `entry_heap` make what a function is given that is not `main`. `value` and `memory` are what it computes with, `code` is how functions are prepared, `exec`, `ops`,
//! `hostcall`, `shape`, `threads`, `unknown` and `run` are what instructions do, `explain` and `report` say what went wrong,
//! `trace` what happened on the way, `view` lays memory open.
//!
//! Not here: abstraction of any kind, files of the real system, text output.

mod canon;
mod code;
mod config;
mod entry_heap;
mod exec;
mod explain;
mod float;
mod given;
mod host;
mod hostcall;
mod memory;
mod observe;
mod ops;
mod report;
mod run;
mod shape;
mod state;
mod threads;
mod trace;
mod unknown;
mod value;
mod view;
mod wide;

pub use code::Origin;
pub use config::{AllocFailures, Checks, Config, NondetSource, RandomNumbers, Schedule, Stdin, Tolerance, World};
pub use entry_heap::{EntryCell, EntryHeap, EntryValue, Holder};
pub use exec::Machine;
pub use given::{Given, Made};
pub use host::{Output, Stream};
pub use memory::{Reach, StackEntry};
pub use observe::{Coverage, Observed, Way};
pub use report::{End, InfoKind, Leak, ObjectInfo, ObjectKey, Outcome, Report};
pub use run::run;
pub use state::State;
pub use trace::{Event, EventKind, Picture, PictureObject, PictureVar, Shown, Trace, TracedObject, lost_at, trace};
pub use view::{Link, MemoryView, ObjectView};
