//! The last tier: Z3, in this process, asked once for each canonical question.
//!
//! ```
//! use std::sync::Arc;
//! use cairn_logic::smt::{Answer, Cache, Formulas, Kind, Problem, Solver};
//! use cairn_logic::{Arena, Sort, Var, VarClass};
//!
//! let mut arena = Arena::new();
//! let (lo, hi) = (Var::new(Sort::Bv(32), VarClass::Entry, 0), Var::new(Sort::Bv(32), VarClass::Entry, 1));
//! let (tlo, thi) = (arena.var(lo), arena.var(hi));
//! let sum = arena.add(tlo, thi);
//! let mut formulas = Formulas::new();
//! let (ordered, wraps) = (arena.ule(tlo, thi), arena.ult(sum, tlo));
//! let conjuncts = [formulas.fact(ordered), formulas.fact(wraps)];
//!
//! let mut solver = Solver::new(Arc::new(Cache::new()));               // one per worker, one cache for all
//! let problem = Problem::new(&arena, &formulas, &conjuncts);
//! let Answer::Sat(inputs) = solver.decide(&problem, Kind::Verdict) else { panic!("lo + hi can wrap") };
//! assert!(inputs.var(lo) + inputs.var(hi) > u128::from(u32::MAX));    // certified by the evaluator
//! ```
//! From question to answer: `slices` cuts it into independent parts, `query` gives each part its canonical form (and
//! `bytes` its bytes), `gate` refuses what is hopeless, `lower` with `int` or `bv` tells it to a fresh `z3` session,
//! `check` reads the answer, `model` checks and shrinks models, `cache` remembers, `solver` certifies.
//!
//! # What holds
//! - An answer is a function of the canonical query, the limits and the build of Z3 (`version`): no history, no clock.
//! - `Sat` is only said of a valuation under which the arena's evaluator confirms every conjunct; a model that it
//!   rejects is a `Defect`. `Unsat` rests on Z3 alone; who wants to check it asks again in the other `Encodings`.
//! - There is no timer here. Resource limits end every search that Z3 counts; a watchdog is up to the process.
//!
//! Links the Z3 of the system (Debian: libz3-dev, 4.8 suffices); with the feature `bundled`, one built from source.

mod bv;
mod bytes;
mod cache;
mod check;
mod formula;
mod gate;
mod int;
mod lower;
mod model;
mod query;
mod shape;
mod slices;
mod solver;
mod stats;
mod z3;

pub use cache::Cache;
pub use check::{Defect, Encodings, Reason};
pub use formula::{Formula, FormulaId, Formulas};
pub use gate::{Gate, Gates};
pub use lower::Encoding;
pub use query::Query;
pub use slices::Problem;
pub use solver::{Answer, Evidence, Kind, Solver};
pub use stats::{Outcomes, Stats};
pub use z3::version;

impl Query {
    /// The question as SMT-LIB commands, to be read by people and other solvers. In integers only if it fits.
    pub fn to_smtlib(&self, encoding: Encoding) -> String {
        let encoding = if int::fits(&self.content) { encoding } else { Encoding::Bv };
        check::to_smtlib(self, encoding)
    }
}
