//! Random programs: what the engine calls proved (or never reached) must not fail in any execution.

use cairn_cases::{Claims, random_inputs, seeds};
use cairn_engine::{Engine, Terms};
use cairn_summary::{Coarse, Modular, ModularWith, Summary};

/// Enough for a few ten thousand instructions.
const BUDGET: u64 = 1_000_000;

#[test]
fn what_is_proved_by_inlining_never_fails() {
    what_is_proved_never_fails(&Summary, "main");
}

#[test]
fn what_is_proved_by_summaries_never_fails() {
    what_is_proved_never_fails(&Modular, "main");
}

#[test]
fn what_is_proved_for_every_caller_never_fails() {
    what_is_proved_never_fails(&Modular, "");
}

/// Then many functions are given up, and the others are judged by those of their callers that are not.
#[test]
fn what_is_proved_with_little_to_spend_never_fails() {
    for budget in [BUDGET / 100, BUDGET / 30] {
        what_is_proved_within(budget, &ModularWith(Coarse::Flat), "main");
        what_is_proved_within(budget, &Modular, "main");
    }
}

fn what_is_proved_never_fails(engine: &dyn Engine, entry: &str) {
    what_is_proved_within(BUDGET, engine, entry);
}

fn what_is_proved_within(budget: u64, engine: &dyn Engine, entry: &str) {
    let terms = Terms { alloc_may_fail: false, entry: entry.to_owned(), ..Terms::default() };
    let mut claims = Claims::of(engine, budget);
    for seed in seeds(1, 4) {
        let text = cairn_fuzz::program(seed, &cairn_fuzz::Options::default());
        claims.try_on(&format!("seed_{seed}"), &text, &terms, random_inputs(12, 3_000_000, false));
    }
    claims.confirm();
}
