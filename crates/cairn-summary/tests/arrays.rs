//! Random programs that fill, change and read arrays in loops: what the engine calls proved must not fail in any execution.
//!
//! Lengths are inputs, so that loops are looked at as a whole; the programs are full of assertions and bounds that are
//! wrong for some of them. `CAIRN_RANDOM=FIRST,COUNT` looks at others.

use cairn_cases::{holds_for_inputs, seeds};
use cairn_engine::Engine;
use cairn_fuzz::Random;
use cairn_summary::{Modular, Summary};

/// The largest length.
const LONGEST: u64 = 5;
const BUDGET: u64 = 2_000_000;

const PRELUDE: &str =
    "#include <stdlib.h>\n#include <string.h>\n#include <assert.h>\nint __VERIFIER_nondet_int(void);\n";

/// A program over arrays `x` and `y` of length `n`, an index `k` in it, and a number `m` up to `n`.
fn program(seed: u64) -> String {
    let mut random = Random::new(seed);
    let element = *random.pick(&["int", "int", "signed char", "short"]);
    let mut text = format!(
        "{PRELUDE}typedef {element} T;
        static void fill(T *p, int len, T v) {{ for (int i = 0; i < len; i++) p[i] = v; }}
        static void number(T *p, int len) {{ for (int i = 0; i < len; i++) p[i] = i; }}
        static void put(T *p, int i, T v) {{ p[i] = v; }}
        static T get(T *p, int i) {{ return p[i]; }}
        int main(void) {{
        int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(), j = 0;
        if (n < 1 || n > {LONGEST} || k < 0 || k >= n || m < 0 || m > n) return 0;\n"
    );
    text += *random.pick(&[
        "T *x = malloc(n * sizeof(T)), *y = malloc(n * sizeof(T));\n",
        "T x[n], y[n];\n",
        "T x[5], y[5];\n",
        "T *x = calloc(n, sizeof(T)), *y = calloc(n, sizeof(T));\n",
    ]);
    let heap = text.contains("lloc(n");
    for _ in 0..2 + random.below(4) {
        text += &step(&mut random);
    }
    for _ in 0..1 + random.below(2) {
        let claim = claim(&mut random);
        text += &format!("{claim}\n");
    }
    text += if heap { "free(x); free(y);\n" } else { "" };
    text + "return 0; }\n"
}

fn step(random: &mut Random) -> String {
    let (a, b) = if random.below(4) == 0 { ("y", "x") } else { ("x", "y") };
    let value = *random.pick(&[
        "3",
        "i",
        "2 * i + 1",
        "k",
        "A[i]",
        "A[i] + 1",
        "B[i]",
        "B[n - 1 - i]",
        "i + n",
        "__VERIFIER_nondet_int()",
    ]);
    let bound = *random.pick(&["n", "n", "n", "n", "m", "n - 1", "k", "n + 1"]);
    let start = *random.pick(&["0", "0", "0", "0", "1", "m", "k"]);
    let place = *random.pick(&["i", "i", "i", "i", "n - 1 - i", "i / 2", "k"]);
    let form = *random.pick(&[
        "for (int i = START; i < BOUND; i++) A[PLACE] = VALUE;",
        "for (int i = START; i < BOUND; i++) A[PLACE] = VALUE;",
        "for (int i = START; i < BOUND; i += 2) A[PLACE] = VALUE;",
        "for (int i = BOUND - 1; i >= START; i--) A[PLACE] = VALUE;",
        "for (T *p = A + START; p < A + BOUND; p++) *p = 7;",
        "for (T *p = A; p < A + BOUND; p++) *p = p - A;",
        "for (int i = START; i < BOUND; i++) { if (i < m) A[PLACE] = VALUE; else A[PLACE] = 9; }",
        "for (int i = START; i < BOUND; i++) if (A[i] == 3) A[i] = 4;",
        "for (int i = 0; i < BOUND; i++) { A[i] = VALUE; B[i] = A[i]; }",
        "for (int i = 0; i < m; i++) for (int l = 0; l < BOUND; l++) A[l] = i;",
        "{ int i = k; A[PLACE] = VALUE; }",
        "A[k] = 5;",
        "A[m] = 5;",
        "while (j < n && A[j] != 3) j++;",
        "fill(A, BOUND, 3);",
        "number(A + START, n - START);",
        "put(A, k, 8);",
        "memset(A, 0, BOUND * sizeof(T));",
        "memset(A + k, 1, sizeof(T));",
        "memcpy(A, B, BOUND * sizeof(T));",
        "A[n - 1] = 3; j = 0; while (A[j] != 3) j++;",
    ]);
    let form = form.replace("PLACE", place).replace("VALUE", value).replace("START", start).replace("BOUND", bound);
    form.replace('A', a).replace('B', b) + "\n"
}

fn claim(random: &mut Random) -> String {
    let a = *random.pick(&["x", "x", "y"]);
    let form = *random.pick(&[
        "assert(A[k] == VALUE);",
        "assert(A[k] == VALUE);",
        "assert(A[0] == VALUE);",
        "assert(get(A, k) == VALUE);",
        "for (int k = 0; k < n; k++) assert(A[k] == VALUE);",
        "for (int k = m; k < n; k++) assert(A[k] == VALUE);",
        "if (k < m) assert(A[k] == VALUE);",
        "if (j < n) assert(A[j] == 3);",
        "assert(x[k] == y[k]);",
    ]);
    let value = *random.pick(&["3", "k", "2 * k + 1", "7", "9", "4", "0", "5", "k + n", "k + 1", "8"]);
    form.replace("VALUE", value).replace('A', a)
}

/// Inputs: all small lengths with some indices, then numbers.
fn inputs() -> Vec<Vec<u128>> {
    let mut all = Vec::new();
    for n in 1..=LONGEST {
        for k in 0..n {
            for m in [0, n / 2, n] {
                let numbers = (0..12).map(|at| u128::from((n * 7 + k * 3 + m + at * at) % 10));
                all.push([n, k, m].map(u128::from).into_iter().chain(numbers).collect());
            }
        }
    }
    all
}

#[test]
fn what_is_proved_of_arrays_by_inlining_never_fails() {
    what_is_proved_never_fails(&Summary);
}

#[test]
fn what_is_proved_of_arrays_by_summaries_never_fails() {
    what_is_proved_never_fails(&Modular);
}

fn what_is_proved_never_fails(engine: &dyn Engine) {
    holds_for_inputs(engine, BUDGET, seeds(1, 6), program, &inputs());
}
