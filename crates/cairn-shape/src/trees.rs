//! Binary trees: nodes made into them. What the links are is found, not told.
//!
//! A tree with a hole is a segment like a list; `object::Seg` says what it stands for.
//! Not here: payload that nodes have in common (`merge`), nodes taken out of trees (`branches`), lists (`fold`).

use crate::fold::{References, VARYING, node_size, owned_by_node};
use crate::heap::Heap;
use crate::known::{KnownLinks, Nodes};
use crate::merge::{self, Folding};
use crate::object::{Content, Links, Obj, Seg};
use crate::value::{Addr, ObjId, Spot, Val};
use crate::world::World;
use cairn_ir::Id;

/// One node more in a tree, if there is one that can be: the heap, whether numbers were lost, and what the links are.
pub(crate) fn fold_once(
    world: &World<'_>,
    heap: &Heap,
    references: &References,
    known: &KnownLinks,
) -> Option<(Heap, bool, Nodes, Links)> {
    known.trees().chain(discover(world, heap, references)).find_map(|(nodes, links)| {
        let (folded, lost) = Shop { world, nodes: &nodes, links, known }.fold_any(heap, references)?;
        Some((folded, lost, nodes, links))
    })
}

/// A node with two children of its own kind that nothing else points to.
fn discover(world: &World<'_>, heap: &Heap, references: &References) -> Option<(Nodes, Links)> {
    heap.objs.iter().find_map(|(&id, obj)| {
        node_size(obj).filter(|&size| obj.seg.is_none() && size != VARYING)?;
        let children: Vec<(u64, Addr)> =
            obj.values().filter_map(|(at, val)| Some((at, child(heap, references, id, at, val)?))).collect();
        let (&(next, left), &(fork, right)) = (children.first()?, children.get(1)?);
        if children.len() != 2 || left.off != right.off || left.obj == right.obj {
            return None;
        }
        let parent = |child: ObjId| {
            let cells = heap.objs[&child].values().filter_map(|(at, val)| Some((at, val.addr()?)));
            let up: Vec<(u64, i64)> =
                cells.filter(|(_, to)| to.obj == id).filter_map(|(at, to)| Some((at, to.off.as_signed()?))).collect();
            up
        };
        let back = match (parent(left.obj).as_slice(), parent(right.obj).as_slice()) {
            ([], []) => None,
            ([l], [r]) if l == r && l.0 != next && l.0 != fork => Some(*l),
            _ => return None,
        };
        let links = Links { next, head: left.off.as_signed()?, back, fork: Some(fork), twins: None, other: None };
        let below = |child: ObjId| may_hang_in(world, &heap.objs[&child], links);
        let nodes = Nodes::of(obj)?;
        (below(left.obj) && below(right.obj)).then_some((nodes, links))
    })
}

/// Has a node two children of its own kind that nothing else leads to, as nodes of trees have?
pub(crate) fn has_two_children(heap: &Heap, id: ObjId) -> bool {
    let Some(obj) = heap.objs.get(&id).filter(|obj| obj.seg.is_none()) else { return false };
    let size = node_size(obj);
    let alike = |to: Addr| to.obj != id && heap.objs.get(&to.obj).is_some_and(|child| node_size(child) == size);
    let may_be = obj.values().filter(|(_, val)| val.addr().is_some_and(alike)).count();
    if size.is_none() || may_be < 2 {
        return false;
    }
    let references = heap.references();
    obj.values().filter(|&(at, val)| child(heap, &references, id, at, val).is_some()).count() >= 2
}

/// Could this be in a tree with such links: a node that has both, or a list through one of them with nothing at the other?
fn may_hang_in(world: &World<'_>, obj: &Obj, links: Links) -> bool {
    let ways = [Some(links.next), links.fork].into_iter().flatten();
    match obj.seg {
        None => ways.into_iter().all(|at| matches!(obj.exact(at, world.word()), Some(Val::Num(_) | Val::Ptr(_)))),
        Some(seg) => {
            let same = (seg.links.head, seg.links.back, seg.links.fork, seg.links.other)
                == (links.head, links.back, None, None);
            let mut other = ways.filter(|at| *at != seg.links.next);
            same && links.has(seg.links.next) && other.all(|at| obj.exact(at, world.word()) == Some(world.null()))
        }
    }
}

/// What a cell of a node leads to, if it is a node of the same kind that no other object leads to.
fn child(heap: &Heap, references: &References, id: ObjId, at: u64, val: Val) -> Option<Addr> {
    let to = val.addr().filter(|to| to.spot == Spot::First && to.obj != id)?;
    let (obj, node) = (heap.objs.get(&to.obj)?, &heap.objs[&id]);
    let alike = node_size(obj).is_some() && node_size(obj) == node_size(node) && obj.is_of_kind(node);
    let sole = references.get(&to.obj)?.iter().all(|(holder, cell, _)| match holder {
        Some(holder) => *holder == id && *cell == at,
        None => true,
    });
    (alike && sole).then_some(to)
}

/// What folding one kind of tree needs to know.
pub(crate) struct Shop<'a> {
    pub world: &'a World<'a>,
    pub nodes: &'a Nodes,
    pub links: Links,
    pub known: &'a KnownLinks,
}

impl Shop<'_> {
    fn fold_any(&self, heap: &Heap, references: &References) -> Option<(Heap, bool)> {
        let ids: Vec<ObjId> = heap.objs.iter().filter(|(_, obj)| self.is_node(obj)).map(|(&id, _)| id).collect();
        ids.iter().find_map(|&id| {
            self.list_as_tree(heap, id)
                .map(|heap| (heap, false))
                .or_else(|| self.closed(heap, references, id))
                .or_else(|| self.appended(heap, references, id))
                .or_else(|| self.above_cursor(heap, references, id))
        })
    }

    pub fn is_node(&self, obj: &Obj) -> bool {
        node_size(obj).is_some() && self.nodes.include(obj)
    }

    fn is_tree(&self, obj: &Obj) -> bool {
        obj.seg.is_some_and(|seg| seg.links == self.links)
    }

    fn ways(&self) -> [(u64, u64); 2] {
        let (next, fork) = (self.links.next, self.links.fork.unwrap_or(self.links.next));
        [(next, fork), (fork, next)]
    }

    /// A list through one of the links whose nodes have nothing at the other.
    fn list_as_tree(&self, heap: &Heap, id: ObjId) -> Option<Heap> {
        let (obj, word) = (&heap.objs[&id], self.world.word());
        let seg = obj.seg.filter(|seg| seg.links.fork.is_none())?;
        let (way, other) = self.ways().into_iter().find(|(way, _)| *way == seg.links.next)?;
        let same = seg.links.head == self.links.head && seg.links.back == self.links.back && !obj.is_path();
        if !same || self.links.twins.is_some() || obj.exact(other, word) != Some(self.world.null()) {
            return None;
        }
        let end = obj.exact(way, word)?;
        let mut heap = heap.clone();
        let obj = heap.obj_mut(self.world, id);
        obj.seg = Some(Seg::of(self.links, seg.min.min(1)));
        obj.store(other, word, Content::Val(self.world.null()));
        obj.store(self.links.next, word, Content::Val(end));
        if other == self.links.next {
            obj.store(way, word, Content::Val(self.world.null()));
        }
        Some(heap)
    }

    /// A whole tree that only `holder` leads to, from these cells, as its child; or nothing.
    pub fn is_branch(&self, heap: &Heap, references: &References, holder: ObjId, cells: &[u64], val: Val) -> bool {
        if val == self.world.null() {
            return true;
        }
        let Some(to) = val.addr().filter(|to| to.spot == Spot::First && to.off.as_signed() == Some(self.links.head))
        else {
            return false;
        };
        let Some(obj) = heap.objs.get(&to.obj) else { return false };
        let word = self.world.word();
        let up = self.links.back.is_none_or(|(parent, head)| {
            obj.exact(parent, word) == Some(Val::Ptr(Addr::at(holder, Spot::First, self.world.bits, head)))
        });
        self.is_tree(obj)
            && obj.exact(self.links.next, word) == Some(self.world.null())
            && obj.owner.is_none()
            && up
            && self.is_held_by(references, to.obj, holder, cells)
    }

    /// Does nothing but those cells (and what the tree says of itself) lead to the object?
    fn is_held_by(&self, references: &References, id: ObjId, holder: ObjId, cells: &[u64]) -> bool {
        let all = references.get(&id).map(Vec::as_slice).unwrap_or_default();
        all.iter().all(|(from, cell, addr)| addr.spot == Spot::Own || (*from == Some(holder) && cells.contains(cell)))
    }

    /// The children of a single node.
    fn children(&self, heap: &Heap, id: ObjId) -> Option<[Val; 2]> {
        let obj = &heap.objs[&id];
        let word = self.world.word();
        let [(next, fork), _] = self.ways();
        if obj.seg.is_some() || obj.stored.get(&next) == Some(&false) || obj.stored.get(&fork) == Some(&false) {
            return None;
        }
        let values = [obj.exact(next, word)?, obj.exact(fork, word)?];
        let back = self
            .links
            .back
            .is_none_or(|(parent, _)| matches!(obj.exact(parent, word), Some(Val::Num(_) | Val::Ptr(_))));
        let itself = |val: Val| val.addr().is_some_and(|to| to.obj == id);
        let twice = match (self.links.twins, self.known.twins(self.nodes, self.links)) {
            (Some(twins), _) => self.has_twice(obj, twins),
            // A node that knows its children twice is one of a tree of such nodes.
            (None, Some(twins)) => !self.has_twice(obj, twins),
            (None, None) => true,
        };
        (back && twice && !values.into_iter().any(itself) && !self.parent_is_itself(obj, id)).then_some(values)
    }

    /// Do these cells hold what the links hold?
    fn has_twice(&self, obj: &Obj, (next, fork): (u64, u64)) -> bool {
        let [(link, other), _] = self.ways();
        let at = |at: u64| obj.exact(at, self.world.word()).filter(|val| matches!(val, Val::Num(_) | Val::Ptr(_)));
        at(link).is_some() && at(link) == at(next) && at(other).is_some() && at(other) == at(fork)
    }

    fn parent_is_itself(&self, obj: &Obj, id: ObjId) -> bool {
        let parent = self.links.back.and_then(|(parent, _)| obj.exact(parent, self.world.word()));
        parent.and_then(Val::addr).is_some_and(|to| to.obj == id)
    }

    /// A node whose children are whole trees or nothing is a whole tree.
    fn closed(&self, heap: &Heap, references: &References, id: ObjId) -> Option<(Heap, bool)> {
        let [next, fork] = self.children(heap, id)?;
        let [(at, other), _] = self.ways();
        let is_branch = |at: u64, val: Val| self.is_branch(heap, references, id, &self.links.cells_of(at), val);
        let branches = is_branch(at, next) && is_branch(other, fork);
        if !branches || !self.may_stand_alone(references, id, &[next, fork]) {
            return None;
        }
        let (heap, lost, root) = self.as_tree(heap, id, fork, next)?;
        match fork.addr() {
            None => Some((heap, lost)),
            Some(to) => {
                let (heap, more, _) = self.absorbed(&heap, root, to.obj, self.world.null())?;
                Some((heap, lost | more))
            }
        }
    }

    /// Do only pointers lead to the node that its tree may have: from outside, from itself, from its children?
    fn may_stand_alone(&self, references: &References, id: ObjId, children: &[Val]) -> bool {
        let own = |from: ObjId| from == id || children.iter().any(|val| val.addr().is_some_and(|to| to.obj == from));
        let all = references.get(&id).map(Vec::as_slice).unwrap_or_default();
        all.iter().all(|(from, at, _)| match from {
            Some(from) if own(*from) => *from != id && self.links.back.is_some_and(|(parent, _)| parent == *at),
            _ => true,
        })
    }

    /// The single node as a tree with a hole of which everything else is said to be empty.
    fn lifted(&self, heap: &Heap, id: ObjId, hole: Val) -> Heap {
        let mut heap = heap.clone();
        let word = self.world.word();
        let [(next, fork), _] = self.ways();
        let obj = heap.obj_mut(self.world, id);
        obj.seg = Some(Seg::of(self.links, 1));
        obj.store(fork, word, Content::Val(self.world.null()));
        obj.store(next, word, Content::Val(hole));
        for twin in self.links.twins.into_iter().flat_map(|(next, fork)| [next, fork]) {
            obj.cells.remove(&twin);
        }
        // What hangs in the hole knows the node as the last one.
        if let (Some((parent, _)), Some(to)) = (self.links.back, hole.addr())
            && let Some(below) = heap.objs.get(&to.obj)
            && let Some(Val::Ptr(up)) = below.exact(parent, word)
            && up.obj == id
        {
            heap.write(self.world, to.obj, parent, word, Val::Ptr(Addr { spot: Spot::Last, ..up }));
        }
        heap
    }

    /// Two trees as one that ends in `end`; its root is the first one's.
    fn absorbed(&self, heap: &Heap, first: ObjId, second: ObjId, end: Val) -> Option<(Heap, bool, ObjId)> {
        let references = heap.references();
        if !heap.objs[&first].is_of_kind(&heap.objs[&second]) {
            return None;
        }
        let owned = [first, second].map(|id| owned_by_node(heap, &references, id, self.links));
        let root = ObjId::new(heap.next_obj as usize);
        let folding = Folding { first, second, links: self.links, end, owned };
        let (folded, lost) = merge::fold(self.world, heap, folding, self.known)?;
        Some((folded, lost, root))
    }

    /// A node that is known to one place only, above a tree that others know, too: the shortest way from a root to a cursor.
    fn above_cursor(&self, heap: &Heap, references: &References, id: ObjId) -> Option<(Heap, bool)> {
        if heap.objs[&id].seg.is_some() {
            return None;
        }
        let parent = |at: u64| self.links.back.is_some_and(|(parent, _)| parent == at);
        let known = references.get(&id)?.iter().filter(|(from, at, _)| from.is_none() || !parent(*at)).count();
        let (_, hole, branch) = self.holes(heap, references, id).into_iter().find(|(_, hole, _)| {
            let to = hole.addr().filter(|to| to.spot == Spot::First && to.off.as_signed() == Some(self.links.head));
            let below = to.and_then(|to| heap.objs.get(&to.obj));
            below.is_some_and(|below| self.is_tree(below) && below.is_of_kind(&heap.objs[&id]))
        })?;
        let (heap, lost, _) = self.as_tree(heap, id, hole, branch).filter(|_| known == 1)?;
        Some((heap, lost))
    }

    /// A node or a tree with a hole, and what hangs in it.
    fn appended(&self, heap: &Heap, references: &References, id: ObjId) -> Option<(Heap, bool)> {
        self.holes(heap, references, id).into_iter().find_map(|(at, hole, branch)| {
            let to = hole.addr().filter(|to| to.spot == Spot::First && to.off.as_signed() == Some(self.links.head))?;
            let below = heap.objs.get(&to.obj).filter(|obj| to.obj != id && self.is_node(obj))?;
            let last = if heap.objs[&id].seg.is_some() { Spot::Last } else { Spot::First };
            let up = self.links.back.is_none_or(|(parent, head)| {
                let expected = Val::Ptr(Addr::at(id, last, self.world.bits, head));
                below.exact(parent, self.world.word()) == Some(expected)
            });
            let parent = self.links.back.and_then(|(parent, _)| heap.objs[&id].exact(parent, self.world.word()));
            let loops = parent.and_then(Val::addr).is_some_and(|parent| parent.obj == id || parent.obj == to.obj);
            if !up
                || loops
                || self.has_cursor(references, id, to.obj)
                || !self.only_below(references, id, at, to.obj, below)
            {
                return None;
            }
            let (_, end, below_branch) = self
                .holes(heap, references, to.obj)
                .into_iter()
                .find(|(_, end, _)| end.addr().is_none_or(|end| end.obj != id && end.obj != to.obj))?;
            let (heap, lost, first) = self.as_tree(heap, id, hole, branch)?;
            let (heap, more, second) = self.as_tree(&heap, to.obj, end, below_branch)?;
            let (heap, last, _) = self.absorbed(&heap, first, second, end)?;
            Some((heap, lost | more | last))
        })
    }

    /// Is the node above the hole of a tree known to something else than to what hangs there?
    fn has_cursor(&self, references: &References, tree: ObjId, below: ObjId) -> bool {
        let all = references.get(&tree).map(Vec::as_slice).unwrap_or_default();
        let is_parent = |at: u64| self.links.back.is_some_and(|(parent, _)| parent == at);
        all.iter().any(|(from, at, addr)| addr.spot == Spot::Last && !(*from == Some(below) && is_parent(*at)))
    }

    /// Where a hole can be: the link, what is in it, and what hangs at the other one.
    fn holes(&self, heap: &Heap, references: &References, id: ObjId) -> Vec<(u64, Val, Val)> {
        let obj = &heap.objs[&id];
        if self.is_tree(obj) {
            let hole = obj.exact(self.links.next, self.world.word());
            return hole.map(|hole| (self.links.next, hole, self.world.null())).into_iter().collect();
        }
        let Some([next, fork]) = self.children(heap, id) else { return Vec::new() };
        let [(left, right), _] = self.ways();
        let ways = [(left, next, right, fork), (right, fork, left, next)];
        let open = ways.into_iter().filter(|&(_, hole, other, branch)| {
            self.is_branch(heap, references, id, &self.links.cells_of(other), branch)
                && self.may_stand_alone(references, id, &[hole, branch])
                && matches!(hole, Val::Num(_) | Val::Ptr(_))
        });
        open.map(|(at, hole, _, branch)| (at, hole, branch)).collect()
    }

    /// Does only the hole lead to what hangs in it, besides what hangs in that?
    fn only_below(&self, references: &References, holder: ObjId, at: u64, id: ObjId, obj: &Obj) -> bool {
        let all = references.get(&id).map(Vec::as_slice).unwrap_or_default();
        all.iter().all(|(from, cell, addr)| {
            let above = *from == Some(holder) && self.links.cells_of(at).contains(cell);
            let up = self.links.back.is_some_and(|(parent, _)| parent == *cell)
                && from.is_some_and(|from| {
                    obj.values().any(|(at, val)| self.links.has(at) && val.addr().is_some_and(|to| to.obj == from))
                });
            above || addr.spot == Spot::Own || up
        })
    }

    /// A node with a hole as a tree, with what hangs at its other link in it.
    fn as_tree(&self, heap: &Heap, id: ObjId, hole: Val, branch: Val) -> Option<(Heap, bool, ObjId)> {
        if heap.objs[&id].seg.is_some() {
            return Some((heap.clone(), false, id));
        }
        let heap = self.lifted(heap, id, hole);
        match branch.addr() {
            Some(to) => self.absorbed(&heap, id, to.obj, hole),
            None => Some((heap, false, id)),
        }
    }
}
