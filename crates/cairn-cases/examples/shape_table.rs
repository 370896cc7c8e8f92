//! What the engines say about each shape case: `cargo run --release -p cairn-cases --example shape_table [-- PART]`, where
//! PART is a part of `group/name`.

use cairn_cases::{judge, shape_cases};
use cairn_driver::{Loader, Options};
use cairn_engine::{Budget, Effort, Terms};
use cairn_ir::DataModel;
use std::time::Instant;

fn main() -> Result<(), String> {
    let part = std::env::args().nth(1).unwrap_or_default();
    let loader = Loader::new(Options { data_model: Some(DataModel::Lp64), ..Options::default() });
    let terms = Terms { entry: "main".to_owned(), alloc_may_fail: false, locals_hold_at_exit: false };
    let (mut complete, mut wrong, mut all) = (0, 0, 0);
    println!("{:<52} {:>6} {:>7} {:>5} {:>9}", "case", "holds", "refuted", "open", "ms");
    for case in shape_cases()?.iter().filter(|case| case.id().contains(&part)) {
        let program = case.load(&loader)?;
        let start = Instant::now();
        let checked = cairn_driver::check(&program, &terms, Budget::new(Effort::Quick.steps()))
            .map_err(|contradiction| format!("{}: {contradiction}", case.id()))?;
        let time = start.elapsed().as_secs_f64() * 1e3;
        let judgement = judge(case, &program, checked.goals.iter().zip(&checked.results.verdicts));
        let (done, id) = (judgement.is_complete(case), case.id());
        let mark = if done { "" } else { " *" };
        println!("{:<52} {:>6} {:>7} {:>5} {time:>9.1}{mark}", id, judgement.holds, judgement.refuted, judgement.open);
        judgement.wrong.iter().for_each(|text| println!("    WRONG: {text}"));
        complete += usize::from(done);
        wrong += judgement.wrong.len();
        all += 1;
    }
    println!("{complete} of {all} complete (others: *), {wrong} wrong");
    Ok(())
}
