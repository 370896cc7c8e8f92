//! The acceptance cases of bottom-up summaries with strong updates, as C: what callers know after calls, for every way in
//! which arguments can be one object.
//!
//! Every function named `ok_…` must be proved wherever it is called from `main`; in every function named `fails_…` the
//! assertion must stay open.

use cairn_driver::{Input, Loader, Options};
use cairn_engine::Engine;
use cairn_ir::{FuncOrigin, Program, Rule};
use cairn_summary::{Limits, Modules};

const PRELUDE: &str = "#include <stdlib.h>\n#include <assert.h>\nint __VERIFIER_nondet_int(void);\n\
                       #define choose if (__VERIFIER_nondet_int())\n";

fn load(name: &str, text: &str) -> Program {
    let file = std::env::temp_dir().join(format!("cairn-acceptance-{}-{name}.c", std::process::id()));
    std::fs::write(&file, PRELUDE.to_owned() + text).expect("written");
    let loaded = Loader::new(Options::default()).load(&[Input::new(&file, &["-w".to_owned()])]);
    std::fs::remove_file(&file).ok();
    loaded.unwrap_or_else(|error| panic!("{name}: {error}")).program
}

/// Adds a `main` that calls every `ok_` and `fails_` function.
fn with_main(text: &str) -> String {
    let is_case = |word: &&str| word.starts_with("ok_") || word.starts_with("fails_");
    let names: Vec<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(is_case).collect();
    assert!(!names.is_empty());
    let calls: String = names.iter().map(|name| format!("{name}(); ")).collect();
    format!("{text}\nint main(void) {{ {calls} return 0; }}\n")
}

#[track_caller]
fn case(name: &str, text: &str) {
    case_of(name, text, &[]);
}

/// As `case`, where the checks of `fails_` functions fail in a callee: (case, function in which, rule).
#[track_caller]
fn case_of(name: &str, text: &str, below: &[(&str, Rule)]) {
    let program = load(name, &with_main(text));
    let limits = Limits { alloc_may_fail: false, ..Limits::default() };
    let main = program.func_named("main").expect("main");
    let modules = Modules::of(&program, Some(main), limits, 1);
    assert!(modules.summary(main).is_some_and(|summary| summary.is_ok()), "{name}: main has no summary");
    let open: Vec<(&str, Rule)> =
        modules.may_fail(main).map(|check| (program.func_name(check.func), check.rule)).collect();
    for (func, rule) in &open {
        let user = program.func_named(func).is_some_and(|id| program.funcs[id].origin == FuncOrigin::User);
        // Behind the return of `main` runs what unknown code may have registered.
        let expected = func.starts_with("fails_") || !user || *func == "main";
        assert!(expected || below.contains(&(func, *rule)), "{name}: {rule} in {func} is open: {open:?}");
    }
    for (id, func) in program.funcs.iter_enumerated().filter(|(_, func)| func.origin == FuncOrigin::User) {
        let name_of = program.func_name(id);
        let asserts = below.iter().all(|(_, rule)| *rule == Rule::MemoryLeak);
        if name_of.starts_with("fails_") && func.is_defined() && asserts {
            assert!(open.contains(&(name_of, Rule::AssertionFailure)), "{name}: {name_of} is not open");
        }
    }
    for expected in below {
        assert!(open.contains(expected), "{name}: {expected:?} is not open: {open:?}");
    }
}

#[test]
fn c01_the_first_example() {
    let f = "static void f(int **a, int **b, int *p, int *q) { *a = p; *b = q; **a = 3; **b = 4; }";
    let callers = "
        static void ok_distinct(void) { int x = 0, y = 0, *a, *b; f(&a, &b, &x, &y); assert(x == 3); }
        static void ok_same_targets(void) { int x = 0, *a, *b; f(&a, &b, &x, &x); assert(x == 4); }
        static void ok_same_cells(void) { int x = 0, y = 0, *a; f(&a, &a, &x, &y); assert(x == 0); }";
    case("c01", &format!("{f}{callers}"));
    // The opposite of what each caller knows must not be proved. One at a time: a failing assertion ends the program.
    for (name, opposite) in [("distinct", "x == 3"), ("same_targets", "x == 4"), ("same_cells", "x == 0")] {
        let failing = callers.replace(&format!("ok_{name}"), &format!("fails_{name}"));
        let line = failing.lines().find(|line| line.contains("fails_")).expect("replaced");
        let line = line.replace(opposite, &opposite.replace("==", "!="));
        case(&format!("c01_{name}"), &format!("{f}{line}"));
    }
}

#[test]
fn c02_c03_c04_a_latent_failure_is_reported_at_the_call() {
    let f6 = "static void f6(int **a1, int **a2) { *a1 = malloc(4); *a2 = malloc(4); **a1 = 7; **a2 = 8; assert(**a1 == 7); }";
    let distinct = "static void ok_distinct(void) { int *p, *q; f6(&p, &q); free(p); free(q); }";
    case("c02", &format!("{f6}{distinct}"));
    let same = "static void fails_same(void) { int *p; f6(&p, &p); }";
    // One block is lost before the assertion fails.
    let failing = [("f6", Rule::AssertionFailure), ("f6", Rule::MemoryLeak)];
    case_of("c03", &format!("{f6}{same}"), &failing);
    let h = "static void h(int **a, int **b) { f6(a, b); }";
    let through = "static void ok_through(void) { int *p, *q; h(&p, &q); free(p); free(q); }";
    case("c04", &format!("{f6}{h}{through}"));
    let through = "static void fails_through(void) { int *p; h(&p, &p); }";
    case_of("c04_same", &format!("{f6}{h}{through}"), &failing);
}

#[test]
fn c05_c06_updates_at_calls_are_strong_and_blocks_differ_by_call() {
    case("c05", "static void set(int *p) { *p = 1; } static void ok_set(void) { int x = 0; set(&x); assert(x == 1); }");
    case(
        "c06",
        "static int *mk(void) { return malloc(4); } static void ok_two(void) { int *a = mk(), *b = mk(); *a = 1; *b = 2;
         assert(*a == 1); free(a); free(b); }",
    );
}

#[test]
fn c07_three_names_of_one_cell() {
    let k = "static void k(int *a, int *b, int *c, int *t1, int *t2) { *c = 1; *t1 = *b; *a = 2; *t2 = *b; }
        static void ok_all(void) { int x, t1, t2; k(&x, &x, &x, &t1, &t2); assert(t1 == 1); assert(t2 == 2); }
        static void ok_none(void) { int x, y = 5, z, t1, t2; k(&x, &y, &z, &t1, &t2); assert(t1 == 5 && t2 == 5 && x == 2 && z == 1); }";
    case("c07", k);
}

#[test]
fn c08_c09_c34_writes_are_done_again_in_order() {
    let w = "static void w(int *p, int *q) { *p = 1; *q = 2; }";
    case("c08", &format!("{w} static void ok_w(void) {{ int x; w(&x, &x); assert(x == 2); }}"));
    case(
        "c09",
        "static void w3(int *p, int *q, int c) { *p = 1; *q = 2; if (c) *p = 3; }
         static void ok_w3(void) { int x; w3(&x, &x, 0); assert(x == 2); w3(&x, &x, 1); assert(x == 3); }",
    );
    let callers = "static void g(int *a, int *b) { w(b, a); } static void h(int *a, int *b) { w(b, a); w(a, b); }
        static void ok_g(void) { int x; g(&x, &x); assert(x == 2); }
        static void ok_h(void) { int x, y; h(&x, &x); assert(x == 2); h(&x, &y); assert(x == 1 && y == 2); }";
    case("c34", &format!("{w}{callers}"));
}

#[test]
fn c10_c11_reads_after_writes() {
    case(
        "c10",
        "static int r(int *p, int *q) { *p = 1; return *q; }
         static void ok_r(void) { int x; assert(r(&x, &x) == 1); int y = 5; assert(r(&x, &y) == 5); }",
    );
    case(
        "c11",
        "static void swap(int **a, int **b) { int *t = *a; *a = *b; *b = t; }
         static void ok_swap(void) { int x, y, *p = &x, *q = &y; swap(&p, &q); assert(p == &y && q == &x);
             swap(&p, &p); assert(p == &y); }",
    );
}

#[test]
fn c12_one_of_two_objects() {
    case(
        "c12",
        "static void f(int **a, int **b, int *p, int *q) { *a = p; *b = q; **a = 3; **b = 4; }
         static void ok_choice(void) { int c = __VERIFIER_nondet_int(), x = 0, y = 0, *a, *b; int *q = c ? &x : &y;
             f(&a, &b, &x, q); if (c) assert(x == 4); else assert(x == 3); }",
    );
}

#[test]
fn c17_c18_c19_globals_frees_and_fields() {
    let s = "int G; static void s(int *p) { G = 1; *p = 2; assert(G == 1); }";
    case("c17", &format!("{s} static void ok_local(void) {{ int l; s(&l); }}"));
    case_of(
        "c17_global",
        &format!("{s} static void fails_global(void) {{ s(&G); }}"),
        &[("s", Rule::AssertionFailure)],
    );
    let fr = "static void fr(int *p, int *q) { free(p); *q = 1; }";
    case("c18", &format!("{fr} static void ok_fr(void) {{ int *a = malloc(4), b; fr(a, &b); }}"));
    case_of(
        "c18_same",
        &format!("{fr} static void fails_fr(void) {{ int *a = malloc(4); fr(a, a); }}"),
        &[("fr", Rule::UseAfterFree)],
    );
    case(
        "c19",
        "struct s { int a, b; }; static void set(struct s *s) { s->a = 1; s->b = 2; }
         static void ok_fields(void) { struct s s; set(&s); assert(s.a == 1 && s.b == 2); }
         static void first(struct s *s) { *(char *)s = 5; }
         static void ok_bytes(void) { struct s s; s.a = 0x01020304; first(&s); assert(s.a == 0x01020305); }",
    );
}

#[test]
fn c31_c32_cycles_of_writes_and_cells_met_on_one_side() {
    case(
        "c31",
        "static void cy(int *p, int *q, int *r) { int t = *p; if (t == 1) { *p = 1; *q = 2; }
             else if (t == 2) { *q = 1; *r = 2; } else { *r = 1; *p = 2; } }
         static void ok_cy(void) { int x = 1; cy(&x, &x, &x); assert(x == 2); x = 2; cy(&x, &x, &x); assert(x == 2);
             x = 5; cy(&x, &x, &x); assert(x == 2); }",
    );
    case(
        "c32",
        "static int *z(int **a, int *p, int *q) { if (p == q) *a = p; return *a; }
         static void ok_z(void) { int o, p, q, *a = &o; assert(z(&a, &p, &q) == &o); assert(z(&a, &p, &p) == &p); }",
    );
}

#[test]
fn c33_c35_c41_c42_c44_choices() {
    let ca = "static int ca(int *p, int *q) { int x; choose { assert(p == q); x = 1; } else x = 2; return x; }";
    case("c33_one", &format!("{ca} static void fails_one(void) {{ int i; assert(ca(&i, &i) == 1); }}"));
    case("c33_two", &format!("{ca} static void fails_two(void) {{ int i; assert(ca(&i, &i) == 2); }}"));
    case("c33", &format!("{ca} static void ok_either(void) {{ int i, v = ca(&i, &i); assert(v == 1 || v == 2); }}"));
    case(
        "c35",
        "static void f(int **a, int *p) { choose p = *a; *p = 0; }
         static void ok_f(void) { int x = 7, *a = &x; f(&a, &x); assert(x == 0); }",
    );
    case(
        "c41",
        "static void cs(int *p, int *q) { choose *p = 1; else *q = 2; }
         static void ok_cs(void) { int x = 0; cs(&x, &x); assert(x != 0); }",
    );
    case(
        "c42",
        "static void sk(int **a, int *p) { choose { *p = 1; int *v = *a; *v = 0; } }
         static void ok_sk(void) { int x = 0, *a = &x; sk(&a, &x); assert(x == 0); }",
    );
    case(
        "c44",
        "static void cx(int *p, int *q) { int *v; choose v = p; else v = q; assert(v == p); }
         static void ok_cx(void) { int x; cx(&x, &x); }",
    );
}

#[test]
fn c38_c40_c43_what_is_read_and_what_is_put_back() {
    case(
        "c38",
        "static void f(int **a, int **b) { int *v; if (a != b) { v = *a; *b = v; } v = *b; }
         static void g(int **a) { f(a, a); } static void ok_g(void) { int x, *p = &x; g(&p); assert(p == &x); }",
    );
    case_of(
        "c38_null",
        "static int *f(int **a, int **b) { int *v; if (a != b) { v = *a; *b = v; } v = *b; return v; }
         static int *g(int **a) { return f(a, a); } static void fails_g(void) { g(0); }",
        &[("f", Rule::NullDereference)],
    );
    case(
        "c40",
        "static void id(int *q) { int t = *q; *q = t; } static void g(int *a, int *b) { *a = 0; id(b); }
         static void ok_g(void) { int x = 7; g(&x, &x); assert(x == 0); }",
    );
    case(
        "c43",
        "static void rs(int *p, int *q, int c) { int t = *p; *q = 1; if (c) *p = t; }
         static void ok_rs(void) { int x = 9; rs(&x, &x, 1); assert(x == 9); rs(&x, &x, 0); assert(x == 1); }",
    );
}

#[test]
fn c14_c15_c22_objects_that_stand_for_several_keep_old_values() {
    case_of(
        "c14",
        "struct n { int v; struct n *next; }; static struct n *mk(int n) { if (n == 0) return 0;
             struct n *h = malloc(sizeof *h); h->v = n; h->next = mk(n - 1); return h; }
         static void fails_mk(void) { struct n *h = mk(6); h->v = 100; if (h->next) assert(h->next->v != 5); }",
        &[("mk", Rule::MemoryLeak)],
    );
    // Two slots of one array lead to one object: what is stored through the first must not be taken for granted.
    let two = "static void two(int **slots, int i, int j) { int *x = slots[i], *y = slots[j]; *x = 1; *y = 2; assert(*x == 1); }
        int main(void) { int v, *a[2] = { &v, &v }; two(a, 0, 1); return 0; }";
    let program = load("c15", two);
    let main = program.func_named("main").expect("main");
    let modules = Modules::of(&program, Some(main), Limits::default(), 1);
    assert!(modules.may_fail(main).any(|check| check.rule == Rule::AssertionFailure), "c15 is not open");
}

#[test]
fn c28_the_number_of_threads_changes_nothing() {
    let text = with_main(
        "static void set(int *p) { *p = 1; } static int get(int *p) { return *p; } static int *mk(void) { return malloc(4); }
         static void ok_all(void) { int *p = mk(); set(p); assert(get(p) == 1); free(p); }",
    );
    let program = load("c28", &text);
    let main = program.func_named("main").expect("main");
    let all = |threads: usize| {
        let modules = Modules::of(&program, Some(main), Limits::default(), threads);
        let summaries = program.funcs.ids().map(|func| modules.summary(func).cloned());
        summaries.map(|summary| summary.map(|summary| summary.map(|summary| (*summary).clone()))).collect::<Vec<_>>()
    };
    assert_eq!(all(1), all(8));
}

#[test]
fn c23_calls_through_arguments() {
    let table = "static int one(int *p) { *p = 1; return 0; } static int two(int *p) { *p = 2; return 0; }
        static void run(int (*handler)(int *), int *p) { handler(p); }";
    let callers = "static void ok_run(void) { int x = 0; run(one, &x); assert(x == 1); run(two, &x); assert(x == 2); }";
    case("c23", &format!("{table}{callers}"));
    let callers = "static void fails_behind(void) { int x = 0; run(one, &x); assert(x == 2); }";
    case("c23_behind", &format!("{table}{callers}"));
}

#[test]
fn what_is_freed_far_away_may_be_anything_of_the_caller() {
    // The list is longer than what is looked at step by step, and nothing is written on the way.
    let remove = "struct n { struct n *next; int v; };
        static void take(struct n *x) { while (x->next) x = x->next; free(x); }
        static struct n *cell(struct n *next) { struct n *x = malloc(sizeof *x); x->next = next; x->v = 1; return x; }
        static void fails_take(void) { struct n *last = cell(0), *x = cell(cell(cell(cell(cell(cell(cell(cell(last))))))));
            take(x); last->v = 0; assert(last->v == 1); }";
    let program = load("take", &with_main(remove));
    let main = program.func_named("main").expect("main");
    let limits = Limits { alloc_may_fail: false, ..Limits::default() };
    let modules = Modules::of(&program, Some(main), limits, 1);
    let caller = program.func_named("fails_take").expect("the caller");
    let in_caller = |check: &cairn_summary::Check| check.func == caller && check.rule == Rule::UseAfterFree;
    assert!(modules.may_fail(main).any(|check| in_caller(&check)), "the last one was freed");
}

#[test]
fn c24_unknown_code() {
    case(
        "c24",
        "void ext(int *p); static void fails_ext(void) { int x = 0; ext(&x); assert(x == 0); }
        static void ok_untouched(void) { int x = 0, y = 0; ext(&x); assert(y == 0); }",
    );
}

const NUMBER: &str = "static void number(int *a, int n) { for (int i = 0; i < n; i++) a[i] = i; }";
const INPUTS: &str =
    "int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int(); if (n < 2 || n > 1000 || k < 0 || k >= n) return;
    int *a = malloc(n * sizeof(int));";

#[test]
fn c20_arrays_that_loops_fill() {
    let case_with = |name: &str, body: &str| {
        case(name, &format!("{NUMBER} static void {name}(void) {{ {INPUTS} {body} free(a); }}"));
    };
    case_with("ok_here", "for (int i = 0; i < n; i++) a[i] = i; assert(a[k] == k);");
    case_with("ok_below", "number(a, n); assert(a[k] == k);");
    case_with("fails_other", "number(a, n); assert(a[k] == k + 1);");
    case_with("fails_short", "a[n - 1] = 0; number(a, n - 1); assert(a[k] == k);");
    let over = "static void over(int *a, int n) { for (int i = 0; i <= n; i++) a[i] = i; }
        static void fails_over(void) { int a[10]; over(a, 10); }";
    case_of("c20_over", over, &[("over", Rule::OutOfBounds)]);
}

#[test]
fn c20_an_overrun_is_refuted_by_an_execution() {
    let text = "int main(void) { int n = __VERIFIER_nondet_int(); if (n < 1 || n > 100) return 0;
        int *a = malloc(n * sizeof(int)); if (!a) return 0; for (int i = 0; i <= n; i++) a[i] = i; free(a); return 0; }";
    let program = load("c20_refuted", text);
    let goals = cairn_ir::obligation::obligations(&program);
    let terms = cairn_engine::Terms::default();
    let task = cairn_engine::Task::new(&program, &goals, &terms);
    let all: Vec<usize> = (0..goals.len()).collect();
    let analysis = cairn_summary::Summary.analyse(&task, &all, &mut cairn_engine::Budget::new(20_000_000));
    let refuted = |(goal, verdict): &(usize, cairn_engine::Verdict)| {
        goals[*goal].rule == Rule::OutOfBounds && matches!(verdict, cairn_engine::Verdict::Refuted(_))
    };
    assert!(analysis.verdicts.iter().any(refuted));
}

#[test]
fn c21_two_places_of_one_array() {
    let two = "static void two(int *a, int i, int j) { a[i] = 1; a[j] = 2; assert(a[i] == 1); }";
    case("c21", &format!("{two} static void ok_apart(void) {{ int a[5]; two(a, 1, 3); }}"));
    case_of(
        "c21_same",
        &format!("{two} static void fails_same(void) {{ int a[5]; two(a, 3, 3); }}"),
        &[("two", Rule::AssertionFailure)],
    );
    let guarded = "static void ok_guarded(void) { int a[5] = {0}, i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
        if (i < 0 || i > 4 || j < 0 || j > 4) return; a[i] = 1; a[j] = 2; if (i != j) assert(a[i] == 1); else assert(a[i] == 2); }";
    case("c21_guard", guarded);
}

#[test]
fn c22_elements_that_lead_to_one_of_two_objects() {
    // The element that is written through is one of two: neither object is surely changed.
    let text = "static void set(int **a, int i) { *a[i] = 1; }
        int main(void) { int c = 0, d = 0, *a[2] = { &c, &d }; int i = __VERIFIER_nondet_int(); if (i < 0 || i > 1) return 0;
            set(a, i); assert(OBJECT == 1); return 0; }";
    for object in ["c", "d"] {
        let program = load("c22", &text.replace("OBJECT", object));
        let main = program.func_named("main").expect("main");
        let modules = Modules::of(&program, Some(main), Limits::default(), 1);
        assert!(modules.may_fail(main).any(|check| check.rule == Rule::AssertionFailure), "{object} is not open");
    }
}

#[test]
fn c26_a_loop_over_a_list() {
    let list = "struct n { int v; struct n *n; }; static void clear(struct n *p) { while (p) { p->v = 0; p = p->n; } }";
    let two = "struct n b = { 2, 0 }, a = { 1, &b }; clear(&a);";
    case("c26", &format!("{list} static void ok_first(void) {{ {two} assert(a.v == 0 && a.n == &b); }}"));
    case("c26_second", &format!("{list} static void ok_second(void) {{ {two} assert(b.v == 0 && b.n == 0); }}"));
    case("c26_wrong", &format!("{list} static void fails_first(void) {{ {two} assert(a.v == 1); }}"));
}

#[test]
fn c27_arguments_that_are_not_named() {
    let sum = "#include <stdarg.h>\nstatic int first(int n, ...) { va_list l; va_start(l, n); int v = va_arg(l, int); va_end(l); return v; }";
    case("c27", &format!("{sum} static void ok_int(void) {{ assert(first(1, 5) == 5); }}"));
    case("c27_other", &format!("{sum} static void fails_int(void) {{ assert(first(1, 5) == 6); }}"));
    // An address where an int is asked for, an int where an address is, and nothing at all.
    case("c27_address", &format!("{sum} static void fails_address(void) {{ int x; assert(first(1, &x) == 5); }}"));
    let program = load("c27_types", &format!("{sum} static int at(int n, ...) {{ va_list l; va_start(l, n); int v = *va_arg(l, int *); va_end(l); return v; }}
        void number(void) {{ at(1, 5); }} int nothing(void) {{ if (first(1) > 0) return 1; return 2; }} int right(void) {{ int x = 4; return at(1, &x); }}"));
    let modules = Modules::of(&program, None, Limits::default(), 1);
    let may_fail = |name: &str| modules.may_fail(program.func_named(name).expect("defined")).next().is_some();
    assert_eq!(["number", "nothing", "right"].map(may_fail), [true, true, false]);
}

/// Functions that may be called by anybody, and what may fail in them.
#[track_caller]
fn alone(name: &str, text: &str, function: &str) -> Vec<Rule> {
    let program = load(name, text);
    let modules = Modules::of(&program, None, Limits::default(), 1);
    let id = program.func_named(function).expect("defined");
    assert!(modules.summary(id).is_some_and(|summary| summary.is_ok()), "{name}: no summary");
    modules.may_fail(id).map(|check| check.rule).collect()
}

#[test]
fn variables_that_nobody_writes_hold_what_they_were_made_with() {
    let text = "static int level = 3, table[4] = {1, 2, 3, 4}; CODE
        void f(int i) { assert(level == 3); if (i >= 0 && i < 4) assert(table[2] == 3); }";
    let open = |name: &str, code: &str| alone(name, &text.replace("CODE", code), "f");
    assert_eq!(open("read_only", "int g(int i) { return level + table[i & 3]; }"), []);
    assert_eq!(open("written", "void g(int n) { level = n; }"), [Rule::AssertionFailure]);
    assert_eq!(open("written_inside", "void g(int n) { table[n & 3] = n; }"), [Rule::AssertionFailure]);
    assert_eq!(open("given_away", "void h(int *p); void g(void) { h(&table[1]); }"), [Rule::AssertionFailure]);
    assert_eq!(open("kept_elsewhere", "int *there = &level;"), [Rule::AssertionFailure]);
    assert_eq!(open("chosen", "int *g(int n, int *p) { return n ? &level : p; }"), [Rule::AssertionFailure]);
}

#[test]
fn c13_c36_what_holds_at_every_depth() {
    let rec = "static int *rec(int n, int *p) { return n ? rec(n - 1, p) : p; }";
    case(
        "c13",
        &format!("{rec} static void ok_rec(void) {{ int x; assert(rec(__VERIFIER_nondet_int(), &x) == &x); }}"),
    );
    let rec = "static int *rec(int n, int *p) { if (n) return rec(n - 1, p); return p; }";
    case(
        "c36",
        &format!(
            "{rec} static void ok_rec(void) {{ int x = 0; *rec(__VERIFIER_nondet_int(), &x) = 1; assert(x == 1); }}"
        ),
    );
    case(
        "c36_two",
        &format!(
            "{rec} static void fails_rec(void) {{ int x, y, k = __VERIFIER_nondet_int();
            assert(rec(k, k ? &x : &y) == &x); }}"
        ),
    );
}

#[test]
fn c25_mutual_recursion() {
    let text = "static void odd(unsigned n, int *flag);
        static void even(unsigned n, int *flag) { if (n == 0) *flag = 1; else odd(n - 1, flag); }
        static void odd(unsigned n, int *flag) { if (n == 0) *flag = 0; else even(n - 1, flag); }";
    case(
        "c25",
        &format!(
            "{text} static void ok_flag(void) {{ int flag = 7; even(__VERIFIER_nondet_int(), &flag);
            assert(flag == 0 || flag == 1); }}"
        ),
    );
    case(
        "c25_wrong",
        &format!(
            "{text} static void fails_flag(void) {{ int flag = 7; even(__VERIFIER_nondet_int(), &flag);
            assert(flag == 1); }}"
        ),
    );
}

#[test]
fn c37_what_comes_after_a_call_that_does_not_return() {
    let f = "static void f(int *x, int *y) { if (x == y) f(x, y); assert(0); }";
    case("c37", &format!("{f} static void ok_same(void) {{ int a; f(&a, &a); }}"));
    case_of(
        "c37_different",
        &format!("{f} static void fails_different(void) {{ int a, b; f(&a, &b); }}"),
        &[("f", Rule::AssertionFailure)],
    );
}

#[test]
fn c39_rounds_end() {
    let text = "static int f(int **a, int **b) { int *v = *b, t = 0; choose { *a = v; } else { if (a == b) { t = f(b, a); t = *v; } }
            return t; }
        static void ok_f(void) { int x = 1, y = 2, *p = &x, *q = &y; f(&p, &q); assert(x == 1 && y == 2); }";
    let program = load("c39", &with_main(text));
    let main = program.func_named("main").expect("main");
    let modules = Modules::of(&program, Some(main), Limits::default(), 1);
    let caller = program.func_named("ok_f").expect("the caller");
    assert!(modules.may_fail(main).all(|check| check.func != caller), "the numbers stay as they are");
}

#[test]
fn numbers_from_recursive_calls_may_be_addresses() {
    let text =
        "static long pick(int n, int *p, int *q) { return n == 0 ? (long)p : n == 1 ? (long)q : pick(n - 2, p, q); }
        static void fails_pick(void) { int x = 0, y = 0; int *r = (int *)pick(__VERIFIER_nondet_int(), &x, &y); *r = 5;
            assert(x == 0); }";
    let program = load("pick", &with_main(text));
    let main = program.func_named("main").expect("main");
    let modules = Modules::of(&program, Some(main), Limits::default(), 1);
    assert!(modules.may_fail(main).any(|check| check.rule == Rule::AssertionFailure), "x may be what r points to");
}

#[test]
fn lists_that_are_built_and_released_by_recursion() {
    let list = "struct n { int v; struct n *next; };
        static struct n *mk(int n) { if (n <= 0) return 0; struct n *h = malloc(sizeof *h); h->v = 1; h->next = mk(n - 1); return h; }
        static int sum(struct n *l) { return l ? l->v + sum(l->next) : 0; }
        static void release(struct n *l) { if (l) { release(l->next); free(l); } }";
    let caller =
        "int main(void) { struct n *l = mk(__VERIFIER_nondet_int()); int s = sum(l); release(l); CHECK return s; }";
    for (check, rule) in [("assert(s == 3);", Rule::AssertionFailure), ("if (l) l->v = 2;", Rule::UseAfterFree)] {
        let program = load("released", &format!("{list}{}", caller.replace("CHECK", check)));
        let main = program.func_named("main").expect("main");
        let modules = Modules::of(&program, Some(main), Limits { alloc_may_fail: false, ..Limits::default() }, 1);
        let in_main = modules.may_fail(main).any(|found| found.func == main && found.rule == rule);
        assert!(in_main || modules.summary(main).is_some_and(|summary| summary.is_err()), "{rule} is not open");
    }
}

#[test]
fn what_is_read_somewhere_must_be_defined_everywhere() {
    let get = "static int get(int *p, unsigned i) { if (p[i] > 3) return 1; return 0; }
        static int far(int **p, unsigned i) { return get(*p, i); }
        static int rewritten(int *p, unsigned i) { p[i] = 1; if (p[1] > 3) return 1; return 0; }";
    let caller = |call: &str| {
        format!(
            "{get} static void fails_partly(void) {{ int a[4], *q = a; a[0] = 1;
        unsigned i = __VERIFIER_nondet_int(); if (i < 4) {call}; }}"
        )
    };
    case_of("partly", &caller("get(a, i)"), &[("get", Rule::UninitializedRead)]);
    case_of("partly_far", &caller("far(&q, i)"), &[("get", Rule::UninitializedRead)]);
    case_of("partly_rewritten", &caller("rewritten(a, i)"), &[("rewritten", Rule::UninitializedRead)]);
    case(
        "all",
        &format!(
            "{get} static int a[4]; static void ok_all(void) {{ int *q = a;
        unsigned i = __VERIFIER_nondet_int(); if (i < 4) {{ get(a, i); far(&q, i); rewritten(a, i); }} }}"
        ),
    );
}

/// A result that may be too many things was as wide as an address, whatever its type.
#[test]
fn a_result_with_many_cases_is_as_wide_as_its_type() {
    let pick = "static unsigned pick(void) { choose return 1; choose return 2; choose return 3; choose return 5; choose return 9; return 20; }
        static unsigned mix(unsigned a, unsigned b) { return a ^ (b << 3); }";
    let many =
        "static void fails_many(void) { unsigned total = 1; total += mix(pick(), pick()); assert(total != 12); }";
    case("many", &format!("{pick} {many}"));
}

/// Input is any number of any bytes, within the bounds that were asked for.
#[test]
fn input_stays_in_its_bounds_and_may_be_anything() {
    let head = "#include <stdio.h>\n#include <stdlib.h>\n";
    let good = "static void ok_line(void) { char b[10]; char *l = fgets(b, 10, stdin); assert(!l || l == b); }
        static void ok_block(void) { char b[16]; size_t n = fread(b, 1, sizeof b, stdin); assert(n <= sizeof b); }
        static void ok_records(void) { int b[4]; assert(fread(b, sizeof *b, 4, stdin) <= 4); }
        static void ok_getline(void) { char *l = NULL; size_t n = 0; if (getline(&l, &n, stdin) > 0) assert(n > 1); free(l); }
        static void ok_perror(void) { perror(\"here\"); }";
    case("input", &format!("{head}{good}"));
    let bad = "static void fails_line(void) { char b[10]; if (fgets(b, 10, stdin)) assert(b[0] == 'x'); }
        static void fails_block(void) { char b[8] = {0}; fread(b, 1, sizeof b, stdin); assert(b[3] == 0); }
        static void fails_end(void) { char b[8]; assert(fread(b, 1, sizeof b, stdin) == 8); }
        static void fails_first(void) { char b[8] = {0}; assert(fread(b, 1, sizeof b, stdin) < 8); }
        static void fails_again(void) { char b[8]; ungetc('a', stdin); fread(b, 1, 8, stdin); assert(getchar() == 'a'); }
        static void fails_flag(void) { char b[8]; fread(b, 1, 8, stdin); assert(!feof(stdin) && !ferror(stdin)); }
        static void fails_old(void) { char *l = malloc(4), *was = l; size_t n = 4; getline(&l, &n, stdin); assert(l == was); free(l); }
        static void fails_new(void) { char *l = malloc(4), *was = l; size_t n = 4; getline(&l, &n, stdin); assert(l != was); free(l); }";
    case("input_wrong", &format!("{head}{bad}"));
    let room = format!("{head}void room(void) {{ char b[10]; fgets(b, 11, stdin); }}");
    assert!(alone("input_room", &room, "room").contains(&Rule::OutOfBounds));
}

/// What a pointer leads to is no variable whose address goes nowhere.
#[test]
fn no_pointer_leads_to_a_variable_whose_address_goes_nowhere() {
    let count = "static int count;
        static void add(int *p) { count = 5; *p = 7; assert(count == 5); }";
    case("private", &format!("{count} static void ok_add(void) {{ int x; add(&x); assert(count == 5); }}"));
    let seen = "static int count, *spy = &count;
        static void add(int *p) { count = 5; *p = 7; assert(count == 5); }";
    let given = format!("{seen} static void fails_add(void) {{ add(spy); }}");
    case_of("not_private", &given, &[("add", Rule::AssertionFailure)]);
    let hidden = "static int count; int add(int *p) { count = 5; *p = 7; return 1 / (count - 4); } void reset(void) { count = 0; }";
    assert!(!alone("private_alone", hidden, "add").contains(&Rule::DivisionByZero));
    let given = "static int count; int add(int *p) { count = 5; *p = 4; return 1 / (count - 4); } int *where(void) { return &count; }";
    assert!(alone("given_away", given, "add").contains(&Rule::DivisionByZero), "p may be &count");
}
