//! Blocks that may be absent: payload that some nodes of a list have and others have not.
//!
//! Such a block is a segment of at most one node. In place of a link it has a cell that no program can reach, behind every
//! block: what a pointer to it is where it is absent. So it is emptied, compared and inserted as lists are.
//! Once lists of such blocks are known, one that may be absent is a list of at most one node.
//! Not here: when payload is found to be optional (`merge::optional`).

use crate::heap::Heap;
use crate::known::KnownLinks;
use crate::object::{Content, Links, Obj};
use crate::value::{Addr, ObjId, Spot, Val};
use crate::world::World;
use std::rc::Rc;

/// Where a block that may be absent says what stands for it then.
pub(crate) const ABSENT: u64 = 1 << 48;

impl Links {
    pub const OPTIONAL: Links = Links { next: ABSENT, head: 0, back: None, fork: None, twins: None, other: None };
}

impl Obj {
    pub fn is_optional(&self) -> bool {
        self.seg.is_some_and(|seg| seg.links.next == ABSENT)
    }

    /// What pointers to the block are if it is absent.
    pub fn instead(&self, world: &World<'_>) -> Option<Val> {
        self.exact(ABSENT, world.word()).filter(|_| self.is_optional())
    }
}

impl Heap {
    /// The block is there. Gives it as an object of its own.
    pub(crate) fn present(&mut self, id: ObjId) -> ObjId {
        let obj = self.objs[&id].clone();
        self.note_node(id);
        let node = self.copy_node(id, &obj, false);
        self.rewrite(
            |val| match val {
                Val::Ptr(addr) if addr.obj == id => Val::Ptr(Addr { obj: node, spot: Spot::First, ..addr }),
                other => other,
            },
            |lin| lin,
        );
        for gone in self.owned_by(id) {
            self.objs.remove(&gone);
        }
        self.objs.remove(&id);
        Rc::make_mut(self.objs.get_mut(&node).expect("made")).cells.remove(&ABSENT);
        node
    }
}

/// Sees blocks that may be absent as lists, where such lists are known and it makes no difference.
pub(crate) fn as_lists(world: &World<'_>, heap: &mut Heap, known: &KnownLinks) {
    let optional = heap.objs.iter().filter(|(_, obj)| obj.is_optional());
    let listed = |obj: &Obj| {
        let mut links = known.of(obj);
        links.find(|links| ends_where_absent(world, obj, *links))
    };
    let found: Vec<(ObjId, Links)> = optional.filter_map(|(&id, obj)| Some((id, listed(obj)?))).collect();
    for (id, links) in found {
        let obj = Rc::make_mut(heap.objs.get_mut(&id).expect("found"));
        obj.cells.remove(&ABSENT);
        obj.seg.as_mut().expect("optional").links = links;
        if let Some((prev, _)) = links.back {
            point_to_last(heap, id, prev);
        }
    }
}

/// Do the links of the block lead to what stands for it where it is absent?
fn ends_where_absent(world: &World<'_>, obj: &Obj, links: Links) -> bool {
    let word = world.word();
    let leads =
        |at: u64, head: i64| obj.instead(world).is_some_and(|instead| obj.exact(at, word) == Some(instead.moved(head)));
    links.fork.is_none()
        && links.other.is_none()
        && leads(links.next, links.head)
        && links.back.is_none_or(|(prev, head)| leads(prev, head))
}

/// Backward links lead to the last node.
fn point_to_last(heap: &mut Heap, id: ObjId, prev: u64) {
    let is_backward =
        |val: &Content| matches!(val, Content::Val(Val::Ptr(addr)) if addr.obj == id && addr.spot == Spot::First);
    for obj in heap.objs.values_mut() {
        if obj.cells.get(&prev).is_some_and(|cell| is_backward(&cell.content)) {
            let cell = Rc::make_mut(obj).cells.get_mut(&prev).expect("there");
            if let Content::Val(Val::Ptr(addr)) = &mut cell.content {
                addr.spot = Spot::Last;
            }
        }
    }
}
