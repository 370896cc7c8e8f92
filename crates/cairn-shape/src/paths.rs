//! Ways back through trees whose links a cursor turned round: a list from the cursor up to the root, in which each node has
//! its link upwards in one of two cells, and what it keeps in the others depends on which.
//!
//! The segment itself has only its ends. What nodes are like stands in one object for each *form*, to which a cell behind
//! every block leads; with it goes what each such node has. So forms are paired, copied and named as other payload is.
//! Trees that know their children twice show which way a link was turned (`Links::twins`).
//! Not here: trees (`trees`), forms that one side of a join has not (`merge::forms`).

use crate::fault::{Fault, broken};
use crate::fold::{References, owned_by_node};
use crate::heap::Heap;
use crate::known::{KnownLinks, Nodes};
use crate::merge::{self, Folding};
use crate::object::{Cell, Content, Links, Obj, Seg};
use crate::trees::Shop;
use crate::value::{Addr, ObjId, Spot, Val};
use crate::world::World;
use cairn_ir::Id;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Where a segment says what its nodes of the first (second) form are like.
pub(crate) const FORMS: [u64; 2] = [1 << 49, (1 << 49) + 64];

/// The links of nodes of one form: upwards, and down to the node before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Form {
    pub up: u64,
    pub down: u64,
}

impl Links {
    /// The links of ways back in trees that know their children twice. The child that is kept stays where it was, and the twin of
    /// the link upwards leads down; or it is where the other one was, and the twin of that leads down.
    pub(crate) fn turned(self) -> Vec<Links> {
        let ways = self.twins.zip(self.fork).map(|((left, right), fork)| {
            [(left, right), (right, left)].map(|(down, other)| {
                let back = Some((down, self.head));
                Links { next: self.next, head: self.head, back, fork: None, twins: None, other: Some((fork, other)) }
            })
        });
        ways.into_iter().flatten().collect()
    }

    /// The forms that nodes have, if there are several.
    pub(crate) fn forms(self) -> Option<[Form; 2]> {
        let ((up, down), (next, _)) = (self.other?, self.back.map(|(prev, _)| (self.next, prev))?);
        Some([Form { up: next, down: self.back?.0 }, Form { up, down }])
    }
}

impl Obj {
    pub(crate) fn is_path(&self) -> bool {
        self.seg.is_some_and(|seg| seg.links.other.is_some())
    }

    /// What nodes of one form are like.
    pub(crate) fn form(&self, which: usize) -> Option<ObjId> {
        match self.cells.get(&FORMS[which]).map(|cell| &cell.content) {
            Some(Content::Val(Val::Ptr(to))) => Some(to.obj),
            _ => None,
        }
    }
}

// ---- taking nodes out ----

impl Heap {
    /// Takes the first (last) node out of a way back: one heap for each form that it can have.
    pub(crate) fn unfold_path(self, world: &World<'_>, id: ObjId, spot: Spot) -> Vec<Heap> {
        let there = |which: &usize| self.objs[&id].form(*which).is_some();
        (0..FORMS.len()).filter(there).map(|which| self.clone().unfold_form(world, id, spot, which)).collect()
    }

    fn unfold_form(mut self, world: &World<'_>, id: ObjId, spot: Spot, which: usize) -> Heap {
        let obj = self.objs[&id].clone();
        let seg = obj.seg.expect("a segment");
        let links = seg.links;
        let (word, bits) = (world.word(), world.bits);
        let forms = links.forms().expect("several forms");
        let form = if broken(Fault::OneForm) { forms[0] } else { forms[which] };
        let (up_end, down_end) = ends(world, &obj, links);
        self.note_node(id);
        let node = self.node_of_form(id, &obj, which);
        let moved = |addr: Addr| addr.obj == id && (addr.spot == spot || seg.only);
        self.rewrite(
            |val| match val {
                Val::Ptr(addr) if moved(addr) => Val::Ptr(Addr { obj: node, spot: Spot::First, ..addr }),
                other => other,
            },
            |lin| lin,
        );
        let to = |obj: ObjId, spot: Spot| Val::Ptr(Addr::at(obj, spot, bits, links.head));
        if seg.only {
            self.write(world, node, form.up, word, up_end);
            self.write(world, node, form.down, word, down_end);
            for gone in self.owned_by(id) {
                self.objs.remove(&gone);
            }
            self.objs.remove(&id);
            return self;
        }
        let rest = Rc::make_mut(self.objs.get_mut(&id).expect("still there"));
        rest.seg = Some(Seg { min: seg.min.saturating_sub(1), ..seg });
        if spot == Spot::Last {
            rest.store(links.next, word, Content::Val(to(node, Spot::First)));
            self.write(world, node, form.up, word, up_end);
            self.write(world, node, form.down, word, to(id, Spot::Last));
        } else {
            rest.store(links.back.expect("both ways").0, word, Content::Val(to(node, Spot::First)));
            self.write(world, node, form.up, word, to(id, Spot::First));
            self.write(world, node, form.down, word, down_end);
        }
        self
    }

    /// A node of one form, without its links, with symbols and objects of its own.
    fn node_of_form(&mut self, id: ObjId, obj: &Obj, which: usize) -> ObjId {
        let before = self.next_obj;
        let node = self.copy_node(id, obj, false);
        let like = self.objs[&node].form(which).expect("it has the form");
        let like = self.objs.remove(&like).expect("copied");
        self.objs.insert(node, Rc::new(Obj { owner: None, ..Obj::clone(&like) }));
        let reached = self.reachable(vec![node]);
        let copies = (before..self.next_obj).map(|copy| ObjId::new(copy as usize));
        for copy in copies.filter(|copy| !reached.contains(copy)) {
            self.objs.remove(&copy);
        }
        node
    }
}

impl Heap {
    /// What nodes of one form have, and the object that says so.
    pub(crate) fn kept_by_form(&self, way: ObjId, form: ObjId) -> BTreeSet<ObjId> {
        let owned = self.owned_by(way);
        let (mut kept, mut work) = (BTreeSet::new(), vec![form]);
        while let Some(id) = work.pop() {
            if owned.contains(&id) && kept.insert(id) {
                work.extend(self.objs[&id].values().filter_map(|(_, val)| val.addr()).map(|addr| addr.obj));
            }
        }
        kept
    }
}

/// What a way back ends in: above its last node and below its first.
fn ends(world: &World<'_>, obj: &Obj, links: Links) -> (Val, Val) {
    let at = |at: u64| obj.exact(at, world.word()).unwrap_or(Val::Top);
    (at(links.next), links.back.map_or(Val::Top, |(down, _)| at(down)))
}

// ---- making ways ----

/// One node more in a way back, if there is one: the heap, whether numbers were lost, and what the links are.
pub(crate) fn fold_once(
    world: &World<'_>,
    heap: &Heap,
    references: &References,
    known: &KnownLinks,
) -> Option<(Heap, bool, Nodes, Links)> {
    known.trees().find_map(|(nodes, tree)| {
        let way = |links: Links| Way { world, tree: Shop { world, nodes: &nodes, links: tree, known }, links, known };
        let ways = tree.turned();
        let usual: Vec<Links> = ways.iter().copied().filter(|links| known.has(&nodes, *links)).collect();
        let (ways, is_new) = if usual.is_empty() { (ways, true) } else { (usual, false) };
        ways.iter().find_map(|&links| {
            let others = ways.iter().filter(|other| is_new && **other != links);
            let others: Vec<Way<'_>> = others.map(|&other| way(other)).collect();
            let (folded, lost) = way(links).fold_any(heap, references, &others)?;
            Some((folded, lost, nodes.clone(), links))
        })
    })
}

struct Way<'a> {
    world: &'a World<'a>,
    tree: Shop<'a>,
    links: Links,
    known: &'a KnownLinks,
}

impl Way<'_> {
    /// What might as well be on a way of another kind is left as it is.
    fn fold_any(&self, heap: &Heap, references: &References, others: &[Way<'_>]) -> Option<(Heap, bool)> {
        let single = heap.objs.iter().filter(|(_, obj)| obj.seg.is_none() && self.tree.is_node(obj));
        for (&id, _) in single {
            let is_unclear = || others.iter().any(|other| other.form_of(heap, references, id).is_some());
            if let Some(which) = self.form_of(heap, references, id).filter(|_| !is_unclear()) {
                return Some((self.lifted(heap, references, id, which), false));
            }
        }
        heap.objs.keys().find_map(|&id| self.appended(heap, references, id))
    }

    /// The form of a single node on a way back: of its children one is a whole tree that it keeps twice, in place of the
    /// other there is the link upwards, and the last cell leads down.
    fn form_of(&self, heap: &Heap, references: &References, id: ObjId) -> Option<usize> {
        let obj = &heap.objs[&id];
        let word = self.world.word();
        let forms = self.links.forms()?;
        (0..forms.len()).find(|&which| {
            let (form, other) = (forms[which], forms[1 - which]);
            let at = |at: u64| obj.exact(at, word).filter(|val| matches!(val, Val::Num(_) | Val::Ptr(_)));
            let (Some(up), Some(down), Some(branch)) = (at(form.up), at(form.down), at(other.up)) else { return false };
            let itself = |val: Val| val.addr().is_some_and(|to| to.obj == id);
            at(other.down) == Some(branch)
                && (up.addr().is_some() || up == self.world.null())
                && up != down
                && ![up, down, branch].into_iter().any(itself)
                && self.tree.is_branch(heap, references, id, &[other.up, other.down], branch)
        })
    }

    /// A single node as a way of just one.
    fn lifted(&self, heap: &Heap, references: &References, id: ObjId, which: usize) -> Heap {
        let mut heap = heap.clone();
        let (word, forms) = (self.world.word(), self.links.forms().expect("several forms"));
        let form = forms[which];
        let links = Links { next: form.up, back: Some((form.down, self.links.head)), ..self.links };
        let owned = owned_by_node(&heap, references, id, links);
        let node = heap.objs[&id].clone();
        let ends = [(self.links.next, form.up), (self.links.back.expect("both ways").0, form.down)];
        let ends = ends.map(|(to, from)| (to, node.exact(from, word).unwrap_or(Val::Top)));
        let mut like = Obj { owner: Some(id), ..Obj::clone(&node) };
        like.cells.remove(&form.up);
        like.cells.remove(&form.down);
        let like = heap.add(like);
        let mut way = Obj { cells: Default::default(), ..Obj::clone(&node) };
        way.seg = Some(Seg { links: self.links, min: 1, only: true });
        for (at, val) in ends {
            way.cells.insert(at, Cell::of(word, val));
        }
        way.cells.insert(FORMS[which], Cell::of(word, Val::Ptr(Addr::start(like, self.world.bits))));
        heap.objs.insert(id, Rc::new(way));
        for own in owned {
            let obj = Rc::make_mut(heap.objs.get_mut(&own).expect("owned"));
            obj.owner = obj.owner.or(Some(id));
        }
        heap
    }

    /// Two ways, of which the second goes on where the first ends.
    fn appended(&self, heap: &Heap, references: &References, first: ObjId) -> Option<(Heap, bool)> {
        let a = heap.objs.get(&first).filter(|obj| self.is_way(obj))?;
        let (up, down) = ends(self.world, a, self.links);
        let to = up.addr().filter(|to| to.spot == Spot::First && to.off.as_signed() == Some(self.links.head))?;
        let second = to.obj;
        let b = heap.objs.get(&second).filter(|obj| self.is_way(obj) && second != first)?;
        let (end, back) = ends(self.world, b, self.links);
        let inside = |val: Val| val.addr().is_some_and(|to| to.obj == first || to.obj == second);
        let last = if a.seg?.only { Spot::First } else { Spot::Last };
        let leads_back = back == Val::Ptr(Addr::at(first, last, self.world.bits, self.links.head));
        if !leads_back || inside(end) || inside(down) || !a.is_of_kind(b) {
            return None;
        }
        let down_cell = self.links.back?.0;
        let second_ok = references.get(&second)?.iter().all(|(holder, at, addr)| {
            let forward = *holder == Some(first) && *at == self.links.next;
            let as_last = b.seg.is_some_and(|seg| seg.only) || addr.spot == Spot::Last;
            forward || addr.spot == Spot::Own || (*holder != Some(first) && as_last)
        });
        let first_ok = references.get(&first).is_none_or(|all| {
            all.iter().all(|(holder, at, addr)| {
                let from_second = *holder == Some(second) && *at == down_cell;
                addr.spot != Spot::Last || from_second
            })
        });
        if !second_ok || !first_ok {
            return None;
        }
        let owned: [BTreeSet<ObjId>; 2] = [first, second].map(|id| owned_by_node(heap, references, id, self.links));
        let folding = Folding { first, second, links: self.links, end, owned };
        merge::fold(self.world, heap, folding, self.known)
    }

    fn is_way(&self, obj: &Obj) -> bool {
        obj.owner.is_none() && obj.seg.is_some_and(|seg| seg.links == self.links)
    }
}
