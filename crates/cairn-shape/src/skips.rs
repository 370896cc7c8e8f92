//! Lists whose links lead past nodes that another link leads through one by one: each node has a list of its own, which ends
//! where the link of the node leads.
//!
//! Not here: how such nodes are folded (`fold`) and paired (`merge::skips`).

use crate::fold::{References, node_size, owned_by_node};
use crate::heap::Heap;
use crate::known::{KnownLinks, Nodes};
use crate::object::{Content, Links, Obj, Seg};
use crate::value::{Addr, ObjId, Spot, Val};
use crate::world::World;
use std::rc::Rc;

/// Remembers what links lead past others.
pub(crate) fn note(heap: &Heap, known: &mut KnownLinks) {
    for obj in heap.objs.values() {
        for (at, to) in obj.values().filter_map(|(at, val)| Some((at, val.addr()?))) {
            let list = heap.objs.get(&to.obj).filter(|_| to.spot == Spot::Next);
            if let Some((list, seg)) = list.and_then(|list| Some((list, list.seg?))) {
                known.note_skip(list, seg.links, at);
            }
        }
    }
}

/// A single node whose link leads past others, as a list of just one: so it is like those that have several. Likewise a list of
/// such as are passed by, if something besides leads to its first node.
pub(crate) fn lift_once(
    world: &World<'_>,
    heap: &Heap,
    references: &References,
    known: &KnownLinks,
) -> Option<(Heap, Nodes, Links)> {
    heap.objs.iter().filter(|(_, obj)| node_size(obj).is_some()).find_map(|(&id, obj)| {
        // Those that are passed by are known to one place only, and not to what passes them by.
        let all = references.get(&id).map(Vec::as_slice).unwrap_or_default();
        let ends = |holder: &Option<ObjId>, at: u64, links: Links| {
            let list = holder.and_then(|from| heap.objs.get(&from)).and_then(|from| from.seg);
            at == links.next && list.is_some_and(|seg| seg.links == links)
        };
        let is_met = |links: Links| all.len() > 1 || all.iter().any(|(holder, at, _)| ends(holder, *at, links));
        let mut skips = known.skips_of(obj).filter(|(links, _)| is_met(*links));
        skips.find_map(|(links, way)| {
            let folded = match obj.seg {
                None => lifted(world, heap, references, id, (links, way)),
                Some(seg) => as_skips(world, heap, id, seg, (links, way)),
            };
            Some((folded?, Nodes::of(obj)?, links))
        })
    })
}

fn lifted(
    world: &World<'_>,
    heap: &Heap,
    references: &References,
    id: ObjId,
    (links, way): (Links, u64),
) -> Option<Heap> {
    let (obj, word) = (&heap.objs[&id], world.word());
    let next = obj.exact(links.next, word).filter(|val| matches!(val, Val::Num(_) | Val::Ptr(_)))?;
    let first = obj.exact(way, word)?;
    let is_itself = |val: Val| val.addr().is_some_and(|to| to.obj == id);
    if links.back.is_some() || links.next == way || is_itself(next) || is_itself(first) {
        return None;
    }
    let owned = owned_by_node(heap, references, id, links);
    let end = if first == next { id } else { passed(world, heap, first, way, next)? };
    if end != id && !owned.contains(&end) {
        return None;
    }
    let mut heap = heap.clone();
    let to_next = Val::Ptr(Addr::at(id, Spot::Next, world.bits, links.head));
    heap.obj_mut(world, end).store(way, word, Content::Val(to_next));
    for own in owned {
        let own = Rc::make_mut(heap.objs.get_mut(&own).expect("owned"));
        own.owner = own.owner.or(Some(id));
    }
    heap.obj_mut(world, id).seg = Some(Seg { links, min: 1, only: true });
    heap.keeps_private().then_some(heap)
}

/// A list of nodes that are passed by, as one of which the first node passes the others by.
fn as_skips(world: &World<'_>, heap: &Heap, id: ObjId, seg: Seg, (links, way): (Links, u64)) -> Option<Heap> {
    let (obj, word) = (heap.objs[&id].clone(), world.word());
    let plain = seg.links.back.is_none() && seg.links.fork.is_none() && links.back.is_none() && links.next != way;
    let end = obj.exact(way, word).filter(|end| end.as_const().is_some())?;
    if !plain || seg.links.next != way || seg.links.head != links.head || obj.exact(links.next, word) != Some(end) {
        return None;
    }
    let mut heap = heap.clone();
    let passed = heap.copy_node(id, &obj, true);
    let of_each = heap.obj_mut(world, passed);
    (of_each.owner, of_each.seg) = (Some(id), Some(Seg::of(seg.links, 0)));
    let to_next = Val::Ptr(Addr::at(id, Spot::Next, world.bits, links.head));
    of_each.store(way, word, Content::Val(to_next));
    let first = heap.obj_mut(world, id);
    first.seg = Some(Seg::of(links, seg.min.min(1)));
    first.store(way, word, Content::Val(Val::Ptr(Addr::at(passed, Spot::First, world.bits, seg.links.head))));
    Some(heap)
}

/// Does a link of another node lead here past the nodes that the link at `way` leads through, or just beside that?
pub(crate) fn is_met(world: &World<'_>, heap: &Heap, references: &References, id: ObjId, way: u64) -> bool {
    let (node, all) = (&heap.objs[&id], references.get(&id).map(Vec::as_slice).unwrap_or_default());
    all.iter().any(|&(holder, at, to)| {
        let before = holder.filter(|&from| at != way && from != id).and_then(|from| heap.objs.get(&from));
        before.is_some_and(|obj| {
            let first = obj.exact(way, world.word());
            let meets = |first: Val| first == Val::Ptr(to) || passed(world, heap, first, way, Val::Ptr(to)).is_some();
            obj.seg.is_none() && node_size(obj) == node_size(node) && obj.is_of_kind(node) && first.is_some_and(meets)
        })
    })
}

/// The nodes that are passed by: one, or a list.
fn passed(world: &World<'_>, heap: &Heap, first: Val, way: u64, next: Val) -> Option<ObjId> {
    let to = first.addr().filter(|to| to.spot == Spot::First)?;
    let obj = heap.objs.get(&to.obj)?;
    let leads = |obj: &Obj| obj.seg.is_none_or(|seg| seg.links.next == way && seg.links.fork.is_none());
    (leads(obj) && obj.exact(way, world.word()) == Some(next)).then_some(to.obj)
}
