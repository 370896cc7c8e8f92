//! Graphs alone: never wrong about a case, and what they are for.

mod support;

use cairn_cases::{ShapeCase, judge, shape_cases};
use cairn_driver::{Input, Loader, Options, parallel_map, thread_count};
use cairn_engine::{Analysis, Budget, Engine, Task, Terms};
use cairn_ir::Program;
use cairn_ir::obligation::{Obligation, ObligationOptions, obligations_with};
use cairn_shape::graphs::{GraphsAlone, Join};
use std::fmt::Write;
use support::Random;

/// Enough for some ten thousand steps.
const BUDGET: u64 = 1_000_000;

fn loader() -> Loader {
    Loader::new(Options { data_model: Some(cairn_ir::DataModel::Lp64), ..Options::default() })
}

fn analyse(program: &Program, goals: &[Obligation], join: Join, budget: u64) -> Analysis {
    let terms = Terms { alloc_may_fail: false, locals_hold_at_exit: false, ..Terms::default() };
    let all: Vec<usize> = (0..goals.len()).collect();
    GraphsAlone(join).analyse(&Task::new(program, goals, &terms), &all, &mut Budget::new(budget))
}

/// What is wrong about the verdicts on one case; how many obligations hold.
fn complaints(loader: &Loader, case: &ShapeCase) -> (Vec<String>, usize) {
    let program = case.load(loader).expect("it compiles");
    let goals = obligations_with(&program, &ObligationOptions::for_users());
    let (mut wrong, mut holds) = (Vec::new(), 0);
    for (join, budget) in [(Join::PartialIsomorphism, BUDGET), (Join::Powerset, BUDGET / 5)] {
        let analysis = analyse(&program, &goals, join, budget);
        let verdicts = analysis.verdicts.iter().map(|(goal, verdict)| (&goals[*goal], verdict));
        wrong
            .extend(judge(case, &program, verdicts).wrong.iter().map(|text| format!("{} {join:?}: {text}", case.id())));
        holds += analysis.verdicts.iter().filter(|(_, verdict)| verdict.holds()).count();
    }
    (wrong, holds)
}

#[test]
fn graphs_are_not_wrong_about_a_case() {
    let (loader, cases) = (loader(), shape_cases().expect("cases"));
    let results = parallel_map(&cases, thread_count(), |case| complaints(&loader, case));
    let holds: usize = results.iter().map(|(_, holds)| holds).sum();
    let wrong: Vec<String> = results.into_iter().flat_map(|(wrong, _)| wrong).collect();
    println!("{holds} obligations hold");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(holds > 0);
}

/// Marks along one link only, so that all structures can be kept.
const MARK: &str = "#include <cairn.h>
#include <stdlib.h>
struct object { struct object *link, *all, *pending; _Bool marked; };
static struct object *all;
static struct object *any_object(void) {
    struct object *object = all;
    while (object && cairn_nondet_bool()) object = object->all;
    return object;
}
static struct object *push(struct object *pending, struct object *object) {
    if (!object || object->marked) return pending;
    object->marked = 1;
    object->pending = pending;
    return object;
}
static void build(void) {
    while (cairn_nondet_bool()) {
        struct object *object = malloc(sizeof *object);
        if (!object) abort();
        *object = (struct object){.link = any_object(), .all = all};
        all = object;
        struct object *other = any_object();
        if (other) other->link = any_object();
    }
}
static void mark(struct object *root) {
    struct object *pending = push(NULL, root);
    while (pending) {
        struct object *object = pending;
        pending = object->pending;
        pending = push(pending, object->link);
    }
}
int main(void) {
    build();
    struct object *root = any_object();
    mark(root);
    cairn_assert(!root || root->marked);
    for (struct object *object = all; object; object = object->all)
        if (object->marked && object->link) cairn_assert(object->link->marked);
    while (all) {
        struct object *object = all;
        all = object->all;
        free(object);
    }
    return 0;
}
";

fn loaded(name: &str, text: &str) -> Program {
    let file = std::env::temp_dir().join(format!("cairn-graphs-{}-{name}.c", std::process::id()));
    std::fs::write(&file, text).expect("written");
    let loaded = loader().load(&[Input::new(&file, &["-w".to_owned()])]);
    std::fs::remove_file(&file).ok();
    loaded.unwrap_or_else(|error| panic!("{name}: {error}")).program
}

/// The structures of an analysis that proves everything.
fn structures(program: &Program, join: Join) -> u64 {
    let goals = obligations_with(program, &ObligationOptions::for_users());
    let analysis = analyse(program, &goals, join, 100_000_000);
    let open: Vec<&Obligation> =
        analysis.verdicts.iter().filter(|(_, verdict)| !verdict.holds()).map(|(goal, _)| &goals[*goal]).collect();
    assert!(open.is_empty(), "{join:?} leaves open: {open:?}");
    analysis.statistics.iter().find(|(name, _)| *name == "structures").expect("counted").1
}

#[test]
fn joins_leave_a_fraction_of_the_structures_of_marking() {
    let program = loaded("mark", MARK);
    let (joined, all) = (structures(&program, Join::PartialIsomorphism), structures(&program, Join::Powerset));
    println!("{joined} structures, {all} without joins");
    assert!(all > 100 * joined, "{all} structures, {joined} with joins");
}

const PRELUDE: &str = "#include <stdlib.h>
#include <assert.h>
int __VERIFIER_nondet_int(void);
#define any (__VERIFIER_nondet_int() % 2)
struct object { struct object *left, *right, *all, *pending; _Bool marked; };
static struct object *all, *root;
static struct object *pick(void) {
    struct object *o = all;
    while (o && any) o = o->all;
    return o;
}
static void make(void) {
    struct object *o = malloc(sizeof *o);
    if (!o) abort();
    *o = (struct object){.left = pick(), .right = pick(), .all = all};
    all = o;
}
static struct object *push(struct object *pending, struct object *o) {
    if (!o || o->marked) return pending;
    o->marked = 1;
    o->pending = pending;
    return o;
}
static void mark(struct object *from, int both) {
    struct object *pending = push(0, from);
    while (pending) {
        struct object *o = pending;
        pending = o->pending;
        pending = push(pending, o->left);
        if (both) pending = push(pending, o->right);
    }
}
static void sweep(_Bool kept) {
    struct object **link = &all;
    while (*link) {
        struct object *o = *link;
        if (o->marked == kept) { link = &o->all; continue; }
        *link = o->all;
        free(o);
    }
}
static void drop(void) {
    while (all) { struct object *o = all; all = o->all; free(o); }
}
";

const VARS: &[&str] = &["a", "b", "root", "all"];
const LINKS: &[&str] = &["left", "right", "all", "pending", "left", "right"];

fn statement(random: &mut Random, text: &mut String, depth: usize) {
    let (v, w, link) = (random.pick(VARS), random.pick(VARS), random.pick(LINKS));
    let guard = if random.below(8) == 0 { String::new() } else { format!("if ({v}) ") };
    let line = match random.below(26) {
        0..=2 => "while (any) make();".to_owned(),
        3 | 4 => "make();".to_owned(),
        5 | 6 => format!("{} = pick();", random.pick(&["a", "b", "root"])),
        7 => format!("{guard}{v}->{} = {w};", random.pick(&["left", "right"])),
        8 => format!("{guard}{v}->{link} = {w};"),
        9 => format!("{guard}{v}->left = pick();"),
        10 | 11 => format!("mark({v}, {});", random.below(4).min(1)),
        12 | 13 => format!("sweep({});", random.below(4).min(1)),
        14 => "drop();".to_owned(),
        15 => format!("if ({v}) assert({v}->marked);"),
        16 => format!("if ({v} && {v}->{link}) assert({v}->{link}->marked);"),
        17 => format!("if ({v} && {v}->{link}) assert({v}->{link} != {v});"),
        18 => format!("for (struct object *o = {v}; o; o = o->all) o->marked = {};", random.below(2)),
        19 => format!("for (struct object *o = {v}; o; o = o->all) if (o->left) assert(o->left->marked);"),
        20 => format!("while ({v} && any) {v} = {v}->{link};"),
        21 => format!("if ({w}) {v} = {w}->{link};"),
        22 => format!("{v} = {w};"),
        23 => format!("{guard}free({v});"),
        24 if depth < 2 => {
            let _ = writeln!(text, "    while (any) {{");
            (0..1 + random.below(3)).for_each(|_| statement(random, text, depth + 1));
            "}".to_owned()
        }
        _ => format!("if ({v} == {w}) {v} = 0;"),
    };
    let _ = writeln!(text, "    {line}");
}

fn program(seed: u64) -> String {
    let mut random = Random(seed);
    let mut text = PRELUDE.to_owned();
    text.push_str("int main(void) {\n    struct object *a = 0, *b = 0;\n    while (any) make();\n");
    (0..2 + random.below(7)).for_each(|_| statement(&mut random, &mut text, 0));
    if random.below(2) == 0 {
        text.push_str("    drop();\n");
    }
    text.push_str("    return 0;\n}\n");
    text
}

#[test]
fn what_graphs_prove_of_graphs_never_fails() {
    support::never_fails(&GraphsAlone(Join::PartialIsomorphism), cairn_cases::seeds(1, 60), 40, 3, program);
}
