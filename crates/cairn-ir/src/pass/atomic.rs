//! Runs functions in one step whose name says so.
//!
//! In tasks of the competition, no other thread runs while a function is active whose name begins with `__VERIFIER_atomic_`.
//! (`__VERIFIER_atomic_begin` and `__VERIFIER_atomic_end` are functions of their own, and have no bodies there.)

use crate::semantic::{Body, HostFn, Inst, Op, Program, Results, Terminator};
use cairn_base::Span;

const PREFIX: &str = "__VERIFIER_atomic_";
const MARKS: [&str; 2] = ["__VERIFIER_atomic_begin", "__VERIFIER_atomic_end"];

/// From the first instruction of such a function to its return, no other thread runs.
pub fn functions_in_one_step(program: &mut Program) {
    for id in program.funcs.ids() {
        let name = program.func_name(id);
        if !name.starts_with(PREFIX) || MARKS.contains(&name) {
            continue;
        }
        if let Some(body) = &mut program.funcs[id].body {
            enclose(body);
        }
    }
}

fn enclose(body: &mut Body) {
    let entry = body.entry();
    let start = body.blocks[entry].insts.first().map_or(body.blocks[entry].term_span, |inst| inst.span);
    body.blocks[entry].insts.insert(0, mark(HostFn::AtomicBegin, start));
    for block in body.blocks.iter_mut().filter(|block| matches!(block.term, Terminator::Return(_))) {
        block.insts.push(mark(HostFn::AtomicEnd, block.term_span));
    }
}

fn mark(func: HostFn, span: Span) -> Inst {
    Inst { op: Op::Host { func, args: Vec::new() }, results: Results::NONE, span }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{parse, print};

    #[test]
    fn the_name_says_what_runs_in_one_step() {
        let enclosed = |name: &str| {
            let text = format!("fn @{name}(%c: i1) {{\n bb0:\n br %c, bb1, bb2\n bb1:\n ret\n bb2:\n ret }}");
            let mut program = parse(&text).expect("a program");
            functions_in_one_step(&mut program);
            crate::verify::check(&program).expect("a valid program");
            let text = print(&program);
            (text.matches("atomic_begin()").count(), text.matches("atomic_end()").count())
        };
        assert_eq!(enclosed("__VERIFIER_atomic_take"), (1, 2));
        assert_eq!((enclosed("__VERIFIER_atomic_begin"), enclosed("take")), ((0, 0), (0, 0)));
    }
}
