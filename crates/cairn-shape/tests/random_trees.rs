//! Random programs on binary trees, with and without parents: what the engine calls proved must not fail in any execution.

mod support;

use cairn_shape::graphs::{GraphsAlone, Join};
use std::fmt::Write;
use support::Random;

const VARS: &[&str] = &["a", "b", "g"];
const LINKS: &[&str] = &["left", "right", "left", "right", "up"];

const PRELUDE: &str = "#include <stdlib.h>
#include <assert.h>
int __VERIFIER_nondet_int(void);
#define any (__VERIFIER_nondet_int() % 2)
struct tree { struct tree *left, *right, *up; int data; };
static struct tree *g;
static struct tree *leaf(struct tree *up, int v) {
    struct tree *n = malloc(sizeof *n);
    if (!n) abort();
    n->left = n->right = 0; n->up = UP; n->data = v;
    return n;
}
static struct tree *grow(struct tree *t, int v) {
    if (!t) return leaf(0, v);
    struct tree *n = t;
    while (n->left && n->right) n = any ? n->left : n->right;
    if (!n->left) n->left = leaf(n, v); else n->right = leaf(n, v);
    return t;
}
static struct tree *put(struct tree *t, int v) {
    if (!t) return leaf(0, v);
    struct tree **p = &t, *up = 0;
    while (*p) { up = *p; p = v < up->data ? &up->left : &up->right; }
    *p = leaf(up, v);
    return t;
}
static void fell(struct tree *t) {
    if (!t) return;
    fell(t->left);
    fell(t->right);
    free(t);
}
static struct tree *pick(struct tree *t) {
    if (!t) return 0;
    struct tree *n = t, *up = 0;
    while (n->left || n->right) { up = n; n = n->left ? n->left : n->right; }
    if (up) { if (up->left == n) up->left = 0; else up->right = 0; }
    free(n);
    return up ? t : 0;
}
static void mirror(struct tree *t) {
    if (!t) return;
    struct tree *l = t->left;
    t->left = t->right;
    t->right = l;
    mirror(l);
}
";

fn statement(random: &mut Random, text: &mut String, depth: usize) {
    let (v, w, link) = (random.pick(VARS), random.pick(VARS), random.pick(LINKS));
    let number = random.below(3);
    let guard = if random.below(12) == 0 { String::new() } else { format!("if ({v}) ") };
    let line = match random.below(20) {
        0 | 1 => format!("{v} = grow({v}, {number});"),
        2 => format!("while (any) {v} = grow({v}, __VERIFIER_nondet_int() % 3);"),
        3 => format!("while (any) {v} = put({v}, __VERIFIER_nondet_int());"),
        4 => format!("{v} = put({v}, {number});"),
        5 => format!("{v} = {w};"),
        6 => format!("if ({w}) {v} = {w}->{link};"),
        7 => format!("{guard}{v}->{link} = {w};"),
        8 => format!("{guard}{v}->data = {number};"),
        9 => format!("fell({v}); {v} = 0;"),
        10 => format!("{v} = 0;"),
        11 => format!("{v} = pick({v});"),
        12 => format!("while ({v}) {v} = pick({v});"),
        13 => format!("while ({v} && {v}->{link}) {v} = {v}->{link};"),
        14 => format!("mirror({v});"),
        15 => format!("if ({v} && {v}->left && {v}->left->up) assert({v}->left->up == {v});"),
        16 => format!("if ({v} && {v}->left) assert({v}->left != {v}->right);"),
        17 => format!("if ({v}) assert({v}->data <= {number});"),
        18 if depth < 2 => {
            let _ = writeln!(text, "    while (any) {{");
            (0..1 + random.below(3)).for_each(|_| statement(random, text, depth + 1));
            "}".to_owned()
        }
        _ => format!("{v} = grow({v}, __VERIFIER_nondet_int() % 4);"),
    };
    let _ = writeln!(text, "    {line}");
}

fn program(seed: u64) -> String {
    let mut random = Random(seed);
    let mut text = PRELUDE.replace("UP", if seed.is_multiple_of(2) { "up" } else { "0" });
    text.push_str("int main(void) {\n    struct tree *a = 0, *b = 0;\n");
    (0..3 + random.below(8)).for_each(|_| statement(&mut random, &mut text, 0));
    if random.below(2) == 0 {
        VARS.iter().for_each(|var| text.push_str(&format!("    fell({var});\n")));
    }
    text.push_str("    return 0;\n}\n");
    text
}

#[test]
fn what_is_proved_of_trees_never_fails() {
    support::what_is_proved_never_fails(30, 25, 3, program);
}

#[test]
fn what_graphs_prove_of_trees_never_fails() {
    support::never_fails(&GraphsAlone(Join::PartialIsomorphism), cairn_cases::seeds(1, 30), 25, 3, program);
}
