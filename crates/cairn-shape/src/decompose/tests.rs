//! Heaps in parts: what is taken apart can be put together again, and choosing parts is neither too narrow nor too wide.

use super::parts::{Var, Vars, choices, is_part_of_a_whole, split, vars};
use crate::heap::Heap;
use crate::run::{Join, Limits, Run};
use crate::testing::{is_same, limits, program};
use crate::value::ObjId;
use crate::world::World;
use cairn_ir::{Id, ValueId};
use std::collections::BTreeSet;

/// Two queues, each of one, two or more cells.
const QUEUES: &str = "int main(void) { struct node *h1 = cell(0), *t1 = h1, *h2 = cell(0), *t2 = h2;
    while (any) { struct node *n = cell(0); if (any) { t1->next = n; t1 = n; } else { t2->next = n; t2 = n; } }
    return h1 == t1 || h2 == t2; }";

/// The heaps, or parts, at the one loop of `main`.
fn at_the_loop(world: &World<'_>, join: Join) -> Vec<Heap> {
    crate::testing::at_the_last_loop(world, limits(join))
}

fn together(world: &World<'_>, like: &Heap, parts: &[&Heap]) -> Heap {
    let mut heap = split(world, like).1;
    parts.iter().for_each(|part| heap.absorb(world, part));
    heap
}

/// M17: nothing is lost by taking one heap apart.
#[test]
fn taken_apart_and_put_together_is_the_same() {
    let program = program("queues", QUEUES);
    let world = World::new(&program);
    let heaps = at_the_loop(&world, Join::Powerset);
    assert_eq!(heaps.len(), 9);
    for heap in &heaps {
        let (parts, rest) = split(&world, heap);
        assert!(parts.len() >= 2 && rest.objs.is_empty());
        assert!(is_same(&world, heap, &together(&world, heap, &parts.iter().collect::<Vec<_>>())));
    }
}

/// M17: of two heaps that differ in both lists, the four combinations.
#[test]
fn which_parts_occurred_together_is_forgotten() {
    let program = program("four", QUEUES);
    let world = World::new(&program);
    let heaps = at_the_loop(&world, Join::Powerset);
    let lists =
        |heap: &Heap| split(&world, heap).0.into_iter().filter(|part| !part.objs.is_empty()).collect::<Vec<_>>();
    let (first, other) = heaps
        .iter()
        .flat_map(|first| heaps.iter().map(move |other| (lists(first), lists(other))))
        .find(|(first, other)| {
            first.len() == 2 && !first.iter().any(|part| other.iter().any(|o| is_same(&world, part, o)))
        })
        .expect("two heaps without a list in common");
    let parts: Vec<(Vars, &Heap)> = first.iter().chain(&other).map(|part| (vars(&world, part), part)).collect();
    let parts: Vec<(&Vars, &Heap)> = parts.iter().map(|(vars, part)| (vars, *part)).collect();
    let all: Vars = parts.iter().flat_map(|(vars, _)| vars.iter().copied()).collect();
    assert_eq!(choices(&parts, None, &all, 100).expect("few").len(), 4);
}

/// M17: a cell that has nothing to do with variables that are null or not stands there once.
#[test]
fn what_is_null_elsewhere_does_not_multiply() {
    let text = "int main(void) { struct node *a = 0, *b = 0, *c = 0, *y;
        if (any) a = cell(0); if (any) b = cell(0); if (any) c = cell(0);
        y = cell(0); while (any) y->data++; return a && b && c && y->next; }";
    let program = program("optional", text);
    let world = World::new(&program);
    let (whole, parts) = (at_the_loop(&world, Join::Powerset), at_the_loop(&world, Join::Decompose));
    assert_eq!(whole.len(), 8);
    let cells = parts.iter().filter(|part| has_block(&world, part));
    assert!(cells.count() <= 5, "a, b, c, and y with a number that is known or not");
}

/// A part with a block of the heap.
fn has_block(world: &World<'_>, part: &Heap) -> bool {
    part.objs.keys().any(|id| id.index() >= world.fixed.len())
}

/// M15: at the head of the loop, 9 heaps of two queues and 6 parts with a list; 3^k and 3k of k queues.
#[test]
fn queues_are_multiplied_as_wholes_and_added_as_parts() {
    for k in 1..=6 {
        let program = program(&format!("queues_{k}"), &queues(k));
        let world = World::new(&program);
        let whole = Limits { steps: 100_000_000, visits: 10_000, ..limits(Join::Powerset) };
        assert_eq!(crate::testing::at_the_last_loop(&world, whole).len(), 3usize.pow(k as u32), "{k} queues");
        let parts = at_the_loop(&world, Join::Decompose);
        assert_eq!(parts.iter().filter(|part| has_block(&world, part)).count(), 3 * k, "{k} queues");
    }
}

/// So many queues, each of one, two or more cells; a cell goes to one of them.
fn queues(k: usize) -> String {
    let each = |text: &str| (1..=k).map(|i| text.replace('#', &i.to_string())).collect::<String>();
    format!(
        "int main(void) {{ {} while (any) {{ struct node *n = cell(0); switch (any) {{ {} }} }} return {} 0; }}",
        each("struct node *h# = cell(0), *t# = h#; "),
        each("case #: t#->next = n; t# = n; break; ") + "default: free(n);",
        each("h# == t# || ")
    )
}

// ---- choosing, with variables that are numbers ----

const EMPTY: &str = "int main(void) { return 0; }";

fn set(variables: &[usize]) -> Vars {
    variables.iter().map(|&v| Var::Reg(0, ValueId::new(v))).collect()
}

/// The chosen sets, by position, for each choice.
fn chosen(world: &World<'_>, sets: &[Vars], with: Option<usize>, wanted: &Vars) -> BTreeSet<BTreeSet<usize>> {
    let heaps: Vec<Heap> = sets.iter().map(|_| Heap::new(world)).collect();
    let parts: Vec<(&Vars, &Heap)> = sets.iter().zip(&heaps).collect();
    let before: Vec<(&Vars, &Heap)> = parts[..with.unwrap_or(parts.len())].to_vec();
    let found = choices(&before, with.map(|at| parts[at]), wanted, 10_000).expect("few");
    let position = |heap: &Heap| heaps.iter().position(|known| std::ptr::eq(known, heap)).expect("one of them");
    found.iter().map(|choice| choice.iter().map(|heap| position(heap)).collect()).collect()
}

/// M16: a store that links one cell behind list 1 is executed three times, and list 2 is left alone.
#[test]
fn only_lists_that_are_used_are_combined() {
    let program = program("used", EMPTY);
    let world = World::new(&program);
    let (h1, t1, h2, t2, temp) = (0, 1, 2, 3, 4);
    let mut sets = vec![set(&[h1, t1]); 3];
    sets.extend(vec![set(&[h2, t2]); 3]);
    sets.push(set(&[temp]));
    let found = chosen(&world, &sets, None, &set(&[t1, temp]));
    assert_eq!(found, (0..3).map(|state| BTreeSet::from([state, 6])).collect());
}

/// M18: two parts that have no variable in common and are still parts of no whole.
#[test]
fn what_fits_together_need_not_fit_to_a_whole() {
    let program = program("fits", EMPTY);
    let world = World::new(&program);
    let (x, w, y, z) = (0, 1, 2, 3);
    let sets = [set(&[x]), set(&[x, w]), set(&[y, w]), set(&[y]), set(&[z])];
    let weakly = chosen(&world, &sets, None, &set(&[x, y]));
    assert!(weakly.contains(&BTreeSet::from([0, 3])));
    let everything = set(&[x, w, y, z]);
    let whole = chosen(&world, &sets, None, &everything);
    assert_eq!(whole, BTreeSet::from([BTreeSet::from([0, 2, 4]), BTreeSet::from([1, 3, 4])]));
    let keys: Vec<&Vars> = sets.iter().collect();
    let fits = |taken: &[usize]| is_part_of_a_whole(&set(taken), &keys, &everything, &world.effort);
    assert!(fits(&[x]) && !fits(&[x, y]), "nobody has w");
}

/// M20: a cell of an earlier iteration is not put in front of the list of a later one: nothing would hold the first cell.
#[test]
fn what_is_part_of_no_whole_is_not_executed() {
    let text = "int main(void) { struct node *x = cell(0), *y = 0; while (any) x = cell(x);
        struct node *first = x;
        while (x) { struct node *t = x->next; x->next = y; y = x; x = t; }
        return first->data; }";
    let program = program("reverse", text);
    let world = World::new(&program);
    let wholes = at_the_loop(&world, Join::Powerset);
    let lists: Vec<Heap> = wholes.iter().flat_map(|heap| split(&world, heap).0).collect();
    for part in at_the_loop(&world, Join::Decompose).iter().filter(|part| has_block(&world, part)) {
        assert!(lists.iter().any(|list| is_same(&world, part, list)), "{}", crate::show(&world, part));
    }
}

fn random_sets(seed: u64) -> Vec<Vars> {
    let mut state = seed;
    let mut next = |n: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % n
    };
    let count = 2 + next(6);
    (0..count)
        .map(|_| (0..5).filter(|_| next(3) == 0).collect::<Vec<usize>>())
        .map(|vars| set(&vars))
        .filter(|vars| !vars.is_empty())
        .collect()
}

/// M19: choosing a part for every variable is exact cover.
#[test]
fn choices_are_the_exact_covers() {
    let program = program("exact", EMPTY);
    let world = World::new(&program);
    let all = set(&[0, 1, 2, 3, 4]);
    for seed in 1..60 {
        let sets = random_sets(seed);
        let covers = (0..1u32 << sets.len()).map(|mask| (0..sets.len()).filter(|at| mask >> at & 1 == 1).collect());
        let exact = |chosen: &BTreeSet<usize>| {
            let total: usize = chosen.iter().map(|&at| sets[at].len()).sum();
            let union: Vars = chosen.iter().flat_map(|&at| sets[at].iter().copied()).collect();
            total == union.len() && union == all
        };
        let naive: BTreeSet<BTreeSet<usize>> = covers.filter(exact).collect();
        assert_eq!(chosen(&world, &sets, None, &all), naive, "seed {seed}");
    }
}

/// M19: parts of a whole fit together; more may do, since it is not asked whether there is a whole.
#[test]
fn parts_of_a_whole_fit_together() {
    let program = program("whole", EMPTY);
    let world = World::new(&program);
    let (all, wanted) = (set(&[0, 1, 2, 3, 4]), set(&[0, 1]));
    let mut more = 0;
    for seed in 1..200 {
        let sets = random_sets(seed);
        let used = |chosen: BTreeSet<usize>| chosen.into_iter().filter(|&at| !sets[at].is_disjoint(&wanted)).collect();
        let exact: BTreeSet<BTreeSet<usize>> = chosen(&world, &sets, None, &all).into_iter().map(used).collect();
        let weak = chosen(&world, &sets, None, &wanted);
        assert!(exact.is_subset(&weak), "seed {seed}");
        more += usize::from(weak.len() > exact.len());
    }
    assert!(more > 0, "asking for less never gave more");
}

/// Where there is a whole, what is taken is part of one if some exact cover of all the rest is among the other parts.
#[test]
fn parts_of_a_whole_are_found() {
    let program = program("found", EMPTY);
    let world = World::new(&program);
    let all = set(&[0, 1, 2, 3, 4]);
    let mut answers = [0, 0];
    for seed in 1..400 {
        let sets = random_sets(seed);
        let keys: Vec<&Vars> = sets.iter().collect();
        if chosen(&world, &sets, None, &all).is_empty() {
            continue;
        }
        let pairs = sets.iter().flat_map(|one| sets.iter().map(move |other| (one, other)));
        for taken in pairs.map(|(one, other)| one.union(other).copied().collect::<Vars>()) {
            let rest: Vec<Vars> = sets.iter().filter(|vars| vars.is_disjoint(&taken)).cloned().collect();
            let naive = !chosen(&world, &rest, None, &all.difference(&taken).copied().collect()).is_empty();
            assert_eq!(is_part_of_a_whole(&taken, &keys, &all, &world.effort), naive, "seed {seed}: {taken:?}");
            answers[usize::from(naive)] += 1;
        }
    }
    assert!(answers.iter().all(|&count| count > 50), "{answers:?}");
}

/// M20: a part that has a variable of every combination that gets somewhere does not get there.
#[test]
fn parts_that_do_not_fit_do_not_pass() {
    let text = "struct node *x, *y; int main(void) { if (any) y = x = cell(0); else x = cell(0);
        while (any) x->data = 1;
        if (y) free(y); else free(x);
        return 0; }";
    let program = program("pass", text);
    let world = World::new(&program);
    let mut run = Run::new(&world, limits(Join::Decompose));
    run.run(program.func_named("main").expect("main")).expect("it finishes");
    assert!(run.doubts.is_empty(), "{:?}", run.doubts);
}

/// M22: parts that come one after the other make the same combinations as all of them at once.
#[test]
fn one_by_one_is_as_all_at_once() {
    let program = program("one", EMPTY);
    let world = World::new(&program);
    let wanted = set(&[0, 1, 2]);
    for seed in 1..60 {
        let sets = random_sets(seed);
        let used: Vec<Vars> = sets.into_iter().filter(|vars| !vars.is_disjoint(&wanted)).collect();
        let one_by_one = (0..used.len()).flat_map(|at| chosen(&world, &used, Some(at), &wanted));
        assert_eq!(one_by_one.collect::<BTreeSet<_>>(), chosen(&world, &used, None, &wanted), "seed {seed}");
    }
}

#[test]
fn globals_that_change_are_variables() {
    let program = program("globals", "int g; const int c = 1; int main(void) { g = c; return g; }");
    let world = World::new(&program);
    let changing = (0..world.fixed.len()).map(ObjId::new).filter(|&id| super::parts::can_change(&world, id));
    let names: Vec<&str> = changing.map(|id| program.global_name(cairn_ir::GlobalId::new(id.index()))).collect();
    assert!(names.contains(&"g") && !names.contains(&"c"), "{names:?}");
}

/// An address that a jump hands on leads to what the global holds now, not to what it held in the beginning.
#[test]
fn addresses_of_globals_go_with_their_content() {
    let text = "struct node *g; int main(void) { for (int i = 0; i < 2; i++) { g = cell(g); g->data = any; }
        struct node **pp = &g; while (*pp && (*pp)->data != 2) pp = &(*pp)->next;
        *pp = 0; return 0; }";
    let program = program("address", text);
    let world = World::new(&program);
    let mut run = Run::new(&world, Limits { join: Join::Decompose, alloc_may_fail: false, ..Limits::default() });
    run.run(program.func_named("main").expect("main")).expect("it finishes");
    assert!(run.doubts.iter().any(|(_, rule)| *rule == cairn_ir::Rule::MemoryLeak), "cells behind a 2 are lost");
}
