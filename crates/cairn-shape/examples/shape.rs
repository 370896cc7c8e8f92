//! Analyses a C program from `main` and lists what is open:
//! `cargo run -p cairn-shape --example shape -- [--ilp32] [--strict-exit] [--powerset|--decompose] FILE…`.

use cairn_driver::{Input, Loader, Options};
use cairn_engine::{Budget, Effort, Engine, Task, Terms, Verdict};
use cairn_ir::DataModel;
use cairn_ir::obligation::{ObligationOptions, obligations_with};
use cairn_shape::{Join, ShapeWith};

fn main() {
    let mut files: Vec<String> = std::env::args().skip(1).collect();
    let mut flag = |name: &str| files.iter().position(|arg| arg == name).map(|at| files.remove(at)).is_some();
    let (ilp32, may_fail, verbose) = (flag("--ilp32"), flag("--alloc-may-fail"), flag("--verbose"));
    let locals_hold_at_exit = !flag("--strict-exit");
    let join = match (flag("--powerset"), flag("--decompose")) {
        (true, _) => Join::Powerset,
        (_, true) => Join::Decompose,
        _ => Join::Merge,
    };
    let data_model = ilp32.then_some(DataModel::Ilp32);
    let loader = Loader::new(Options { data_model, ..Options::default() });
    let inputs: Vec<Input> = files.iter().map(|file| Input::new(file, &["-w".to_owned()])).collect();
    let program = match loader.load(&inputs) {
        Ok(loaded) => loaded.program,
        Err(error) => return println!("{error}"),
    };
    let goals = obligations_with(&program, &ObligationOptions::for_users());
    let terms = Terms { alloc_may_fail: may_fail, locals_hold_at_exit, ..Terms::default() };
    let task = Task::new(&program, &goals, &terms);
    let all: Vec<usize> = (0..goals.len()).collect();
    let analysis = ShapeWith(join).analyse(&task, &all, &mut Budget::new(Effort::Normal.steps()));
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
