//! Rewrites of whole programs, in the order in which they run.
//!
//! Each pass takes a valid program and leaves a valid one; debug builds check that. Not here: linking, which makes the
//! program (`link`).

mod promote;
mod prune;

pub use promote::promote;
pub use prune::prune;

use crate::semantic::{Body, Program};

/// One rewrite of a function body.
struct Pass {
    name: &'static str,
    run: fn(&mut Body),
}

/// The pipeline. `promote` counts on what `prune` leaves: every block is reachable, so every definition dominates.
const PIPELINE: &[Pass] = &[Pass { name: "prune", run: prune }, Pass { name: "promote", run: promote }];

/// Runs every pass on every function.
pub fn run(program: &mut Program) {
    if cfg!(debug_assertions) {
        check_after("reading and linking", program);
    }
    for pass in PIPELINE {
        for func in program.funcs.iter_mut() {
            if let Some(body) = &mut func.body {
                (pass.run)(body);
            }
        }
        if cfg!(debug_assertions) {
            check_after(pass.name, program);
        }
    }
}

/// The one place where the validator follows a pass.
fn check_after(pass: &str, program: &Program) {
    if let Err(violations) = crate::verify::check(program) {
        panic!("invalid program after {pass}: {violations:#?}");
    }
}
