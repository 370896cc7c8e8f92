//! Verdicts of engines held against the execution of a case: what fails in it is not proved by any of them.

use crate::case::Case;
use crate::check::{config, load};
use crate::execute::execute;
use cairn_driver::{Loader, check_with};
use cairn_engine::{Alone, Budget, GoalIndex, Terms};
use cairn_interp::End;
use cairn_ir::Rule;
use cairn_ir::obligation::{Obligation, ObligationOptions, obligations_with};

/// What the execution breaks although an engine calls it proved or never reached, in words; `None` is all engines together.
pub fn proved_and_yet_fails(
    loader: &Loader,
    case: &Case,
    engines: &[Option<&str>],
    terms: &[Terms],
    budget: u64,
) -> Result<Vec<String>, String> {
    let program = load(loader, case)?;
    let goals = obligations_with(&program, &ObligationOptions::for_users());
    let index = GoalIndex::new(&program, &goals);
    let outcome = execute(&program, config(case)?).outcome;
    let lost = outcome.leaks.iter().filter(|leak| leak.rule == Rule::MemoryLeak);
    let mut failing: Vec<usize> = lost.filter_map(|leak| index.of_leak(leak)).collect();
    if let End::Error(report) = &outcome.end {
        let goal = index.of_error(report);
        // What is checked on request only has no obligations.
        let asked_for = report.rule == Rule::StackExhaustion || !case.checks.is_empty();
        if goal.is_none() && !report.stack.is_empty() && !asked_for {
            return Ok(vec![format!("no obligation stands for {}", report.rule)]);
        }
        failing.extend(goal);
    }
    let mut wrong = Vec::new();
    let ways = engines.iter().flat_map(|&engine| terms.iter().map(move |terms| (engine, terms)));
    for (engine, terms) in ways.filter(|_| !failing.is_empty()) {
        match check_with(&program, terms, Budget::new(budget), engine, &Alone) {
            Ok(checked) => {
                let proved = failing.iter().filter(|goal| checked.results.verdicts[**goal].holds());
                wrong.extend(proved.map(|goal| said(engine, &goals[*goal])));
            }
            Err(contradiction) => wrong.push(contradiction.to_string()),
        }
    }
    Ok(wrong)
}

fn said(engine: Option<&str>, goal: &Obligation) -> String {
    let engine = engine.unwrap_or("all engines");
    format!("{engine}: {} on line {} is proved: {}", goal.rule, goal.span.line, goal.text)
}
