//! Cases: C programs that say in comments what they do, run natively and under the interpreter.
//!
//! `case` reads what a file expects, `native` builds and runs it with Clang, `execute` runs it under the interpreter,
//! `check` compares; `random` does so with programs of csmith. `shape` has the cases of linked structures of any size, which
//! are executed on many inputs; `judge` holds the verdicts of engines against them, `claims` those on random programs, `doubt` those on
//! the execution of a case; `acceptance` says which of them stand for what the literature asks. Used by tests and by
//! `cargo xtask suite`; no part of the tool depends on it.

pub mod acceptance;
mod case;
mod check;
mod claims;
mod doubt;
mod execute;
mod judge;
mod native;
mod random;
mod shape;

pub use case::{Case, Expectation, Mark, find_cases};
pub use check::{check, models_of};
pub use claims::{Claims, holds_for_inputs, random_inputs, seeds};
pub use doubt::proved_and_yet_fails;
pub use execute::{Execution, Found, execute, first_user_place};
pub use judge::{Judgement, judge};
pub use native::{Ended, Native, NativeError, TempDir, build, run_program};
pub use random::{Agreement, csmith_headers, random_program};
pub use shape::{ShapeCase, check_executions, shape_cases};
