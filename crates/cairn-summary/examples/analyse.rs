//! Analyses a C program from `main` and lists what is open, or shows the summary of each function:
//! `cargo run --example analyse -- [--ilp32] [--modular] [--malloc-fails] FILE…`.

use cairn_driver::{Input, Loader, Options};
use cairn_ir::DataModel;
use cairn_summary::{Analysis, Limits, Modules};

fn main() {
    let mut files: Vec<String> = std::env::args().skip(1).collect();
    let mut flag = |name: &str| files.iter().position(|arg| arg == name).map(|at| files.remove(at)).is_some();
    let (ilp32, modular, alloc_may_fail) = (flag("--ilp32"), flag("--modular"), flag("--malloc-fails"));
    let limits = Limits { alloc_may_fail, ..Limits::default() };
    let data_model = ilp32.then_some(DataModel::Ilp32);
    let loader = Loader::new(Options { data_model, ..Options::default() });
    let inputs: Vec<Input> = files.iter().map(|file| Input::new(file, &["-w".to_owned()])).collect();
    let program = match loader.load(&inputs) {
        Ok(loaded) => loaded.program,
        Err(error) => return println!("{error}"),
    };
    if modular {
        return show_modules(&program, limits);
    }
    let Some(main) = program.func_named("main") else { return println!("no main") };
    let mut analysis = Analysis::new(&program, limits);
    let end = analysis.run(main);
    let (mut proved, mut open) = (0, 0);
    for (check, status) in analysis.verdicts.sorted() {
        match &status.open {
            None => proved += 1,
            Some(reasons) => {
                open += 1;
                let body = program.funcs[check.func].body.as_ref().expect("defined");
                let block = &body.blocks[check.block];
                let span = block.insts.get(check.inst as usize).map_or(block.term_span, |inst| inst.span);
                let place = program.describe_span(span).unwrap_or_default();
                println!("open {} in {} at {place}: {reasons:?}", check.rule, program.func_name(check.func));
            }
        }
    }
    println!("{end:?}: {proved} hold, {open} open, {} steps, {:?}", analysis.steps, analysis.answers());
}

/// Each function by itself.
fn show_modules(program: &cairn_ir::Program, limits: Limits) {
    let modules = Modules::of(program, program.func_named("main"), limits, cairn_base::thread_count());
    for (func, declared) in program.funcs.iter_enumerated() {
        if declared.origin != cairn_ir::FuncOrigin::User {
            continue;
        }
        match modules.summary(func) {
            Some(Ok(summary)) => {
                println!("{}: size {}, lossy {}", program.func_name(func), summary.size(), summary.lossy);
                print!("{}", cairn_summary::show(program, func, summary));
                for check in modules.manifest(func) {
                    println!("fails whatever the caller does: {} in {}", check.rule, program.func_name(check.func));
                }
            }
            Some(Err(stop)) => println!("{}: {stop:?}", program.func_name(func)),
            None => {}
        }
    }
}
