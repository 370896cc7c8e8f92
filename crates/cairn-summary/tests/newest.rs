//! What one iteration of a loop makes, in functions that are looked at alone: what is known of it while the iteration lasts, what
//! of all of them behind the loop, and what is not.
//!
//! Programs one by one, and random ones, of which what the engine calls proved must not fail in any execution.
//! `CAIRN_RANDOM=FIRST,COUNT` looks at others.

use cairn_cases::{holds_for_inputs, seeds};
use cairn_driver::{Input, Loader, Options};
use cairn_engine::{Budget, Engine, Task, Terms, Verdict};
use cairn_fuzz::Random;
use cairn_ir::obligation::{ObligationOptions, obligations_with};
use cairn_summary::Modular;
use std::collections::BTreeSet;

const PRELUDE: &str = "#include <stdlib.h>\n#include <assert.h>\nint __VERIFIER_nondet_int(void);
    struct node { int v; int *data; struct node *next; };
    static struct node *kept;
    static struct node *make(int v) { struct node *n = malloc(sizeof *n); if (!n) return 0; n->v = v; n->data = 0; n->next = 0;
        return n; }
    static void drop(struct node *n) { if (n->data) free(n->data); free(n); }\n";

/// The rules that are open or refuted in a program.
#[track_caller]
fn not_proved(name: &str, body: &str) -> BTreeSet<&'static str> {
    not_proved_if(true, name, body)
}

#[track_caller]
fn not_proved_if(alloc_may_fail: bool, name: &str, body: &str) -> BTreeSet<&'static str> {
    let file = std::env::temp_dir().join(format!("cairn-newest-{}-{name}.c", std::process::id()));
    std::fs::write(&file, format!("{PRELUDE}{body}")).expect("written");
    let loaded = Loader::new(Options::default()).load(&[Input::new(&file, &["-w".to_owned()])]);
    std::fs::remove_file(&file).ok();
    let program = loaded.unwrap_or_else(|error| panic!("{name}: {error}")).program;
    let goals = obligations_with(&program, &ObligationOptions::for_users());
    let terms = Terms { alloc_may_fail, ..Terms::default() };
    let task = Task::new(&program, &goals, &terms);
    let all: Vec<usize> = (0..goals.len()).collect();
    let verdicts = Modular.analyse(&task, &all, &mut Budget::new(50_000_000)).verdicts;
    let unproved = |(_, verdict): &&(usize, Verdict)| !verdict.holds();
    verdicts.iter().filter(unproved).map(|(goal, _)| goals[*goal].rule.name()).collect()
}

/// Something that is not so stays open, with what comes behind it.
#[track_caller]
fn doubts(name: &str, body: &str, rule: &str) {
    let open = not_proved(name, body);
    assert!(open.contains(rule), "{name}: {open:?}");
}

#[track_caller]
fn leaves(name: &str, body: &str, expected: &[&str]) {
    assert_eq!(not_proved(name, body), expected.iter().copied().collect(), "{name}");
}

/// A loop over as many iterations as the input says.
fn each(before: &str, iteration: &str, after: &str) -> String {
    format!(
        "int main(void) {{ int k = __VERIFIER_nondet_int(); {before} for (int i = 0; i < k; i++) {{ {iteration} }} {after}
        return 0; }}"
    )
}

#[test]
fn what_was_written_to_a_new_block_is_known() {
    let own = "int *p = malloc(4); if (!p) return 1; *p = i; assert(*p == SAID); free(p);";
    leaves("own", &each("", &own.replace("SAID", "i"), ""), &[]);
    doubts("other", &each("", &own.replace("SAID", "0"), ""), "assertion-failure");
    let twice =
        "int *p = malloc(4); if (!p) return 1; int *q = malloc(4); if (!q) { free(p); return 1; } *p = 1; *q = 2;
        assert(*p == SAID); free(p); free(q);";
    leaves("two", &each("", &twice.replace("SAID", "1"), ""), &[]);
    doubts("two_wrong", &each("", &twice.replace("SAID", "2"), ""), "assertion-failure");
}

#[test]
fn what_a_callee_made_is_known() {
    let text = "struct node *n = make(i); if (!n) return 1; assert(n->v == SAID && !n->next); n->data = malloc(4);
        if (n->data) *n->data = 5; assert(!n->data || *n->data == 5); drop(n); AGAIN";
    let right = text.replace("SAID", "i");
    leaves("made", &each("", &right.replace("AGAIN", ""), ""), &[]);
    doubts("value", &each("", &text.replace("SAID", "1").replace("AGAIN", ""), ""), "assertion-failure");
    doubts("freed", &each("", &right.replace("AGAIN", "n->v = 1;"), ""), "use-after-free");
    doubts("twice", &each("", &right.replace("AGAIN", "free(n);"), ""), "double-free");
    doubts("lost", &each("", &right.replace("drop(n);", "free(n);").replace("AGAIN", ""), ""), "memory-leak");
}

/// That a list is freed is not for this engine to say: what is known of its nodes is what all were given.
#[test]
fn what_all_were_given_is_known_behind_the_loop() {
    let list = |change: &str, after: &str| {
        format!(
            "static struct node *list(int k) {{ struct node *l = 0; for (int i = 0; i < k; i++) {{ struct node *n = make(3);
            if (!n) continue; {change} n->next = l; l = n; }} return l; }}
            int main(void) {{ struct node *l = list(__VERIFIER_nondet_int());
            for (struct node *p = l; p; p = p->next) {{ {after} }} return 0; }}"
        )
    };
    let open = |name: &str, change: &str, after: &str| not_proved_if(false, name, &list(change, after));
    let leak = BTreeSet::from(["memory-leak"]);
    assert_eq!(open("all", "", "assert(p->v == 3);"), leak);
    assert_eq!(open("all_defined", "n->data = malloc(4); *n->data = 1;", "assert(*p->data);"), leak);
    for (name, change) in [
        ("not_all", "if (i == 2) n->v = 4;"),
        ("later", "if (l) l->v = 4;"),
        ("earlier", "if (l && l->next) l->next->v = 4;"),
    ] {
        assert!(open(name, change, "assert(p->v == 3);").contains("assertion-failure"), "{name}");
    }
    let undefined = open("undefined", "n->data = malloc(4); if (i != 5) *n->data = 1;", "assert(*p->data);");
    assert!(undefined.contains("uninitialized-read"), "{undefined:?}");
}

/// The last object that was made stays one where the loop is left from inside; before, it is one of many.
#[test]
fn an_older_block_is_another_one() {
    let text = "struct node *n = make(i); if (!n) continue; if (old) { old->v = 7; assert(n->v == i); assert(old != n); CLAIM }
        n->next = kept; kept = n; old = n;";
    let with = |claim: &str| each("struct node *old = 0;", &text.replace("CLAIM", claim), "");
    leaves("apart", &with(""), &["memory-leak"]);
    doubts("old", &with("assert(old->v == i - 1);"), "assertion-failure");
    doubts("same", &with("assert(old == n);"), "assertion-failure");
    let freed = "struct node *n = make(i); if (!n) continue; if (old) { USE free(old); } old = n;";
    let with = |used: &str| {
        not_proved(&format!("freed_{}", used.len()), &each("struct node *old = 0;", &freed.replace("USE", used), ""))
    };
    assert!(!with("assert(old->v < i);").contains("null-dereference"));
    let again = each(
        "struct node *old = 0;",
        "struct node *n = make(i); if (!n) continue; if (old) free(old); if (i % 2) old = n;",
        "",
    );
    assert!(not_proved("again", &again).contains("double-free"));
}

#[test]
fn the_last_block_stays_what_it_is_where_the_loop_is_left() {
    let found = "static struct node *found(int k) { for (int i = 0; i < k; i++) { struct node *n = make(i); if (!n) return 0;
        if (i == 3) { n->v = 9; return n; } free(n); } return 0; }
        int main(void) { struct node *n = found(__VERIFIER_nondet_int()); if (n) { assert(n->v == SAID); drop(n); } return 0; }";
    leaves("found", &found.replace("SAID", "9"), &[]);
    doubts("not_found", &found.replace("SAID", "3"), "assertion-failure");
}

#[test]
fn an_address_as_a_number_is_one_of_many() {
    let text = "static unsigned long seen; static int same(struct node *n) { unsigned long at = (unsigned long)n; int known = at == seen;
        seen = at; return known; }";
    let iteration =
        "struct node *n = make(i); if (!n) continue; int known = same(n); assert(SAID); n->next = kept; kept = n;";
    let with = |said: &str| {
        not_proved(
            &format!("number_{}", said.len()),
            &format!("{text}{}", each("", &iteration.replace("SAID", said), "")),
        )
    };
    assert!(with("known").contains("assertion-failure"));
}

/// A program that makes nodes in a loop and does something with them.
fn program(seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut text = format!(
        "{PRELUDE} static int *table[4]; static unsigned long number;
        static void set(struct node *n, int v) {{ n->v = v; }}
        static void link(struct node **to, struct node *n) {{ n->next = *to; *to = n; }}
        static void fill(struct node *n, int v) {{ n->data = malloc(4); if (n->data) *n->data = v; }}
        static struct node *two(int v) {{ struct node *n = make(v); if (n) n->next = make(v + 1); return n; }}
        int main(void) {{ int k = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(); if (k < 0 || k > 4 || m < 0 || m > 4) return 0;
        struct node *l = 0, *old = 0, *o = 0; int c = 0;
        for (int i = 0; i < k; i++) {{ struct node *n = {}; if (!n) {};\n",
        random.text(&["make(i)", "make(3)", "malloc(sizeof *n)", "calloc(1, sizeof *n)", "two(i)", "i == m ? make(7) : two(3)"]),
        random.text(&["continue", "break", "return 0", "abort()", "{ if (old) n = old; else continue; }"]),
    );
    for _ in 0..2 + random.below(4) {
        text += inside(&mut random);
        text += "\n";
    }
    text += "}\n";
    for _ in 0..1 + random.below(3) {
        text += behind(&mut random);
        text += "\n";
    }
    text + "return 0; }\n"
}

fn inside(random: &mut Random) -> &'static str {
    random.text(&[
        "n->v = i;",
        "n->v = 3; n->next = 0; n->data = 0;",
        "if (i == m) n->v = 5;",
        "set(n, 4);",
        "fill(n, i);",
        "n->next = l; l = n;",
        "link(&l, n);",
        "link(&kept, n);",
        "old = n;",
        "if (i % 2) old = n;",
        "if (old) old->v = 6;",
        "if (old) set(old, 7);",
        "if (old && old != n) { free(old); old = 0; }",
        "free(n); continue;",
        "if (i == m) { free(n); continue; }",
        "if (i == m) break;",
        "if (o == 0) o = n;",
        "assert(n->v == i);",
        "assert(n->v == 3 || n->v == 4);",
        "if (l) assert(l->v != 5);",
        "if (old) assert(old->v == 6 || old == n);",
        "if (old) assert(old != n);",
        "if (n->data) assert(*n->data == i);",
        "table[i] = &n->v;",
        "if (table[m]) *table[m] = 2;",
        "if (table[m] && m != i) assert(*table[m] != 3);",
        "assert((unsigned long)n != number); number = (unsigned long)n;",
        "if ((unsigned long)n == number) c = 1; number = (unsigned long)n;",
        "for (int j = 0; j < m; j++) { struct node *x = make(j); if (!x) break; x->next = n; n = x; }",
        "for (int j = 0; j < 2; j++) { struct node *x = make(j); if (!x) break; if (j) n->next = x; else old = x; }",
        "for (struct node *p = l; p; p = p->next) if (p == n) c = 1;",
        "{ struct node *s = n; n = old ? old : n; old = s; }",
        "n->next = kept; kept = n; if (n->next == n) return 0;",
    ])
}

fn behind(random: &mut Random) -> &'static str {
    random.text(&[
        "for (struct node *p = l; p; p = p->next) assert(p->v == 3 || p->v == 4);",
        "for (struct node *p = kept; p; p = p->next) assert(p->v != 5);",
        "while (l) { struct node *n = l->next; free(l); l = n; }",
        "while (kept) { struct node *n = kept->next; drop(kept); kept = n; }",
        "if (old) assert(old->v != 6);",
        "if (old) old->v = 1; if (l) assert(l->v != 1);",
        "if (o && l && o != l) { o->v = 8; assert(l->v != 8); }",
        "if (o && old) assert(o == old);",
        "if (table[m]) assert(*table[m] == m);",
        "if (table[0] && table[1]) { *table[0] = 1; *table[1] = 2; assert(*table[0] == 1); }",
        "assert(c == 0);",
        "free(old);",
        "free(o);",
        "if (l) assert(l->next != l);",
        "if (l && l->next) { l->next->v = 9; assert(l->v != 9); }",
    ])
}

#[test]
fn what_is_proved_of_what_loops_make_never_fails() {
    let inputs: Vec<Vec<u128>> = (0..=4).flat_map(|k| (0..=4).map(move |m| vec![k, m])).collect();
    holds_for_inputs(&Modular, 2_000_000, seeds(1, 16), program, &inputs);
}
