//! `setjmp` and `longjmp`, from `main` on and function by function: what stays open, and random programs that jump, whose
//! proofs no execution breaks.
//!
//! `CAIRN_RANDOM=FIRST,COUNT` looks at other programs.

use cairn_cases::{holds_for_inputs, seeds};
use cairn_driver::{Input, Loader, Options};
use cairn_engine::{Budget, Engine, Task, Terms, Verdict};
use cairn_fuzz::Random;
use cairn_ir::obligation::{ObligationOptions, obligations_with};
use cairn_summary::{Modular, Summary};
use std::collections::BTreeSet;

const PRELUDE: &str = "#include <stdlib.h>\n#include <assert.h>\n#include <setjmp.h>\nint __VERIFIER_nondet_int(void);
    static jmp_buf env; static void back(int n) { if (n != 5) longjmp(env, n); }\n";
const BUDGET: u64 = 3_000_000;

/// The rules that are open or refuted in a program.
#[track_caller]
fn not_proved(name: &str, body: &str) -> BTreeSet<&'static str> {
    not_proved_by(&Summary, name, body)
}

#[track_caller]
fn not_proved_by(engine: &dyn Engine, name: &str, body: &str) -> BTreeSet<&'static str> {
    let file = std::env::temp_dir().join(format!("cairn-jumps-{}-{name}-{}.c", std::process::id(), engine.name()));
    std::fs::write(&file, format!("{PRELUDE}{body}")).expect("written");
    let loaded = Loader::new(Options::default()).load(&[Input::new(&file, &["-w".to_owned()])]);
    std::fs::remove_file(&file).ok();
    let program = loaded.unwrap_or_else(|error| panic!("{name}: {error}")).program;
    let goals = obligations_with(&program, &ObligationOptions::for_users());
    let terms = Terms { alloc_may_fail: false, ..Terms::default() };
    let task = Task::new(&program, &goals, &terms);
    let all: Vec<usize> = (0..goals.len()).collect();
    let verdicts = engine.analyse(&task, &all, &mut Budget::new(50_000_000)).verdicts;
    let unproved = |(_, verdict): &&(usize, Verdict)| !verdict.holds();
    verdicts.iter().filter(unproved).map(|(goal, _)| goals[*goal].rule.name()).collect()
}

/// From `main` on, and function by function.
#[track_caller]
fn leaves(name: &str, body: &str, expected: &[&str]) {
    leaves_from_main(name, body, expected);
    leaves_alone(name, body, expected);
}

#[track_caller]
fn leaves_from_main(name: &str, body: &str, expected: &[&str]) {
    assert_eq!(not_proved(name, body), expected.iter().copied().collect(), "{name}");
}

#[track_caller]
fn leaves_alone(name: &str, body: &str, expected: &[&str]) {
    assert_eq!(not_proved_by(&Modular, name, body), expected.iter().copied().collect(), "{name}, function by function");
}

#[test]
fn it_comes_back_with_what_longjmp_gave() {
    let text = "int main(void) { volatile int x = 0; int n = __VERIFIER_nondet_int(), r = setjmp(env);
        if (r == 0) { x = 1; back(n); assert(n == 5); } else { assert(x == 1); assert(r != 5); assert(SAID); } return 0; }";
    leaves("back", &text.replace("SAID", "r != 0"), &[]);
    leaves("one_for_zero", &text.replace("SAID", "r == n || (n == 0 && r == 1)"), &[]);
    leaves("never_zero", &text.replace("SAID", "r == n"), &["assertion-failure"]);
    leaves("never_here", &text.replace("SAID", "0"), &["assertion-failure"]);
}

#[test]
fn c_says_nothing_of_locals_that_changed() {
    let text = "int main(void) { KIND int x = 0, y = 2; if (setjmp(env) == 0) { x = 1; back(1); } assert(y == 2); assert(x == 1);
        return 0; }";
    leaves("static", &text.replace("KIND", "static"), &[]);
    leaves("volatile", &text.replace("KIND", "volatile"), &[]);
    let open = not_proved("plain", &text.replace("KIND", ""));
    assert!(open.contains("assertion-failure"), "{open:?}");
}

#[test]
fn what_is_lost_on_the_way_is_lost() {
    let text = "static void work(int n) { int *p = malloc(4); *p = n; KEEP back(n); free(p); }
        int main(void) { if (setjmp(env) == 0) work(__VERIFIER_nondet_int()); AFTER return 0; }";
    let lost = text.replace("KEEP", "").replace("AFTER", "");
    leaves("lost", &lost, &["memory-leak"]);
    let kept =
        text.replace("KEEP", "kept = p;").replace("free(p)", "free(p), kept = 0").replace("AFTER", "free(kept);");
    leaves("kept", &format!("static int *kept; {kept}"), &[]);
}

#[test]
fn functions_that_are_left_are_gone() {
    let text = "static int *seen; static void work(int n) { int x = n; seen = &x; back(n); }
        int main(void) { if (setjmp(env) == 0) work(3); else *seen = 1; return 0; }";
    leaves("local", text, &["use-after-scope"]);
    let text =
        "static int set(void) { return setjmp(env); } int main(void) { if (set() == 0) longjmp(env, 1); return 0; }";
    leaves("returned", text, &["precondition-violation"]);
    leaves("never_set", "int main(void) { back(1); return 0; }", &["precondition-violation"]);
}

#[test]
fn the_last_setjmp_counts() {
    let text = "int main(void) { volatile int at = 1; if (setjmp(env) == 0) { at = 2; if (setjmp(env) == 0) back(1); assert(at == 2);
        return 0; } assert(0); return 0; }";
    leaves("last", text, &[]);
    let text = "int main(void) { jmp_buf two; int n = __VERIFIER_nondet_int(); volatile int at = 1;
        if (setjmp(env) == 0) { if (setjmp(two) == 0) { at = 2; if (n) back(1); longjmp(two, 1); } assert(!n); return 0; }
        assert(n && at == 2); return 0; }";
    leaves("two", text, &[]);
}

#[test]
fn it_may_come_back_more_than_once() {
    let text = "int main(void) { static int n; setjmp(env); n++; if (n < LAST) back(1); assert(n == LAST); return 0; }";
    leaves("thrice", &text.replace("LAST", "3"), &[]);
    let open = not_proved("often", &text.replace("LAST", "30"));
    assert!(open.contains("assertion-failure"), "{open:?}");
}

/// Who calls `longjmp` in a loop leaves the loop.
#[test]
fn loops_are_left() {
    let text = "int main(void) { static int i; int n = __VERIFIER_nondet_int(); if (setjmp(env) == 0) { for (i = 0; i < n; i++)
        if (i > 20) back(7); assert(i == n || n < 0); } else assert(i > 20 && i < n); return 0; }";
    // What a loop does to a variable is not known function by function.
    leaves_from_main("loop", text, &[]);
    leaves_alone(
        "some_loop",
        &text.replace("assert(i == n || n < 0)", "").replace("assert(i > 20 && i < n)", "assert(n > 20)"),
        &[],
    );
    leaves_alone("other_loop", &text.replace("assert(i > 20 && i < n)", "assert(n > 22)"), &["assertion-failure"]);
}

/// What a function that sets a point calls is entered, however far down the jump is; its own callers have a summary.
#[test]
fn errors_come_back_to_who_caught_them() {
    let text = "struct state { jmp_buf env; int why; int *spare; };
        static void fail(struct state *s, int why) { s->why = why; longjmp(s->env, 1); }
        static int *need(struct state *s, int *p) { if (!p) fail(s, 3); return p; }
        static int get(struct state *s, int *p) { HOLD int v = *need(s, p); RELEASE return v; }
        static int run(struct state *s, int *p, int *out) { s->why = 0; s->spare = 0;
        if (setjmp(s->env)) { free(s->spare); return s->why; } *out = get(s, p); assert(p); return 0; }
        int main(void) { struct state s; int x = 7, o = 0, n = __VERIFIER_nondet_int(); assert(run(&s, &x, &o) == 0); assert(o == 7);
        assert(run(&s, 0, &o) == WHY); if (run(&s, n ? &x : 0, &o)) assert(!n); assert(o == 7); return 0; }";
    let with = |hold: &str, release: &str, why: &str| {
        text.replace("HOLD", hold).replace("RELEASE", release).replace("WHY", why)
    };
    leaves("caught", &with("", "", "3"), &[]);
    for engine in [&Summary as &dyn Engine, &Modular] {
        let open = not_proved_by(engine, "other_reason", &with("", "", "4"));
        assert!(open.contains("assertion-failure"), "{open:?}");
    }
    leaves("spare", &with("s->spare = malloc(4);", "free(s->spare); s->spare = 0;", "3"), &[]);
    leaves("lost", &with("int *q = malloc(4);", "free(q);", "3"), &["memory-leak"]);
}

/// Nobody has set the point: that is found where the program starts, and callers on the way go on only where nothing jumped.
#[test]
fn a_jump_to_nowhere_is_not_forgotten() {
    let text = "static void die(void) { longjmp(env, 1); } static void check(int ok) { if (!ok) die(); }
        static int get(int *p) { check(p != 0); return *p; }
        int main(void) { int x = 1, n = __VERIFIER_nondet_int(); START return get(WHAT); }";
    let with = |start: &str, what: &str| text.replace("START", start).replace("WHAT", what);
    leaves_alone("nowhere", &with("", "n ? &x : 0"), &["precondition-violation"]);
    leaves_alone("no_jump", &with("", "&x"), &[]);
    leaves_alone("somewhere", &with("if (setjmp(env)) return 2;", "n ? &x : 0"), &[]);
    leaves_alone(
        "gone",
        &format!("static int set(void) {{ return setjmp(env); }} {}", with("set();", "n ? &x : 0")),
        &["precondition-violation"],
    );
}

/// A buffer that another function has set does not lead to a point of this one.
#[test]
fn points_of_other_functions_are_others() {
    let text = "static int once(void) { if (setjmp(env) == 0) return 1; return 2; }
        int main(void) { int r = setjmp(env); if (r == 2) { assert(0); return 0; } if (r == 0) { once(); longjmp(env, 2); } return 0; }";
    let open = not_proved_by(&Modular, "others", text);
    assert!(!open.is_empty(), "the point of `once` is gone");
    let text = "static jmp_buf own; static int once(int n) { if (setjmp(own) == 0) { if (n) longjmp(own, 1); return 1; } return 2; }
        int main(void) { int r = setjmp(env), n = __VERIFIER_nondet_int(); if (r == 2) return 0;
        if (r == 0) { int two = once(n); assert(two == 2 || !n); longjmp(env, 2); } assert(r == 2); return 0; }";
    leaves_alone("own", text, &[]);
}

/// Who holds a block while something that it calls jumps past it loses the block, whether or not the jump is followed.
#[test]
fn blocks_are_lost_in_functions_that_are_jumped_over() {
    let text = "static void step(int n) { back(n); } static void *make(void) { return malloc(4); }
        static void fill(int **to) { *to = make(); back(1); }
        static void over(int n) { int *p = 0; CALL free(p); }
        int main(void) { for (int i = 0; i < 2; i++) { if (setjmp(env) == 0) over(__VERIFIER_nondet_int()); } return 0; }";
    for (name, call) in [("held", "p = make(); step(n);"), ("given", "fill(&p);")] {
        let open = not_proved_by(&Modular, name, &text.replace("CALL", call));
        assert!(open.contains("memory-leak"), "{name}: {open:?}");
    }
}

/// A program with two buffers, some variables, and jumps here and there.
fn program(seed: u64) -> String {
    let mut random = Random::new(seed);
    let step = |random: &mut Random| {
        *random.pick(&[
            "x++;",
            "v++;",
            "count++;",
            "back(n);",
            "if (n > 2) back(m);",
            "if (m > 0) inner(&v, n);",
            "inner(&count, m);",
            "count = pick(m);",
            "p = malloc(4); *p = n;",
            "free(p); p = 0;",
            "if (p) *p = 3;",
            "if (count > 3) return 0;",
            "if (setjmp(env) == 0) { v = 7; if (m == 1) back(2); } else count++;",
            "if (count < 3) { count++; longjmp(other, n); }",
            "if (setjmp(other) > 2) { count += 2; }",
            "for (int i = 0; i < m; i++) { count++; if (i == 2) back(n); }",
            "assert(v < 9);",
            "assert(count < 4);",
            "assert(x < 2);",
            "assert(!p || *p == n);",
            "assert(r == 0 || count > 0);",
        ])
    };
    let kind = *random.pick(&["", "volatile", "static"]);
    let mut text = format!(
        "{PRELUDE} static jmp_buf other; static int count; static int *p;
        static int pick(int i) {{ int a[5] = {{ 1, 2, 3, 1, 1 }}; return a[i] + count % 2; }}
        static void inner(int *a, int n) {{ int y = n; *a = y + 1; back(n); if (*a > 3) longjmp(other, *a); *a = 2; }}
        int main(void) {{ int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(); {kind} int x = 0; volatile int v = 0; int r;
        if (n < 0 || n > 6 || m < 0 || m > 4) return 0; r = setjmp(env);\n"
    );
    for _ in 0..6 {
        text += step(&mut random);
        text += "\n";
    }
    text + "free(p); return 0; }\n"
}

/// A program with functions between those that set points and those that jump.
fn layered_program(seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut steps =
        |forms: &[&str], count: u64| -> String { (0..count).map(|_| format!("{}\n", random.text(forms))).collect() };
    let low = steps(
        &[
            "if (n == 2) longjmp(s->env, n);",
            "if (*v > 3) longjmp(env, *v);",
            "if (n == 4) longjmp(*other, 1);",
            "*v += n;",
            "count++;",
            "if (!s->p) { s->p = malloc(4); *s->p = n; }",
            "assert(s->why == 0);",
        ],
        3,
    );
    let middle = steps(
        &[
            "low(s, v, n);",
            "if (n > 1) low(s, v, n - 1);",
            "int *q = malloc(4); *q = n; low(s, v, n); assert(*q == n); free(q);",
            "s->why = 1; low(s, v, n); s->why = 0;",
            "free(s->p); s->p = 0;",
            "for (int i = 0; i < n; i++) low(s, v, i);",
            "{ jmp_buf *old = other, mine; other = &mine; if (setjmp(mine) == 0) low(s, v, n); else *v = 0; other = old; }",
            "if (s->p) *s->p = 5;",
        ],
        3,
    );
    let top = steps(
        &[
            "middle(&s, &v, n);",
            "low(&s, &v, m);",
            "if (r) assert(r == n || r == m);",
            "assert(v < 9);",
            "assert(count < 3);",
            "if (s.p) assert(*s.p == n || *s.p == 5);",
            "assert(s.why == 0);",
            "x++;",
            "assert(x < 2);",
        ],
        4,
    );
    format!(
        "{PRELUDE} struct state {{ jmp_buf env; int why; int *p; }}; static jmp_buf far, *other; static int count;
        static void low(struct state *s, int *v, int n) {{ {low} }}
        static void middle(struct state *s, int *v, int n) {{ {} }}
        static int top(int n, int m) {{ struct state s; volatile int w = 0; int v = 0, x = 0; s.why = 0; s.p = 0;
        int r = setjmp(s.env); if (r) w = r; {top} free(s.p); return w; }}
        int main(void) {{ int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
        if (n < 0 || n > 6 || m < 0 || m > 4) return 0; other = &far;
        if (setjmp(env)) return 1; if (setjmp(far)) return 2; int r = top(n, m); assert(r == 0 || r == n || r == m);
        if (m == 3) assert(top(m, n) < 5); return 0; }}\n",
        middle.lines().map(|line| format!("{{ {line} }}")).collect::<String>()
    )
}

#[test]
fn what_is_proved_of_jumps_over_functions_never_fails() {
    let inputs: Vec<Vec<u128>> = (0..=6).flat_map(|n| (0..=4).map(move |m| vec![n, m])).collect();
    for engine in [&Summary as &dyn Engine, &Modular] {
        holds_for_inputs(engine, BUDGET, seeds(1, 8), layered_program, &inputs);
    }
}

#[test]
fn what_is_proved_of_jumps_by_inlining_never_fails() {
    what_is_proved_never_fails(&Summary);
}

#[test]
fn what_is_proved_of_jumps_by_summaries_never_fails() {
    what_is_proved_never_fails(&Modular);
}

fn what_is_proved_never_fails(engine: &dyn Engine) {
    let inputs: Vec<Vec<u128>> = (0..=6).flat_map(|n| (0..=4).map(move |m| vec![n, m])).collect();
    holds_for_inputs(engine, BUDGET, seeds(1, 12), program, &inputs);
}
