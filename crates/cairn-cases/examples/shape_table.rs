//! What the engines say about each shape case: `cargo run --release -p cairn-cases --example shape_table [-- PART] [--alone
//! merge|powerset|decompose]`, where PART is a part of `group/name`. `--alone` asks the shape engine only, with that way to
//! join heaps. `--execute` executes them on many inputs instead.

use cairn_cases::{Judgement, ShapeCase, check_executions, judge, shape_cases};
use cairn_driver::{Loader, Options};
use cairn_engine::{Budget, Effort, Engine, Task, Terms};
use cairn_ir::obligation::{ObligationOptions, obligations_with};
use cairn_ir::{DataModel, Program};
use cairn_shape::{Join, ShapeWith};
use std::time::Instant;

fn main() -> Result<(), String> {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let alone = match args.iter().position(|arg| arg == "--alone") {
        Some(at) => Some(join(args.drain(at..).nth(1).as_deref())?),
        None => None,
    };
    let execute = args.iter().position(|arg| arg == "--execute").map(|at| args.remove(at)).is_some();
    let part = args.pop().unwrap_or_default();
    let loader = Loader::new(Options { data_model: Some(DataModel::Lp64), ..Options::default() });
    if execute {
        return execute_all(&loader, &part);
    }
    let (mut complete, mut wrong, mut all) = (0, 0, 0);
    println!("{:<52} {:>6} {:>7} {:>5} {:>9}", "case", "holds", "refuted", "open", "ms");
    for case in shape_cases()?.iter().filter(|case| case.id().contains(&part)) {
        let program = case.load(&loader)?;
        let start = Instant::now();
        let (judgement, note) = match alone {
            Some(join) => by_shape(case, &program, join),
            None => (by_all(case, &program)?, String::new()),
        };
        let time = start.elapsed().as_secs_f64() * 1e3;
        let (done, id) = (judgement.is_complete(case), case.id());
        let mark = if done { "" } else { " *" };
        let counts = format!("{:>6} {:>7} {:>5}", judgement.holds, judgement.refuted, judgement.open);
        println!("{id:<52} {counts} {time:>9.1}{mark}{note}");
        judgement.wrong.iter().for_each(|text| println!("    WRONG: {text}"));
        complete += usize::from(done);
        wrong += judgement.wrong.len();
        all += 1;
    }
    println!("{complete} of {all} complete (others: *), {wrong} wrong");
    Ok(())
}

fn join(name: Option<&str>) -> Result<Join, String> {
    match name {
        Some("merge") => Ok(Join::Merge),
        Some("powerset") => Ok(Join::Powerset),
        Some("decompose") => Ok(Join::Decompose),
        _ => Err("--alone merge|powerset|decompose".to_owned()),
    }
}

/// Do the cases go wrong as they say, and not otherwise?
fn execute_all(loader: &Loader, part: &str) -> Result<(), String> {
    for case in shape_cases()?.iter().filter(|case| case.id().contains(part)) {
        if let Err(complaint) = check_executions(loader, case) {
            println!("{}: {complaint}", case.id());
        }
    }
    Ok(())
}

fn terms() -> Terms {
    Terms { entry: "main".to_owned(), alloc_may_fail: false, locals_hold_at_exit: false }
}

fn by_all(case: &ShapeCase, program: &Program) -> Result<Judgement, String> {
    let checked = cairn_driver::check(program, &terms(), Budget::new(Effort::Quick.steps()))
        .map_err(|contradiction| format!("{}: {contradiction}", case.id()))?;
    Ok(judge(case, program, checked.goals.iter().zip(&checked.results.verdicts)))
}

/// What one way to join says, and what it took.
fn by_shape(case: &ShapeCase, program: &Program, join: Join) -> (Judgement, String) {
    let goals = obligations_with(program, &ObligationOptions::for_users());
    let terms = terms();
    let task = Task::new(program, &goals, &terms);
    let all: Vec<usize> = (0..goals.len()).collect();
    let analysis = ShapeWith(join).analyse(&task, &all, &mut Budget::new(Effort::Normal.steps()));
    let judgement = judge(case, program, analysis.verdicts.iter().map(|(goal, verdict)| (&goals[*goal], verdict)));
    let figures: Vec<String> = analysis.statistics.iter().map(|(name, count)| format!("{count} {name}")).collect();
    (judgement, format!("  {}", figures.join(", ")))
}
