//! Small programs, and exactly what must not be proved in them: everything else must be, for lists of any length.

use cairn_driver::{Input, Loader, Options};
use cairn_engine::{Budget, Engine, Task, Terms};
use cairn_ir::obligation::{ObligationOptions, obligations_with};
use cairn_shape::Shape;
use std::collections::BTreeSet;

/// Enough for what is here; errors make many heaps.
const BUDGET: u64 = 5_000_000;

const PRELUDE: &str = "#include <stdlib.h>
#include <stddef.h>
#include <assert.h>
int __VERIFIER_nondet_int(void);
#define any __VERIFIER_nondet_int()
struct node { struct node *next; int data; };
struct dnode { struct dnode *next, *prev; };
static struct node *create(void) {
    struct node *x = 0;
    while (any) { struct node *n = malloc(sizeof *n); n->next = x; n->data = any; x = n; }
    return x;
}
static void destroy(struct node *x) { while (x) { struct node *t = x->next; free(x); x = t; } }
";

/// The rules that are refuted, and those that are open.
fn analyse(name: &str, text: &str) -> (BTreeSet<&'static str>, BTreeSet<&'static str>) {
    analyse_with(name, text, BUDGET)
}

fn analyse_with(name: &str, text: &str, budget: u64) -> (BTreeSet<&'static str>, BTreeSet<&'static str>) {
    let file = std::env::temp_dir().join(format!("cairn-shape-{}-{name}.c", std::process::id()));
    std::fs::write(&file, PRELUDE.to_owned() + text).expect("written");
    let loaded = Loader::new(Options::default()).load(&[Input::new(&file, &["-w".to_owned()])]);
    std::fs::remove_file(&file).ok();
    let program = loaded.unwrap_or_else(|error| panic!("{name}: {error}")).program;
    let goals = obligations_with(&program, &ObligationOptions::for_users());
    let terms = Terms { alloc_may_fail: false, ..Terms::default() };
    let task = Task::new(&program, &goals, &terms);
    let all: Vec<usize> = (0..goals.len()).collect();
    let verdicts = Shape.analyse(&task, &all, &mut Budget::new(budget)).verdicts;
    let rules = |refuted: bool| {
        let undecided = verdicts.iter().filter(|(_, v)| !v.holds() && v.is_refuted() == refuted);
        undecided.map(|(goal, _)| goals[*goal].rule.name()).collect()
    };
    (rules(true), rules(false))
}

#[track_caller]
fn proves(name: &str, text: &str) {
    let (refuted, open) = analyse(name, text);
    assert!(refuted.is_empty() && open.is_empty(), "{name}: refuted {refuted:?}, open {open:?}");
}

/// The error is found; what lies behind it may stay open.
#[track_caller]
fn refutes(name: &str, text: &str, rule: &str) {
    let (refuted, _) = analyse(name, text);
    assert_eq!(refuted, BTreeSet::from([rule]), "{name}");
}

/// The error is not proved away. Errors that leave half of a structure behind make many heaps.
#[track_caller]
fn doubts(name: &str, text: &str, rule: &str) {
    let (refuted, open) = analyse(name, text);
    assert!(refuted.contains(rule) || open.contains(rule), "{name}: refuted {refuted:?}, open {open:?}");
}

#[test]
fn lists_are_built_walked_and_freed() {
    let text = "int main(void) { struct node *x = create(); for (struct node *p = x; p; p = p->next) p->data = 0;
        while (x) { struct node *y = x->next; free(x); x = y; } return 0; }";
    proves("list", text);
    refutes("list_used_after_free", &text.replace("free(x); x = y", "free(x); x = x->next"), "use-after-free");
    refutes("list_lost", &text.replace("free(x); x = y", "x = y"), "memory-leak");
    refutes("list_freed_twice", &text.replace("free(x); x = y", "free(x); free(x); x = y"), "double-free");
    refutes(
        "list_null",
        &text.replace("for (struct node *p = x; p;", "for (struct node *p = x; ;"),
        "null-dereference",
    );
}

#[test]
fn data_of_nodes_is_kept_apart_from_the_end() {
    let text = "int main(void) { struct node *a = malloc(sizeof *a), *p = a;
        while (any) { p->data = 1; p->next = malloc(sizeof *p); p = p->next; }
        p->data = 2; p->next = 0;
        for (p = a; p->data == 1; p = p->next); assert(p->data == LAST); destroy(a); return 0; }";
    proves("marked_end", &text.replace("LAST", "2"));
    refutes("marked_end_wrong", &text.replace("LAST", "3"), "assertion-failure");
}

#[test]
fn lists_are_reversed_merged_and_spliced() {
    proves(
        "reverse",
        "static struct node *reverse(struct node *x) { struct node *r = 0;
           while (x) { struct node *t = x->next; x->next = r; r = x; x = t; } return r; }
         int main(void) { struct node *x = create(); x = reverse(x); destroy(x); return 0; }",
    );
    let merge = "static struct node *merge(struct node *p, struct node *q) { struct node d, *l = &d; d.next = 0;
           while (p && q) { if (p->data < q->data) { l->next = p; p = p->next; } else { l->next = q; q = q->next; } l = l->next; }
           l->next = LAST; return d.next; }
         int main(void) { struct node *a = create(), *b = create(); destroy(merge(a, b)); return 0; }";
    proves("merge", &merge.replace("LAST", "p ? p : q"));
    refutes("merge_lost", &merge.replace("LAST", "p"), "memory-leak");
}

#[test]
fn doubly_linked_lists_are_known_at_both_ends() {
    let text = "int main(void) { struct dnode *h = 0, *t = 0;
        while (any) { struct dnode *n = malloc(sizeof *n); n->next = 0; n->prev = t; if (t) t->next = n; else h = n; t = n; }
        for (struct dnode *p = h; p; ) { struct dnode *q = p->next;
          if (any) { if (p->prev) p->prev->next = p->next; else h = p->next; UNLINK free(p); } p = q; }
        while (h) { struct dnode *y = h->next; free(h); h = y; } return 0; }";
    proves("doubly", &text.replace("UNLINK", "if (p->next) p->next->prev = p->prev; else t = p->prev;"));
    doubts("doubly_half_linked", &text.replace("UNLINK", ""), "use-after-free");
}

#[test]
fn links_inside_structs_and_rings_with_a_head() {
    let text = "struct list { struct list *next, *prev; }; struct item { int x; struct list l; int y; };
        #define item(p) ((struct item *)((char *)(p) - offsetof(struct item, l)))
        static struct list head = { &head, &head };
        int main(void) { while (any) { struct item *i = malloc(sizeof *i); i->x = 1; i->y = 2;
            i->l.next = head.next; i->l.prev = &head; head.next->prev = &i->l; head.next = &i->l; }
          for (struct list *p = head.next; p != &head; p = p->next) assert(item(p)->x == 1);
          while (head.next != &head) { struct item *i = item(head.next);
            i->l.next->prev = i->l.prev; i->l.prev->next = i->l.next; FREE; } return 0; }";
    proves("embedded", &text.replace("FREE", "free(i)"));
    refutes("embedded_bad_free", &text.replace("FREE", "free(&i->l)"), "invalid-free");
}

#[test]
fn pointers_to_links() {
    proves(
        "pointer_to_link",
        "static void drop(struct node **pp, int k) { while (*pp) { struct node *n = *pp;
             if (n->data == k) { *pp = n->next; free(n); } else pp = &n->next; } }
         int main(void) { struct node *x = create(); drop(&x, 3); destroy(x); return 0; }",
    );
}

#[test]
fn lists_of_lists() {
    let text = "struct outer { struct outer *next; struct node *sub; int k; };
        int main(void) { struct outer *x = 0;
          while (any) { struct outer *o = malloc(sizeof *o); o->k = 0; o->sub = create(); o->next = x; x = o; }
          while (x) { struct outer *o = x; x = x->next; INNER free(o); } return 0; }";
    proves("nested", &text.replace("INNER", "destroy(o->sub);"));
    refutes("nested_lost", &text.replace("INNER", ""), "memory-leak");
}

#[test]
fn recursion_on_local_heaps() {
    let text = "static struct node *make(int n) { if (n <= 0) return 0; struct node *x = malloc(sizeof *x); x->next = make(n - 1); return x; }
         static struct node *append(struct node *a, struct node *b) { if (!a) return b; a->next = append(a->next, b); return a; }
         static void drop(struct node *x) { if (!x) return; drop(x->next); FREE; }
         int main(void) { struct node *kept = create(); struct node *x = append(make(any), make(any)); drop(x); destroy(kept); return 0; }";
    proves("recursive", &text.replace("FREE", "free(x)"));
    refutes("recursive_lost", &text.replace("FREE", "if (x->next) free(x)"), "memory-leak");
}

#[test]
fn what_the_caller_still_points_to_is_not_forgotten() {
    let text = "static void drop(struct node *x) { if (!x) return; drop(x->next); free(x); }
        int main(void) { struct node *x = malloc(sizeof *x), *y = malloc(sizeof *y); x->next = y; y->next = 0; y->data = 7;
          struct node *z = malloc(sizeof *z); z->next = y; LAST; free(z); return 0; }";
    refutes("shared_tail", &text.replace("LAST", "drop(x); return z->next->data"), "use-after-free");
    proves("shared_tail_kept", &text.replace("LAST", "x->next = 0; drop(x); assert(z->next->data == 7); free(y)"));
}

/// Links of trees are found where a node has two children; from then on they are any number of nodes.
#[test]
fn trees_grow_and_are_felled_leaf_by_leaf() {
    let text = "struct tree { struct tree *left, *right; };
        int main(void) { struct tree *t = malloc(sizeof *t), *n, *up; t->left = t->right = 0;
          while (any) { n = t; while (n->left && n->right) if (any) n = n->left; else n = n->right;
            if (!n->left && any) { n->left = malloc(sizeof *n); n->left->left = n->left->right = 0; }
            if (!n->right && any) { n->right = malloc(sizeof *n); n->right->left = n->right->right = 0; } }
          while (t) { up = 0; n = t; while (n->left || n->right) { up = n; if (n->left) n = n->left; else n = n->right; }
            if (!up) t = 0; else if (up->left == n) up->left = 0; else up->right = 0;
            free(n); } return 0; }";
    let (refuted, open) = analyse_with("trees", text, 50_000_000);
    assert!(refuted.is_empty() && open.is_empty(), "refuted {refuted:?}, open {open:?}");
}

#[test]
fn shape_predicates_are_decided_for_any_length() {
    let head = "#include <cairn.h>\n";
    let list = "int main(void) { struct node *x = create(); cairn_list(x, next); destroy(x); return 0; }";
    proves("predicate_list", &(head.to_owned() + list));
    let ring = "int main(void) { struct node *x = malloc(sizeof *x); x->next = x; cairn_cyclic(x, next); RING free(x); return 0; }";
    proves("predicate_cyclic", &(head.to_owned() + &ring.replace("RING", "")));
    refutes(
        "predicate_no_list",
        &(head.to_owned() + &ring.replace("RING", "cairn_list(x, next);")),
        "assertion-failure",
    );
}

/// Of the program's arguments nothing is known, but of what has nothing to do with them.
#[test]
fn programs_take_arguments() {
    let text = "int main(int argc, char **argv) { struct node *x = 0; ARGUMENTS
        for (int i = 0; i < argc; i++) { struct node *n = malloc(sizeof *n); n->next = x; n->data = i; x = n; }
        destroy(x); return 0; }";
    proves("arguments", &text.replace("ARGUMENTS", ""));
    proves(
        "arguments_copied",
        &text.replace("ARGUMENTS", "char **copy = argv + argc; if (copy == (char **)&x) return 1;"),
    );
    let access = [
        "invalid-pointer",
        "null-dereference",
        "out-of-bounds",
        "uninitialized-read",
        "use-after-free",
        "use-after-scope",
    ];
    for (name, what) in
        [("read", "char c = *argv[argc]; if (c) return 1;"), ("write", "argv[0] = (char *)x;"), ("deep", "**argv = 1;")]
    {
        let (refuted, open) = analyse(&format!("arguments_{name}"), &text.replace("ARGUMENTS", what));
        let missing: Vec<_> = access.iter().filter(|rule| !open.contains(*rule) && !refuted.contains(*rule)).collect();
        assert!(missing.is_empty(), "{name}: proved {missing:?}");
    }
}

/// What a variable that is defined elsewhere holds is not known, but the rest is looked at.
#[test]
fn variables_elsewhere_hold_anything() {
    let text = "extern int verbose; extern char *name;
        int main(void) { struct node *x = create(); if (verbose) destroy(x); else if (x) destroy(x); USE return 0; }";
    let (refuted, open) = analyse("elsewhere", &text.replace("USE", ""));
    assert!(
        refuted.is_empty() && !open.contains("memory-leak") && !open.contains("double-free"),
        "{refuted:?} {open:?}"
    );
    let (_, open) = analyse("elsewhere_freed", &text.replace("USE", "if (verbose) free(x);"));
    assert!(open.contains("double-free"), "{open:?}");
}

/// What is lost on the way to a place where the program may stay is not seen at an end.
#[test]
fn what_is_lost_before_an_endless_loop_is_in_doubt() {
    let lose = "static void lose(void) { char *p = malloc(3); p[0] = 1; }
        static int down(int n) { if (n == 1) return 0; return down(n / 2); }\n";
    for (name, body) in [
        ("endless", "lose(); for (;;) {}"),
        ("server", "for (;;) { char *p = malloc(3); p[0] = 1; }"),
        ("deep", "lose(); down(any); for (;;) {}"),
        ("aborted", "lose(); abort();"),
    ] {
        let (_, open) = analyse(name, &format!("{lose}int main(void) {{ {body} }}"));
        assert!(open.contains("memory-leak"), "{name}: {open:?}");
    }
    proves("server_that_frees", "int main(void) { for (;;) { char *p = malloc(3); p[0] = 1; free(p); } }");
}

/// Search trees that are filled through pointers to links, which may be the root's: lists hang in them at first.
#[test]
fn search_trees_are_filled_and_freed_recursively() {
    let text = "struct tree { struct tree *left, *right; int key; };
        static struct tree *insert(struct tree *t, int v) {
          if (!t) { t = malloc(sizeof *t); t->left = t->right = 0; t->key = v; return t; }
          if (v < t->key) t->left = insert(t->left, v); else if (v > t->key) t->right = insert(t->right, v);
          return t; }
        static int find(struct tree *t, int v) { while (t && t->key != v) t = v < t->key ? t->left : t->right; return t != 0; }
        static void fell(struct tree *t) { if (!t) return; fell(t->left); FELL free(t); }
        int main(void) { struct tree *t = 0; while (any) { int v = any; if (!find(t, v)) t = insert(t, v); } fell(t); return 0; }";
    proves("search_tree", &text.replace("FELL", "fell(t->right);"));
    let (refuted, open) = analyse("search_tree_half", &text.replace("FELL", ""));
    let both: Vec<_> = refuted.union(&open).copied().collect();
    assert_eq!(both, ["memory-leak"]);
}

/// Payload that some nodes have: nothing, a block, or something in the node itself.
#[test]
fn payload_may_be_absent() {
    let text = "struct item { struct item *next; int *data, own; };
        int main(void) { struct item *x = 0;
          while (any) { struct item *n = malloc(sizeof *n); n->next = x; n->data = NONE; if (any) n->data = malloc(sizeof(int)); x = n; }
          while (x) { struct item *t = x->next; if (x->data != NONEX) FREE; free(x); x = t; } return 0; }";
    let with = |none: &str, none_x: &str, free: &str| {
        text.replace("NONEX", none_x).replace("NONE", none).replace("FREE", free)
    };
    proves("payload_or_null", &with("0", "0", "free(x->data)"));
    proves("payload_or_own", &with("&n->own", "&x->own", "free(x->data)"));
    refutes("payload_lost", &with("0", "0", "x->own = 0"), "memory-leak");
    refutes("payload_own_freed", &with("&n->own", "0", "free(x->data)"), "invalid-free");
}

/// Loops that end after few iterations are followed as they are, so that lengths and data stay related.
/// Each of these loops ends where its counter starts again, some only after a thousand million iterations.
#[test]
fn counters_wrap() {
    for (name, counter, goes_on, step) in [
        ("by_two", "unsigned x = 10", "x >= 10", "x += 2"),
        ("by_one", "unsigned x = 10", "x >= 10", "x += 1"),
        ("above", "unsigned x = 11", "x > 10", "x += 3"),
        ("to_another", "unsigned x = 12", "x != 4", "x += 2"),
        ("down", "unsigned x = 4000000000u", "x <= 4000000000u", "x -= 3"),
        ("long", "unsigned long x = 10", "x >= 10", "x += 2"),
        ("short", "unsigned short x = 10", "x >= 10", "x += 2"),
        ("signed", "signed char x = 1", "x > 0", "x = (signed char)(x + 1)"),
    ] {
        let text = format!("int main(void) {{ {counter}; while ({goes_on}) {step}; assert(0); return 0; }}");
        let (refuted, open) = analyse(name, &text);
        assert_eq!(refuted.union(&open).collect::<Vec<_>>(), [&"assertion-failure"], "{name}");
    }
}

#[test]
fn bounded_loops_are_followed_exactly() {
    let text = "int main(void) { struct node *x = 0; int length = 0;
          while (length < 12 && any) { struct node *n = malloc(sizeof *n); n->next = x; n->data = length; x = n; length++; }
          while (length > LEAST) { struct node *t = x->next; assert(x->data == length - 1); free(x); x = t; length--; } return 0; }";
    proves("bounded", &text.replace("LEAST", "0"));
    refutes("bounded_too_far", &text.replace("LEAST", "-1"), "null-dereference");
}

/// An execution that fails is found where the way there depends on what was computed from inputs.
#[test]
fn inputs_are_found_behind_what_comes_of_them() {
    let text = "int main(void) { struct node *x = create(); unsigned n = any, m = any; unsigned char k = any;
        if (n % 8 == 5 && k >> 2 == 9 && (m & 96) == 32) destroy(x);
        LAST return 0; }";
    doubts("computed", &text.replace("LAST", ""), "memory-leak");
    refutes("computed_freed", &text.replace("LAST", "destroy(x);"), "use-after-free");
}

/// A pointer of which nothing is known calls what the program has the address of.
#[test]
fn calls_through_unknown_pointers() {
    let text = "static struct node *same(struct node *x) { return x; }
        static struct node *tail(struct node *x) { if (!x) return 0; struct node *t = x->next; free(x); return t; }
        static struct node *(*const table[16])(struct node *) = { same, tail, same, tail, same, tail, same, tail,
          same, tail, same, tail, same, tail, same, tail };
        int main(void) { struct node *x = create(); int k = any; if (k < 0 || k > 15) k = 0;
          x = table[k](x); destroy(x); return 0; }";
    let (refuted, open) = analyse("table", text);
    assert!(refuted.is_empty(), "refuted {refuted:?}");
    assert!(open.iter().all(|rule| !["use-after-free", "double-free", "memory-leak"].contains(rule)), "open {open:?}");
}

/// A stack of trees, freed through it. Its items have the size and the members of tree nodes, and are none.
#[test]
fn items_of_the_same_layout_are_no_nodes_of_a_tree() {
    let text = "struct tree { struct tree *left, *right; };
        struct item { struct item *next; struct tree *node; };
        static struct tree *leaf(void) { struct tree *t = malloc(sizeof *t); t->left = t->right = 0; return t; }
        static struct item *push(struct item *s, struct tree *t) {
            struct item *i = malloc(sizeof *i); i->next = s; i->node = t; return i;
        }
        int main(void) {
            struct tree *root = leaf(), *n;
            while (any) {
                n = root;
                while (n->left && n->right) n = any ? n->left : n->right;
                if (!n->left && any) n->left = leaf();
                if (!n->right && any) n->right = leaf();
            }
            struct item *s = push(0, root);
            while (s) {
                struct item *top = s;
                s = s->next;
                n = top->node;
                free(top);
                if (n->left) s = push(s, n->left);
                if (n->right) s = push(s, n->right);
                free(n);
            }
            return 0;
        }";
    proves("stack_of_trees", text);
    doubts(
        "stack_of_freed_trees",
        &text.replace("n = top->node;", "n = top->node; if (n->left) free(n->left);"),
        "use-after-free",
    );
    doubts(
        "stack_of_lost_trees",
        &text.replace("free(n);\n            }\n            return", "}\n            return"),
        "memory-leak",
    );
}

/// Trees on the stack still point to their parents, which are gone: to which ones does not matter.
#[test]
fn pointers_to_freed_parents_are_forgotten() {
    let text = "struct tree { struct tree *left, *right, *up; };
        struct item { struct item *next; struct tree *node; };
        static struct tree *leaf(struct tree *up) {
            struct tree *t = malloc(sizeof *t); t->left = t->right = 0; t->up = up; return t;
        }
        static struct item *push(struct item *s, struct tree *t) {
            struct item *i = malloc(sizeof *i); i->next = s; i->node = t; return i;
        }
        int main(void) {
            struct tree *root = leaf(0), *n;
            while (any) {
                n = root;
                while (n->left && n->right) n = any ? n->left : n->right;
                if (!n->left && any) n->left = leaf(n);
                if (!n->right && any) n->right = leaf(n);
            }
            struct item *s = push(0, root);
            while (s) {
                struct item *top = s;
                s = s->next;
                n = top->node;
                free(top);
                if (n->left) s = push(s, n->left);
                if (n->right) s = push(s, n->right);
                free(n);
            }
            return 0;
        }";
    proves("freed_parents", text);
    doubts(
        "freed_parents_used",
        &text.replace("n = top->node;", "n = top->node; if (n->up) n->up->left = 0;"),
        "use-after-free",
    );
}

/// What the nodes point to is gone; which block it was does not matter, but no block lies at null.
#[test]
fn pointers_to_freed_payload_are_not_null() {
    let text = "struct item { struct item *next; struct node *sub; };
        int main(void) {
            struct item *x = 0;
            while (any) {
                struct item *i = malloc(sizeof *i);
                i->sub = malloc(sizeof *i->sub); i->sub->next = malloc(sizeof *i->sub); i->sub->next->next = 0;
                i->next = x; x = i;
            }
            for (struct item *i = x; i; i = i->next) destroy(i->sub);
            for (struct item *i = x; i; i = i->next) assert(i->sub);
            for (struct item *i = x; i; i = i->next) i->sub = 0;
            for (struct item *i = x; i; i = i->next) assert(!i->sub);
            while (x) { struct item *i = x; x = x->next; free(i); }
            return 0;
        }";
    proves("freed_payload", text);
    doubts("freed_payload_used", &text.replace("assert(i->sub)", "assert(i->sub->next)"), "use-after-free");
    doubts("freed_payload_kept", &text.replace("i->sub = 0", "if (any) i->sub = 0"), "assertion-failure");
}

/// Each node of a list has a ring through a member of its own. Where the program is just now is not folded away.
#[test]
fn rings_in_the_nodes_of_a_doubly_linked_list() {
    let text = "struct head { struct dnode ring; struct head *next, *prev; };
        int main(void) {
            struct head *first = 0, *last = 0;
            while (any) {
                struct head *x = malloc(sizeof *x);
                x->next = x->prev = 0;
                x->ring.next = x->ring.prev = &x->ring;
                while (any) {
                    struct dnode *y = malloc(sizeof *y);
                    y->next = x->ring.next; y->next->prev = y; y->prev = &x->ring; x->ring.next = y;
                }
                if (!first) first = x; else { last->next = x; x->prev = last; }
                last = x;
            }
            while (first) {
                struct head *x = first;
                first = first->next;
                struct dnode *y = x->ring.next;
                while (y != &x->ring) { struct dnode *z = y; y = y->next; free(z); }
                free(x);
            }
            return 0;
        }";
    proves("rings", text);
    doubts("rings_lost", &text.replace("y = y->next; free(z);", "y = y->next;"), "memory-leak");
    doubts("rings_freed", &text.replace("y = y->next; free(z);", "free(z); y = y->next;"), "use-after-free");
}

/// A number that is the same as what was cut out of it: whoever looks for inputs must not go round in circles.
#[test]
fn numbers_that_are_what_was_computed_of_them() {
    let text = "int main(void) { int x = any; short s = x; assert(s == x); assert((x << 1) >> 1 == x); return 0; }";
    doubts("narrow_and_back", text, "assertion-failure");
}
