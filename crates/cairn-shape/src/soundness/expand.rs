//! What an abstract heap means, naively: each segment is written out as so many nodes, one after the other, in every
//! number that it may have. Written without looking at `unfold`, in order to find its mistakes.

use crate::heap::{Heap, SymInfo};
use crate::linear::{Constraint, Linear};
use crate::object::{Cell, Content, Kind, Life, Links, Obj, Part};
use crate::value::{Addr, Lin, ObjId, Spot, Sym, Val};
use crate::world::World;
use cairn_ir::Id;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Does one of the heaps without segments that this one stands for, with at most `most` live blocks, fit?
pub fn any_expansion(world: &World<'_>, heap: &Heap, most: usize, fits: &dyn Fn(&Heap) -> bool) -> bool {
    let segment = heap.objs.iter().find(|(_, obj)| is_segment(obj)).map(|(&id, obj)| (id, obj.seg.expect("a segment")));
    let surely = heap.objs.values().map(|obj| surely(obj)).sum::<usize>();
    let Some((id, seg)) = segment else { return surely <= most && fits(heap) };
    let min = seg.min as usize;
    let room = (most + min).saturating_sub(surely);
    let room = if heap.objs[&id].is_optional() || seg.only { room.min(1) } else { room };
    (min..=room).any(|length| {
        let mut heap = heap.clone();
        if !some_has_node(&mut heap, id, length) {
            return false;
        }
        let heap = &heap;
        let plain = |heap: Heap| any_expansion(world, &heap, most, fits);
        match seg.links.fork {
            None if seg.links.other.is_some() => ways(world, heap, id, length).any(plain),
            Some(_) if length > 0 => grown(world, heap, id, length).any(plain),
            _ => expanded(world, heap, id, length).is_some_and(plain),
        }
    })
}

/// Notes how long a segment is for those of which one has a node; `false` if none of them has.
fn some_has_node(heap: &mut Heap, id: ObjId, length: usize) -> bool {
    let all = std::mem::take(&mut heap.not_all_empty).into_iter();
    let open = all.filter(|one| if length == 0 { one.given != Some(id) } else { !one.some.contains(&id) });
    let left = open.map(|mut one| {
        one.some.remove(&id);
        one.given = one.given.filter(|&given| given != id);
        one
    });
    heap.not_all_empty = left.collect();
    heap.not_all_empty.iter().all(|one| one.given.is_some() || !one.some.is_empty())
}

fn is_segment(obj: &Obj) -> bool {
    obj.seg.is_some() && obj.owner.is_none()
}

/// So many blocks are there at least.
fn surely(obj: &Obj) -> usize {
    match obj.seg {
        Some(seg) if obj.owner.is_none() => seg.min as usize,
        _ => usize::from(is_block(obj)),
    }
}

/// A block that is there for sure.
fn is_block(obj: &Obj) -> bool {
    obj.kind == Kind::Heap && obj.life == Life::Live && obj.seg.is_none() && obj.owner.is_none()
}

/// The heap in which a segment has exactly so many nodes; `None` if it cannot.
fn expanded(world: &World<'_>, heap: &Heap, id: ObjId, length: usize) -> Option<Heap> {
    let seg = heap.objs[&id].clone();
    let links = seg.seg.expect("a segment").links;
    let word = world.word();
    let next = seg.exact(links.next, word).unwrap_or(Val::Top);
    let prev = links.back.map(|(at, _)| seg.exact(at, word).unwrap_or(Val::Top));
    let family = family(heap, id);
    let mut out = heap.clone();
    out.objs.retain(|other, _| !family.contains(other));
    forget_own(&mut out, heap, &family);
    let nodes: Vec<ObjId> = (0..length).map(|_| copy(heap, &mut out, id, &family)).collect();
    for (k, &node) in nodes.iter().enumerate() {
        let forward = match nodes.get(k + 1) {
            Some(&behind) => Val::Ptr(Addr::at(behind, Spot::First, world.bits, links.head)),
            None => next,
        };
        match seg.is_optional() {
            true => drop(out.obj_mut(world, node).cells.remove(&links.next)),
            false => out.write(world, node, links.next, word, forward),
        }
        let mine = |to: Addr| to.obj == node && to.spot == Spot::Next;
        let forward_of = |to: Addr| forward.moved(to.off.as_signed().unwrap_or(0) - links.head);
        let know = |val: Val| val.addr().filter(|to| mine(*to)).map_or(val, forward_of);
        out.rewrite(know, |lin| lin);
        if let Some((at, head)) = links.back {
            let backward = match k {
                0 => prev.expect("doubly linked"),
                _ => Val::Ptr(Addr::at(nodes[k - 1], Spot::First, world.bits, head)),
            };
            out.write(world, node, at, word, backward);
        }
    }
    let ends = match (nodes.first(), nodes.last()) {
        (Some(&first), Some(&last)) => [Some(first), Some(last)],
        _ if next.addr().is_some_and(|to| to.obj == id) => return None,
        _ => [None, None],
    };
    point_to(&mut out, id, ends, [next, prev.unwrap_or(Val::Top)], links);
    Some(out)
}

/// A tree, of which one leaf may be the hole.
#[derive(Clone)]
enum Tree {
    Nothing,
    Hole,
    Node(Box<Tree>, Box<Tree>),
}

/// All trees of so many nodes.
fn all_trees(nodes: usize, hole: bool) -> Vec<Tree> {
    if nodes == 0 {
        return vec![if hole { Tree::Hole } else { Tree::Nothing }];
    }
    let mut all = Vec::new();
    for left in 0..nodes {
        let ways = if hole { &[(true, false), (false, true)][..] } else { &[(false, false)] };
        for &(in_left, in_right) in ways {
            for l in all_trees(left, in_left) {
                let rights = all_trees(nodes - 1 - left, in_right);
                all.extend(rights.into_iter().map(|r| Tree::Node(Box::new(l.clone()), Box::new(r))));
            }
        }
    }
    all
}

/// The heaps in which a tree has exactly so many nodes.
fn grown<'a>(world: &'a World<'_>, heap: &'a Heap, id: ObjId, length: usize) -> impl Iterator<Item = Heap> + 'a {
    let seg = heap.objs[&id].clone();
    let links = seg.seg.expect("a segment").links;
    let hole = seg.exact(links.next, world.word()).unwrap_or(Val::Top);
    let parent = links.back.map(|(at, _)| seg.exact(at, world.word()).unwrap_or(Val::Top));
    let family = family(heap, id);
    let grow = move |tree: Tree| {
        let mut out = heap.clone();
        out.objs.retain(|other, _| !family.contains(other));
        forget_own(&mut out, heap, &family);
        let mut last = None;
        let mut plant = Plant { world, heap, id, family: &family, links, hole, last: &mut last };
        let root = plant.node(&mut out, &tree, parent).addr().map(|to| to.obj);
        point_to(&mut out, id, [root, last], [hole, parent.unwrap_or(Val::Top)], links);
        out
    };
    all_trees(length, true).into_iter().map(grow)
}

struct Plant<'a> {
    world: &'a World<'a>,
    heap: &'a Heap,
    id: ObjId,
    family: &'a BTreeSet<ObjId>,
    links: Links,
    hole: Val,
    last: &'a mut Option<ObjId>,
}

impl Plant<'_> {
    /// What leads to a tree below `parent`.
    fn node(&mut self, out: &mut Heap, tree: &Tree, parent: Option<Val>) -> Val {
        let (left, right) = match tree {
            Tree::Nothing => return self.world.null(),
            Tree::Hole => return self.hole,
            Tree::Node(left, right) => (left, right),
        };
        let (word, bits) = (self.world.word(), self.world.bits);
        let node = copy(self.heap, out, self.id, self.family);
        let below = self.links.back.map(|(_, head)| Val::Ptr(Addr::at(node, Spot::First, bits, head)));
        for (at, child) in [(self.links.next, left), (self.links.fork.expect("a tree"), right)] {
            if matches!(**child, Tree::Hole) {
                *self.last = Some(node);
            }
            let child = self.node(out, child, below);
            out.write(self.world, node, at, word, child);
            if let Some((left, right)) = self.links.twins {
                out.write(self.world, node, if at == self.links.next { left } else { right }, word, child);
            }
        }
        if let Some(((at, _), parent)) = self.links.back.zip(parent) {
            out.write(self.world, node, at, word, parent);
        }
        Val::Ptr(Addr::at(node, Spot::First, bits, self.links.head))
    }
}

/// The heaps in which a way back has exactly so many nodes, each of one form or the other.
fn ways<'a>(world: &'a World<'_>, heap: &'a Heap, id: ObjId, length: usize) -> impl Iterator<Item = Heap> + 'a {
    let choices = (0..1usize << length).map(move |bits| (0..length).map(|k| bits >> k & 1).collect::<Vec<usize>>());
    let possible = move |which: &Vec<usize>| which.iter().all(|&which| heap.objs[&id].form(which).is_some());
    choices.filter(possible).filter_map(move |which| turned(world, heap, id, &which))
}

/// The heap in which the nodes of a way back have these forms, from the first to the last.
fn turned(world: &World<'_>, heap: &Heap, id: ObjId, which: &[usize]) -> Option<Heap> {
    let (seg, word) = (heap.objs[&id].clone(), world.word());
    let links = seg.seg.expect("a segment").links;
    let [next, (prev, head)] = [(links.next, links.head), links.back.expect("both ways")];
    let cells = [(next.0, prev), links.other.expect("two forms")];
    let family = family(heap, id);
    let mut out = heap.clone();
    out.objs.retain(|other, _| !family.contains(other));
    forget_own(&mut out, heap, &family);
    let mut nodes = Vec::new();
    for &form in which {
        let before = out.next_obj;
        let node = copy(heap, &mut out, id, &family);
        let like = out.objs[&node].form(form)?;
        let like = out.objs.remove(&like)?;
        out.objs.insert(node, Rc::new(Obj { owner: None, ..Obj::clone(&like) }));
        let kept = out.reachable(vec![node]);
        out.objs.retain(|copy, _| (copy.index() as u32) < before || kept.contains(copy));
        nodes.push(node);
    }
    let to = |node: ObjId| Val::Ptr(Addr::at(node, Spot::First, world.bits, head));
    let [up, down] = [next.0, prev].map(|at| seg.exact(at, word).unwrap_or(Val::Top));
    for (k, (&node, &form)) in nodes.iter().zip(which).enumerate() {
        let (up_cell, down_cell) = cells[form];
        out.write(world, node, up_cell, word, nodes.get(k + 1).map_or(up, |&above| to(above)));
        out.write(world, node, down_cell, word, if k == 0 { down } else { to(nodes[k - 1]) });
    }
    let both = seg.seg.is_some_and(|seg| seg.only).then(|| nodes[0]);
    point_to(&mut out, id, [nodes.first().copied(), both.or(nodes.last().copied())], [up, down], links);
    Some(out)
}

/// Writes what pointers to a segment are now.
fn point_to(out: &mut Heap, id: ObjId, ends: [Option<ObjId>; 2], beyond: [Val; 2], links: Links) {
    let moved = |val: Val, by: Lin| match (val, by.as_signed()) {
        (Val::Ptr(to), _) if to.obj == id => Val::Top,
        (val, Some(by)) => val.moved(by),
        (Val::Num(Lin { sym: None, add, .. }), None) => Val::Num(by.plus(add)),
        (Val::Ptr(to), None) if to.off.sym.is_none() => Val::Ptr(Addr { off: by.plus(to.off.add), ..to }),
        _ => Val::Top,
    };
    let now = |addr: Addr| match (addr.spot, ends) {
        (Spot::First, [Some(first), _]) => Val::Ptr(Addr { obj: first, ..addr }),
        (Spot::Last, [_, Some(last)]) => Val::Ptr(Addr { obj: last, spot: Spot::First, ..addr }),
        (Spot::First, _) => moved(beyond[0], addr.off.minus(links.head as u128)),
        (Spot::Last, _) => links.back.map_or(Val::Top, |(_, head)| moved(beyond[1], addr.off.minus(head as u128))),
        (Spot::Own | Spot::Next, _) => Val::Top,
    };
    out.rewrite(
        |val| match val {
            Val::Ptr(addr) if addr.obj == id => now(addr),
            other => other,
        },
        |lin| lin,
    );
}

/// A segment and everything that its nodes have.
fn family(heap: &Heap, id: ObjId) -> BTreeSet<ObjId> {
    let mut family = BTreeSet::from([id]);
    loop {
        let before = family.len();
        let inside = |obj: &Obj| obj.owner.is_some_and(|owner| family.contains(&owner));
        let more: Vec<ObjId> = heap.objs.iter().filter(|(_, obj)| inside(obj)).map(|(&id, _)| id).collect();
        family.extend(more);
        if family.len() == before {
            return family;
        }
    }
}

/// What is said of each node is said of those that are written out.
fn forget_own(out: &mut Heap, heap: &Heap, family: &BTreeSet<ObjId>) {
    let own = |sym: Sym| heap.syms[&sym].owner.is_some_and(|owner| family.contains(&owner));
    out.relations.retain(|one| !one.sum.syms().any(own));
}

/// One node, with numbers and objects of its own.
fn copy(heap: &Heap, out: &mut Heap, id: ObjId, family: &BTreeSet<ObjId>) -> ObjId {
    let mut objs: BTreeMap<ObjId, ObjId> = BTreeMap::new();
    for &old in family {
        objs.insert(old, ObjId::new(out.next_obj as usize));
        out.next_obj += 1;
    }
    let owner = |old: Option<ObjId>| old.filter(|&old| old != id).map(|old| objs[&old]);
    let mut syms: BTreeMap<Sym, Sym> = BTreeMap::new();
    for (&sym, info) in heap.syms.iter().filter(|(_, info)| info.owner.is_some_and(|o| family.contains(&o))) {
        let fresh = Sym::new(out.next_sym as usize);
        out.next_sym += 1;
        out.syms.insert(fresh, SymInfo { owner: owner(info.owner), ..*info });
        syms.insert(sym, fresh);
    }
    let lin = |lin: Lin| Lin { sym: lin.sym.map(|sym| *syms.get(&sym).unwrap_or(&sym)), ..lin };
    let val = |val: Val| match val {
        Val::Num(number) => Val::Num(lin(number)),
        Val::Ptr(to) if to.obj == id && to.spot == Spot::Own => {
            Val::Ptr(Addr { obj: objs[&id], spot: Spot::First, off: lin(to.off) })
        }
        Val::Ptr(to) if to.obj == id && to.spot == Spot::Next => Val::Ptr(Addr { obj: objs[&id], ..to }),
        Val::Ptr(to) if to.obj != id && objs.contains_key(&to.obj) => {
            Val::Ptr(Addr { obj: objs[&to.obj], off: lin(to.off), ..to })
        }
        Val::Ptr(to) => Val::Ptr(Addr { off: lin(to.off), ..to }),
        other => other,
    };
    let own = |one: &Constraint| one.sum.syms().any(|sym| syms.contains_key(&sym));
    for one in heap.relations.iter().filter(|one| own(one)) {
        let terms = one.sum.terms.iter().map(|(sym, by)| (*syms.get(sym).unwrap_or(sym), *by));
        let sum = Linear { terms: terms.collect(), add: one.sum.add };
        out.relations.insert(Constraint { sum, ..one.clone() });
    }
    for &old in family {
        let obj = &heap.objs[&old];
        let cells = obj.cells.iter().map(|(&at, cell)| match &cell.content {
            Content::Val(old) => (at, Cell { len: cell.len, content: Content::Val(val(*old)) }),
            _ => (at, cell.clone()),
        });
        let seg = obj.seg.filter(|_| old != id);
        let part = obj.part.map(|part| Part { whole: *objs.get(&part.whole).unwrap_or(&part.whole), at: lin(part.at) });
        let new =
            Obj { cells: cells.collect(), size: lin(obj.size), part, seg, owner: owner(obj.owner), ..Obj::clone(obj) };
        out.objs.insert(objs[&old], Rc::new(new));
    }
    objs[&id]
}
