//! The common fixpoint: lets the components tell each other what they found, within a bounded number of steps.
//!
//! Work lists instead of rounds: merges first, then signatures, domains, sums, pairs. Running out of fuel drops the rest of the
//! work: what was derived stays true, something may be missing.

use super::dom::Dom;
use super::node::{Kind, NIL, NodeId, Undo};
use super::{Contradiction, Ctx};
use crate::arena::Arena;
use crate::bits;
use crate::term::{BinOp, Term};
use crate::theory::{backward, forward};

/// How often one node is looked at per assumption: bounds that creep upwards one by one are given up.
const MAX_VISITS: u32 = 12;

impl Ctx {
    /// Draws consequences until nothing changes or the fuel is out. Leaves no work behind.
    pub(super) fn propagate(&mut self, arena: &Arena) -> Result<(), Contradiction> {
        let result = self.run(arena);
        self.clear_work();
        result
    }

    pub(super) fn clear_work(&mut self) {
        while let Some(id) = self.queue.pop_front() {
            self.nodes[id].queued = false;
        }
        self.merges.clear();
        self.resign.clear();
        (self.sums_changed, self.different_changed) = (false, false);
    }

    fn run(&mut self, arena: &Arena) -> Result<(), Contradiction> {
        loop {
            if let Some((a, b, by)) = self.merges.pop() {
                self.merge(arena, a, b, by)?;
            } else if let Some(id) = self.resign.pop() {
                self.sign(arena, id)?;
            } else if let Some(id) = self.queue.pop_front() {
                self.nodes[id].queued = false;
                if self.may_visit(id) {
                    self.visit(arena, id)?;
                }
            } else if std::mem::take(&mut self.sums_changed) {
                self.solve_sums()?;
            } else if std::mem::take(&mut self.different_changed) {
                self.check_pairs(arena)?;
            } else {
                return Ok(());
            }
            if !self.take_fuel() {
                return Ok(());
            }
        }
    }

    /// One step; false if none is left for this assumption.
    pub(super) fn take_fuel(&mut self) -> bool {
        self.steps += 1;
        if self.fuel == 0 {
            self.gave_up += 1;
            return false;
        }
        self.fuel -= 1;
        true
    }

    fn may_visit(&mut self, id: NodeId) -> bool {
        let node = &mut self.nodes[id];
        if node.epoch != self.epoch {
            (node.epoch, node.visits) = (self.epoch, 0);
        }
        node.visits += 1;
        node.visits <= MAX_VISITS
    }

    pub(super) fn enqueue(&mut self, id: NodeId) {
        let node = &mut self.nodes[id];
        if !node.queued && node.is_tracked() {
            node.queued = true;
            self.queue.push_back(id);
        }
    }

    /// Meets the domain of a node with what was found out.
    pub(super) fn update(&mut self, id: NodeId, found: Dom) -> Result<(), Contradiction> {
        let node = &mut self.nodes[id];
        if !node.is_tracked() || node.dom.is_within(&found) {
            return Ok(());
        }
        let dom = node.dom.meet(&found).reduced(node.width).ok_or(Contradiction)?;
        if dom != node.dom {
            self.saved_doms.push(node.dom);
            self.trail.push(Undo::Dom(id));
            node.dom = dom;
            self.different_changed |= !self.different.is_empty();
            self.enqueue(id);
        }
        Ok(())
    }

    /// Everything that a change of one node can lead to.
    fn visit(&mut self, arena: &Arena, id: NodeId) -> Result<(), Contradiction> {
        let constant = self.nodes[self.nodes[id].root].kind == Kind::Zero;
        if !constant {
            if self.nodes[id].unary != NIL {
                self.refine_by_unary(arena, id)?;
            }
            if let Some(value) = self.nodes[id].dom.value() {
                let zero = self.zero(self.nodes[id].width);
                self.merges.push((id, zero, value));
            } else {
                self.share_with_class(id)?;
            }
        }
        if self.nodes[id].slot != NIL {
            self.fire_links(id)?;
        }
        self.visit_operator(arena, id)?;
        let mut edge = self.nodes[id].uses;
        while edge != NIL {
            let (user, rest) = self.uses[edge as usize];
            self.visit_operator(arena, user)?;
            edge = rest;
        }
        Ok(())
    }

    /// Between a member of a class and its root.
    fn share_with_class(&mut self, id: NodeId) -> Result<(), Contradiction> {
        let (root, width) = (self.nodes[id].root, self.nodes[id].width);
        if root != id {
            let back = bits::neg(width, self.nodes[id].offset);
            let dom = self.nodes[id].dom.shifted(width, back);
            return self.update(root, dom);
        }
        let mut member = self.nodes[id].next;
        while member != id {
            let dom = self.nodes[id].dom.shifted(width, self.nodes[member].offset);
            self.update(member, dom)?;
            member = self.nodes[member].next;
        }
        Ok(())
    }

    fn visit_operator(&mut self, arena: &Arena, id: NodeId) -> Result<(), Contradiction> {
        match self.nodes[id].kind {
            Kind::Sum { .. } => {
                self.steps += 1;
                self.propagate_sum(id)
            }
            Kind::Op => {
                self.steps += 1;
                self.propagate_operator(arena, id)
            }
            _ => Ok(()),
        }
    }

    fn propagate_operator(&mut self, arena: &Arena, id: NodeId) -> Result<(), Contradiction> {
        let (width, t) = (self.nodes[id].width, self.nodes[id].dom);
        if !self.nodes[id].is_tracked() {
            return Ok(());
        }
        match *self.term_of(arena, id) {
            Term::Bin(op, a, b) => {
                let (a, b) = (self.known_node(a), self.known_node(b));
                let (x, y) = (self.nodes[a].dom, self.nodes[b].dom);
                self.update(id, forward::binary(op, width, &x, &y))?;
                let (for_a, for_b) = backward::binary(op, width, &t, &x, &y);
                self.update(a, for_a)?;
                self.update(b, for_b)?;
                self.drop_idle_operator(op, id, a, b);
            }
            Term::Zext(of) => {
                let of = self.known_node(of);
                let narrow = self.nodes[of].width;
                self.update(id, forward::zext(narrow, width, &self.nodes[of].dom))?;
                self.update(of, backward::zext(narrow, &t))?;
            }
            Term::Sext(of) => {
                let of = self.known_node(of);
                let narrow = self.nodes[of].width;
                self.update(id, forward::sext(narrow, width, &self.nodes[of].dom))?;
                self.update(of, backward::sext(narrow, &t))?;
                self.drop_idle_extension(arena, id, of);
            }
            Term::Extract { of, lo } => {
                let of = self.known_node(of);
                if !self.nodes[of].is_tracked() {
                    return Ok(());
                }
                let (wide, a) = (self.nodes[of].width, self.nodes[of].dom);
                self.update(id, forward::extract(width, lo, &a))?;
                self.update(of, backward::extract(width, wide, lo, &t, &a))?;
            }
            _ => return Ok(()),
        }
        if self.nodes[id].slot != NIL { self.link_operator(arena, id) } else { Ok(()) }
    }

    /// A mask that keeps every bit that can be set, or a remainder by something larger, is the operand itself.
    fn drop_idle_operator(&mut self, op: BinOp, id: NodeId, a: NodeId, b: NodeId) {
        let (x, y) = (&self.nodes[a].dom, &self.nodes[b].dom);
        let keeps = |kept: &Dom, mask: &Dom, width: u32| bits::ones(width) & !kept.zeros & !mask.ones == 0;
        let width = self.nodes[id].width;
        match op {
            BinOp::And if keeps(x, y, width) => self.merge_if_apart(id, a),
            BinOp::And if keeps(y, x, width) => self.merge_if_apart(id, b),
            BinOp::URem if x.uhi < y.ulo => self.merge_if_apart(id, a),
            _ => {}
        }
    }

    /// Cutting a word off and extending its sign again changes nothing if its value fits.
    fn drop_idle_extension(&mut self, arena: &Arena, id: NodeId, narrow: NodeId) {
        if self.nodes[narrow].kind != Kind::Op {
            return;
        }
        if let Term::Extract { of, lo: 0 } = *self.term_of(arena, narrow) {
            let of = self.known_node(of);
            let (whole, range) = (&self.nodes[of], Dom::top(self.nodes[narrow].width));
            let fits = whole.dom.slo >= range.slo && whole.dom.shi <= range.shi;
            if fits && whole.is_tracked() && whole.width == self.nodes[id].width {
                self.merge_if_apart(id, of);
            }
        }
    }

    fn merge_if_apart(&mut self, a: NodeId, b: NodeId) {
        if self.nodes[a].root != self.nodes[b].root {
            self.merges.push((a, b, 0));
        }
    }
}
