//! Sets of heaps: what covers what, what folding leaves alone, and that a join is as small as it can be.

use super::Seen;
use crate::heap::Heap;
use crate::known::KnownLinks;
use crate::merge::{Style, join};
use crate::run::{Join, Kept, Limits, Patience, Run};
use crate::testing::{at_the_last_loop, covers, is_same, limits, program};
use crate::value::{ObjId, Spot};
use crate::world::World;
use cairn_ir::Id;
use std::rc::Rc;

const LIST: &str = "int main(void) { struct node *x = 0; while (any) x = cell(x); return x != 0; }";

/// The only list of a heap.
fn list(heap: &Heap) -> Option<ObjId> {
    heap.objs.iter().find(|(_, obj)| obj.seg.is_some()).map(|(&id, _)| id)
}

fn blocks<'a>(world: &'a World<'_>, heap: &'a Heap) -> impl Iterator<Item = ObjId> + 'a {
    heap.objs.keys().copied().filter(|id| id.index() >= world.fixed.len())
}

/// C14: of a list of one node or more, no node, one node and two nodes, the list and no node stay at the head of a loop, in
/// whatever order they come.
#[test]
fn a_list_covers_its_cases() {
    let program = program("cases", LIST);
    let world = World::new(&program);
    let heaps = at_the_last_loop(&world, limits(Join::Powerset));
    let with = |count: usize| heaps.iter().find(|heap| list(heap).is_none() && blocks(&world, heap).count() == count);
    let long = heaps.iter().find(|heap| list(heap).is_some()).expect("a list");
    let id = list(long).expect("a list");
    let mut any = long.clone();
    Rc::make_mut(any.objs.get_mut(&id).expect("there")).seg.as_mut().expect("a list").min = 1;
    let mut two = long.clone();
    two.unfold(&world, id, Spot::First);
    two.unfold(&world, id, Spot::First);
    let two = two.emptied(&world, id).expect("it has two nodes");
    assert_eq!(blocks(&world, &two).count(), 2);
    let cases = [any, with(0).expect("no node").clone(), with(1).expect("one node").clone(), two];
    for order in permutations(cases.len()) {
        let mut run = Run::new(&world, limits(Join::Powerset));
        let mut seen = Seen::default();
        for &at in &order {
            run.admit(&mut seen, cases[at].clone(), true).expect("few steps");
        }
        let stays = |case: &Heap| seen.heaps.iter().any(|heap| is_same(&world, heap, case));
        let shown = || seen.heaps.iter().map(|heap| crate::show::show(&world, heap)).collect::<String>();
        assert!(seen.heaps.len() == 2 && stays(&cases[0]) && stays(&cases[1]), "{order:?}\n{}", shown());
    }
}

fn permutations(count: usize) -> Vec<Vec<usize>> {
    let extend = |all: Vec<Vec<usize>>, _| {
        let longer = |order: Vec<usize>| {
            (0..count).filter(|at| !order.contains(at)).map(|at| [&order[..], &[at]].concat()).collect::<Vec<_>>()
        };
        all.into_iter().flat_map(longer).collect()
    };
    (0..count).fold(vec![Vec::new()], extend)
}

/// C15: lists that share their tail stay three lists, though no variable holds the node where they meet.
#[test]
fn folding_keeps_where_lists_meet() {
    let text = "int main(void) { struct node *s = cell(0); while (any) s = cell(s);
        struct node *x = cell(s), *y = cell(s); while (any) x = cell(x); while (any) y = cell(y);
        s = 0; while (any) x->data = y->data; return x->next == y->next; }";
    let program = program("shared", text);
    let world = World::new(&program);
    for join in [Join::Powerset, Join::Merge] {
        let heaps = at_the_last_loop(&world, limits(join));
        assert!(heaps.iter().any(|heap| blocks(&world, heap).filter(|id| heap.objs[id].seg.is_some()).count() == 3));
        for heap in &heaps {
            let met_by_two =
                |from: &Vec<(Option<ObjId>, _, _)>| from.iter().filter(|(holder, ..)| holder.is_some()).count() == 2;
            assert!(heap.references().values().any(met_by_two), "{}", crate::show::show(&world, heap));
        }
    }
}

/// M12: where nothing but numbers may be joined, partial isomorphism keeps the same heaps as the powerset.
#[test]
fn joins_that_keep_every_shape_are_the_powerset() {
    let whole = |kept: Kept| Kept { lengths: u32::MAX, shapes: u32::MAX, ..kept };
    let long = Patience::LONG;
    let patience = Patience { at_loops: whole(long.at_loops), at_joins: whole(long.at_joins), ..long };
    for (name, text) in [("one", LIST), ("two", TWO_LISTS), ("pointers", POINTERS)] {
        let program = program(&format!("powerset_{name}"), text);
        let world = World::new(&program);
        let powerset = at_the_last_loop(&world, limits(Join::Powerset));
        let merged = at_the_last_loop(&world, Limits { patience, ..limits(Join::Merge) });
        let has = |heaps: &[Heap], heap: &Heap| heaps.iter().any(|other| is_same(&world, heap, other));
        assert_eq!(powerset.len(), merged.len(), "{name}");
        assert!(powerset.iter().all(|heap| has(&merged, heap)), "{name}");
    }
}

/// Two lists, each of no node, one node or more.
const TWO_LISTS: &str = "int main(void) { struct node *x = 0, *y = 0;
    while (any) if (any) x = cell(x); else y = cell(y); return x != y; }";

/// A list, a pointer into it and one to where it ends, or to nothing.
const POINTERS: &str = "int main(void) { struct node *x = cell(0), *y = 0, *z = x; while (any) x = cell(x);
    y = x; while (any && y) y = y->next; if (any) z = 0; while (any) x->data = 0; return x != y && x != z; }";

/// M13: whatever covers two heaps that differ in lengths only covers their join. Tried with every heap that is met: those of
/// the programs, their joins, and each of these with other least lengths of its lists.
#[test]
fn a_join_is_least() {
    let mut joins = 0;
    for (name, text) in [("one", LIST), ("two", TWO_LISTS), ("pointers", POINTERS)] {
        let program = program(&format!("least_{name}"), text);
        let world = World::new(&program);
        let known = KnownLinks::new();
        let style = Style { landmarks: None, known: &known };
        let found = at_the_last_loop(&world, limits(Join::Powerset));
        let mut family: Vec<Heap> = found.iter().flat_map(|heap| with_lengths(&world, heap)).collect();
        let pairs: Vec<(Heap, Heap)> =
            family.iter().flat_map(|a| family.iter().map(move |b| (a.clone(), b.clone()))).collect();
        let joined: Vec<(Heap, Heap, Heap, bool)> = pairs
            .into_iter()
            .filter_map(|(a, b)| join(&world, &a, &b, style).map(|merged| (a, b, merged.heap, merged.shape_lost)))
            .collect();
        family.extend(joined.iter().map(|(_, _, merged, _)| merged.clone()));
        for (a, b, merged, shape_lost) in &joined {
            assert!(covers(&world, merged, a) && covers(&world, merged, b), "{name}: a join covers both");
            if *shape_lost {
                continue;
            }
            joins += 1;
            for upper in family.iter().filter(|upper| covers(&world, upper, a) && covers(&world, upper, b)) {
                assert!(
                    covers(&world, upper, merged),
                    "{name}: the join of\n{}\nand\n{}\nis\n{}\nwhich this one does not cover:\n{}",
                    crate::show::show(&world, a),
                    crate::show::show(&world, b),
                    crate::show::show(&world, merged),
                    crate::show::show(&world, upper)
                );
            }
        }
    }
    assert!(joins > 50, "{joins} joins");
}

/// A heap with every combination of least lengths of its lists.
fn with_lengths(world: &World<'_>, heap: &Heap) -> Vec<Heap> {
    let lists: Vec<ObjId> = blocks(world, heap).filter(|id| heap.objs[id].seg.is_some()).collect();
    lists.into_iter().fold(vec![heap.clone()], |all, id| {
        let with = |heap: &Heap, min: u32| {
            let mut heap = heap.clone();
            Rc::make_mut(heap.objs.get_mut(&id).expect("there")).seg.as_mut().expect("a list").min = min;
            heap
        };
        all.iter().flat_map(|heap| (0..=2).map(|min| with(heap, min))).collect()
    })
}
