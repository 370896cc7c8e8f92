//! Cases: C programs that say in comments what they do, run natively and under the interpreter.
//!
//! `case` reads what a file expects, `native` builds and runs it with Clang, `execute` runs it under the interpreter,
//! `check` compares; `random` does so with programs of csmith. Used by tests and by `cargo xtask suite`; no part of the tool depends on it.

mod case;
mod check;
mod execute;
mod native;
mod random;

pub use case::{Case, Expectation, find_cases};
pub use check::{check, models_of};
pub use execute::{Execution, execute, first_user_place};
pub use native::{Ended, Native, NativeError, TempDir, build, run_program};
pub use random::{Agreement, csmith_headers, random_program};
