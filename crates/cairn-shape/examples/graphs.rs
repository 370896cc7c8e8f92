//! Analyses a C program from `main` with graphs alone:
//! `cargo run -p cairn-shape --example graphs -- [--powerset] [--alloc-may-fail] [--structures] [--steps=N] FILE…`. Lists what is in doubt, and how
//! many structures there are at the heads of loops; with `--structures`, the structures, too.

use cairn_driver::{Input, Loader, Options};
use cairn_shape::World;
use cairn_shape::graphs::{Graphs, Join, Limits};

fn main() {
    let mut files: Vec<String> = std::env::args().skip(1).collect();
    let mut flag = |name: &str| files.iter().position(|arg| arg == name).map(|at| files.remove(at)).is_some();
    let join = if flag("--powerset") { Join::Powerset } else { Join::PartialIsomorphism };
    let (alloc_may_fail, structures) = (flag("--alloc-may-fail"), flag("--structures"));
    let steps = files.iter().position(|arg| arg.starts_with("--steps=")).map(|at| files.remove(at));
    let steps = steps.and_then(|arg| arg["--steps=".len()..].parse().ok()).unwrap_or(10_000_000);
    let inputs: Vec<Input> = files.iter().map(|file| Input::new(file, &["-w".to_owned()])).collect();
    let program = match Loader::new(Options::default()).load(&inputs) {
        Ok(loaded) => loaded.program,
        Err(error) => return println!("{error}"),
    };
    let Some(main) = program.func_named("main") else { return println!("no `main`") };
    let world = World::new(&program);
    let limits = Limits { join, steps, alloc_may_fail, locals_hold_at_exit: false };
    let mut graphs = Graphs::new(&world, limits, None, main);
    let end = graphs.run(main);
    println!("{end:?} after {} steps, {} structures", graphs.steps, graphs.structures);
    for (at, rule) in &graphs.doubts {
        let body = program.funcs[at.func].body.as_ref().expect("a body");
        let block = &body.blocks[at.block];
        let span = block.insts.get(at.inst as usize).map_or(block.term_span, |inst| inst.span);
        println!("{rule} in {} line {}", program.func_name(at.func), span.line);
    }
    for (at, depth, all) in graphs.at_loops() {
        let body = program.funcs[at.func].body.as_ref().expect("a body");
        let block = &body.blocks[at.block];
        let line = block.insts.first().map_or(block.term_span, |inst| inst.span).line;
        println!("{} line {line}, {depth} calls deep: {} structures", program.func_name(at.func), all.len());
        all.iter().filter(|_| structures).for_each(|structure| println!("{structure:#?}"));
    }
}
