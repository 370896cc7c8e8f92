//! Calls on local heaps: what the table has, and what fewer cutpoints cost (items G1, G2, G3, G13).

use super::support::{Outcome, analyse, case, limits, program};
use cairn_cases::{Expectation, shape_cases};
use cairn_ir::{Program, Rule};
use cairn_shape::{Limits, Patience};

fn with_cutpoints(program: &Program, cutpoints: usize) -> Outcome {
    analyse(program, Limits { cutpoints, ..limits() })
}

/// G1: the caller's own cell still points to where it did; without cutpoints that is forgotten, and nothing else.
#[test]
fn where_the_caller_points_into_the_callee_s_list_stays_known() {
    let program = case("local/frame");
    assert!(with_cutpoints(&program, 12).is_safe());
    let forgetful = with_cutpoints(&program, 0);
    assert!(forgetful.doubts(Rule::AssertionFailure), "{:?}", forgetful.doubts);
    assert!(forgetful.table.iter().all(|entry| entry.cutpoints == 0));
}

/// G2: of three calls of `append` the second is like the first; the third has one more pointer into its lists.
#[test]
fn a_call_that_is_like_another_is_not_analysed_again() {
    let program = case("local/append_thrice");
    let outcome = analyse(&program, limits());
    assert!(outcome.is_safe(), "{:?} {:?}", outcome.stopped, outcome.doubts);
    let append = program.func_named("append").expect("a function");
    let cutpoints: Vec<usize> =
        outcome.table.iter().filter(|entry| entry.func == append).map(|entry| entry.cutpoints).collect();
    // Each list is one cell or more of them, which makes four heaps of two lists: of both calls together.
    let few = cutpoints.iter().min().expect("it is called");
    assert_eq!(cutpoints.iter().filter(|count| *count == few).count(), 4, "{cutpoints:?}");
    assert!(cutpoints.iter().all(|count| count == few || *count == few + 1), "{cutpoints:?}");
    assert!(!with_cutpoints(&program, 0).is_safe(), "what the caller has is known by cutpoints only");
}

/// A walk of a search tree that has pointers to keys above: every call of it waits for its own place, and since all of them only
/// look, none of these is a cutpoint. That keys are sorted is not known.
#[test]
fn functions_that_only_look_have_no_cutpoints() {
    let program = case("trees/insert_sorted");
    let outcome = analyse(&program, Limits { locals_hold_at_exit: true, ..limits() });
    assert_eq!(outcome.stopped, None);
    let doubts: Vec<_> = outcome.doubts.iter().map(|(_, rule)| *rule).collect();
    assert_eq!(doubts, [Rule::AssertionFailure.name()]);
    let check = program.func_named("check_sorted").expect("a function");
    assert!(outcome.table.iter().filter(|entry| entry.func == check).all(|entry| entry.cutpoints <= 3));
}

/// Recursion with three pointers into the list: an entry is looked at again only if what it took from others has grown.
#[test]
fn recursion_does_not_repeat_what_has_not_changed() {
    let outcome =
        analyse(&case("calls/insert_rec_3"), Limits { patience: Patience::SHORT, steps: 200_000, ..limits() });
    assert!(outcome.is_safe(), "{:?} {:?}", outcome.stopped, outcome.doubts);
}

/// A list whose last node is not folded yet is joined with the same list: nothing is added, so the loop is at its end.
#[test]
fn a_join_that_was_there_before_ends_the_loop() {
    let limits = Limits { patience: Patience::SHORT, steps: 50_000, ..limits() };
    let outcome = analyse(&case("calls/insertionsort_it"), limits);
    assert!(outcome.is_safe(), "{:?} {:?}", outcome.stopped, outcome.doubts);
}

/// The cell that is inserted still leads to its old successor, which nobody will follow: it makes no cutpoint, so that their
/// number does not grow with the list.
#[test]
fn a_link_that_is_overwritten_makes_no_cutpoint() {
    let program = case("calls/tailsort_rec");
    for patience in [Patience::NONE, Patience::SHORT, Patience::LONG] {
        let outcome = analyse(&program, Limits { patience, steps: 20_000, ..limits() });
        assert!(outcome.is_safe(), "{:?} {:?}", outcome.stopped, outcome.doubts);
        assert!(outcome.table.iter().all(|entry| entry.cutpoints <= 2), "{:?}", outcome.table);
    }
    let quick = Limits { patience: Patience::NONE, steps: 20_000, ..limits() };
    assert!(analyse(&case("calls/quicksort_rec"), quick).is_safe());
}

/// The link is not forgotten if somebody looks at it first.
#[test]
fn a_link_that_is_read_first_is_kept() {
    let text = "#include <cairn.h>
#include <stdlib.h>
struct node { struct node *next; };
static void put(struct node *e, struct node *after, int deep) {
    if (deep) return put(e, after, deep - 1);
    CONDITION
    e->next = after;
}
int main(void) {
    struct node *b = malloc(sizeof *b), *a = malloc(sizeof *a);
    b->next = 0;
    a->next = b;
    put(a, 0, cairn_nondet_bool());
    free(a);
    free(b);
    return 0;
}";
    for condition in ["", "if (!e->next) free(e);", "if (!e->next || e->next->next) free(e);"] {
        let outcome = analyse(&program("link", &text.replace("CONDITION", condition)), limits());
        assert!(outcome.is_safe(), "{condition}: {:?} {:?}", outcome.stopped, outcome.doubts);
    }
    let wrong = analyse(&program("link", &text.replace("CONDITION", "if (e->next) free(e);")), limits());
    assert!(wrong.doubts(Rule::UseAfterFree), "{:?}", wrong.doubts);
}

/// Three lists with pointers into them become one: each order of the pointers is a heap, and no more.
#[test]
fn pointers_into_a_list_keep_their_order() {
    let limits = Limits { patience: Patience::NONE, steps: 150_000, ..limits() };
    for id in ["calls/merge_it_3", "calls/mergesort_it", "many/serial_5"] {
        let outcome = analyse(&case(id), limits);
        assert!(outcome.is_safe(), "{id}: {:?} {:?}", outcome.stopped, outcome.doubts);
    }
}

/// G3: the stack and two iterators are three cutpoints. With fewer, one of them is not known any more.
#[test]
fn two_iterators_need_their_cutpoints() {
    let program = case("local/iterator");
    for cutpoints in 0..8 {
        let outcome = with_cutpoints(&program, cutpoints);
        assert_eq!(outcome.is_safe(), cutpoints >= 3, "{cutpoints}: {:?} {:?}", outcome.stopped, outcome.doubts);
    }
}

/// G13: with fewer cutpoints less is proved, and never what is wrong; more than enough change nothing.
#[test]
fn fewer_cutpoints_lose_only_where_things_are() {
    for case in shape_cases().expect("cases").iter().filter(|case| case.group == "local") {
        let program = case.load(&super::support::loader()).expect("it compiles");
        let enough = with_cutpoints(&program, 12);
        for cutpoints in [0, 1, 2, 3, 4, 6] {
            let outcome = with_cutpoints(&program, cutpoints);
            let missed = outcome.stopped.is_none() && !enough.doubts.is_subset(&outcome.doubts);
            assert!(!missed, "{} with {cutpoints}: {:?}", case.id(), outcome.doubts);
            if case.case.expect != Expectation::Nothing {
                assert!(!outcome.is_safe(), "{} with {cutpoints}", case.id());
            }
            if cutpoints >= 6 {
                assert_eq!(outcome.doubts, enough.doubts, "{} with {cutpoints}", case.id());
            }
        }
    }
}

/// A variable whose address a callee gets ends with its function, whether or not it counts as a cutpoint.
#[test]
fn variables_end_however_few_cutpoints_there_are() {
    let text = "#include <stdlib.h>
        int __VERIFIER_nondet_int(void);
        struct node { struct node *next; };
        static void push(struct node **p) {
            while (__VERIFIER_nondet_int()) { struct node *n = malloc(sizeof *n); n->next = *p; *p = n; }
        }
        static void lose(void) { struct node *l = 0; push(&l); }
        int main(void) { lose(); return 0; }";
    let program = program("variables_end", text);
    for cutpoints in [0, 1, 12] {
        let outcome = with_cutpoints(&program, cutpoints);
        assert!(outcome.stopped.is_some() || outcome.doubts(Rule::MemoryLeak), "with {cutpoints}");
    }
}
