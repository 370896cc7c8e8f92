//! Small programs, and exactly the rules that must stay open in them: what is not listed must be proved.

use cairn_driver::{Input, Loader, Options};
use cairn_engine::{Budget, Engine, Task, Terms};
use cairn_ir::Program;
use cairn_ir::obligation::{ObligationOptions, obligations_with};
use cairn_summary::{Analysis, Limits, Modular, Summary};
use std::collections::BTreeSet;

const PRELUDE: &str = "#include <stdlib.h>\n#include <assert.h>\nint __VERIFIER_nondet_int(void);\n";

fn load(name: &str, text: &str) -> Program {
    let file = std::env::temp_dir().join(format!("cairn-summary-{}-{name}.c", std::process::id()));
    std::fs::write(&file, PRELUDE.to_owned() + text).expect("written");
    let loaded = Loader::new(Options::default()).load(&[Input::new(&file, &[])]);
    std::fs::remove_file(&file).ok();
    loaded.unwrap_or_else(|error| panic!("{name}: {error}")).program
}

#[track_caller]
fn leaves_open(name: &str, text: &str, expected: &[&str]) {
    assert_eq!(open_rules(name, text), expected.iter().copied().collect(), "{name}");
}

#[track_caller]
fn open_rules(name: &str, text: &str) -> BTreeSet<&'static str> {
    let program = load(name, text);
    let mut analysis = Analysis::new(&program, Limits { alloc_may_fail: false, ..Limits::default() });
    analysis.run(program.func_named("main").expect("main")).unwrap_or_else(|stop| panic!("{name}: {stop:?}"));
    let checks = analysis.verdicts.sorted();
    checks.iter().filter(|(_, status)| status.open.is_some()).map(|(check, _)| check.rule.name()).collect()
}

#[test]
fn a_loop_over_an_array_stays_inside() {
    let text = "int a[100]; int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 100) return 0;
        for (int i = 0; i LESS n; i++) a[i] = i; return 0; }";
    leaves_open("inside", &text.replace("LESS", "<"), &[]);
    leaves_open("one_too_many", &text.replace("LESS", "<="), &["out-of-bounds"]);
}

#[test]
fn a_counter_in_memory_stays_inside() {
    let text = "static int count, items[10]; static void add(int *n, int x) { items[*n] = x; ++*n; }
        int main(void) { while (__VERIFIER_nondet_int()) { if (count LESS 10) add(&count, 1); } return 0; }";
    leaves_open("counter", &text.replace("LESS", "<"), &[]);
    leaves_open("counter_too_far", &text.replace("LESS", "<="), &["out-of-bounds"]);
}

#[test]
fn updates_through_pointers_are_strong() {
    leaves_open(
        "set",
        "static void set(int *p) { *p = 1; } int main(void) { int x = 0; set(&x); assert(x == 1); return 0; }",
        &[],
    );
    let two = "static int *mk(void) { return malloc(4); } int main(void) { int *a = mk(), *b = mk(); *a = 1; *b = 2;
        assert(*a == 1); free(a); free(b); return 0; }";
    leaves_open("two_blocks", two, &[]);
    let aliased = "static void w(int *p, int *q) { *p = 1; *q = 2; } int main(void) { int x; w(&x, &x); assert(x == VALUE); return 0; }";
    leaves_open("aliased", &aliased.replace("VALUE", "2"), &[]);
    leaves_open("aliased_wrong", &aliased.replace("VALUE", "1"), &["assertion-failure"]);
}

#[test]
fn freeing_and_leaking_depend_on_the_path() {
    let text = "static void fr(int *p, int *q) { free(p); *q = 1; } int main(void) { int *a = malloc(4), b; fr(a, SECOND); return 0; }";
    leaves_open("distinct", &text.replace("SECOND", "&b"), &[]);
    leaves_open("same", &text.replace("SECOND", "a"), &["use-after-free"]);
    let guarded = "int main(void) { int c = __VERIFIER_nondet_int(); int *p = malloc(4); if (c) free(p); if (COND) free(p); return 0; }";
    leaves_open("guarded", &guarded.replace("COND", "!c"), &[]);
    leaves_open("twice", &guarded.replace("COND", "c > 5"), &["double-free", "memory-leak"]);
}

#[test]
fn objects_made_in_a_loop_are_not_one_object() {
    // Two nodes of one list hold different numbers.
    let text = "struct n { int v; struct n *next; }; int main(void) { int k = __VERIFIER_nondet_int(); struct n *l = 0;
        for (int i = 0; i < k; i++) { struct n *m = malloc(sizeof *m); m->v = i; m->next = l; l = m; }
        if (l && l->next) assert(l->v == l->next->v); return 0; }";
    let program = load("nodes", text);
    let mut analysis = Analysis::new(&program, Limits { alloc_may_fail: false, ..Limits::default() });
    let end = analysis.run(program.func_named("main").expect("main"));
    let checks = analysis.verdicts.sorted();
    let assertion_open = checks.iter().any(|(check, s)| check.rule.name() == "assertion-failure" && s.open.is_some());
    assert!(end.is_err() || assertion_open, "the assertion fails for a list of two");
}

#[test]
fn what_an_inner_loop_changes_is_not_known_from_outside() {
    let text = "int g; int main(void) { int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
        for (int i = 0; i < n; i++) { g = i; for (int j = 0; j < m; j++) g = g + 1; assert(g == i); } return 0; }";
    leaves_open("nested", text, &["assertion-failure"]);
}

#[test]
fn what_first_iterations_leave_open_does_not_count_if_all_of_them_together_do_not() {
    // Where the inner loop stops is known only by what holds of all rounds of the outer one.
    let text = "static int a[1000]; int main(void) { int n = __VERIFIER_nondet_int(); if (n < 1 || n > 1000) return 0;
        for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
        for (int i = 0; i < n; i++) {
            int x = a[i], j = i - 1;
            while (j >= LAST && a[j] > x) { a[j + 1] = a[j]; j--; }
            a[j + 1] = x;
        }
        return 0; }";
    leaves_open("insertion", &text.replace("LAST", "0"), &[]);
    leaves_open("insertion_too_far", &text.replace("LAST", "-1"), &["out-of-bounds"]);
}

#[test]
fn what_is_written_everywhere_is_defined_at_every_index() {
    let text = "#include <string.h>\nstruct s { int x; char c; long y; }; int main(void) { struct s a[10]; char b[100]; int k = __VERIFIER_nondet_int();
        if (k < 0 || k >= 10) return 0;
        for (int i = 0; i < COUNT; i++) { a[i].x = i; a[i].c = 1; a[i].y = 2; } memset(b, 7, COUNT * 10);
        if (a[k].y != 2 || a[k].c != 1) return 1; return b[k * 10] > a[k].x; }";
    leaves_open("everywhere", &text.replace("COUNT", "10"), &[]);
    leaves_open("almost_everywhere", &text.replace("COUNT", "9"), &["uninitialized-read"]);
}

#[test]
fn blocks_made_in_a_loop_are_freed_in_another() {
    let text = "int main(void) { int n = __VERIFIER_nondet_int(); if (n < 2 || n > 1000) return 0; int **a = malloc(n * sizeof *a);
        for (int i = 0; i < n; i++) a[i] = malloc(SIZE);
        for (int i = 0; i < n; i++) *a[i] = i;
        BETWEEN
        for (int i = START; i < n; i++) free(a[i]);
        free(a); return 0; }";
    let with = |between: &str, start: &str, size: &str| {
        text.replace("BETWEEN", between).replace("START", start).replace("SIZE", size)
    };
    leaves_open("all_freed", &with("", "0", "4"), &[]);
    leaves_open("freed_backwards", &with("for (int i = n - 1; i >= 0; i--) free(a[i]);", "n", "4"), &[]);
    leaves_open("one_left", &with("", "1", "4"), &["memory-leak"]);
    leaves_open("freed_in_parts", &with("free(a[0]);", "1", "4"), &[]);
    let fails = |name: &str, text: &str, rule: &str| assert!(open_rules(name, text).contains(rule), "{name}");
    fails("one_twice", &with("free(a[1]);", "0", "4"), "double-free");
    fails("all_twice", &with("for (int i = 0; i < n; i++) free(a[i]);", "0", "4"), "double-free");
    fails("used_after", &with("for (int i = 0; i < n; i++) free(a[i]); *a[0] = 1;", "n", "4"), "use-after-free");
    fails("different_sizes", &with("", "0", "i"), "out-of-bounds");
    fails("overwritten", &with("a[1] = malloc(4);", "0", "4"), "memory-leak");
    fails("the_same_twice", &with("free(a[0]); a[0] = a[1];", "0", "4"), "double-free");
}

#[test]
fn blocks_made_later_are_alive_where_there_were_none_before() {
    let text = "int main(void) { int c = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int(); if (n < 1 || n > 1000) return 0;
        for (int k = 0; k < 2; k++) { if (k == 0 ? c : !c) for (int i = 0; i < n; i++) { int *p = malloc(4); *p = 1; } }
        if (c) abort();
        return 0; }";
    assert!(open_rules("lost_later", text).contains("memory-leak"));
}

#[test]
fn the_same_unknown_address_holds_the_same_until_something_is_written() {
    let text = "void *__VERIFIER_nondet_pointer(void); int g; int main(void) { int *p = __VERIFIER_nondet_pointer(), *q = __VERIFIER_nondet_pointer();
        if (p == 0 || p != q) return 0; int x = *p; BETWEEN assert(x == *q); return 0; }";
    let open = |name: &str, between: &str| {
        let program = load(name, &text.replace("BETWEEN", between));
        let mut analysis = Analysis::new(&program, Limits::default());
        analysis.run(program.func_named("main").expect("main")).expect("followed to its end");
        let checks = analysis.verdicts.sorted();
        checks.iter().any(|(check, status)| check.rule.name() == "assertion-failure" && status.open.is_some())
    };
    assert!(!open("nothing_between", ""));
    assert!(!open("a_walk_between", "int i = x - 10; if (x < 0) return 0; while (i < *q) i++; assert(i == *p);"));
    assert!(!open("as_a_number", "q = (int *)(long)(unsigned long)p;"));
    assert!(open("a_write_between", "int *h = &g; g = (int)(long)h; *q = 7;"));
    assert!(open("a_global_between", "g = 5;"));
    assert!(open("another_address", "q++;"));
}

/// Functions that call themselves, what is asserted of them, and whether that is so.
const RECURSIVE: &[(&str, &str, &str, bool)] = &[
    (
        "sum",
        "static int f(int m, int n) { if (n == 0) return m; if (n > 0) return f(m + 1, n - 1); return f(m - 1, n + 1); }",
        "int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int(); assert(f(m, n) == m + n);",
        true,
    ),
    (
        "sum_wrong",
        "static int f(int m, int n) { if (n == 0) return m; if (n > 0) return f(m + 1, n - 1); return f(m - 1, n + 1); }",
        "int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int(); assert(f(m, n) == m - n);",
        false,
    ),
    (
        "mccarthy",
        "static int f(int x) { return x > 100 ? x - 10 : f(f(x + 11)); }",
        "int x = __VERIFIER_nondet_int(), r = f(x); assert(r == 91 || (x > 101 && r == x - 10));",
        true,
    ),
    (
        "mccarthy_wrong",
        "static int f(int x) { return x > 100 ? x - 10 : f(f(x + 11)); }",
        "int x = __VERIFIER_nondet_int(), r = f(x); assert(r == 91 || (x > 102 && r == x - 10));",
        false,
    ),
    (
        "parity",
        "static int even(int n); static int odd(int n) { return n == 0 ? 0 : n == 1 ? 1 : even(n - 1); }
     static int even(int n) { return n == 0 ? 1 : n == 1 ? 0 : odd(n - 1); }",
        "int n = __VERIFIER_nondet_int(); if (n < 0) return 0; assert(odd(n) == n % 2);",
        true,
    ),
    (
        "parity_wrong",
        "static int even(int n); static int odd(int n) { return n == 0 ? 0 : n == 1 ? 1 : even(n - 1); }
     static int even(int n) { return n == 0 ? 1 : n == 1 ? 0 : odd(n - 1); }",
        "int n = __VERIFIER_nondet_int(); if (n < 0) return 0; assert(even(n) == n % 2);",
        false,
    ),
    (
        "divisor",
        "static int f(int a, int b) { assert(a > 0 && b > 0); return a == b ? a : a > b ? f(a - b, b) : f(a, b - a); }",
        "int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(); if (a <= 0 || b <= 0) return 0; assert(f(a, b) >= 1);",
        true,
    ),
    (
        "divisor_wrong",
        "static int f(int a, int b) { assert(a > 0 && b > 0); return a == b ? a : a > b ? f(a - b, b) : f(a, b - a); }",
        "int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(); if (a < 0 || b <= 0) return 0; assert(f(a, b) >= 1);",
        false,
    ),
    (
        "fibonacci",
        "static int f(int n) { return n < 1 ? 0 : n == 1 ? 1 : f(n - 1) + f(n - 2); }",
        "int n = __VERIFIER_nondet_int(); if (n > 46) return 0; assert(n < 9 || f(n) >= 34);",
        true,
    ),
    (
        "fibonacci_wrong",
        "static int f(int n) { return n < 1 ? 0 : n == 1 ? 1 : f(n - 1) + f(n - 2); }",
        "int n = __VERIFIER_nondet_int(); if (n > 46) return 0; assert(n < 9 || f(n) >= 35);",
        false,
    ),
    (
        "undefined",
        "static int f(int n) { if (n == 0) return 0; if (n > 0) return f(n - 1); }",
        "int n = __VERIFIER_nondet_int(); if (n >= 0) assert(f(n) == 0);",
        true,
    ),
];

#[test]
fn recursive_functions_on_numbers_have_contracts() {
    for (name, functions, body, holds) in RECURSIVE {
        let text = format!("{functions}\nint main(void) {{ {body} return 0; }}");
        let expected: &[&str] = if *holds { &[] } else { &["assertion-failure"] };
        leaves_open(name, &text, expected);
    }
}

#[test]
fn no_result_of_a_recursive_function_is_excluded() {
    let f = "static int f(int x) { return x > 100 ? x - 10 : f(f(x + 11)); }
        static int g(int n) { return n < 1 ? 0 : n == 1 ? 1 : g(n - 1) + g(n - 2); }
        static int h(int n) { if (n < 0) return h(-n); return n == 0 ? 0 : 2 + h(n - 1); }";
    for call in [
        "f(x) == 91 && x == -3",
        "f(x) == 95 && x == 105",
        "g(x) == 8 && x == 6",
        "g(x) == 0 && x < -100",
        "h(x) == 6 && x == -3",
        "h(x) == 8 && x == 4",
    ] {
        let text = format!("{f}\nint main(void) {{ int x = __VERIFIER_nondet_int(); assert(!({call})); return 0; }}");
        leaves_open("excluded", &text, &["assertion-failure"]);
    }
}

#[test]
fn what_is_not_modelled_leaves_other_paths_their_proofs() {
    let text =
        "#include <setjmp.h>\njmp_buf env; int main(void) { int c = __VERIFIER_nondet_int(), x = 1; assert(x == 1);
        if (c) { while (setjmp(env)) x = 2; assert(x < 3); } else { assert(x == 1); } return 0; }";
    let program = load("given_up", text);
    let goals = obligations_with(&program, &ObligationOptions::for_users());
    let terms = Terms { alloc_may_fail: false, ..Terms::default() };
    let task = Task::new(&program, &goals, &terms);
    let all: Vec<usize> = (0..goals.len()).collect();
    let verdicts = Summary.analyse(&task, &all, &mut Budget::new(50_000_000)).verdicts;
    let asserted: Vec<bool> = verdicts
        .iter()
        .filter(|(goal, _)| goals[*goal].rule.name() == "assertion-failure")
        .map(|(_, verdict)| verdict.holds())
        .collect();
    assert_eq!(asserted, [true, false, true]);
}

/// Programs that need not end, or not by themselves, and lose a block before.
const LOSING: [&str; 9] = [
    "lose(); for (;;) {}",
    "char *p = malloc(3); p = 0; for (;;) {}",
    "for (;;) { char *p = malloc(3); p[0] = 1; }",
    "for (;;) { lose(); }",
    "int x = any; if (x == 1) lose(); while (x == 1) x += 2 * (x == 7); return 0;",
    "lose(); abort();",
    "char *p = malloc(3); clear(&p); abort();",
    "char *p = malloc(3); if (any) { clear(&p); stop(); } free(p); return 0;",
    "char *p = malloc(3); if (any) { clear(&p); turn(any); } free(p); return 0;",
];

/// The same, but all blocks are held.
const HOLDING: [&str; 6] = [
    "char *p = malloc(3); for (;;) { if (any) { free(p); return 0; } }",
    "char *p = malloc(3); turn(any); free(p); return 0;",
    "char *p = malloc(3); if (any) abort(); free(p); return 0;",
    "int n = any; char *p = malloc(3); while (n) { n /= 2; p[0] = 1; } free(p); return 0;",
    "char **t = malloc(sizeof *t); *t = malloc(3); turn(any); free(*t); free(t); return 0;",
    "char *p = malloc(3); p[0] = 1; while (any) { if (!p) abort(); if (any) stop(); } free(p); return 0;",
];

#[test]
fn what_is_lost_before_an_endless_loop_or_an_abort_is_lost() {
    for body in LOSING {
        let leaks = leaks_proved(body);
        leaks.iter().for_each(|(name, proved, all)| assert!(proved < all, "{name} calls it proved: {body}"));
    }
    for body in HOLDING {
        let leaks = leaks_proved(body);
        leaks.iter().for_each(|(name, proved, all)| assert_eq!(proved, all, "{name} leaves it open: {body}"));
    }
}

/// For each engine: how many allocations it proves not to be lost, and how many there are.
fn leaks_proved(body: &str) -> [(&'static str, usize, usize); 2] {
    let prelude = "#define any __VERIFIER_nondet_int()
        static void lose(void) { char *p = malloc(3); p[0] = 1; }
        static void clear(char **p) { *p = 0; }
        static void stop(void) { abort(); }
        static void turn(int n) { while (n) { if (n < 0) n += 3; else n -= 2; } }";
    let program = load("endless", &format!("{prelude}\nint main(void) {{ {body} }}"));
    let goals = obligations_with(&program, &ObligationOptions::for_users());
    let used = |goal: &usize| program.func_name(goals[*goal].func) == "main" || body.contains("lose");
    let leaks = (0..goals.len()).filter(|&goal| goals[goal].rule.name() == "memory-leak");
    let leaks: Vec<usize> = leaks.filter(used).collect();
    let terms = Terms { alloc_may_fail: false, ..Terms::default() };
    let engines: [&dyn Engine; 2] = [&Summary, &Modular];
    engines.map(|engine| {
        let task = Task::new(&program, &goals, &terms);
        let verdicts = engine.analyse(&task, &leaks, &mut Budget::new(50_000_000)).verdicts;
        let proved = verdicts.iter().filter(|(_, verdict)| verdict.holds()).count();
        (engine.name(), proved, leaks.len())
    })
}

/// The body of `main` behind a length `n` of at least 1.
fn with_length(body: &str) -> String {
    format!("int main(void) {{ int n = __VERIFIER_nondet_int(); if (n < 1 || n > 1000) return 0; {body} return 0; }}")
}

#[test]
fn what_loops_write_into_arrays_is_known() {
    let up = "int a[n]; for (int i = 0; i < n; i++) a[i] = 1;";
    let all = |value: &str| format!("for (int i = 0; i < n; i++) assert(a[i] == {value});");
    leaves_open("up", &with_length(&format!("{up} {}", all("1"))), &[]);
    leaves_open("up_wrong", &with_length(&format!("{up} {}", all("2"))), &["assertion-failure"]);
    let again = "for (int i = 0; i < n; i++) a[i] = a[i] + 1;";
    leaves_open("again", &with_length(&format!("{up} {again} {}", all("2"))), &[]);
    let down = "int a[n]; for (int i = n - 1; i >= 0; i--) a[i] = 7;";
    leaves_open("down", &with_length(&format!("{down} {}", all("7"))), &[]);
    let by_address =
        "int a[n]; for (int *p = a; p < a + n; p++) *p = 3; for (int *p = a; p < a + n; p++) assert(*p == 3);";
    leaves_open("by_address", &with_length(by_address), &[]);
    let copied = "int a[n], b[n]; for (int i = 0; i < n; i++) b[i] = i; for (int i = 0; i < n; i++) a[i] = b[i];";
    leaves_open("copied", &with_length(&format!("{copied} {}", all("i"))), &[]);
}

#[test]
fn long_loops_and_many_cells_are_looked_at_as_a_whole() {
    let cells = "int main(void) { int a[100]; for (int i = 0; i < 100; i++) a[i] = 2 * i;
        int k = __VERIFIER_nondet_int(); if (k >= 0 && k < 100) assert(a[k] == VALUE); return 0; }";
    leaves_open("cells", &cells.replace("VALUE", "2 * k"), &[]);
    leaves_open("cells_wrong", &cells.replace("VALUE", "k"), &["assertion-failure"]);
    let long = "int a[100000]; int main(void) { for (int i = 0; i < 100000; i++) a[i] = 42;
        for (int i = 0; i < 100000; i++) assert(a[i] == 42); return 0; }";
    leaves_open("long", long, &[]);
}

#[test]
fn a_string_ends_where_its_zero_is() {
    let string = "char *s = calloc(n, 1); for (int i = 0; i < n - 1; i++) s[i] = __VERIFIER_nondet_int(); s[LAST] = 0;";
    let replace = "for (char *p = s; *p != 0; p++) if (*p == 'a') *p = 'b'; free(s);";
    let safe = string.replace("LAST", "n - 1");
    leaves_open("replace", &with_length(&format!("{safe} {replace}")), &[]);
    let compare = "char *t = calloc(n, 1), *p = s, *q = t; t[n - 1] = 0; while (*p != 0 && *p == *q) { p++; q++; } free(s); free(t);";
    leaves_open("compare", &with_length(&format!("{safe} {compare}")), &[]);
    let cut = "char *p = s; s[n - 1] = 1; while (*p != 0) p++; free(s);";
    leaves_open("cut", &with_length(&format!("{safe} {cut}")), &["out-of-bounds"]);
}

#[test]
fn formatted_text_is_followed_by_its_length() {
    let number = "#include <stdio.h>\nint main(void) { char text[SIZE]; sprintf(text, \"%d\", __VERIFIER_nondet_int()); return 0; }";
    leaves_open("longest_number", &number.replace("SIZE", "12"), &[]);
    leaves_open("number_too_long", &number.replace("SIZE", "11"), &["out-of-bounds"]);
    let cut = "#include <stdio.h>\n#include <string.h>\nint main(void) { char text[4];
        int all = snprintf(text, sizeof text, \"%s=%5x;\", \"name\", (unsigned)__VERIFIER_nondet_int());
        assert(all >= MOST_SURE && all <= 14); return text[0]; }";
    leaves_open("cut_off", &cut.replace("MOST_SURE", "11"), &[]);
    leaves_open("cut_off_wrong", &cut.replace("MOST_SURE", "12"), &["assertion-failure"]);
    let known = "#include <stdio.h>\n#include <string.h>\nint main(void) { char text[8];
        sprintf(text, \"%d%%%s\", 42, \"x\"); assert(strcmp(text, \"42%x\") == 0); return 0; }";
    leaves_open("known_text", known, &[]);
    let printed = "#include <stdio.h>\nint main(void) { char text[3] = {'a', 'b', END}; printf(\"%s %d %5.2f\", text, __VERIFIER_nondet_int(), 0.5);
        return 0; }";
    leaves_open("printed", &printed.replace("END", "0"), &[]);
    leaves_open("printed_too_far", &printed.replace("END", "'c'"), &["out-of-bounds"]);
}

/// What an iteration makes is told apart from what earlier ones made, and they all hold what each of them was given.
#[test]
fn what_is_written_to_a_block_that_was_just_made_is_known() {
    let text = "struct n { int v; struct n *next; };
        int main(void) { struct n *head = 0, *p = 0; int n = __VERIFIER_nondet_int();
        for (int i = 0; i < n; i++) { p = MAKE; p->next = head; WRITE assert(p->v == SEVEN); head = p; }
        if (p) assert(p->v == SEVEN); return 0; }";
    let is_open = |make: &str, write: &str, seven: &str| {
        let open = open_rules("recent", &text.replace("MAKE", make).replace("WRITE", write).replace("SEVEN", seven));
        open.contains("assertion-failure") || open.contains("uninitialized-read")
    };
    let make = "malloc(sizeof *p)";
    assert!(!is_open(make, "p->v = 7;", "7"));
    assert!(!is_open("calloc(1, sizeof *p)", "", "0"));
    assert!(!is_open(make, "p->v = 7; if (i > 3 && n == 5) p->next = p;", "7"));
    assert!(is_open(make, "p->v = 7;", "8"));
    assert!(is_open(make, "", "7"));
    assert!(is_open(make, "p->v = 7; { struct n *q = n > 9 ? p : head; if (q) q->v = 6; }", "7"));
}

#[test]
fn what_all_blocks_of_a_loop_were_given_is_known_of_each_of_them() {
    let text = "struct n { int v; struct n *next; }; static struct n *head;
        int main(void) { int n = __VERIFIER_nondet_int();
        for (int i = 0; i < n; i++) { struct n *p = malloc(sizeof *p); p->v = VALUE; p->next = head; head = p; LATER }
        for (struct n *q = head; q; q = q->next) assert(q->v == 7); return 0; }";
    let open = |name: &str, value: &str, later: &str| {
        let open = open_rules(name, &text.replace("VALUE", value).replace("LATER", later));
        open.into_iter().filter(|rule| *rule != "memory-leak").collect::<Vec<_>>()
    };
    assert_eq!(open("given", "7", ""), [""; 0]);
    assert_eq!(open("given_differently", "i < 9 ? 7 : 8", ""), ["assertion-failure"]);
    assert_eq!(open("changed_later", "7", "if (i == 9) head->next->v = 1;"), ["assertion-failure"]);
}

#[test]
fn a_block_that_is_made_on_one_path_only_is_no_other_object() {
    let text = "static int g; int main(void) { int *p = __VERIFIER_nondet_int() ? malloc(4) : &g;
        if (p != &g) { *p = 1; free(p); } AFTER return 0; }";
    leaves_open("one_path", &text.replace("AFTER", ""), &[]);
    leaves_open("one_path_freed", &text.replace("AFTER", "*p = 2;"), &["use-after-free"]);
    leaves_open("one_path_lost", &text.replace("free(p);", "").replace("AFTER", ""), &["memory-leak"]);
}

#[test]
fn cases_of_single_bytes_do_not_multiply_in_a_word() {
    let text = "static unsigned char some(void) { switch (__VERIFIER_nondet_int()) {
        case 1: return 3; case 2: return 5; case 3: return 9; case 4: return 17; default: return 33; } }
        int main(void) { union { unsigned char b[16]; unsigned long w[2]; } u;
        u.b[0] = some(); u.b[1] = some(); u.b[2] = some(); u.b[3] = some(); u.b[4] = some(); u.b[5] = some(); u.b[6] = some();
        BYTE
        unsigned long w = u.w[0]; if (w == 7) return 1; return 0; }";
    leaves_open("bytes", &text.replace("BYTE", "u.b[7] = some();"), &[]);
    leaves_open("bytes_but_one", &text.replace("BYTE", ""), &["uninitialized-read"]);
}
