//! The predicates of `cairn.h`: proved for structures of any size, refuted where they are wrong, and as the interpreter says.

use super::support::program;
use cairn_engine::{Budget, Effort, Engine, Task, Terms};
use cairn_interp::{Config, End, NondetSource, Output, Stream, run};
use cairn_ir::obligation::{ObligationOptions, obligations_with};
use cairn_ir::{Program, Rule};
use cairn_shape::Shape;

const PRELUDE: &str = "#include <cairn.h>
#include <stdlib.h>
struct node { int data; struct node *next; };
struct dnode { struct dnode *next, *prev; };
struct tree { struct tree *left, *right; };
static struct node *cell(struct node *next) { struct node *n = malloc(sizeof *n); n->next = next; n->data = cairn_nondet_int(); return n; }
static struct node *list_to(struct node *end) { while (cairn_nondet_bool()) end = cell(end); return end; }
static struct node *cycle(void) { struct node *n = cell(0); n->next = list_to(n); return n; }
static struct dnode *push(struct dnode *l) {
    struct dnode *n = malloc(sizeof *n); n->next = l; n->prev = 0; if (l) l->prev = n; return n;
}
static struct dnode *dlist(void) { struct dnode *l = 0; while (cairn_nondet_bool()) l = push(l); return l; }
static struct tree *leaf(void) { struct tree *t = malloc(sizeof *t); t->left = t->right = 0; return t; }
static struct tree *tree(void) {
    if (cairn_nondet_bool()) return 0;
    struct tree *t = leaf();
    t->left = tree();
    t->right = tree();
    return t;
}
";

/// A predicate, where it holds, and where it does not. Nothing is freed; only assertions count here.
struct Case {
    name: &'static str,
    holds: &'static str,
    fails: &'static str,
}

const CASES: &[Case] = &[
    Case {
        name: "list",
        holds: "struct node *x = list_to(0); cairn_list(x, next);",
        fails: "struct node *x = cycle(); cairn_list(x, next);",
    },
    Case {
        name: "list, walked",
        holds: "struct node *x = list_to(cell(0)), *p = x; while (p->next && cairn_nondet_bool()) { cairn_list(p, next); p = p->next; } cairn_list(x, next);",
        fails: "struct node *x = list_to(cell(0)), *p = x; while (p->next && cairn_nondet_bool()) p = p->next; p->next = x; cairn_list(x, next);",
    },
    Case {
        name: "list, freed end",
        holds: "struct node *x = list_to(cell(0)), *t = x->next; free(x); cairn_list(t, next);",
        fails: "struct node *end = cell(0), *x = list_to(end); free(end); cairn_list(x, next);",
    },
    Case {
        name: "no list",
        holds: "struct node *x = cycle(); cairn_assert(!cairn_is_list(x, next));",
        fails: "struct node *x = list_to(0); cairn_assert(!cairn_is_list(x, next));",
    },
    Case {
        name: "dlist",
        holds: "struct dnode *x = dlist(); cairn_dlist(x, next, prev);",
        fails: "struct dnode *x = dlist(); if (x && x->next) x->next->prev = 0; cairn_dlist(x, next, prev);",
    },
    Case {
        name: "dlist, from inside",
        holds: "struct dnode *x = dlist(); if (x) { struct dnode *t = x->next; if (t) t->prev = 0; x->next = 0; cairn_dlist(t, next, prev); cairn_dlist(x, next, prev); }",
        fails: "struct dnode *x = dlist(); if (x) cairn_dlist(x->next, next, prev);",
    },
    Case {
        name: "cyclic",
        holds: "struct node *x = cycle(); cairn_cyclic(x, next); cairn_cyclic(x->next, next);",
        fails: "struct node *x = list_to(cell(0)); cairn_cyclic(x, next);",
    },
    Case {
        name: "cyclic, with a handle",
        holds: "struct node *x = cycle(); x = x->next; cairn_cyclic(x, next);",
        fails: "struct node *x = cell(cycle()); cairn_cyclic(x, next);",
    },
    Case {
        name: "tree",
        holds: "struct tree *t = tree(); cairn_tree(t, left, right);",
        fails: "struct tree *t = leaf(); t->left = t->right = tree(); cairn_tree(t, left, right);",
    },
    Case {
        name: "tree, of two",
        holds: "struct tree *t = leaf(); t->left = tree(); t->right = tree(); cairn_tree(t, left, right);",
        fails: "struct tree *t = leaf(); t->left = tree(); t->right = t; cairn_tree(t, left, right);",
    },
    Case {
        name: "disjoint",
        holds: "struct node *x = list_to(0), *y = list_to(0); cairn_disjoint(x, y, next);",
        fails: "struct node *z = cell(0), *x = list_to(z), *y = list_to(z); cairn_disjoint(x, y, next);",
    },
    Case {
        name: "disjoint trees",
        holds: "struct tree *a = tree(), *b = tree(); cairn_disjoint(a, b, left, right);",
        fails: "struct tree *a = leaf(), *b = leaf(); a->left = tree(); b->left = a; cairn_disjoint(a, b, left, right);",
    },
    Case {
        name: "reach",
        holds: "struct node *y = list_to(0), *x = list_to(y); cairn_reach(x, y, next); cairn_reach(x, (struct node *)0, next);",
        fails: "struct node *y = cell(0), *x = list_to(y); cairn_reach(y, x, next);",
    },
    Case {
        name: "reach, round a cycle",
        holds: "struct node *x = cycle(), *y = x->next; cairn_reach(x, y, next); cairn_reach(y, x, next);",
        fails: "struct node *x = cycle(), *y = cell(x); cairn_reach(x, y, next);",
    },
];

struct Silence;

impl Output for Silence {
    fn write(&mut self, _: Stream, _: &[u8]) {}
}

/// How many assertions hold, are refuted, and are open.
fn verdicts(program: &Program) -> [usize; 3] {
    let goals = obligations_with(program, &ObligationOptions::for_users());
    let terms = Terms { alloc_may_fail: false, ..Terms::default() };
    let task = Task::new(program, &goals, &terms);
    let asked: Vec<usize> = (0..goals.len()).filter(|&goal| goals[goal].rule == Rule::AssertionFailure).collect();
    let analysis = Shape.analyse(&task, &asked, &mut Budget::new(Effort::Normal.steps()));
    // A search may find other errors, too: nothing is freed here.
    let verdicts: Vec<_> = analysis.verdicts.iter().filter(|(goal, _)| asked.contains(goal)).collect();
    let count = |is: fn(&cairn_engine::Verdict) -> bool| verdicts.iter().filter(|(_, v)| is(v)).count();
    [count(|v| v.holds()), count(|v| v.is_refuted()), count(|v| v.is_open())]
}

/// How many of some executions fail in an assertion.
fn failures(program: &Program) -> usize {
    let execute = |seed: u64| {
        let config = Config { nondet: NondetSource::Seed(seed), max_steps: 20_000, ..Config::default() };
        run(program, config, Silence).end
    };
    (0..60).filter(|&seed| matches!(execute(seed), End::Error(report) if report.rule == Rule::AssertionFailure)).count()
}

#[test]
fn predicates_are_proved_for_any_size_and_refuted_where_they_fail() {
    let mut complaints = Vec::new();
    for (number, case) in CASES.iter().enumerate() {
        let load = |kind: &str, text: &str| {
            program(&format!("predicate_{number}_{kind}"), &format!("{PRELUDE}int main(void) {{ {text} return 0; }}\n"))
        };
        let (right, wrong) = (load("holds", case.holds), load("fails", case.fails));
        let [holds, refuted, open] = verdicts(&right);
        if holds == 0 || refuted + open > 0 {
            complaints.push(format!("{}: {holds} hold, {refuted} refuted, {open} open", case.name));
        }
        let [_, refuted, open] = verdicts(&wrong);
        if refuted == 0 {
            complaints.push(format!("{}, wrong: {refuted} refuted, {open} open", case.name));
        }
        assert_eq!(failures(&right), 0, "{}", case.name);
        assert!(failures(&wrong) > 0, "{}", case.name);
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
