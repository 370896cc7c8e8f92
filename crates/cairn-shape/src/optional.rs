//! Blocks that may be absent: payload that some nodes of a list have and others have not.
//!
//! Such a block is a segment of at most one node. In place of a link it has a cell that no program can reach, behind every
//! block: what a pointer to it is where it is absent. So it is emptied, compared and inserted as lists are.
//! Not here: when payload is found to be optional (`merge::insert`).

use crate::heap::Heap;
use crate::object::{Links, Obj};
use crate::value::{Addr, ObjId, Spot, Val};
use crate::world::World;
use std::rc::Rc;

/// Where a block that may be absent says what stands for it then.
pub(crate) const ABSENT: u64 = 1 << 48;

impl Links {
    pub const OPTIONAL: Links = Links { next: ABSENT, head: 0, back: None, fork: None };
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
