//! Random programs on linked structures, dense with loops: what the engine calls proved must not fail in any execution.

mod support;

use cairn_shape::graphs::{self, GraphsAlone};
use cairn_shape::{Join, ShapeWith};
use std::fmt::Write;
use support::Random;

const VARS: &[&str] = &["a", "b", "c", "g"];
const LINKS: &[&str] = &["next", "prev", "next", "next", "down"];

const PRELUDE: &str = "#include <stdlib.h>
#include <assert.h>
int __VERIFIER_nondet_int(void);
struct node { struct node *next; struct node *prev; int data; struct node *down; };
static struct node *g;
static struct node *push(struct node *l, int v) {
    struct node *n = malloc(sizeof *n);
    if (!n) return l;
    n->next = l; n->prev = 0; n->data = v; n->down = 0;
    if (l) l->prev = n;
    return n;
}
static struct node *ring(int v) {
    struct node *n = malloc(sizeof *n);
    if (!n) return 0;
    n->next = n; n->prev = n; n->data = v; n->down = 0;
    return n;
}
static void cut(struct node **l) {
    struct node *n = *l;
    if (!n) return;
    *l = n->next;
    free(n);
}
static struct node *append(struct node *l, struct node *m) {
    if (!l) return m;
    l->next = append(l->next, m);
    return l;
}
static struct node *drop(struct node *l, int k) {
    if (!l) return 0;
    struct node *rest = drop(l->next, k);
    if (l->data == k) { free(l); return rest; }
    l->next = rest;
    return l;
}
static void prune(struct node *l) {
    if (!l) return;
    prune(l->down);
    prune(l->next);
    free(l);
}
";

struct Program {
    random: Random,
    text: String,
    depth: usize,
}

impl Program {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{}{line}", "    ".repeat(self.depth + 1));
    }

    fn statements(&mut self, count: u64) {
        for _ in 0..count {
            self.statement();
        }
    }

    fn block(&mut self, head: &str, count: u64) {
        self.line(&format!("{head} {{"));
        self.depth += 1;
        self.statements(count);
        self.depth -= 1;
        self.line("}");
    }

    fn statement(&mut self) {
        let (v, w) = (self.random.pick(VARS), self.random.pick(VARS));
        let link = self.random.pick(LINKS);
        let number = self.random.below(3);
        let deep = self.depth >= 3;
        // Mostly as careful programmers write, so that executions get far.
        let guard = if self.random.below(12) == 0 { String::new() } else { format!("if ({v}) ") };
        match self.random.below(26) {
            0 | 1 => self.line(&format!("{v} = push({w}, {number});")),
            2 => self.line(&format!("{v} = ring({number});")),
            3 => self.line(&format!("{v} = {w};")),
            4 => self.line(&format!("if ({w}) {v} = {w}->{link};")),
            5 => self.line(&format!("{guard}{v}->{link} = {w};")),
            6 => self.line(&format!("{guard}{v}->data = {number};")),
            7 => self.line(&format!("free({v}); {v} = 0;")),
            8 if self.random.below(4) == 0 => self.line(&format!("free({v});")),
            8 => self.line(&format!("cut(&{v});")),
            9 => self.line(&format!("{v} = 0;")),
            10 => self.line(&format!("if ({v}) assert({v}->data <= {number});")),
            11 => self.line(&format!("if ({v} && {v}->next) assert({v}->next->prev == {v});")),
            12 => self.line(&format!("assert({v} != {w} || !{v});")),
            13 => self.line(&format!("while ({v}) cut(&{v});")),
            14 => self.line(&format!("while ({v} && {v}->{link}) {v} = {v}->{link};")),
            15 => self.line(&format!("for (int i = 0; i < {number}; i++) {v} = push({v}, i);")),
            16 => self.line(&format!(
                "{{ struct node **pp = &{v}; while (*pp && (*pp)->data != {number}) pp = &(*pp)->next; *pp = 0; }}"
            )),
            17 => {
                self.line(&format!("if ({v}) {{ struct node *t = {v}->next; {v}->next = {w}; {w} = {v}; {v} = t; }}"))
            }
            18 | 19 if !deep => {
                let count = 1 + self.random.below(4);
                let head = match self.random.below(3) {
                    0 => format!("for (struct node *p = {v}; p; p = p->{link})"),
                    _ => "while (__VERIFIER_nondet_int() % 3)".to_owned(),
                };
                self.block(&head, count);
            }
            20 if !deep => {
                let count = 1 + self.random.below(3);
                let head = match self.random.below(3) {
                    0 => format!("if ({v} == {w})"),
                    1 => format!("if ({v} && {v}->data == {number})"),
                    _ => "if (__VERIFIER_nondet_int() % 2)".to_owned(),
                };
                self.block(&head, count);
            }
            21 => self.line(&format!("{v} = append({v}, {w}); {w} = 0;")),
            22 => self.line(&format!("{v} = drop({v}, {number});")),
            23 => self.line(&format!("prune({v}); {v} = 0;")),
            _ => self.line(&format!("{v} = push({v}, __VERIFIER_nondet_int() % 4);")),
        }
    }
}

fn program(seed: u64) -> String {
    let mut program = Program { random: Random(seed), text: PRELUDE.to_owned(), depth: 0 };
    program.text.push_str("int main(void) {\n    struct node *a = 0, *b = 0, *c = 0;\n");
    let count = 4 + program.random.below(10);
    program.statements(count);
    if program.random.below(2) == 0 {
        for var in VARS {
            program.line(&format!("while ({var}) cut(&{var});"));
        }
    }
    program.text.push_str("    return 0;\n}\n");
    program.text
}

#[test]
fn what_is_proved_never_fails() {
    support::what_is_proved_never_fails(40, 25, 3, program);
}

/// In the two last programs a jump hands on the address of a global.
#[test]
fn what_is_proved_in_parts_never_fails() {
    let seeds = cairn_cases::seeds(1, 12).chain([10_160, 10_282]);
    support::never_fails(&ShapeWith(Join::Decompose), seeds, 25, 3, program);
}

#[test]
fn what_graphs_prove_never_fails() {
    support::never_fails(&GraphsAlone(graphs::Join::PartialIsomorphism), cairn_cases::seeds(1, 40), 25, 3, program);
}
