//! Nodes taken out of trees: the way to the hole goes on through one of two links.
//!
//! A tree with a hole is a segment like a list; `object::Seg` says what it stands for.
//! Not here: nodes made into trees (`trees`), ways back through them (`paths`), lists (`unfold`).

use crate::fault::{Fault, broken};
use crate::heap::Heap;
use crate::object::{Content, Links, Seg};
use crate::value::{Addr, ObjId, Spot, Val};
use crate::world::World;
use std::rc::Rc;

impl Heap {
    /// Takes the first (last) node out of a segment that has one. In a tree, the way to the hole goes on through one of
    /// two links: one heap for each.
    pub fn unfoldings(mut self, world: &World<'_>, id: ObjId, spot: Spot) -> Vec<Heap> {
        let links = self.objs[&id].seg.expect("a segment").links;
        if links.other.is_some() {
            return self.unfold_path(world, id, spot);
        }
        let Some(fork) = links.fork else {
            self.unfold(world, id, spot);
            return vec![self];
        };
        let whole = self.is_whole_tree(world, id);
        let mut taken = vec![self.clone().unfold_tree(world, id, spot, links.next, fork)];
        if !whole {
            taken.push(self.unfold_tree(world, id, spot, fork, links.next));
        }
        taken
    }

    /// Does the tree end in null everywhere, and does nobody know which of its ends is the hole?
    fn is_whole_tree(&self, world: &World<'_>, id: ObjId) -> bool {
        let obj = &self.objs[&id];
        let hole = obj.seg.and_then(|seg| obj.exact(seg.links.next, world.word()));
        let named = || self.references().get(&id).is_some_and(|all| all.iter().any(|(_, _, a)| a.spot == Spot::Last));
        hole == Some(world.null()) && !named()
    }

    /// The node's link at `way` leads to the hole, the one at `other` to a whole tree.
    fn unfold_tree(mut self, world: &World<'_>, id: ObjId, spot: Spot, way: u64, other: u64) -> Heap {
        let obj = self.objs[&id].clone();
        let seg = obj.seg.expect("a segment");
        let links = seg.links;
        let (word, bits) = (world.word(), world.bits);
        let hole = obj.exact(links.next, word).unwrap_or(Val::Top);
        self.note_node(id);
        let node = self.copy_node(id, &obj, false);
        let branch = self.copy_node(id, &obj, true);
        self.rewrite(
            |val| match val {
                Val::Ptr(addr) if addr.obj == id && addr.spot == spot => {
                    Val::Ptr(Addr { obj: node, spot: Spot::First, ..addr })
                }
                other => other,
            },
            |lin| lin,
        );
        let to = |obj: ObjId, spot: Spot, off: i64| Val::Ptr(Addr::at(obj, spot, bits, off));
        let rest = Rc::make_mut(self.objs.get_mut(&id).expect("still there"));
        rest.seg = Some(Seg { min: seg.min.saturating_sub(1), ..seg });
        match (spot, links.back) {
            (Spot::Last, Some((parent, head))) => {
                rest.store(links.next, word, Content::Val(to(node, Spot::First, links.head)));
                self.write(world, node, parent, word, to(id, Spot::Last, head));
                self.write_child(world, node, links, way, hole);
            }
            (_, back) => {
                if let Some((parent, head)) = back {
                    rest.store(parent, word, Content::Val(to(node, Spot::First, head)));
                }
                self.write_child(world, node, links, way, to(id, Spot::First, links.head));
            }
        }
        let tree = Rc::make_mut(self.objs.get_mut(&branch).expect("made"));
        tree.seg = Some(Seg::of(links, 0));
        tree.store(links.next, word, Content::Val(world.null()));
        if let Some((parent, head)) = links.back {
            tree.store(parent, word, Content::Val(to(node, Spot::First, head)));
        }
        self.write_child(world, node, links, other, to(branch, Spot::First, links.head));
        self
    }

    /// Writes a link of a node, wherever the node has it.
    fn write_child(&mut self, world: &World<'_>, node: ObjId, links: Links, link: u64, child: Val) {
        let cells = if broken(Fault::OneTwin) { [link, link] } else { links.cells_of(link) };
        cells.into_iter().for_each(|at| self.write(world, node, at, world.word(), child));
    }
}
