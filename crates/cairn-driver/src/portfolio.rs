//! The list of engines, and the way from a program to verdicts.

use cairn_engine::{Budget, Contradiction, Engine, Results, Task, Terms};
use cairn_explore::Explore;
use cairn_ir::Program;
use cairn_ir::obligation::{Obligation, ObligationOptions, obligations_with};

/// All engines, from cheap to dear. A new one is one line here.
const ENGINES: &[&dyn Engine] = &[&Explore];

/// Every obligation of a program with its verdict.
#[derive(Debug)]
pub struct Checked {
    pub goals: Vec<Obligation>,
    pub results: Results,
}

/// Decides the obligations of a program, as far as the budget goes.
pub fn check(program: &Program, terms: &Terms, budget: Budget) -> Result<Checked, Contradiction> {
    let goals = obligations_with(program, &ObligationOptions::for_users());
    let task = Task { program, goals: &goals, terms };
    let results = cairn_engine::run(&task, ENGINES, budget)?;
    Ok(Checked { goals, results })
}
