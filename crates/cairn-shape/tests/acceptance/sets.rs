//! How many heaps stand at the heads of loops (items C3 to C6, M15, M21), and that ways to join agree (C13, M12).

use super::support::{Outcome, analyse, case, limits, loader, program};
use cairn_cases::shape_cases;
use cairn_driver::{parallel_map, thread_count};
use cairn_shape::{Join, Limits, Patience};

fn with(join: Join) -> Limits {
    Limits { join, steps: 5_000_000, patience: Patience::LONG, ..limits() }
}

/// C3 to C6: no more heaps stand at the loop than states in the literature.
#[test]
fn allocators_take_few_heaps() {
    let rows = [
        ("blocks/first_fit", "allocate", Patience::LONG, 18),
        ("blocks/free_acyclic", "release", Patience::SHORT, 6),
        ("blocks/best_fit", "allocate", Patience::LONG, 90),
        ("blocks/malloc_roving", "allocate", Patience::LONG, 33),
        ("blocks/free_roving", "release", Patience::NONE, 16),
    ];
    for (id, func, patience, theirs) in rows {
        let outcome = analyse(&case(id), Limits { patience, ..with(Join::Merge) });
        assert!(outcome.is_safe(), "{id}: {:?} {:?}", outcome.stopped, outcome.doubts);
        let ours = outcome.heaps_in(func);
        assert!((1..=theirs).contains(&ours), "{id}: {ours} heaps");
    }
}

/// C13: nothing changes if no shapes are joined.
#[test]
fn first_fit_is_proved_without_joins() {
    for case in shape_cases().expect("cases").iter().filter(|case| case.name == "first_fit") {
        let program = case.load(&loader()).expect("it compiles");
        let [merged, apart] = [Join::Merge, Join::Powerset].map(|join| analyse(&program, with(join)));
        assert_eq!(merged.stopped, apart.stopped, "{}", case.id());
        assert_eq!(merged.doubts, apart.doubts, "{}", case.id());
        assert_eq!(merged.is_safe(), case.is_right(), "{}", case.id());
    }
}

/// C15: a block whose size a variable has is not one of the list that it leads to.
#[test]
fn a_block_that_relates_variables_stays_apart() {
    let text = "#include <cairn.h>
#include <stdlib.h>
struct block { struct block *link; long size; };
static struct block *block(long size, struct block *link) {
    struct block *p = malloc(size * sizeof(long));
    p->size = size;
    p->link = link;
    return p;
}
static long any_size(void) { return 2 + cairn_nondet_uchar(); }
int main(void) {
    struct block *z = 0;
    while (cairn_nondet_bool()) z = block(any_size(), z);
    long y = any_size();
    struct block *x = block(y, z);
    long count = 0;
    while (cairn_nondet_bool()) count++;
    cairn_assert(x->size == y);
    while (x) { z = x->link; free(x); x = z; }
    return count == y;
}";
    let program = program("measured", text);
    for join in [Join::Merge, Join::Powerset] {
        let outcome = analyse(&program, with(join));
        assert!(outcome.is_safe(), "{join:?}: {:?} {:?}", outcome.stopped, outcome.doubts);
    }
}

/// M12: what is proved with joins is proved without, and the other way round, wherever both come to their end.
#[test]
fn joined_or_not_the_verdicts_are_the_same() {
    let cases = shape_cases().expect("cases");
    let right: Vec<_> = cases.iter().filter(|case| case.is_right()).collect();
    let compared = parallel_map(&right, thread_count(), |case| {
        let program = case.load(&loader()).expect("it compiles");
        let both = [Join::Merge, Join::Powerset].map(|join| {
            let patience = Patience::LONG;
            analyse(&program, Limits { join, patience, steps: 60_000, ..limits() })
        });
        let finished = both.iter().all(|outcome| outcome.stopped.is_none());
        finished.then(|| (both[0].doubts == both[1].doubts, case.id(), both.map(|outcome| outcome.doubts)))
    });
    let compared: Vec<_> = compared.into_iter().flatten().collect();
    let different: Vec<_> = compared.iter().filter(|(same, ..)| !same).collect();
    assert!(compared.len() > 100, "{} cases", compared.len());
    assert!(different.is_empty(), "{different:#?}");
}

/// M15: 3^k heaps, 3k parts.
#[test]
fn queues_multiply_as_wholes_and_add_up_in_parts() {
    for (k, whole) in [(1, 3), (2, 9), (3, 27)] {
        let program = case(&format!("many/enqueue_{k}"));
        let powerset = analyse(&program, with(Join::Powerset));
        assert!(powerset.is_safe(), "{k}: {:?} {:?}", powerset.stopped, powerset.doubts);
        // One more at each loop that frees, of which none stands in `main`.
        assert_eq!(powerset.heaps_in("main"), whole, "{k} lists");
        let parts = analyse(&program, with(Join::Decompose));
        assert!(parts.is_safe(), "{k}: {:?} {:?}", parts.stopped, parts.doubts);
    }
}

/// M20: programs on one list are proved in parts, too. That the last cell is there once the walk has ended, and that no cell of
/// one iteration is in front of the list of another, is known, since otherwise nothing would hold the rest of the list.
#[test]
fn one_list_is_proved_in_parts() {
    let cases = shape_cases().expect("cases");
    let right: Vec<_> = cases.iter().filter(|case| case.group == "lists" && case.is_right()).collect();
    parallel_map(&right, thread_count(), |case| {
        let program = case.load(&loader()).expect("it compiles");
        for join in [Join::Powerset, Join::Decompose] {
            let outcome = analyse(&program, with(join));
            assert!(outcome.is_safe(), "{} {join:?}: {:?} {:?}", case.id(), outcome.stopped, outcome.doubts);
        }
    });
}

const LISTS: &str = "#include <cairn.h>
#include <stdlib.h>
struct node { struct node *next; };
static struct node *cell(struct node *next) { struct node *n = malloc(sizeof *n); n->next = next; return n; }
static struct node *list_to(struct node *rest) { while (cairn_nondet_bool()) rest = cell(rest); return rest; }
";

fn in_parts(name: &str, text: &str) -> Outcome {
    analyse(&program(name, &format!("{LISTS}{text}")), Limits { locals_hold_at_exit: true, ..with(Join::Decompose) })
}

/// M20, P8: so are two lists of which each is attached as soon as the other one has ended.
#[test]
fn two_lists_are_merged_in_parts() {
    let text = "int main(void) {
    struct node *p = list_to(cell(0)), *q = list_to(cell(0)), *h = p, *last = p;
    p = p->next;
    for (;;) {
        if (!p) { last->next = q; break; }
        if (!q) { last->next = p; break; }
        struct node *front;
        if (cairn_nondet_bool()) { front = p; p = p->next; } else { front = q; q = q->next; }
        last->next = front;
        last = front;
    }
    cairn_list(h, next);
    while (h) { struct node *t = h->next; free(h); h = t; }
    return 0;
}";
    let outcome = in_parts("merge", text);
    assert!(outcome.is_safe(), "{:?} {:?}", outcome.stopped, outcome.doubts);
}

/// M20, P12: a list that ends in a cycle is turned round without an error and without a leak.
#[test]
fn a_handle_of_a_cycle_is_reversed_in_parts() {
    let text = "static struct node *x, *y, *entry;
int main(void) {
    entry = cell(0);
    entry->next = list_to(entry);
    x = list_to(cell(entry));
    struct node *rest = x, *done = 0;
    while (rest) { struct node *t = rest->next; rest->next = done; done = rest; rest = t; }
    y = done;
    return 0;
}";
    let outcome = in_parts("panhandle", text);
    assert!(outcome.is_safe(), "{:?} {:?}", outcome.stopped, outcome.doubts);
}

/// M20, P18: nobody takes from the empty queue; in parts, that one stack is empty says nothing of the other.
#[test]
fn a_queue_of_two_stacks_needs_both_together() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../cases/shape/many/queue_2_stacks.c"));
    let text = text.expect("a case");
    let line = |part: &str| 1 + text.lines().position(|line| line.contains(part)).expect("a line") as u32;
    let (empty, pop) = (line("cairn_assert(!is_empty())"), line("stack2 = top->next"));
    let program = case("many/queue_2_stacks");
    let whole = analyse(&program, with(Join::Powerset));
    assert!(
        whole.stopped.is_none() && whole.doubts.iter().all(|(at, _)| *at != empty && *at != pop),
        "{:?}",
        whole.doubts
    );
    let parts = analyse(&program, with(Join::Decompose));
    assert!(parts.stopped.is_none() && [empty, pop].iter().all(|at| parts.doubts.iter().any(|(doubt, _)| doubt == at)));
}

/// M21: lists that are joined or split are proved as wholes and in parts. With one more list there are almost three times as many
/// wholes, and few more parts.
#[test]
fn many_lists_are_many_wholes_and_few_parts() {
    let rows = [
        ("many/split_3", Join::Powerset),
        ("many/split_4", Join::Powerset),
        ("many/split_5", Join::Powerset),
        ("many/join_5", Join::Powerset),
        ("many/split_4", Join::Decompose),
        ("many/split_5", Join::Decompose),
        ("many/join_5", Join::Decompose),
        ("many/serial_4", Join::Decompose),
        ("many/serial_5", Join::Decompose),
    ];
    let figures = parallel_map(&rows, thread_count(), |&(id, join)| {
        let outcome = analyse(&case(id), Limits { steps: 20_000_000, visits: 10_000, ..with(join) });
        assert!(outcome.is_safe(), "{id} {join:?}: {:?} {:?}", outcome.stopped, outcome.doubts);
        outcome
    });
    let heaps: Vec<usize> = figures.iter().map(|outcome| outcome.heaps_in("main")).collect();
    let [three, four, five, _, four_parts, five_parts, _, serial_4, serial_5] = heaps[..] else { panic!("{heaps:?}") };
    assert!(2 * four > 5 * three && 2 * five > 5 * four && five >= 10 * five_parts, "{heaps:?}");
    assert!(10 * five_parts <= 16 * four_parts && 10 * serial_5 <= 16 * serial_4, "{heaps:?}");
    // The loops of `join_5` are in functions that see one list each: what differs is how often.
    assert!(figures[3].steps >= 10 * figures[6].steps, "{} and {} steps", figures[3].steps, figures[6].steps);
}
