//! Random programs that make blocks in loops, keep their addresses in an array and free them: what the engine calls
//! proved must not fail in any execution.
//!
//! How many blocks there are is an input, so that loops are looked at as a whole; many programs free too much, too little or
//! too early. `CAIRN_RANDOM=FIRST,COUNT` looks at others.

use cairn_cases::{holds_for_inputs, seeds};
use cairn_engine::Engine;
use cairn_fuzz::Random;
use cairn_summary::{Modular, Summary};

/// The most blocks.
const MOST: u64 = 4;
const BUDGET: u64 = 2_000_000;

/// A program over an array `z` of `n` addresses, an index `k` in it, and a number `m` up to `n`.
fn program(seed: u64) -> String {
    let mut random = Random::new(seed);
    let (array, release) = [
        ("int *z[4];", ""),
        ("static int *z[4];", ""),
        ("int **z = malloc(n * sizeof *z);", "free(z);"),
        ("int **z = calloc(n, sizeof *z);", "free(z);"),
    ][random.below(4) as usize];
    let mut text = format!(
        "#include <stdlib.h>\n#include <assert.h>\nint __VERIFIER_nondet_int(void);
        static int *make(int v) {{ int *p = malloc(sizeof *p); *p = v; return p; }}
        static void drop(int **z, int i) {{ free(z[i]); }}
        int main(void) {{
        int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
        if (n < 1 || n > {MOST} || k < 0 || k >= n || m < 0 || m > n) return 0;
        {array}\n"
    );
    text += &bounded(&mut random, random_maker);
    for _ in 0..random.below(3) {
        text += &bounded(&mut random, random_use);
    }
    if random.below(8) > 0 {
        text += &bounded(&mut random, random_end);
    }
    text + release + "return 0; }\n"
}

fn random_maker(random: &mut Random) -> &'static str {
    random.text(&[
        "for (int i = START; i < BOUND; i++) z[i] = malloc(4);",
        "for (int i = START; i < BOUND; i++) { z[i] = malloc(4); *z[i] = i; }",
        "for (int i = START; i < BOUND; i++) z[PLACE] = make(i);",
        "for (int i = START; i < BOUND; i++) { z[i] = make(3); assert(*z[i] == 3); }",
        "for (int i = 0; i < n; i++) { z[i] = make(3); *z[PLACE] = 4; assert(*z[i] == 3 || n > 2); }",
        "for (int i = 0; i < n; i++) { int *p = malloc(4); z[i] = malloc(4); *p = 1; *z[PLACE] = 2; assert(*p == 1); free(p); }",
        "for (int i = BOUND - 1; i >= START; i--) z[i] = malloc(4);",
        "for (int i = 0; i < BOUND; i++) { if (i != m) z[i] = make(3); else z[i] = 0; }",
        "for (int i = 0; i < n; i++) z[i] = malloc(i + 4);",
        "for (int i = 0; i < n; i++) { free(malloc(4)); z[i] = malloc(4); }",
        "for (int l = 0; l < m; l++) for (int i = 0; i < n; i++) z[i] = malloc(4);",
        "for (int i = 0; i < n; i++) { z[i] = malloc(4); if (i == m) break; }",
        "int j = 0; while (__VERIFIER_nondet_int() && j < n) z[j++] = malloc(4); n = j; if (k >= n || m > n) return 0;",
    ])
}

fn random_use(random: &mut Random) -> &'static str {
    random.text(&[
        "*z[k] = 5;",
        "*z[k] = 5; assert(*z[k] == 5);",
        "assert(*z[k] == 3 || *z[k] == 4);",
        "if (m < n) *z[m] = 5;",
        "free(z[k]); z[k] = malloc(4);",
        "free(z[k]);",
        "{ int *p = z[k]; z[k] = z[0]; z[0] = p; }",
        "z[k] = z[0];",
        "for (int i = START; i < BOUND; i++) *z[i] = i;",
        "for (int i = START; i < BOUND; i++) { free(z[i]); z[i] = make(i); }",
        "for (int i = START; i < BOUND; i++) free(z[PLACE]);",
        "if (m < n && z[k] == z[m]) assert(k == m);",
        "{ int *p = z[k]; for (int i = 0; i < n; i++) if (z[i] != p) *z[i] = 2; *p = 1; }",
        "{ int *p = malloc(4); free(z[k]); z[k] = p; }",
        "{ int *p = 0; for (int i = 0; i < n; i++) p = z[i]; if (p) *p = 1; }",
        "for (int i = 0; i < n; i++) { int *p = malloc(4); free(p); }",
    ])
}

fn random_end(random: &mut Random) -> &'static str {
    random.text(&[
        "for (int i = START; i < BOUND; i++) free(z[i]);",
        "for (int i = 0; i < n; i++) free(z[i]);",
        "for (int i = 0; i < n; i++) free(z[PLACE]);",
        "for (int i = 0; i < n; i++) drop(z, i);",
        "for (int i = n - 1; i >= START; i--) free(z[i]);",
        "for (int i = 0; i < n; i++) { free(z[i]); z[i] = 0; }",
        "while (n > 0) free(z[--n]);",
    ])
}

fn bounded(random: &mut Random, form: fn(&mut Random) -> &'static str) -> String {
    let form = form(random);
    let bound = random.text(&["n", "n", "n", "n", "n", "m", "n - 1", "n + 1"]);
    let start = random.text(&["0", "0", "0", "0", "0", "1", "m"]);
    let place = random.text(&["i", "i", "i", "i", "n - 1 - i", "0", "k"]);
    form.replace("START", start).replace("BOUND", bound).replace("PLACE", place) + "\n"
}

/// Inputs: all small numbers with some indices, then choices.
fn inputs() -> Vec<Vec<u128>> {
    let mut all = Vec::new();
    for n in 1..=MOST {
        for k in 0..n {
            for m in 0..=n {
                let choices = (0..8).map(|at| u128::from((n * 7 + k * 3 + m + at * at) % 3));
                all.push([n, k, m].map(u128::from).into_iter().chain(choices).collect());
            }
        }
    }
    all
}

#[test]
fn what_is_proved_of_blocks_by_inlining_never_fails() {
    what_is_proved_never_fails(&Summary);
}

#[test]
fn what_is_proved_of_blocks_by_summaries_never_fails() {
    what_is_proved_never_fails(&Modular);
}

fn what_is_proved_never_fails(engine: &dyn Engine) {
    holds_for_inputs(engine, BUDGET, seeds(1, 6), program, &inputs());
}
