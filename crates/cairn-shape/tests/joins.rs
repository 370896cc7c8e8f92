//! The three ways to join heaps: none says what another refutes, and what is decided by several is decided alike.

use cairn_cases::{ShapeCase, judge, shape_cases};
use cairn_driver::{Loader, Options, parallel_map, thread_count};
use cairn_engine::{Budget, Engine, Task, Terms, Verdict};
use cairn_ir::Program;
use cairn_ir::obligation::{ObligationOptions, obligations_with};
use cairn_shape::{Join, ShapeWith};

const JOINS: [Join; 3] = [Join::Powerset, Join::Merge, Join::Decompose];
const BUDGET: u64 = 200_000;

struct Result {
    verdicts: Vec<(usize, Verdict)>,
    heaps: u64,
    steps: u64,
}

fn analyse(program: &Program, join: Join, budget: u64) -> Result {
    let goals = obligations_with(program, &ObligationOptions::for_users());
    let terms = Terms { alloc_may_fail: false, locals_hold_at_exit: false, ..Terms::default() };
    let task = Task::new(program, &goals, &terms);
    let all: Vec<usize> = (0..goals.len()).collect();
    let analysis = ShapeWith(join).analyse(&task, &all, &mut Budget::new(budget));
    let count = |of: &str| analysis.statistics.iter().find(|(name, _)| *name == of).map_or(0, |(_, count)| *count);
    let (heaps, steps) = (count("heaps"), count("steps"));
    Result { verdicts: analysis.verdicts, heaps, steps }
}

fn loader() -> Loader {
    Loader::new(Options { data_model: Some(cairn_ir::DataModel::Lp64), ..Options::default() })
}

fn case(id: &str) -> Program {
    let cases = shape_cases().expect("cases");
    let case = cases.iter().find(|case| case.id() == id).unwrap_or_else(|| panic!("no case {id}"));
    case.load(&loader()).expect("it compiles")
}

/// What one way to join proves and another refutes.
fn contradictions(name: &str, results: &[Result]) -> Vec<String> {
    let refuted = results.iter().flat_map(|result| &result.verdicts).filter(|(_, verdict)| verdict.is_refuted());
    let proved =
        |goal: usize| results.iter().flat_map(|r| &r.verdicts).any(|(g, verdict)| *g == goal && verdict.holds());
    refuted.filter(|(goal, _)| proved(*goal)).map(|(goal, _)| format!("{name}: {goal}")).collect()
}

/// What is wrong about the verdicts on one case.
fn complaints(loader: &Loader, case: &ShapeCase) -> Vec<String> {
    let program = case.load(loader).expect("it compiles");
    let goals = obligations_with(&program, &ObligationOptions::for_users());
    let results = JOINS.map(|join| analyse(&program, join, BUDGET));
    let mut wrong = contradictions(&case.id(), &results);
    for (result, join) in results.iter().zip(JOINS) {
        let verdicts = result.verdicts.iter().map(|(goal, verdict)| (&goals[*goal], verdict));
        let judgement = judge(case, &program, verdicts);
        wrong.extend(judgement.wrong.iter().map(|text| format!("{} {join:?}: {text}", case.id())));
    }
    wrong
}

#[test]
fn no_way_to_join_is_wrong_about_a_case() {
    let (loader, cases) = (loader(), shape_cases().expect("cases"));
    let wrong = parallel_map(&cases, thread_count(), |case| complaints(&loader, case)).concat();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Three states for each list: multiplied in whole heaps, added in parts. One more heap stands at the loop that frees.
#[test]
fn parts_of_heaps_grow_with_the_number_of_lists_only() {
    let analyse_with = |k: u64, join: Join| analyse(&case(&format!("many/enqueue_{k}")), join, 50_000_000);
    let is_proved = |result: &Result| result.verdicts.iter().all(|(_, verdict)| verdict.holds());
    for k in 1..=4 {
        let whole = analyse_with(k as u64, Join::Powerset);
        assert!(is_proved(&whole) && whole.heaps == 3u64.pow(k) + 1, "{k} lists: {} heaps", whole.heaps);
    }
    let parts: Vec<Result> = (1..=6).map(|k| analyse_with(k, Join::Decompose)).collect();
    for (k, parts) in (1..).zip(&parts) {
        assert!(is_proved(parts) && parts.heaps == 3 * k + 1, "{k} lists: {} parts", parts.heaps);
    }
    // That each list is disjoint from each other one is asked for every pair.
    assert!(parts[5].steps < 36 * parts[0].steps, "{} steps, {} for one list", parts[5].steps, parts[0].steps);
}
