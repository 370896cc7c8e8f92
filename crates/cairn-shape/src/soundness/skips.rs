//! Heaps for the rules about lists whose links lead past nodes that another link leads through.

use super::laboratory::{Laboratory, Recipe};
use super::recipes::Random;
use super::{Bench, seeds};
use crate::fault;
use crate::known::KnownLinks;

const PRELUDE: &str = "#include <cairn.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
#define any __VERIFIER_nondet_int
struct node { struct node *all, *skip; long data; };
struct node *all, *skip, *x;
long n;
static struct node *nodes[7];
static int count;
static struct node *pick(void) { int i = any(); return i > 0 && i <= count ? nodes[i - 1] : 0; }
static void build(void) {
    count = any();
    for (int i = 0; i < count; i++) nodes[i] = malloc(sizeof(struct node));
    for (int i = 0; i < count; i++) { nodes[i]->all = pick(); nodes[i]->skip = pick(); nodes[i]->data = any(); }
    all = pick(); skip = pick(); x = pick();
    n = any();
    for (int i = 0; i < 7; i++) nodes[i] = 0;
    count = 0;
}
";

const STATEMENTS: &[&str] = &[
    ";",
    "skip = skip->skip;",
    "x = skip->all;",
    "x = all->all;",
    "all = all->all;",
    "x = skip->skip->all;",
    "n = all == skip;",
    "n = skip->all == skip->skip;",
    "if (skip && skip->all != skip->skip) n = skip->all->skip != 0;",
    "for (x = skip; x; x = x->skip) n = x->data;",
    "for (x = all; x; x = x->all) x->data = 5;",
    "for (x = all; x && x != skip; x = x->all) n = 3;",
    "while (skip) skip = skip->skip; while (all) { x = all->all; free(all); all = x; } x = 0;",
    "while (skip) { x = skip->skip; struct node *t = skip->all; while (t != x) t = t->all; skip = x; }",
    "free(skip); skip = 0;",
    "skip->skip = 0;",
    "skip->all = 0;",
    "skip->all = skip->skip;",
    "skip->data = n;",
    "x = malloc(sizeof *x); x->all = all; x->skip = 0; x->data = 1; all = x;",
    "x = malloc(sizeof *x); x->all = all; x->skip = skip; x->data = 1; skip = all = x;",
    "while (any() % 2) { x = malloc(sizeof *x); x->all = all; x->skip = 0; x->data = 2; all = x; if (any() % 2) { x->skip = skip; skip = x; } } x = 0;",
    "n = cairn_is_list(all, all);",
    "n = cairn_is_list(skip, skip);",
    "n = cairn_is_list(skip, all);",
    "n = cairn_reaches(all, skip, all);",
    "n = cairn_reaches(skip, x, skip);",
    "n = cairn_is_tree(skip, all, skip);",
];

#[derive(Clone, Copy, Default)]
struct Node {
    all: i32,
    skip: i32,
    data: i32,
}

/// A list of which some nodes are on a second one; in some kinds a link or a number is spoilt.
fn recipe(random: &mut Random, kind: usize, alone: bool) -> Recipe {
    let count = random.below(8);
    let mut nodes = vec![Node::default(); count];
    let mut behind = 0;
    for at in (0..count).rev() {
        nodes[at].all = if at + 1 < count { at as i32 + 2 } else { 0 };
        if random.one_in(2) {
            nodes[at].skip = behind;
            behind = at as i32 + 1;
        }
    }
    let style = random.below(3);
    nodes.iter_mut().for_each(|node| node.data = if style == 0 { 3 } else { random.below(3) as i32 });
    if count > 0 && kind % 3 == 1 {
        let (at, to) = (random.below(count), random.below(count + 1) as i32);
        *(if random.one_in(2) { &mut nodes[at].all } else { &mut nodes[at].skip }) = to;
    }
    let x = if alone || !random.one_in(4) { 0 } else { random.below(count + 1) as i32 };
    let mut inputs = vec![count as i32];
    nodes.iter().for_each(|node| inputs.extend([node.all, node.skip, node.data]));
    let skip = if random.one_in(6) { 0 } else { behind };
    inputs.extend([i32::from(count > 0), skip, x, random.below(4) as i32]);
    Recipe { inputs }
}

fn bench() -> Bench {
    Bench { laboratory: Laboratory::new(PRELUDE, STATEMENTS), recipe, view: |_, _, _| {}, known: |_| KnownLinks::new() }
}

/// Seeds that showed a mistake once: a pointer to the first of two nodes taken for one to the next.
const MISTAKES: [u64; 3] = [2411, 4069, 5152];

#[test]
fn every_rule_about_links_past_others_covers_what_happens() {
    bench().assert_covers(seeds(150).chain(MISTAKES));
}

#[test]
fn a_broken_rule_about_links_past_others_is_noticed() {
    bench().assert_noticed(&fault::OF_SKIPS, 600);
}
