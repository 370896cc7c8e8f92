//! Nodes: the terms that a context talks about, with everything that is known of each, and the one trail.
//!
//! What depends on the term alone is made once and kept; what depends on the assumptions is undone from the trail.
//! A node is *active* while some assumption in force mentions its term.
//! Not here: how facts follow from each other (`propagate` and the components).

use cairn_base::{Id, newtype_id};

use super::Ctx;
use super::dom::{Dom, MAX_INT_WIDTH};
use super::rows::Row;
use crate::arena::Arena;
use crate::atom::AtomId;
use crate::term::{BaseClass, BaseConst, Sort, Term, TermId, VarClass};

newtype_id!(
    /// A term, an extra sum, or the zero of one width, in one context.
    pub(super) NodeId, "n"
);

/// The end of a linked list.
pub(super) const NIL: u32 = u32::MAX;

/// What a node is to the propagators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// The constant 0 of one width: the root of the class of all constants of that width.
    Zero,
    Const(u128),
    /// A variable; nothing is known of its making.
    Leaf,
    /// Σ cᵢ·aᵢ + k modulo 2^w, addends in `Ctx::addends`.
    Sum {
        konst: u128,
        from: u32,
        to: u32,
    },
    /// Any other operator: see the term.
    Op,
}

/// What is known of a class of equal objects.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub(super) struct Object {
    /// The constant that the object is, or that made it.
    pub(super) site: Option<BaseConst>,
    /// A term that names exactly this object, with that site: a constant or a member of a family.
    pub(super) exact: Option<TermId>,
    /// Equal to some entry variable, so not made since entry.
    pub(super) entry: bool,
}

pub(super) struct Node {
    pub(super) term: Option<TermId>,
    /// 0 for objects.
    pub(super) width: u32,
    pub(super) kind: Kind,
    initial: Dom,
    initial_object: Object,
    // From here on: undone by the trail.
    pub(super) active: bool,
    /// Root of the class, and the word that has to be added to it: this = root + offset.
    pub(super) root: NodeId,
    pub(super) offset: u128,
    pub(super) size: u32,
    /// The next member of the class, in a circle.
    pub(super) next: NodeId,
    /// Active nodes with this one as operand, a list in `Ctx::uses`.
    pub(super) uses: u32,
    /// Statements about this node alone, a list in `Ctx::unary`.
    pub(super) unary: u32,
    /// For a root: its solved row, an index into `Ctx::rows`.
    pub(super) row: u32,
    /// Place in the difference matrix.
    pub(super) slot: u32,
    pub(super) dom: Dom,
    pub(super) object: Object,
    // Transient within one propagation.
    pub(super) queued: bool,
    pub(super) epoch: u64,
    pub(super) visits: u32,
}

impl Node {
    /// Whether the word is read as an integer.
    pub(super) fn is_tracked(&self) -> bool {
        (1..=MAX_INT_WIDTH).contains(&self.width)
    }
}

/// How to take back one change.
#[derive(Clone, Copy, Debug)]
pub(super) enum Undo {
    Activate(NodeId),
    Use(NodeId),
    Dom(NodeId),
    Object(NodeId),
    Union(NodeId),
    Signature { hash: u64, before: Option<NodeId> },
    Unary(NodeId),
    Different,
    SetRow { root: NodeId, before: u32 },
    PopRow,
    Sum,
    Slot,
    Edge(u32),
    Asserted(AtomId),
    AssertedTwice,
    Contradiction,
}

/// A statement about one node alone, kept because bounds and bits cannot say all of it.
#[derive(Clone, Copy)]
pub(super) struct Unary {
    pub(super) atom: AtomId,
    pub(super) positive: bool,
    pub(super) next: u32,
}

impl Ctx {
    /// The node of a term, active from now on, and its subterms likewise.
    pub(super) fn activate(&mut self, arena: &Arena, term: TermId) -> NodeId {
        let id = self.node_of(arena, term);
        if !self.nodes[id].active {
            self.activate_node(arena, id);
        }
        id
    }

    fn node_of(&mut self, arena: &Arena, term: TermId) -> NodeId {
        if self.node_by_term.len() <= term.index() {
            self.node_by_term.resize(arena.term_count().max(term.index() + 1), NIL);
        }
        match self.node_by_term[term.index()] {
            NIL => {
                let id = self.make_node(arena, term);
                self.node_by_term[term.index()] = id.index() as u32;
                id
            }
            id => NodeId::new(id as usize),
        }
    }

    /// The node of a term that is known to be active, such as an operand of an active node.
    pub(super) fn known_node(&self, term: TermId) -> NodeId {
        NodeId::new(self.node_by_term[term.index()] as usize)
    }

    /// The term of an operator's node.
    pub(super) fn term_of<'a>(&self, arena: &'a Arena, id: NodeId) -> &'a Term {
        arena.term(self.nodes[id].term.expect("zeros and extra sums are no operators"))
    }

    /// The active node of a term, if any.
    pub(super) fn find_node(&self, term: TermId) -> Option<NodeId> {
        let id = self.node_by_term.get(term.index()).copied().filter(|&id| id != NIL)?;
        let id = NodeId::new(id as usize);
        self.nodes[id].active.then_some(id)
    }

    fn make_node(&mut self, arena: &Arena, term: TermId) -> NodeId {
        let width = match arena.sort(term) {
            Sort::Bv(width) => width,
            Sort::Base => 0,
        };
        let kind = match arena.term(term) {
            Term::Const(value) => Kind::Const(*value),
            Term::Var(_) | Term::BaseConst(_) => Kind::Leaf,
            Term::Lin { konst, addends } => {
                let parts: Vec<_> = addends.iter().map(|&(c, t)| (c, self.node_of(arena, t))).collect();
                self.sum_kind(*konst, &parts)
            }
            _ => Kind::Op,
        };
        let initial = self.initial_dom(arena, term, width);
        let node = blank(Some(term), width, kind, initial, initial_object(arena, term));
        self.nodes.push(node)
    }

    pub(super) fn sum_kind(&mut self, konst: u128, parts: &[(u128, NodeId)]) -> Kind {
        let from = self.addends.len() as u32;
        self.addends.extend_from_slice(parts);
        Kind::Sum { konst, from, to: self.addends.len() as u32 }
    }

    fn initial_dom(&self, arena: &Arena, term: TermId, width: u32) -> Dom {
        if !(1..=MAX_INT_WIDTH).contains(&width) {
            return Dom::top(1);
        }
        let known = arena.known_bits(term);
        let dom = Dom::with_bits(width, known.zeros, known.ones);
        dom.reduced(width).expect("known bits never contradict themselves")
    }

    /// The zero of a width, which is the root of the class of its constants.
    pub(super) fn zero(&mut self, width: u32) -> NodeId {
        let at = width as usize;
        if self.zeros.len() <= at {
            self.zeros.resize(at + 1, NIL);
        }
        if self.zeros[at] == NIL {
            let dom = if width <= MAX_INT_WIDTH { Dom::constant(width, 0) } else { Dom::top(1) };
            let id = self.nodes.push(blank(None, width, Kind::Zero, dom, Object::default()));
            let node = &mut self.nodes[id];
            (node.active, node.root, node.next) = (true, id, id);
            self.zeros[at] = id.index() as u32;
        }
        NodeId::new(self.zeros[at] as usize)
    }

    /// A sum that no term states, as an active node; made once for the same addends.
    pub(super) fn extra_sum(&mut self, arena: &Arena, parts: &[(u128, NodeId)]) -> NodeId {
        let id = match self.extra_sums.get(parts) {
            Some(&id) => id,
            None => {
                let width = self.nodes[parts[0].1].width;
                let kind = self.sum_kind(0, parts);
                let initial = if width <= MAX_INT_WIDTH { Dom::top(width) } else { Dom::top(1) };
                let id = self.nodes.push(blank(None, width, kind, initial, Object::default()));
                self.extra_sums.insert(parts.into(), id);
                id
            }
        };
        if !self.nodes[id].active {
            self.activate_node(arena, id);
        }
        id
    }

    fn activate_node(&mut self, arena: &Arena, id: NodeId) {
        match self.nodes[id].kind {
            Kind::Zero | Kind::Leaf => self.start(id),
            Kind::Const(value) => {
                self.start(id);
                let zero = self.zero(self.nodes[id].width);
                self.merges.push((id, zero, value));
            }
            Kind::Sum { from, to, .. } => {
                for at in from..to {
                    let addend = self.addends[at as usize].1;
                    if !self.nodes[addend].active {
                        self.activate_node(arena, addend);
                    }
                    self.link_operand(id, addend);
                }
                self.start(id);
            }
            Kind::Op => {
                let mut operands: Vec<NodeId> = Vec::with_capacity(2);
                self.term_of(arena, id).for_each_child(|t| {
                    let operand = self.activate(arena, t);
                    if !operands.contains(&operand) {
                        operands.push(operand);
                        self.link_operand(id, operand);
                    }
                });
                self.start(id);
            }
        }
    }

    fn link_operand(&mut self, id: NodeId, operand: NodeId) {
        self.uses.push((id, self.nodes[operand].uses));
        self.nodes[operand].uses = self.uses.len() as u32 - 1;
        self.trail.push(Undo::Use(operand));
    }

    fn start(&mut self, id: NodeId) {
        let node = &mut self.nodes[id];
        node.active = true;
        (node.root, node.next, node.offset, node.size) = (id, id, 0, 1);
        (node.uses, node.unary, node.row, node.slot) = (NIL, NIL, NIL, NIL);
        (node.dom, node.object) = (node.initial, node.initial_object);
        self.trail.push(Undo::Activate(id));
        match node.kind {
            Kind::Sum { .. } => {
                self.sums.push(id);
                self.trail.push(Undo::Sum);
                self.sums_changed = true;
                self.enqueue(id);
            }
            Kind::Op => {
                self.resign.push(id);
                self.enqueue(id);
            }
            _ => {}
        }
    }

    /// Takes back everything since the trail had this length.
    pub(super) fn undo_to(&mut self, length: usize) {
        while self.trail.len() > length {
            let Some(undo) = self.trail.pop() else { return };
            self.undo(undo);
        }
    }

    fn undo(&mut self, undo: Undo) {
        match undo {
            Undo::Activate(id) => self.nodes[id].active = false,
            Undo::Use(id) => self.nodes[id].uses = self.uses.pop().map_or(NIL, |(_, next)| next),
            Undo::Dom(id) => self.nodes[id].dom = self.saved_doms.pop().expect("one per entry of the trail"),
            Undo::Object(id) => {
                self.nodes[id].object = self.saved_objects.pop().expect("one per entry of the trail");
            }
            Undo::Union(child) => self.undo_union(child),
            Undo::Signature { hash, before: Some(before) } => {
                self.signatures.insert(hash, before);
            }
            Undo::Signature { hash, before: None } => {
                self.signatures.remove(&hash);
            }
            Undo::Unary(id) => self.nodes[id].unary = self.unary.pop().map_or(NIL, |u| u.next),
            Undo::Different => {
                self.different.pop();
            }
            Undo::SetRow { root, before } => self.nodes[root].row = before,
            Undo::PopRow => {
                self.rows.pop();
            }
            Undo::Sum => {
                self.sums.pop();
            }
            Undo::Slot => self.matrix.pop_slot(&mut self.nodes),
            Undo::Edge(at) => self.matrix.restore(at),
            Undo::Asserted(atom) => {
                self.truth[atom.index()] = 0;
                self.asserted.pop();
            }
            Undo::AssertedTwice => {
                self.asserted.pop();
            }
            Undo::Contradiction => self.contradictory = false,
        }
    }

    pub(super) fn save_row(&mut self, root: NodeId, row: Row) {
        self.rows.push(row);
        self.trail.push(Undo::PopRow);
        self.set_row(root, self.rows.len() as u32 - 1);
    }

    pub(super) fn set_row(&mut self, root: NodeId, row: u32) {
        self.trail.push(Undo::SetRow { root, before: self.nodes[root].row });
        self.nodes[root].row = row;
    }
}

fn blank(term: Option<TermId>, width: u32, kind: Kind, initial: Dom, initial_object: Object) -> Node {
    let placeholder = NodeId::new(0);
    Node {
        term,
        width,
        kind,
        initial,
        initial_object,
        active: false,
        root: placeholder,
        offset: 0,
        size: 1,
        next: placeholder,
        uses: NIL,
        unary: NIL,
        row: NIL,
        slot: NIL,
        dom: initial,
        object: initial_object,
        queued: false,
        epoch: 0,
        visits: 0,
    }
}

fn initial_object(arena: &Arena, term: TermId) -> Object {
    match *arena.term(term) {
        Term::Var(var) if var.sort == Sort::Base => Object { entry: var.class == VarClass::Entry, ..Object::default() },
        Term::BaseConst(site) | Term::BaseAt { site, .. } => {
            // A summary object stands for several, so no term names exactly one.
            let exact = (site.class != BaseClass::Summary).then_some(term);
            Object { site: Some(site), exact, entry: false }
        }
        _ => Object::default(),
    }
}
