//! The acceptance lists of the literature (`cairn_cases::acceptance`): every program is proved, every error in a wrong variant
//! is found and nothing else reported. `OPEN` are the cases that the engine does not decide.
//!
//! `calls`, `sets` and `predicates` have what verdicts alone do not show.

mod calls;
mod invariants;
mod predicates;
mod sets;
mod support;

use cairn_cases::acceptance::{Item, LISTS};
use cairn_cases::{Judgement, ShapeCase, judge, shape_cases};
use cairn_driver::{parallel_map, thread_count};
use cairn_engine::{Budget, Effort, Engine, Task, Terms};
use cairn_ir::obligation::{ObligationOptions, obligations_with};
use cairn_shape::Shape;
use std::collections::BTreeMap;

/// Cases of the lists that the engine, alone, leaves open.
const OPEN: &[&str] = &[
    "blocks/free_list",
    "blocks/kernighan_ritchie",
    "blocks/kernighan_ritchie.header-above",
    "blocks/roving",
    "trees/delete_sorted",
    "trees/insert_sorted",
];

/// Programs of one item that are analysed here, at most. The example `shape_acceptance` goes through all of them.
const SOME: usize = 3;

fn belongs(item: &Item, case: &ShapeCase) -> bool {
    item.includes(&format!("{}/{}", case.group, case.name))
}

/// What the engine, alone, says about a case.
fn judged(case: &ShapeCase) -> Judgement {
    let program = case.load(&support::loader()).expect("it compiles");
    let goals = obligations_with(&program, &ObligationOptions::for_users());
    let terms = Terms { alloc_may_fail: false, locals_hold_at_exit: false, ..Terms::default() };
    let task = Task::new(&program, &goals, &terms);
    let all: Vec<usize> = (0..goals.len()).collect();
    let analysis = Shape.analyse(&task, &all, &mut Budget::new(Effort::Normal.steps()));
    judge(case, &program, analysis.verdicts.iter().map(|(goal, verdict)| (&goals[*goal], verdict)))
}

/// `None` if all is said, and rightly.
fn complaint(case: &ShapeCase) -> Option<String> {
    let judgement = judged(case);
    if let Some(wrong) = judgement.wrong.first() {
        return Some(format!("{}: {wrong}", case.id()));
    }
    (!judgement.is_complete(case)).then(|| format!("{}: {} open", case.id(), judgement.open))
}

/// Every item has its programs, and what is said to be open is there.
#[test]
fn items_have_cases() {
    let cases = shape_cases().expect("cases");
    for (_, items) in LISTS {
        for item in *items {
            for program in item.programs {
                let alone = Item { programs: std::slice::from_ref(program), ..*item };
                let right = cases.iter().filter(|case| case.is_right() && belongs(&alone, case));
                assert!(right.count() > 0, "{}: no case {program}", item.id);
                let wrong = cases.iter().filter(|case| !case.is_right() && belongs(&alone, case));
                assert!(wrong.count() > 0, "{}: {program} has no wrong variant", item.id);
            }
        }
    }
    let known = |id: &&str| cases.iter().any(|case| case.id() == **id);
    assert!(OPEN.iter().all(known));
}

#[test]
fn the_lists_are_met() {
    let cases = shape_cases().expect("cases");
    let mut chosen: BTreeMap<String, &ShapeCase> = BTreeMap::new();
    for item in LISTS.iter().flat_map(|(_, items)| *items) {
        let decided = |case: &&ShapeCase| belongs(item, case) && !OPEN.contains(&case.id().as_str());
        chosen.extend(cases.iter().filter(decided).take(SOME).map(|case| (case.id(), case)));
    }
    assert_met(&chosen.into_values().collect::<Vec<_>>());
}

/// Programs beside the lists: other layouts of nodes, and trees.
#[test]
fn layouts_and_trees_are_met() {
    let cases = shape_cases().expect("cases");
    let is_beside = |case: &&ShapeCase| ["layouts", "trees"].contains(&case.group.as_str()) && case.is_right();
    let decided = cases.iter().filter(is_beside).filter(|case| !OPEN.contains(&case.id().as_str()));
    assert_met(&decided.collect::<Vec<_>>());
}

/// M23, P15: each mistake with `free`, and the missing null test, is found, and found once.
#[test]
fn mistakes_are_found_once() {
    let cases = shape_cases().expect("cases");
    let is_one = |case: &&ShapeCase| {
        let of_free = case.group == "local" && case.name == "nothing" && !case.is_right();
        of_free || case.id() == "lists/search.no-null-test"
    };
    let found: Vec<(String, usize)> =
        cases.iter().filter(is_one).map(|case| (case.id(), judged(case).refuted)).collect();
    assert!(found.len() == 4 && found.iter().all(|(_, refuted)| *refuted == 1), "{found:?}");
}

fn assert_met(cases: &[&ShapeCase]) {
    let complaints = parallel_map(cases, thread_count(), |case| complaint(case));
    let complaints: Vec<String> = complaints.into_iter().flatten().collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
