//! What the shape engine, alone, makes of the acceptance lists, as Markdown:
//! `cargo run --release -p cairn-cases --example shape_acceptance > docs/engines/shape_acceptance.md`.

use cairn_cases::acceptance::{Item, LISTS};
use cairn_cases::{ShapeCase, judge, shape_cases};
use cairn_driver::{Loader, Options};
use cairn_engine::{Budget, Effort, Engine, Task, Terms};
use cairn_ir::DataModel;
use cairn_ir::obligation::{ObligationOptions, obligations_with};
use cairn_shape::Shape;

/// A case and whether all was said about it.
struct Judged {
    case: ShapeCase,
    complete: bool,
}

fn main() -> Result<(), String> {
    let judged = judge_all()?;
    println!("# What a shape analysis must do, and what ours does\n");
    println!("Written by `cargo run --release -p cairn-cases --example shape_acceptance`; the lists are in");
    println!(
        "`crates/cairn-cases/src/acceptance.rs`, `cargo test -p cairn-shape --test acceptance` holds the engine to them.\n"
    );
    println!(
        "The items follow A. Gotsman, J. Berdine, B. Cook (G), C. Calcagno, D. Distefano, P. O'Hearn, H. Yang (C), both"
    );
    println!(
        "SAS 2006, and R. Manevich's thesis of 2009 (M, P). Every program is a case of `cases/shape`: *right* ones are to be"
    );
    println!(
        "proved as a whole, of their *wrong* variants the error is to be found and nothing else reported. What the engine"
    );
    println!(
        "`shape` does alone, with allocation that succeeds, stands in the last column, with the cases in which it does not.\n"
    );
    for (heading, items) in LISTS {
        println!(
            "## {heading}\n\n| item | what | programs | note | right | wrong | not reached |\n|---|---|---|---|---|---|---|"
        );
        items.iter().for_each(|item| println!("{}", row(item, &judged)));
        println!();
    }
    let count = |right: bool| judged.iter().filter(|j| j.case.is_right() == right).count();
    let done = |right: bool| judged.iter().filter(|j| j.complete && j.case.is_right() == right).count();
    println!(
        "Over all cases: {} of {} right programs proved, {} of {} errors found, no wrong verdict.",
        done(true),
        count(true),
        done(false),
        count(false)
    );
    println!("{MISSING}");
    Ok(())
}

/// Why what is not reached is not. To be read again whenever the tables change.
const MISSING: &str = "
What is missing, by cause: of `blocks`, `free_list` and `roving` keep two lists of blocks in one object and need that together they
are all of it; Kernighan and Ritchie count in headers and follow addresses round a ring, too long for the search of an execution, too.
Of sorted trees, outside of these lists, it cannot be said that all keys below a link are between two others.";

fn row(item: &Item, judged: &[Judged]) -> String {
    let mine: Vec<&Judged> =
        judged.iter().filter(|j| item.includes(&format!("{}/{}", j.case.group, j.case.name))).collect();
    let share = |right: bool| {
        let all: Vec<_> = mine.iter().filter(|j| j.case.is_right() == right).collect();
        if all.is_empty() {
            "–".to_owned()
        } else {
            format!("{} of {}", all.iter().filter(|j| j.complete).count(), all.len())
        }
    };
    let open: Vec<String> = mine.iter().filter(|j| !j.complete).map(|j| format!("`{}`", j.case.id())).collect();
    let programs: Vec<String> = item.programs.iter().map(|program| format!("`{program}`")).collect();
    let (programs, open) = (programs.join(", "), open.join(", "));
    format!(
        "| {} | {} | {programs} | {} | {} | {} | {open} |",
        item.id,
        item.text,
        item.note,
        share(true),
        share(false)
    )
}

fn judge_all() -> Result<Vec<Judged>, String> {
    let loader = Loader::new(Options { data_model: Some(DataModel::Lp64), ..Options::default() });
    let terms = Terms { entry: "main".to_owned(), alloc_may_fail: false, locals_hold_at_exit: false };
    let mut judged = Vec::new();
    for case in shape_cases()? {
        let program = case.load(&loader)?;
        let goals = obligations_with(&program, &ObligationOptions::for_users());
        let task = Task::new(&program, &goals, &terms);
        let all: Vec<usize> = (0..goals.len()).collect();
        let analysis = Shape.analyse(&task, &all, &mut Budget::new(Effort::Normal.steps()));
        let judgement =
            judge(&case, &program, analysis.verdicts.iter().map(|(goal, verdict)| (&goals[*goal], verdict)));
        if let Some(wrong) = judgement.wrong.first() {
            return Err(format!("{}: {wrong}", case.id()));
        }
        judged.push(Judged { complete: judgement.is_complete(&case), case });
    }
    Ok(judged)
}
