//! Random programs that build lists in loops, keep some of the nodes, and write to them while more are made: what the engine
//! calls proved must not fail in any execution.
//!
//! Lists are longer than what loops are unrolled to. `CAIRN_RANDOM=FIRST,COUNT` looks at other programs.

use cairn_cases::{holds_for_inputs, seeds};
use cairn_engine::Engine;
use cairn_fuzz::Random;
use cairn_summary::{Modular, Summary};

/// The most nodes.
const MOST: u128 = 8;
const BUDGET: u64 = 4_000_000;

/// What is done with a new node `p`, or before there is one.
fn random_step(random: &mut Random) -> &'static str {
    random.text(&[
        "assert(p->v == VALUE);",
        "if (i == m) kept = p;",
        "kept = p;",
        "if (kept) kept->v = 1;",
        "if (last) last->v = 2; last = p;",
        "if (kept && kept != p) kept->v = 3;",
        "if (p->next) p->next->v = 3;",
        "{ struct n *q = i > k ? p : kept; if (q) q->v = 4; }",
        "{ struct n *z = calloc(1, sizeof *z); assert(z->v == 0); z->v = i; if (kept) kept->v = 6; assert(z->v == i); free(z); }",
        "if (i == m) { head = p->next; free(p); continue; }",
        "if (i == k) p->next = p;",
        "if (kept) assert(kept->v < 7);",
        "if (last) assert(last->v == VALUE); last = p;",
        "if (kept == p) assert(i >= m);",
    ])
}

fn random_end(random: &mut Random) -> &'static str {
    random.text(&[
        "{ int c = 0; for (struct n *q = head; q && c < 20; q = q->next, c++) assert(q->v == 7); }",
        "{ int c = 0; for (struct n *q = head; q && c < 20; q = q->next, c++) assert(q->v < 8); }",
        "if (kept) assert(kept->v == 7);",
        "if (kept) kept->v = 8; if (head) assert(head->v == 7);",
        "if (last) last->v = 5; if (kept) assert(kept->v != 5);",
        "if (head) assert(head->v < 8);",
        "{ int c = 0; while (head && c++ < 20) { struct n *q = head->next; free(head); head = q; } }",
        "if (kept == last) assert(!kept || kept->v < 9);",
        "if (head && kept && head != kept) { head->v = 1; kept->v = 2; assert(head->v == 1); }",
    ])
}

fn program(seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut text = format!(
        "#include <stdlib.h>\n#include <assert.h>\nint __VERIFIER_nondet_int(void); struct n {{ int v; struct n *next; }};
        static struct n *node(int v, struct n *next) {{ struct n *p = malloc(sizeof *p); p->v = v; p->next = next; return p; }}
        int main(void) {{ int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
        if (n < 0 || n > {MOST} || k < 0 || m < 0) return 0; struct n *head = 0, *kept = 0, *last = 0;\n"
    );
    for _ in 0..1 + random.below(2) {
        let value = random.text(&["7", "7", "7", "i", "i % 3"]);
        let make = random.text(&[
            "struct n *p = malloc(sizeof *p); p->v = VALUE; p->next = head; head = p;",
            "struct n *p = node(VALUE, head); head = p;",
            "struct n *p = head; if (i != k || !p) { p = node(VALUE, head); head = p; }",
            "struct n *p = calloc(1, sizeof *p); if (i > 0) p->v = VALUE; p->next = head; head = p;",
        ]);
        let steps: String = (0..random.below(4)).map(|_| random_step(&mut random)).collect();
        text += &format!("for (int i = 0; i < n; i++) {{ {make} {steps} }}\n").replace("VALUE", value);
    }
    (0..1 + random.below(2)).for_each(|_| text = std::mem::take(&mut text) + random_end(&mut random) + "\n");
    text + "return 0; }\n"
}

fn inputs() -> Vec<Vec<u128>> {
    let of = |n: u128| [0, 2, 6].into_iter().flat_map(move |k| [0, 4, 5, 7].map(|m| vec![n, k, m]));
    (0..=MOST).flat_map(of).collect()
}

#[test]
fn what_is_proved_of_lists_by_inlining_never_fails() {
    what_is_proved_never_fails(&Summary);
}

#[test]
fn what_is_proved_of_lists_by_summaries_never_fails() {
    what_is_proved_never_fails(&Modular);
}

fn what_is_proved_never_fails(engine: &dyn Engine) {
    holds_for_inputs(engine, BUDGET, seeds(1, 8), program, &inputs());
}
