//! The three ways to join heaps: none says what another refutes, and what is decided by several is decided alike.

use cairn_cases::{ShapeCase, judge, shape_cases};
use cairn_driver::{Loader, Options};
use cairn_engine::{Budget, Engine, Task, Terms, Verdict};
use cairn_ir::Program;
use cairn_ir::obligation::{ObligationOptions, obligations_with};
use cairn_shape::{Join, ShapeWith};

const JOINS: [Join; 3] = [Join::Powerset, Join::Merge, Join::Decompose];
const BUDGET: u64 = 1_000_000;

struct Result {
    verdicts: Vec<(usize, Verdict)>,
    heaps: u64,
}

fn analyse(program: &Program, join: Join, budget: u64) -> Result {
    let goals = obligations_with(program, &ObligationOptions::for_users());
    let terms = Terms { alloc_may_fail: false, locals_hold_at_exit: false, ..Terms::default() };
    let task = Task::new(program, &goals, &terms);
    let all: Vec<usize> = (0..goals.len()).collect();
    let analysis = ShapeWith(join).analyse(&task, &all, &mut Budget::new(budget));
    let heaps = analysis.statistics.iter().find(|(name, _)| *name == "heaps").map_or(0, |(_, heaps)| *heaps);
    Result { verdicts: analysis.verdicts, heaps }
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

#[test]
fn no_way_to_join_is_wrong_about_a_case() {
    let (loader, mut wrong) = (loader(), Vec::new());
    let few = |case: &ShapeCase| match case.group.as_str() {
        "lists" | "local" => true,
        "many" => case.name.ends_with("_2") || case.name == "enqueue_events" || case.name == "queue_2_stacks",
        _ => false,
    };
    for case in shape_cases().expect("cases").iter().filter(|case| few(case)) {
        let program = case.load(&loader).expect("it compiles");
        let goals = obligations_with(&program, &ObligationOptions::for_users());
        let results = JOINS.map(|join| analyse(&program, join, BUDGET));
        for (result, join) in results.iter().zip(JOINS) {
            let verdicts = result.verdicts.iter().map(|(goal, verdict)| (&goals[*goal], verdict));
            let judgement = judge(case, &program, verdicts);
            wrong.extend(judgement.wrong.iter().map(|text| format!("{} {join:?}: {text}", case.id())));
        }
        wrong.extend(contradictions(&case.id(), &results));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Three states for each list: multiplied in whole heaps, added in parts.
#[test]
fn parts_of_heaps_grow_with_the_number_of_lists_only() {
    for (k, whole) in [(1, 3), (2, 9), (3, 27)] {
        let program = case(&format!("many/enqueue_{k}"));
        let at_the_loop = |join: Join| analyse(&program, join, 50_000_000).heaps;
        let (powerset, parts) = (at_the_loop(Join::Powerset), at_the_loop(Join::Decompose));
        println!("{k} lists: {powerset} heaps, {parts} parts");
        assert!(powerset >= whole, "{powerset}");
        assert!(parts <= 20 * k, "{parts}");
    }
}
