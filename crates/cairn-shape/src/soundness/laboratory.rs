//! Concrete heaps and what the interpreter makes of them: one C program that builds a heap after its inputs and then
//! executes one statement, chosen by an input, too.

use cairn_driver::{Input, Loader, Options};
use cairn_interp::{AllocFailures, Config, End, Machine, MemoryView, NondetSource, Output, Stream};
use cairn_ir::{FuncId, Program, Rule};
use std::sync::Arc;

/// Statements, one for each function `sN`. Between them they have every instruction that the engine follows.
const STATEMENTS: &[&str] = &[
    ";",
    "x = y;",
    "x = 0;",
    "x = x->next;",
    "x = y->next;",
    "y = x->prev;",
    "x = x->down;",
    "x->next = y;",
    "x->next = x;",
    "x->prev = z;",
    "x->down = y;",
    "y->next = 0;",
    "x->data = 7;",
    "x->data = n;",
    "n = x->data;",
    "n = y->data + 1;",
    "free(x);",
    "free(x); x = 0;",
    "free(y); y = x;",
    "x = make(y);",
    "x = calloc(1, sizeof *x);",
    "x = malloc(sizeof *x);",
    "n = x == y;",
    "n = x != 0;",
    "if (x == y) n = 1; else n = 2;",
    "if (x && x->next == y) x->next = z;",
    "if (x && x->next) x->next->prev = x;",
    "n = n + 1;",
    "n = n * 3 - 1;",
    "n = n > 3 ? 4 : n & 1;",
    "if (n < 3) n = 0;",
    "if (n == 2) x = y;",
    "if (x && x->data == n) n = 100;",
    "if (x && x->data < n) x->data = n;",
    "switch (n) { case 0: x = y; break; case 1: x = z; break; default: x = 0; }",
    "pp = &x->next;",
    "if (x) pp = &x->prev;",
    "*pp = y;",
    "x = *pp;",
    "pp = &x; *pp = z;",
    "n = pp == &x->next;",
    "memset(x, 0, sizeof *x);",
    "memcpy(x, y, sizeof *x);",
    "*x = *y;",
    "struct node local = *x; local.next = z; y = local.next;",
    "struct node local; pp = &local.next;",
    "n = ((int *)&x->data)[0];",
    "((char *)&x->data)[1] = 1;",
    "x = (struct node *)((char *)&x->data - 16);",
    "n = (char *)y - (char *)x;",
    "while (x) x = x->next;",
    "while (x && x->next) x = x->next;",
    "while (x) { struct node *t = x->next; free(x); x = t; }",
    "struct node *r = 0; while (x) { struct node *t = x->next; x->next = r; r = x; x = t; } x = r;",
    "for (struct node *p = x; p; p = p->next) p->data = 5;",
    "for (struct node *p = x; p && p != y; p = p->next) n = p->data;",
    "while (x && x->prev) x = x->prev;",
    "if (x) { struct node *p = x->next; while (p && p != x) p = p->next; }",
    "x = append(x, y);",
    "drop(x); x = 0;",
    "x = last(y);",
    "cut(&x);",
    "struct node *t = x; x = y; y = t;",
    "for (int i = 0; i < 3; i++) x = make(x);",
    "while (any() % 2) x = make(x);",
    "n = any(); if (n >= 0 && n < 4) x = y;",
    "struct node *a[2] = { x, y }; z = a[n & 1];",
    "n = cairn_is_list(x, next);",
    "n = cairn_is_list(y, down);",
    "n = cairn_is_list(z, prev);",
    "n = cairn_is_dlist(x, next, prev);",
    "n = cairn_is_dlist(z, prev, next);",
    "n = cairn_is_cyclic(x, next);",
    "n = cairn_is_cyclic(y, prev);",
    "n = cairn_is_tree(x, next, down);",
    "n = cairn_are_disjoint(x, y, next);",
    "n = cairn_are_disjoint(x, z, next, down);",
    "n = cairn_reaches(x, y, next);",
    "n = cairn_reaches(x, z, next);",
    "n = cairn_reaches(z, x, next);",
    "n = cairn_reaches(z, x, prev);",
    "n = cairn_reaches(y, x, prev);",
    "n = x && cairn_reaches(x->next, z, next);",
    "n = x && z && cairn_reaches(x->next, z->prev, next);",
    "n = x && z && cairn_reaches(z->prev, x->next, prev);",
];

pub const PRELUDE: &str = "#include <cairn.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
#define any __VERIFIER_nondet_int
struct node { struct node *next, *prev; long data; struct node *down; };
struct node *x, *y, *z, **pp;
long n;
static struct node *make(struct node *next) {
    struct node *m = malloc(sizeof *m);
    m->next = next; m->prev = 0; m->data = 9; m->down = 0;
    if (next) next->prev = m;
    return m;
}
static struct node *append(struct node *l, struct node *m) {
    if (!l) return m;
    l->next = append(l->next, m);
    return l;
}
static void drop(struct node *l) { if (l) { drop(l->next); free(l); } }
static struct node *last(struct node *l) { return l && l->next ? last(l->next) : l; }
static void cut(struct node **l) { struct node *m = *l; if (m) { *l = m->next; free(m); } }
static struct node *nodes[6];
static int count;
static struct node *pick(void) { int i = any(); return i > 0 && i <= count ? nodes[i - 1] : 0; }
static void build(void) {
    count = any();
    for (int i = 0; i < count; i++) nodes[i] = malloc(sizeof(struct node));
    for (int i = 0; i < count; i++) {
        nodes[i]->next = pick(); nodes[i]->prev = pick(); nodes[i]->down = pick();
        int data = any();
        if (data >= 0) nodes[i]->data = data;
    }
    x = pick(); y = pick(); z = pick();
    struct node *in = pick();
    if (in) pp = &in->next;
    n = any();
    struct node *gone = pick();
    if (gone) free(gone);
    memset(nodes, 0, sizeof nodes);
    count = 0;
}
";

struct Silence;

impl Output for Silence {
    fn write(&mut self, _: Stream, _: &[u8]) {}
}

/// A heap, by the inputs that build it: the number of nodes, for each its links and its data (negative: none), what the
/// variables are, and which node is freed in the end. Nodes count from 1; 0 is null.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recipe {
    pub inputs: Vec<i32>,
}

/// What came of a statement.
pub enum After {
    Memory(MemoryView),
    Error(Rule),
}

pub struct Laboratory {
    pub program: Program,
    pub statements: &'static [&'static str],
}

impl Laboratory {
    /// With lists, trees and so on: nodes that are blocks of their own.
    pub fn of_nodes() -> Laboratory {
        Laboratory::new(PRELUDE, STATEMENTS)
    }

    /// The prelude has a function `build`.
    pub fn new(prelude: &str, statements: &'static [&'static str]) -> Laboratory {
        let mut text = prelude.to_owned();
        for (i, statement) in statements.iter().enumerate() {
            text += &format!("void s{i}(void) {{ {statement} }}\n");
        }
        text += "int main(void) {\n    build();\n    switch (any()) {\n";
        for i in 0..statements.len() {
            text += &format!("    case {i}: s{i}(); break;\n");
        }
        text += "    }\n    abort();\n}\n";
        let file = std::env::temp_dir().join(format!("cairn-shape-laboratory-{}-{:p}.c", std::process::id(), &text));
        std::fs::write(&file, text).expect("written");
        let loaded = Loader::new(Options::default()).load(&[Input::new(&file, &["-w".to_owned()])]);
        std::fs::remove_file(&file).ok();
        Laboratory { program: loaded.expect("it compiles").program, statements }
    }

    pub fn statement(&self, number: usize) -> FuncId {
        self.program.func_named(&format!("s{number}")).expect("a statement")
    }

    /// Memory behind a statement, or the error that it makes.
    pub fn execute(&self, recipe: &Recipe, statement: usize, more: &[i32]) -> Option<After> {
        let inputs = recipe.inputs.iter().copied().chain([statement as i32]).chain(more.iter().copied());
        let nondet = NondetSource::Vector(inputs.map(|input| input as u128).collect::<Arc<[u128]>>());
        let config = Config { nondet, alloc_failures: AllocFailures::Never, max_steps: 5_000, ..Config::default() };
        let mut machine = Machine::new(&self.program, config, Silence).ok()?;
        match machine.run().end {
            End::Abort { .. } => Some(After::Memory(machine.view())),
            End::Error(report) => Some(After::Error(report.rule)),
            _ => None,
        }
    }
}
