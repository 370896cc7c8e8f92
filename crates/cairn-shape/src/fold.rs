//! Abstraction: runs of alike nodes, linked at the same offset, become segments. What the links are is found, not told.
//!
//! Not here: what two nodes have in common (`merge`), when to abstract (`sets`).

use crate::fault::{Fault, broken};
use crate::heap::Heap;
use crate::known::{KnownLinks, Nodes};
use crate::merge::{self, Folding};
use crate::object::{Kind, Life, Links, Obj};
use crate::optional;
use crate::paths;
use crate::skips;
use crate::trees;
use crate::value::{Addr, ObjId, Spot, Val};
use crate::world::World;
use std::collections::{BTreeMap, BTreeSet};

pub(crate) type References = BTreeMap<ObjId, Vec<(Option<ObjId>, u64, Addr)>>;

/// Which nodes become segments besides those that lose nothing.
#[derive(Clone, Copy)]
pub struct Folds {
    /// Also nodes whose numbers have little in common.
    pub lossy: bool,
    /// Of a doubly linked list, also nodes in the middle that a variable holds: that is where the program is just now, and
    /// what is next to them is forgotten then.
    pub held: bool,
}

/// Folds as long as there is something to fold.
pub fn fold(world: &World<'_>, heap: &mut Heap, known: &mut KnownLinks, folds: Folds) {
    heap.tidy(world);
    heap.forget_freed(world);
    optional::as_lists(world, heap, known);
    while let Some((folded, nodes, links)) = fold_once(world, heap, known, folds) {
        known.insert(nodes, links);
        *heap = folded;
        skips::note(heap, known);
        optional::as_lists(world, heap, known);
    }
}

fn fold_once(world: &World<'_>, heap: &Heap, known: &KnownLinks, folds: Folds) -> Option<(Heap, Nodes, Links)> {
    let references = heap.references();
    if let Some((folded, lost, nodes, links)) = trees::fold_once(world, heap, &references, known)
        && (folds.lossy || !lost)
    {
        return Some((folded, nodes, links));
    }
    if let Some((folded, lost, nodes, links)) = paths::fold_once(world, heap, &references, known)
        && (folds.lossy || !lost)
    {
        return Some((folded, nodes, links));
    }
    if let Some((folded, nodes, links)) = skips::lift_once(world, heap, &references, known) {
        return Some((folded, nodes, links));
    }
    let mut candidates: Vec<Folding> = Vec::new();
    for (&first, obj) in &heap.objs {
        if node_size(obj).is_none() {
            continue;
        }
        let cells = obj.values().filter(|(at, _)| !known.is_in_tree(obj, *at));
        let found = |(at, val)| candidate(world, heap, &references, known, (first, at, val), folds);
        candidates.extend(cells.filter_map(found));
    }
    // What nodes own is folded before them: once it is theirs, it stays as it is.
    candidates.sort_by_key(|folding| folding.owned.iter().map(BTreeSet::len).sum::<usize>());
    candidates.into_iter().find_map(|folding| {
        let (links, nodes) = (folding.links, Nodes::of(&heap.objs[&folding.first])?);
        let (folded, lost) = merge::fold(world, heap, folding, known)?;
        (folds.lossy || !lost).then_some((folded, nodes, links))
    })
}

/// The size of what may be a node of a list.
pub(crate) fn node_size(obj: &Obj) -> Option<u64> {
    let may = obj.kind == Kind::Heap && obj.life == Life::Live && obj.owner.is_none() && !obj.is_optional() && !obj.cut;
    match obj.size.as_const() {
        _ if !may || obj.is_start() => None,
        _ if varies(obj) => Some(VARYING),
        size => size.and_then(|size| u64::try_from(size).ok()),
    }
}

/// The size of nodes of which each has its own.
pub(crate) const VARYING: u64 = u64::MAX;

/// Is the object one of blocks whose sizes are not told apart? Then what it is a block of is known by its type.
pub(crate) fn varies(obj: &Obj) -> bool {
    !obj.types.is_empty() && (obj.part.is_some() || obj.size.as_const().is_none())
}

/// Two neighbours that nothing else points between.
fn candidate(
    world: &World<'_>,
    heap: &Heap,
    references: &References,
    known: &KnownLinks,
    (first, at, val): (ObjId, u64, Val),
    folds: Folds,
) -> Option<Folding> {
    let to = val.addr().filter(|to| to.spot == Spot::First && to.obj != first)?;
    let (second, head) = (to.obj, to.off.as_signed()?);
    let (a, b) = (heap.objs.get(&first)?, heap.objs.get(&second)?);
    // Blocks that were cut are of one list if they are of one object; a header of fixed size is not one of many blocks.
    let same_object = a.part.map(|part| part.whole) == b.part.map(|part| part.whole);
    let same_kind = a.part.is_none() || a.size.as_const() == b.size.as_const();
    if node_size(a)? != node_size(b)? || !same_object || !same_kind || a.cells.get(&at)?.len != world.word() {
        return None;
    }
    if !a.is_of_kind(b) || b.stored.get(&at) == Some(&false) || heap.is_measured(first) || heap.is_measured(second) {
        return None;
    }
    let behind = b.exact(at, world.word())?;
    if !matches!(behind, Val::Ptr(_) | Val::Num(_))
        || behind.addr().is_some_and(|to| to.obj == first || to.obj == second)
    {
        return None;
    }
    let links = links_between(world, a, b, first, at, head)?;
    if a.seg.is_none() && links.back.is_none() && skips::is_met(world, heap, references, first, at) {
        return None;
    }
    let is_node = |to: Addr| heap.objs.get(&to.obj).is_some_and(|next| next.size == b.size && next.is_of_kind(b));
    let goes_on = behind.addr().is_some_and(is_node);
    let owned = [owned_by_node(heap, references, first, links), owned_by_node(heap, references, second, links)];
    // What the node or what it owns says of the node itself.
    let own = |holder: Option<ObjId>, offset: u64| {
        holder.is_some_and(|from| (from == second && !links.has(offset)) || owned[1].contains(&from))
    };
    // A second list runs through what the first node has, and meets this one at the next node.
    let runs_beside = |holder: Option<ObjId>, offset: u64, addr: Addr| {
        let in_node = holder == Some(first) && offset != at && a.seg.is_none();
        links.back.is_none() && addr == to && (in_node || holder.is_some_and(|from| owned[0].contains(&from)))
    };
    let beside = references.get(&second)?.iter().filter(|(holder, offset, addr)| runs_beside(*holder, *offset, *addr));
    let mut from_own = beside.filter(|(holder, ..)| *holder != Some(first));
    let is_skip = from_own.next().is_some() || known.is_skip(a, links);
    let second_ok = references.get(&second)?.iter().all(|from| {
        let forward = from.0 == Some(first) && from.1 == at;
        let (holder, offset, addr) = *from;
        // Of a doubly linked list, the last node may be known to others.
        let may_be_held = holder.is_some() || !goes_on || folds.held;
        let outside = links.back.is_some() && holder != Some(first) && may_be_held;
        let whole = if b.seg.is_some() { addr.spot == Spot::Last } else { addr.spot == Spot::First };
        let itself = b.seg.is_none() && own(holder, offset);
        let own_spot = matches!(addr.spot, Spot::Own | Spot::Next);
        forward || itself || own_spot || (outside && whole) || (is_skip && runs_beside(holder, offset, addr))
    });
    let last = if a.seg.is_some() { Spot::Last } else { Spot::First };
    let first_ok = references.get(&first).is_none_or(|all| {
        all.iter().all(|(holder, offset, addr)| match addr.spot {
            Spot::Own | Spot::Next | Spot::First => true,
            Spot::Last => *holder == Some(second) && links.back.is_some_and(|(prev, _)| prev == *offset),
        })
    });
    let back_ok = links.back.is_none_or(|(prev, head)| {
        let expected = Val::Ptr(Addr::at(first, last, world.bits, head));
        let before = a.exact(prev, world.word());
        b.exact(prev, world.word()) == Some(expected)
            && before.is_some_and(|val| {
                matches!(val, Val::Ptr(_) | Val::Num(_))
                    && val.addr().is_none_or(|to| to.obj != first && to.obj != second)
            })
    });
    let second_ok = second_ok || broken(Fault::FoldedInView);
    (second_ok && first_ok && back_ok).then_some(Folding { first, second, links, end: behind, owned })
}

/// The links that two neighbours have: those of the segment if one is one, else a backward link if there is one.
fn links_between(world: &World<'_>, a: &Obj, b: &Obj, first: ObjId, next: u64, head: i64) -> Option<Links> {
    if a.is_path() || b.is_path() {
        return None;
    }
    let known = a.seg.or(b.seg).map(|seg| seg.links);
    let agree = |obj: &Obj| obj.seg.is_none_or(|seg| Some(seg.links) == known);
    if !agree(a) || !agree(b) {
        return None;
    }
    if let Some(links) = known {
        return (links.fork.is_none() && links.next == next && links.head == head).then_some(links);
    }
    let back = b.values().find_map(|(prev, val)| {
        let to = val.addr().filter(|to| to.obj == first && prev != next)?;
        let word = b.cells.get(&prev)?.len == world.word();
        Some((prev, to.off.as_signed()?)).filter(|_| word)
    });
    // Seen from the other end it is the same list; one of the two ways is enough.
    back.is_none_or(|(prev, _)| next < prev).then_some(Links { next, head, back, fork: None, twins: None, other: None })
}

/// What only this node leads to, not through its links.
pub(crate) fn owned_by_node(heap: &Heap, references: &References, node: ObjId, links: Links) -> BTreeSet<ObjId> {
    let targets = |id: ObjId, skip: bool| -> Vec<ObjId> {
        let Some(obj) = heap.objs.get(&id) else { return Vec::new() };
        let cells = obj.values().filter(|(at, _)| !skip || !links.has(*at));
        cells.filter_map(|(_, val)| val.addr()).map(|addr| addr.obj).collect()
    };
    let mut owned = BTreeSet::new();
    let mut work = targets(node, true);
    // What all nodes of a segment lead to is one object; what each has of its own has an owner.
    let shared = heap.objs.get(&node).is_some_and(|obj| obj.seg.is_some()) && !broken(Fault::SharedIsOwn);
    while let Some(id) = work.pop() {
        let may = |obj: &Obj| obj.kind == Kind::Heap && (!shared || obj.owner.is_some());
        if heap.objs.get(&id).is_some_and(|obj| may(obj)) && id != node && owned.insert(id) {
            work.extend(targets(id, false));
        }
    }
    loop {
        let shared = owned.iter().copied().find(|id| {
            let from = references.get(id).map(Vec::as_slice).unwrap_or_default();
            from.iter().any(|(holder, at, _)| {
                let own = holder.is_some_and(|h| owned.contains(&h) || (h == node && !links.has(*at)));
                !own
            })
        });
        match shared {
            Some(id) => owned.remove(&id),
            None => return owned,
        };
    }
}
