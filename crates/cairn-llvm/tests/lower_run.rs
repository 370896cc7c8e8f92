//! C programs that check themselves, through Clang and lowering into the interpreter: each must return 0, natively and
//! here, in both data models, as Clang writes them and after LLVM's optimiser.

mod support;

use cairn_interp::{Config, End};
use cairn_llvm::lower::LowerOptions;
use std::path::Path;
use support::{Clang, unsupported};

/// Executes `tests/lower/<name>.c` in every way.
fn check(name: &str) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lower").join(name).with_extension("c");
    for clang in Clang::all() {
        assert_eq!(clang.run_natively(&source), 0, "{name} natively, {clang:?}");
        run(&clang.llvm_text(&source), &format!("{name}, {clang:?}"));
        run(&clang.optimised_text(&source), &format!("{name} optimised, {clang:?}"));
    }
}

fn run(text: &str, what: &str) {
    let options = LowerOptions { label_base: 0x7000_0000, ..LowerOptions::default() };
    let program = support::lower(text, &options);
    assert_eq!(unsupported(&program), Vec::<String>::new(), "{what}");
    let outcome = cairn_interp::run(&program, Config::default(), support::NoOutput);
    assert_eq!(outcome.end, End::Exit(0), "{what}");
}

#[test]
fn structs_by_value() {
    check("aggregates");
}

#[test]
fn atomic_operations() {
    check("atomics");
}

#[test]
fn initialisers_and_constant_expressions() {
    check("constants");
}

#[test]
fn control_flow_and_storage() {
    check("control");
}

#[test]
fn builtins_and_floats() {
    check("intrinsics");
}

#[test]
fn loops_over_arrays() {
    check("loops");
}

#[test]
fn variable_arguments() {
    check("varargs");
}

#[test]
fn vector_extensions() {
    check("vectors");
}
