//! Heaps for the rules about trees whose nodes know their children twice, and about ways back through them: a cursor went some
//! steps through a tree and turned links round.

use super::laboratory::{Laboratory, Recipe};
use super::recipes::Random;
use super::{Bench, seeds};
use crate::fault;
use crate::heap::Heap;
use crate::known::{KnownLinks, Nodes};
use crate::object::{Kind, Links};

const PRELUDE: &str = "#include <cairn.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
#define any __VERIFIER_nondet_int
struct node { struct node *l, *r, *lb, *rb; long data; };
struct node end, *root, *cur, *prev, *x;
long n;
static struct node *nodes[6];
static int count;
static struct node *pick(void) {
    int i = any();
    return i < 0 ? &end : i > 0 && i <= count ? nodes[i - 1] : 0;
}
static void build(void) {
    count = any();
    for (int i = 0; i < count; i++) nodes[i] = malloc(sizeof(struct node));
    for (int i = 0; i < count; i++) {
        nodes[i]->l = pick(); nodes[i]->r = pick(); nodes[i]->lb = pick(); nodes[i]->rb = pick();
        nodes[i]->data = any();
    }
    root = pick(); cur = pick(); prev = pick(); x = pick();
    n = any();
    for (int i = 0; i < 6; i++) nodes[i] = 0;
    count = 0;
}
static void step(void) {
    cur->data = 1;
    struct node *next = cur->l;
    cur->l = cur->r; cur->r = prev; prev = cur; cur = next;
    if (!cur) { cur = prev; prev = 0; }
}
static void copy(struct node *t) {
    if (!t) return;
    t->lb = t->l; t->rb = t->r;
    copy(t->l); copy(t->r);
}
static void drop(struct node *t) {
    if (!t) return;
    drop(t->l); drop(t->r);
    free(t);
}
";

const STATEMENTS: &[&str] = &[
    ";",
    "step();",
    "step(); step();",
    "step(); step(); step();",
    "while (cur != &end) step();",
    "while (cur != &end && any() % 2) step();",
    "copy(root);",
    "drop(root); root = 0;",
    "cur = cur->l;",
    "cur = prev->r;",
    "x = root->lb;",
    "x = cur->rb;",
    "root = root->l;",
    "cur->data = 7;",
    "n = root->data;",
    "n = prev->data;",
    "for (x = prev; x && x != &end && x->data == 1; x = x->r) n = 3;",
    "cur->l = 0;",
    "prev->r = x;",
    "root->lb = root->l; root->rb = root->r;",
    "n = cur->l == cur->lb;",
    "n = root->r == root->rb;",
    "n = prev->lb == cur;",
    "n = cur == root;",
    "n = prev == &end;",
    "n = prev == root;",
    "if (prev == root) n = prev->l == prev->rb;",
    "if (prev && prev != &end && prev->r == &end) n = prev->data;",
    "free(cur); cur = 0;",
    "free(prev);",
    "prev = 0;",
    "root = 0;",
    "n = cairn_is_tree(root, l, r);",
    "n = cairn_is_tree(root, lb, rb);",
    "n = cairn_is_tree(cur, l, r);",
    "n = cairn_reaches(prev, &end, r);",
    "n = cairn_reaches(prev, root, l);",
    "x = root; while (x && x->lb) x = x->lb;",
    "x = malloc(sizeof *x); x->l = x->r = x->lb = x->rb = 0; x->data = 9; root = x;",
];

/// The node above the root.
const END: i32 = -1;

#[derive(Clone, Copy, Default)]
struct Node {
    l: i32,
    r: i32,
    lb: i32,
    rb: i32,
    data: i32,
}

/// A tree, the cursor somewhere in it; in some kinds a link or a number is spoilt.
fn recipe(random: &mut Random, kind: usize, alone: bool) -> Recipe {
    let count = random.below(6);
    let mut nodes = vec![Node::default(); count];
    for child in 2..=count {
        let open: Vec<usize> = (0..child - 1).filter(|&at| nodes[at].l == 0 || nodes[at].r == 0).collect();
        let parent = open[random.below(open.len())];
        let left = nodes[parent].r != 0 || (nodes[parent].l == 0 && random.one_in(2));
        *(if left { &mut nodes[parent].l } else { &mut nodes[parent].r }) = child as i32;
    }
    nodes.iter_mut().for_each(|node| (node.lb, node.rb) = (node.l, node.r));
    let root = i32::from(count > 0);
    let (mut cur, mut prev) = (root, END);
    let steps = if kind.is_multiple_of(3) { 0 } else { random.below(3 * count + 1) };
    for _ in 0..steps {
        let Some(node) = usize::try_from(cur - 1).ok().and_then(|at| nodes.get_mut(at)) else { break };
        let next = node.l;
        (node.l, node.r, node.data) = (node.r, prev, 1);
        (prev, cur) = if next == 0 { (0, cur) } else { (cur, next) };
    }
    if count > 0 && random.one_in(4) {
        let (at, to) = (random.below(count), random.below(count + 1) as i32);
        match random.below(5) {
            0 => nodes[at].l = to,
            1 => nodes[at].r = to,
            2 => nodes[at].lb = to,
            3 => nodes[at].rb = to,
            _ => nodes[at].data = 2,
        }
    }
    let x = if alone || !random.one_in(4) { 0 } else { random.below(count + 1) as i32 };
    let mut inputs = vec![count as i32];
    nodes.iter().for_each(|node| inputs.extend([node.l, node.r, node.lb, node.rb, node.data]));
    let root = if steps == 0 && random.one_in(3) { 0 } else { root };
    inputs.extend([root, cur, prev, x, random.below(4) as i32]);
    Recipe { inputs }
}

/// What a program that built such trees showed.
fn known(heap: &Heap) -> KnownLinks {
    let mut known = KnownLinks::new();
    for obj in heap.objs.values().filter(|obj| obj.kind == Kind::Heap) {
        let tree = Links { next: 0, head: 0, back: None, fork: Some(8), twins: None, other: None };
        Nodes::of(obj).into_iter().for_each(|nodes| known.insert(nodes, tree));
        known.note_copy(obj, [0, 16]);
        known.note_copy(obj, [8, 24]);
    }
    known
}

fn bench() -> Bench {
    Bench { laboratory: Laboratory::new(PRELUDE, STATEMENTS), recipe, view: |_, _, _| {}, known }
}

#[test]
fn every_rule_about_ways_back_covers_what_happens() {
    bench().assert_covers(seeds(150));
}

#[test]
fn a_broken_rule_about_ways_back_is_noticed() {
    bench().assert_noticed(&fault::OF_WAYS, 600);
}
