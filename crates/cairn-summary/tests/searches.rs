//! What loops that search arrays find out: of every place before the one that was found, how it compares.
//!
//! Programs one by one, and random ones, of which what the engine calls proved must not fail in any execution.
//! `CAIRN_RANDOM=FIRST,COUNT` looks at others.

use cairn_cases::{Claims, holds_for_inputs, seeds};
use cairn_engine::{Engine, Terms};
use cairn_fuzz::Random;
use cairn_interp::{Config, NondetSource};
use cairn_summary::{Modular, Summary};
use std::sync::Arc;

/// The largest length that is executed.
const LONGEST: u64 = 5;
const BUDGET: u64 = 4_000_000;

/// An array `a` of `n` elements, all of them input, another number `e` and an index `k` in it.
const START: &str = "#include <assert.h>\nint __VERIFIER_nondet_int(void);
    int main(void) {
    int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int(), e = __VERIFIER_nondet_int();
    if (n < 1 || n > MOST || k < 0 || k >= n) return 0;
    T a[MOST];
    for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
    int i = 0;\n";

fn program(ty: &str, most: u64, body: &str) -> String {
    let text = format!("{START}{body}\nreturn 0; }}\n");
    text.replace("MOST", &most.to_string()).replace("T a", &format!("{ty} a"))
}

/// Lengths and indices, then numbers in a few orders.
fn inputs() -> Vec<Vec<u128>> {
    let mut all = Vec::new();
    for n in 1..=LONGEST {
        for k in 0..n {
            for order in 0..6 {
                let numbers =
                    (0..8).map(|at| u128::from((n * 5 + k + order * at * at + at) % 7)).map(|x| x.wrapping_sub(2));
                all.push([n, k].map(u128::from).into_iter().chain(numbers).collect());
            }
        }
    }
    all
}

/// Is everything proved?
fn proved(body: &str) -> bool {
    let terms = Terms { alloc_may_fail: false, ..Terms::default() };
    let execution =
        |input: &Vec<u128>| Config { nondet: NondetSource::Vector(Arc::from(&input[..])), ..Config::default() };
    let mut claims = Claims::of(&Summary, 50_000_000);
    let executions = inputs().iter().map(execution).collect();
    claims.try_on("search", &program("int", 500, body), &terms, executions);
    let all = claims.all_proved();
    claims.confirm();
    all
}

#[test]
fn what_a_search_passed_by_is_known() {
    for body in [
        "while (i < n && a[i] != e) i++; if (k < i) assert(a[k] != e);",
        "for (; i < n; i++) if (a[i] == e) break; if (k < i) assert(a[k] != e);",
        "while (i < n && a[i] > 0) i++; for (int l = 0; l < i; l++) assert(a[l] > 0);",
        "int max = a[0]; for (i = 0; i < n; i++) if (a[i] > max) max = a[i]; assert(a[k] <= max);",
        "int min = a[0]; for (i = 1; i < n; i++) if (a[i] < min) min = a[i]; if (k > 0) assert(a[k] >= min);",
        "while (i < n && a[i] != e) i++; if (i == n) assert(a[k] != e);",
    ] {
        assert!(proved(body), "{body}");
    }
}

#[test]
fn nothing_is_known_of_what_it_did_not_pass_by() {
    for body in [
        "while (i < n && a[i] != e) i++; assert(a[k] != e);",
        "while (i < n && a[i] != e) i++; if (k <= i) assert(a[k] != e);",
        "while (i < n && a[i] != e) i += 2; if (k < i) assert(a[k] != e);",
        "while (i < n && a[i] != e) i++; a[k] = e; if (k < i) assert(a[k] != e);",
        "while (i < n && a[i] != e) { a[i] = e; i++; } if (k < i) assert(a[k] != e);",
        "int max = a[0]; for (i = 0; i < n; i++) { if (a[i] > max) max = a[i]; if (a[i] == 3) max = 0; } assert(a[k] <= max);",
        "int max = a[0]; for (i = 0; i < n; i++) if (a[i] > max) max = a[i]; max--; assert(a[k] <= max);",
        "unsigned max = a[0]; for (i = 0; i < n; i++) if ((unsigned)a[i] > max) max = a[i]; assert(a[k] <= (int)max);",
        "int max = a[0]; for (i = 0; i < n; i++) { if (e) continue; if (a[i] > max) max = a[i]; } assert(a[k] <= max);",
    ] {
        assert!(!proved(body), "{body}");
    }
}

fn random_program(seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut body = "int m = a[0], c = 0;\n".to_owned();
    for _ in 0..1 + random.below(3) {
        body += &loop_over(&mut random);
        if random.below(3) == 0 {
            body += *random.pick(&["a[k] = e;", "a[0] = m;", "m = e;", "e++;", "a[n - 1] = 0;", "if (c) a[k] = m;"]);
        }
        body += &claim(&mut random);
    }
    let most = if random.below(3) == 0 { LONGEST } else { 500 };
    program(random.text(&["int", "int", "signed char", "unsigned"]), most, &body)
}

fn loop_over(random: &mut Random) -> String {
    let form = *random.pick(&[
        "i = START; while (i < BOUND && A REL O) i++;",
        "for (i = START; i < BOUND; i++) if (A REL O) break;",
        "for (i = START; i < BOUND; i++) if (A REL m) m = a[i];",
        "for (i = START; i < BOUND; i++) { if (A REL m) m = a[i]; else c++; }",
        "for (i = START; i < BOUND; i++) if (A REL O) { a[i] = O; c++; }",
        "for (i = START; i < BOUND; i++) { if (i == k) continue; if (A REL m) m = A; }",
        "for (i = START; i < BOUND; i += 2) if (A REL O) break;",
        "for (i = BOUND - 1; i >= START; i--) if (A REL O) break; i++;",
        "for (int l = 0; l < 2; l++) for (i = START; i < BOUND; i++) if (A REL m) m = A;",
        "for (i = START; i < BOUND; i++) if (A REL O) a[k] = O;",
    ]);
    filled(random, form) + "\n"
}

fn claim(random: &mut Random) -> String {
    let form = *random.pick(&[
        "if (k < i) assert(a[k] REL O);",
        "if (k >= START && k < i) assert(a[k] REL O);",
        "assert(a[k] REL m);",
        "if (i > START) assert(a[i - 1] REL O);",
        "if (i < n) assert(a[i] REL O);",
        "for (int l = START; l < i; l++) assert(a[l] REL O);",
    ]);
    filled(random, form) + "\n"
}

fn filled(random: &mut Random, form: &str) -> String {
    let start = *random.pick(&["0", "0", "1", "k"]);
    let bound = *random.pick(&["n", "n", "n", "k"]);
    let other = *random.pick(&["e", "e", "0", "3", "m", "i"]);
    let relation = *random.pick(&["==", "!=", "!=", "<", "<=", ">", ">="]);
    let form = form.replace("START", start).replace("BOUND", bound).replace("REL", relation);
    form.replace('O', other).replace('A', "a[i]")
}

fn what_is_proved_never_fails(engine: &dyn Engine) {
    holds_for_inputs(engine, BUDGET, seeds(1, 12), random_program, &inputs());
}

#[test]
fn what_is_proved_of_searches_by_inlining_never_fails() {
    what_is_proved_never_fails(&Summary);
}

#[test]
fn what_is_proved_of_searches_by_summaries_never_fails() {
    what_is_proved_never_fails(&Modular);
}
