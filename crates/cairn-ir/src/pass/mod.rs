//! Rewrites of whole programs, in the order in which they run.
//!
//! Each pass takes a valid program and leaves a valid one; debug builds check that. Not here: linking, which makes the
//! program (`link`).

mod one_return;
mod promote;
mod prune;

pub use promote::promote;
pub use prune::prune;

use crate::semantic::{Body, Program};
use one_return::one_return;

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
    if let Some(main) = program.func_named("main")
        && let Some(body) = &mut program.funcs[main].body
    {
        one_return(body);
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
        let shown: Vec<String> = violations.iter().take(10).map(|violation| violation.describe(program)).collect();
        panic!("invalid program after {pass}:\n{}", shown.join("\n"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{parse, print};

    #[test]
    fn the_pipeline_removes_dead_blocks_and_locals() {
        let text = "fn @f(%a: i32) -> i32 {
            var a
            bb0:
            %a.slot = alloca 4 align 4
            store i32 %a, %a.slot align 4
            jump bb2
            bb1:
            jump bb2
            bb2:
            %v = load i32, %a.slot align 4
            ret %v }";
        let mut program = parse(text).unwrap();
        run(&mut program);
        let printed = print(&program);
        assert!(!printed.contains("alloca") && !printed.contains("load"), "{printed}");
        assert!(program.funcs.iter().all(|func| func.body.as_ref().is_some_and(|body| body.blocks.len() == 2)));
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "invalid program after reading and linking")]
    fn debug_builds_refuse_invalid_programs() {
        let mut program = parse("fn @f(%a: i32) -> i32 {\n bb0:\n ret %a }").unwrap();
        for body in program.funcs.iter_mut().filter_map(|func| func.body.as_mut()) {
            body.values = cairn_base::IdVec::new();
        }
        run(&mut program);
    }
}
