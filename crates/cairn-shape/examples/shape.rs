//! Analyses a C program from `main` and lists what is open:
//! `cargo run -p cairn-shape --example shape -- [--ilp32] [--strict-exit] [--powerset|--decompose] FILE…`. `--steps=N` is the budget.
//! With `--loops`, what one quick analysis keeps at the heads of loops and for calls; with `--heaps`, each of these heaps, too; with
//! `--draw`, they are drawn into the folder `heaps`.

use cairn_driver::{Input, Loader, Options};
use cairn_engine::{Budget, Effort, Engine, Task, Terms, Verdict};
use cairn_ir::obligation::{ObligationOptions, obligations_with};
use cairn_ir::{DataModel, Program};
use cairn_shape::{Join, Limits, Patience, Run, ShapeWith, World, show, sketch};

fn main() {
    let mut files: Vec<String> = std::env::args().skip(1).collect();
    let mut flag = |name: &str| files.iter().position(|arg| arg == name).map(|at| files.remove(at)).is_some();
    let (ilp32, may_fail, verbose) = (flag("--ilp32"), flag("--alloc-may-fail"), flag("--verbose"));
    let (heaps, patient) = (flag("--heaps"), flag("--patient"));
    let draw = flag("--draw");
    let loops = flag("--loops") || heaps || draw;
    let locals_hold_at_exit = !flag("--strict-exit");
    let join = match (flag("--powerset"), flag("--decompose")) {
        (true, _) => Join::Powerset,
        (_, true) => Join::Decompose,
        _ => Join::Merge,
    };
    let steps = files.iter().position(|arg| arg.starts_with("--steps=")).map(|at| files.remove(at));
    let steps: Option<u64> = steps.and_then(|arg| arg["--steps=".len()..].parse().ok());
    let data_model = ilp32.then_some(DataModel::Ilp32);
    let loader = Loader::new(Options { data_model, ..Options::default() });
    let inputs: Vec<Input> = files.iter().map(|file| Input::new(file, &["-w".to_owned()])).collect();
    let program = match loader.load(&inputs) {
        Ok(loaded) => loaded.program,
        Err(error) => return println!("{error}"),
    };
    if loops {
        let patience = if patient { Patience::LONG } else { Patience::SHORT };
        let default = Limits::default();
        let steps = steps.unwrap_or(default.steps);
        let limits = Limits { join, alloc_may_fail: may_fail, locals_hold_at_exit, patience, steps, ..default };
        return print_loops(&program, limits, heaps, draw);
    }
    let goals = obligations_with(&program, &ObligationOptions::for_users());
    let terms = Terms { alloc_may_fail: may_fail, locals_hold_at_exit, ..Terms::default() };
    let task = Task::new(&program, &goals, &terms);
    let all: Vec<usize> = (0..goals.len()).collect();
    let analysis = ShapeWith(join).analyse(&task, &all, &mut Budget::new(steps.unwrap_or(Effort::Normal.steps())));
    let mut count = [0; 4];
    for (goal, verdict) in &analysis.verdicts {
        let goal = &goals[*goal];
        let place = program.describe_span(goal.span).unwrap_or_default();
        match verdict {
            Verdict::Proved(_) => count[0] += 1,
            Verdict::Unreachable(_) => {
                count[1] += 1;
                if verbose {
                    println!("unreachable {} of `{}` at {place}", goal.rule, goal.text);
                }
            }
            Verdict::Refuted(refutation) => {
                count[2] += 1;
                println!("refuted {} of `{}` at {place}: {}", goal.rule, goal.text, refutation.execution());
            }
            Verdict::Open(open) => {
                count[3] += 1;
                let likely = if open.likely { "likely " } else { "" };
                let causes: Vec<String> = open
                    .causes
                    .iter()
                    .map(|c| format!("{}: {} {}", c.cause, c.subject, program.describe_span(c.at).unwrap_or_default()))
                    .collect();
                println!("{likely}open {} of `{}` at {place} {}", goal.rule, goal.text, causes.join("; "));
            }
        }
    }
    let [proved, unreachable, refuted, open] = count;
    println!("{proved} proved, {unreachable} unreachable, {refuted} refuted, {open} open; {:?}", analysis.statistics);
}

fn print_loops(program: &Program, limits: Limits, heaps: bool, draw: bool) {
    let world = World::new(program);
    let mut run = Run::new(&world, limits);
    let Some(main) = program.func_named("main") else { return println!("no `main`") };
    let end = run.run(main);
    println!("{end:?} after {} steps, {} doubts", run.steps, run.doubts.len());
    for ((func, block), at) in &run.invariants {
        let body = program.funcs[*func].body.as_ref().expect("a loop");
        let block = &body.blocks[*block];
        let span = block.insts.first().map_or(block.term_span, |inst| inst.span);
        println!("{} line {}: {} heaps", program.func_name(*func), span.line, at.len());
        at.iter().filter(|_| heaps).for_each(|heap| println!("{}", show(&world, heap)));
        for (number, heap) in at.iter().enumerate().filter(|_| draw) {
            let name = format!("{}-{}-{number}", program.func_name(*func), span.line);
            let title = format!("{}: at the head of the loop, line {}", program.func_name(*func), span.line);
            let picture = cairn_report::abstract_heap_svg(&sketch(&world, heap), &title);
            let written =
                std::fs::create_dir_all("heaps").and_then(|()| std::fs::write(format!("heaps/{name}.svg"), picture));
            written.unwrap_or_else(|error| println!("{error}"));
        }
    }
    for entry in run.tabulated() {
        println!("call of {}: {} cutpoints, {} exits", program.func_name(entry.func), entry.cutpoints, entry.exits);
    }
}
