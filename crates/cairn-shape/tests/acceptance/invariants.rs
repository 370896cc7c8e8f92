//! Proofs carry the invariants of the loops that they rest on, as data and in words.

use super::support::program;
use cairn_engine::invariant::{AbstractHeap, Holds, Spot};
use cairn_engine::{Budget, Effort, Engine, LoopInvariant, Task, Terms, Verdict};
use cairn_ir::obligation::{ObligationOptions, obligations_with};
use cairn_shape::Shape;

const TEXT: &str = "#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node { long data; struct node *next; };
static void release(struct node *x) {
    while (x) {
        struct node *t = x->next;
        free(x);
        x = t;
    }
}
int main(void) {
    struct node *x = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = x;
        n->data = 7;
        x = n;
    }
    struct node *one = malloc(sizeof *one);
    one->next = 0;
    one->data = 8;
    release(one);
    release(x);
    return 0;
}
";

/// The invariants of all proofs about a function.
fn invariants(function: &str) -> Vec<LoopInvariant> {
    let program = program("invariants", TEXT);
    let goals = obligations_with(&program, &ObligationOptions::for_users());
    let terms = Terms { alloc_may_fail: false, locals_hold_at_exit: false, ..Terms::default() };
    let task = Task::new(&program, &goals, &terms);
    let all: Vec<usize> = (0..goals.len()).collect();
    let analysis = Shape.analyse(&task, &all, &mut Budget::new(Effort::Normal.steps()));
    let mut found: Vec<LoopInvariant> = Vec::new();
    for (goal, verdict) in &analysis.verdicts {
        let Verdict::Proved(proof) = verdict else { panic!("{:?} is not proved: {verdict:?}", goals[*goal]) };
        assert_eq!(proof.engine, "shape");
        if program.func_name(goals[*goal].func) == function {
            found.clone_from(&proof.invariants);
        }
    }
    found
}

/// What `x` holds in a heap: nothing, or at least so many nodes with this number in each.
fn list(heap: &AbstractHeap) -> (u32, Option<i64>) {
    let x = heap.variables.iter().find(|variable| variable.name == "x").expect("it is live");
    let Holds::Address { object, node: Spot::First, offset: Some(0) } = x.holds else { return (0, None) };
    let object = &heap.objects[object as usize];
    assert_eq!((object.record.as_deref(), object.bytes, object.alive), (Some("node"), Some(16), true));
    let cell =
        |name: &str| object.cells.iter().find(|cell| cell.name.as_deref() == Some(name)).expect("a member").holds;
    assert_eq!(cell("next"), Holds::Null);
    let data = match cell("data") {
        Holds::Number { low, high, .. } if low == high => Some(low),
        _ => None,
    };
    (object.segment.map_or(1, |segment| segment.at_least), data)
}

#[test]
fn a_loop_that_builds_a_list_has_its_lengths() {
    let invariants = invariants("main");
    let [invariant] = &invariants[..] else { panic!("{invariants:?}") };
    assert_eq!((invariant.function.as_str(), invariant.line, invariant.more), ("main", 13, 0));
    let lists: Vec<_> = invariant.heaps.iter().map(list).collect();
    assert!(lists.iter().any(|(nodes, _)| *nodes == 0), "no node at first: {lists:?}");
    assert!(
        lists.iter().all(|list| *list == (0, None) || list.1 == Some(7)),
        "the same number in each node: {lists:?}"
    );
    let words: Vec<String> = invariant.heaps.iter().map(|heap| heap.to_string()).collect();
    let any_length =
        |words: &String| words.starts_with("x -> list of ") && words.ends_with(" or more node that ends in null");
    assert!(words.iter().any(any_length), "{words:?}");
}

#[test]
fn an_invariant_holds_for_every_call() {
    let invariants = invariants("release");
    let [invariant] = &invariants[..] else { panic!("{invariants:?}") };
    let lists: Vec<_> = invariant.heaps.iter().map(list).collect();
    let numbers: Vec<_> = lists.iter().map(|(_, number)| *number).collect();
    assert!(lists.contains(&(1, Some(8))), "of the first call: {lists:?}");
    assert!(numbers.contains(&Some(7)), "of the second call: {lists:?}");
    assert!(lists.iter().any(|(nodes, _)| *nodes == 0), "of both: {lists:?}");
}
