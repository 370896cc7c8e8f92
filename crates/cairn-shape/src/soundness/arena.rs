//! Heaps for the rules about objects that are cut up: one piece of memory from end to end in blocks, with a size in each header,
//! of which some are linked; seen with parts where blocks begin.

use super::laboratory::{Laboratory, Recipe};
use super::recipes::Random;
use super::{Bench, seeds};
use crate::fault;
use crate::heap::Heap;
use crate::known::KnownLinks;
use crate::object::{Kind, Part};
use crate::range::Range;
use crate::value::{Addr, Lin, ObjId, Spot, Val};
use crate::world::World;
use cairn_ir::Id;

const PRELUDE: &str = "#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
#define any __VERIFIER_nondet_int
struct block { struct block *link; long size; };
struct block *list, *p, *q, *arena;
long n;
static struct block *at(struct block *b, long words) { return (struct block *)((long *)b + words); }
static void build(void) {
    struct block *blocks[5];
    int count = any(), spoilt = any(), loaded = any();
    long size[5], all = 0;
    for (int i = 0; i < count; i++) { size[i] = any(); all += size[i]; }
    arena = malloc(all * sizeof(long));
    all = 0;
    for (int i = 0; i < count; i++) { blocks[i] = at(arena, all); all += size[i]; }
    for (int i = 0; i < count; i++) {
        int to = any();
        blocks[i]->link = to > 0 ? blocks[to - 1] : 0;
        blocks[i]->size = i + 1 == spoilt ? 3 : size[i];
        if (i + 1 == loaded && size[i] > 2) ((long *)blocks[i])[2] = 5;
    }
    int l = any(), b = any(), c = any();
    list = l > 0 ? blocks[l - 1] : 0; p = b > 0 ? blocks[b - 1] : 0; q = c > 0 ? blocks[c - 1] : 0;
    n = any();
}
";

const STATEMENTS: &[&str] = &[
    ";",
    "p = list;",
    "p = q;",
    "p = p->link;",
    "q = list->link;",
    "p->link = q;",
    "p->link = 0;",
    "list = p;",
    "p->size = n;",
    "n = p->size;",
    "n = p->size + q->size;",
    "p = at(p, p->size);",
    "n = at(p, p->size)->size;",
    "at(p, p->size)->size = n;",
    "at(p, n)->link = 0;",
    "at(arena, n)->size = 7;",
    "n = at(arena, 2 * n)->size;",
    "p->size += at(p, p->size)->size;",
    "if (p == at(q, q->size)) { q->size += p->size; q->link = p->link; p = 0; }",
    "if (n + 2 <= p->size) { long k = p->size - n; p->size = k; q = at(p, k); q->size = n; }",
    "if (n >= 2 && n + 2 <= p->size) { long k = p->size - n; p->size = k; q = at(p, k); q->size = n; q->link = list; list = q; }",
    "n = p == q;",
    "n = p < q;",
    "n = p == at(q, q->size);",
    "n = at(p, p->size) == at(q, q->size);",
    "if (p == q) n = 1;",
    "n = at(p, n) != 0;",
    "memset(p, 0, p->size * sizeof(long));",
    "memset(p, 1, n * sizeof(long));",
    "memcpy(p, q, sizeof *p);",
    "*p = *q;",
    "memcpy(p, at(q, q->size), sizeof *p);",
    "memcpy(at(p, p->size), q, sizeof *p);",
    "if (p->size >= 2 && n >= 0 && n < p->size) ((long *)p)[n] = 5;",
    "if (p->size >= 2 && n >= 0 && n < p->size) n = ((long *)p)[n];",
    "free(arena);",
    "free(p);",
    "free(arena); arena = 0; p = q;",
    "while (p) p = p->link;",
    "for (struct block *b = list; b; b = b->link) n = b->size;",
    "for (struct block *b = list; b; b = b->link) b->size = 2;",
    "for (struct block *b = list; b; b = b->link) if (b->size >= 2 && b->size == n) p = b;",
    "struct block *b = list; while (b && b <= p) { q = b; b = b->link; } if (q && p) { p->link = b; q->link = p; }",
    "struct block *r = 0; while (list) { struct block *t = list->link; list->link = r; r = list; list = t; } list = r;",
    "while (any() % 2) { if (p && p->size >= 4) { p->size -= 2; struct block *b = at(p, p->size); b->size = 2; b->link = list; list = b; } }",
    "while (p && q && p->size >= 2 && at(p, p->size) == q && any() % 2) { p->size += q->size; q = q->link; }",
    "if (p && q && n >= 0 && n <= p->size) { struct block *b = at(p, n), **l = &b->link; n = b == q; }",
    "if (p && n >= 0 && n <= p->size) { struct block *b = at(p, n); if (n + 2 <= p->size) b->size = 1; q = b; }",
    "n = (char *)p - (char *)arena;",
    "long *w = (long *)p; n = w[1];",
    "long *w = (long *)p; w[n] = 3;",
    "struct block *b = arena; for (int i = 0; i < 2 && b->size >= 2; i++) b = at(b, b->size); p = b;",
];

/// Kinds of chains: none, all blocks, every second one, a ring.
fn recipe(random: &mut Random, kind: usize, alone: bool) -> Recipe {
    let count = 1 + random.below(5);
    let spoilt = if random.one_in(4) { 1 + random.below(count) } else { 0 };
    let loaded = random.below(count + 1);
    let mut inputs = vec![count as i32, spoilt as i32, loaded as i32];
    inputs.extend((0..count).map(|_| 2 + random.below(3) as i32));
    for block in 1..=count {
        let next = match kind % 4 {
            0 => random.below(count + 1),
            1 if block < count => block + 1,
            2 if block + 2 <= count => block + 2,
            3 => block % count + 1,
            _ => 0,
        };
        inputs.push(next as i32);
    }
    let some = |random: &mut Random| if alone { 0 } else { random.below(count + 1) as i32 };
    let list = match random.below(4) {
        0 => random.below(count + 1) as i32,
        1 => 1,
        // The first block of the arena is told apart from the others.
        _ => count.min(2) as i32,
    };
    if count > 1 && !alone && random.one_in(3) {
        // Two neighbours, and the size of the first.
        let first = random.below(count - 1);
        inputs.extend([list, first as i32 + 1, first as i32 + 2, inputs[3 + first]]);
    } else {
        inputs.extend([list, some(random), some(random), random.below(6) as i32]);
    }
    Recipe { inputs }
}

/// Cuts the arena where blocks begin: all of them, or some.
fn view(world: &World<'_>, random: &mut Random, heap: &mut Heap) {
    let record = world.program.ctypes.records.ids().find(|&id| world.links_to_its_kind(id)).expect("a block");
    let Some(arena) = heap.objs.iter().find(|(_, obj)| obj.kind == Kind::Heap).map(|(&id, _)| id) else { return };
    let mut starts: Vec<i64> = Vec::new();
    for target in heap.objs.values().flat_map(|obj| obj.values()).filter_map(|(_, val)| val.addr()) {
        starts.extend(target.off.as_signed().filter(|&off| off > 0 && target.obj == arena));
    }
    starts.sort_unstable();
    starts.dedup();
    if random.one_in(5) {
        return;
    }
    let mut taken = 0;
    let mut within = arena;
    for start in starts {
        if random.one_in(3) {
            continue;
        }
        let at = Addr { obj: within, spot: Spot::First, off: Lin::constant(world.bits, (start - taken) as u128) };
        let before = heap.next_obj;
        heap.cut(world, at, false);
        if heap.next_obj > before {
            within = ObjId::new(heap.next_obj as usize - 1);
            taken = start;
        }
    }
    let parts: Vec<ObjId> = heap.objs.iter().filter(|(_, obj)| obj.part.is_some()).map(|(&id, _)| id).collect();
    for &part in &parts {
        heap.obj_mut(world, part).types.insert((0, record));
    }
    if !random.one_in(4) {
        generalise(world, random, heap, parts);
    }
}

/// Numbers that are not known in place of some: sizes in headers, with the sizes and places of blocks that follow from them.
fn generalise(world: &World<'_>, random: &mut Random, heap: &mut Heap, mut parts: Vec<ObjId>) {
    let constant = |lin: Lin| lin.as_const().unwrap_or(0);
    let place = |heap: &Heap, id: &ObjId| constant(heap.objs[id].part.expect("a part").at);
    parts.sort_by_key(|id| place(heap, id));
    let (mut end, mut before) = (Lin::constant(world.bits, 0), 0);
    for id in parts {
        let (at, size) = (place(heap, &id), constant(heap.objs[&id].size));
        let words = heap.objs[&id].exact(8, 8).and_then(|val| val.as_const());
        let mut new = heap.objs[&id].size;
        // Behind the block, its part may go on.
        if let Some(more) = words.and_then(|words| size.checked_sub(8 * words)).filter(|_| !random.one_in(4)) {
            // What is known of its bytes is about bytes that it has.
            let known = heap.objs[&id].cells.last_key_value().map_or(0, |(&at, cell)| u128::from(at + cell.len));
            let least = known.saturating_sub(more).div_ceil(8).max(2);
            let count = heap.new_sym(Range::signed(world.bits, least as i128, 6), true);
            new = heap.combination(&[(count, 8)], Range::full(world.bits), true).plus(more);
            heap.write(world, id, 8, 8, Val::Num(count));
        }
        let from = if at == before { end } else { Lin::constant(world.bits, at) };
        end = heap.combination(&[(from, 1), (new, 1)], Range::full(world.bits), true);
        before = at + size;
        let obj = heap.obj_mut(world, id);
        (obj.size, obj.part) = (new, obj.part.map(|part| Part { at: from, ..part }));
    }
    let number = heap.objs.iter().find(|(_, obj)| obj.kind != Kind::Heap && obj.exact(0, 8).is_some_and(is_number));
    if let Some(id) = number.map(|(&id, _)| id) {
        let any = heap.new_sym(Range::signed(world.bits, 0, 8), true);
        heap.write(world, id, 0, 8, Val::Num(any));
    }
}

fn is_number(val: Val) -> bool {
    val.as_const().is_some_and(|value| value > 0)
}

fn bench() -> Bench {
    Bench { laboratory: Laboratory::new(PRELUDE, STATEMENTS), recipe, view, known: |_| KnownLinks::new() }
}

#[test]
fn every_rule_about_blocks_covers_what_happens() {
    bench().assert_covers(seeds(150));
}

#[test]
fn a_broken_rule_about_blocks_is_noticed() {
    bench().assert_noticed(&fault::OF_BLOCKS, 600);
}
