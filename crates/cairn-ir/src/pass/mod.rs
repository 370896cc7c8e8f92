//! Rewrites of whole programs, in the order in which they run.
//!
//! Each pass takes a valid program and leaves a valid one; debug builds check that. `run` is for one unit; what needs to know
//! who is called and who is defined (`alloca_as_locals`, `locals_of_iterations`, `functions_in_one_step`, `answer_for_unknown`) is for
//! linked programs.
//! Not here: linking (`link`).

mod alloca;
mod atomic;
mod input;
mod iterations;
mod keeping;
mod one_return;
mod promote;
mod prune;
mod straighten;
mod thread;

pub use alloca::alloca_as_locals;
pub use atomic::functions_in_one_step;
pub use input::answer_for_unknown;
pub use iterations::locals_of_iterations;
pub use promote::promote;
pub use prune::prune;
pub use straighten::straighten;
pub use thread::thread;

use crate::semantic::{Body, Func, FuncOrigin, Program};
use one_return::one_return;

/// One rewrite of a function body.
struct Pass {
    name: &'static str,
    run: fn(&mut Body),
}

/// The pipeline. `promote` counts on what `prune` leaves: every block is reachable, so every definition dominates. `thread`
/// comes before it, while values that are used in several blocks lie in memory;
/// `straighten` behind it, when the marks of scopes are gone.
const PIPELINE: &[Pass] = &[
    Pass { name: "prune", run: prune },
    Pass { name: "thread", run: thread },
    Pass { name: "promote", run: promote },
    Pass { name: "straighten", run: straighten },
];

/// What lies in variables that were not written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Unwritten {
    /// Undefined bytes, as C says: to use them is an error.
    #[default]
    Undefined,
    /// Input: any bytes, chosen when the object comes to be.
    Input,
}

/// Runs every pass on every function.
pub fn run(program: &mut Program, unwritten: Unwritten) {
    if cfg!(debug_assertions) {
        check_after("reading and linking", program);
    }
    if let Some(main) = program.func_named("main")
        && let Some(body) = &mut program.funcs[main].body
    {
        one_return(body);
    }
    let bits = program.target.pointer_bits;
    let input = unwritten == Unwritten::Input;
    let bodies = |program: &mut Program, name: &str, rewrite: &dyn Fn(&mut Body, FuncOrigin)| {
        for Func { body, origin, .. } in program.funcs.iter_mut() {
            body.iter_mut().for_each(|body| rewrite(body, *origin));
        }
        if cfg!(debug_assertions) {
            check_after(name, program);
        }
    };
    if input {
        let types = program.ctypes.clone();
        bodies(program, "input", &|body, origin| {
            if origin != FuncOrigin::Model {
                input::fill_locals(body, bits, &types);
            }
        });
    }
    for pass in PIPELINE {
        bodies(program, pass.name, &|body, _| (pass.run)(body));
    }
    if input {
        bodies(program, "dropping of input", &|body, origin| {
            if origin != FuncOrigin::Model {
                input::drop_unused(body);
            }
        });
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
        run(&mut program, Unwritten::Undefined);
        let printed = print(&program);
        assert!(!printed.contains("alloca") && !printed.contains("load"), "{printed}");
        assert!(program.funcs.iter().all(|func| func.body.as_ref().is_some_and(|body| body.blocks.len() == 1)));
    }

    #[test]
    fn what_is_not_written_may_be_made_input() {
        let text = "type t0 = base \"int\" signed 4
            type t1 = array t0 [10]
            fn @f(%n: i64) -> i32 {
            var x: t0
            var a: t1
            bb0:
            %x.slot = alloca 4 align 4
            %a.slot = alloca 40 align 4
            %v = load i32, %x.slot align 4
            %w = load i32, %x.slot align 4
            %p = index %a.slot, %n * 4
            %u = load i32, %p align 4
            %s = add i32 %v, %w
            %t = add i32 %s, %u
            ret %t }";
        let mut program = parse(text).unwrap();
        run(&mut program, Unwritten::Input);
        let printed = print(&program);
        assert_eq!(printed.matches("nondet").count(), 1, "both reads of a variable give the same: {printed}");
        assert!(printed.contains("host fill") && !printed.contains("undef"), "{printed}");
    }

    #[test]
    fn input_that_nobody_looks_at_leaves_no_trace() {
        let text = "type t0 = base \"int\" signed 4
            fn @f() -> i32 {
            var x: t0
            bb0:
            %x.slot = alloca 4 align 4
            store i32 1, %x.slot align 4
            %v = load i32, %x.slot align 4
            ret %v }";
        let mut program = parse(text).unwrap();
        run(&mut program, Unwritten::Input);
        let printed = print(&program);
        assert!(!printed.contains("nondet"), "{printed}");
        crate::verify::check(&program).expect("a valid program");
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "invalid program after reading and linking")]
    fn debug_builds_refuse_invalid_programs() {
        let mut program = parse("fn @f(%a: i32) -> i32 {\n bb0:\n ret %a }").unwrap();
        for body in program.funcs.iter_mut().filter_map(|func| func.body.as_mut()) {
            body.values = cairn_base::IdVec::new();
        }
        run(&mut program, Unwritten::Undefined);
    }
}
