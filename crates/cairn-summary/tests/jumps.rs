//! `setjmp` and `longjmp` from `main` on: what stays open, and random programs that jump, whose proofs no execution breaks.
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
    let file = std::env::temp_dir().join(format!("cairn-jumps-{}-{name}.c", std::process::id()));
    std::fs::write(&file, format!("{PRELUDE}{body}")).expect("written");
    let loaded = Loader::new(Options::default()).load(&[Input::new(&file, &["-w".to_owned()])]);
    std::fs::remove_file(&file).ok();
    let program = loaded.unwrap_or_else(|error| panic!("{name}: {error}")).program;
    let goals = obligations_with(&program, &ObligationOptions::for_users());
    let terms = Terms { alloc_may_fail: false, ..Terms::default() };
    let task = Task::new(&program, &goals, &terms);
    let all: Vec<usize> = (0..goals.len()).collect();
    let verdicts = Summary.analyse(&task, &all, &mut Budget::new(50_000_000)).verdicts;
    let unproved = |(_, verdict): &&(usize, Verdict)| !verdict.holds();
    verdicts.iter().filter(unproved).map(|(goal, _)| goals[*goal].rule.name()).collect()
}

#[track_caller]
fn leaves(name: &str, body: &str, expected: &[&str]) {
    assert_eq!(not_proved(name, body), expected.iter().copied().collect(), "{name}");
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
    leaves("loop", text, &[]);
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
