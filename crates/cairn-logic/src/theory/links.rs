//! Which differences between integer readings hold: the only bridge from words to integers.
//!
//! A word equality modulo 2^w says that a difference of readings is one of two integers; a link is *dormant* while both
//! are possible and fires when bounds exclude one. Links are looked at again whenever a bound that they need changes;
//! what they add is undone with the bounds that let them fire.
//! Not here: sums of several terms (`sums`).

use super::dom::{Dom, Reading, modulus};
use super::matrix::{Matrix, Place, UNBOUNDED};
use super::node::{Kind, NIL, NodeId, Undo};
use super::{Contradiction, Ctx};
use crate::arena::Arena;
use crate::bits;
use crate::term::{BinOp, Term};

impl Ctx {
    /// Gives a term a place in the matrix, and the terms that it is linked to. No effect if the matrix is full.
    pub(super) fn ensure_slot(&mut self, arena: &Arena, id: NodeId) {
        let node = &self.nodes[id];
        if node.slot != NIL || !node.is_tracked() || self.matrix.is_full() || self.constant_of(id).is_some() {
            return;
        }
        self.nodes[id].slot = self.matrix.add_slot(id);
        self.trail.push(Undo::Slot);
        self.enqueue(id);
        match self.nodes[id].kind {
            Kind::Sum { from, to, .. } => {
                for at in from..to {
                    let (coefficient, addend) = self.addends[at as usize];
                    if coefficient == 1 || coefficient == bits::ones(self.nodes[id].width) {
                        self.ensure_slot(arena, addend);
                    }
                }
            }
            Kind::Op => match *self.term_of(arena, id) {
                Term::Zext(of) | Term::Sext(of) | Term::Extract { of, lo: 0 } => {
                    self.ensure_slot(arena, self.known_node(of));
                }
                Term::Bin(BinOp::And | BinOp::Or | BinOp::URem, a, b) => {
                    self.ensure_slot(arena, self.known_node(a));
                    self.ensure_slot(arena, self.known_node(b));
                }
                Term::Bin(BinOp::LShr | BinOp::UDiv, a, _) => self.ensure_slot(arena, self.known_node(a)),
                _ => {}
            },
            _ => {}
        }
    }

    pub(super) fn place_of(&self, id: NodeId, reading: Reading) -> Option<Place> {
        let slot = self.nodes[id].slot;
        (slot != NIL).then(|| Matrix::place(slot, reading))
    }

    /// Reading `i` − reading `j` ≤ bound.
    pub(super) fn add_difference(&mut self, i: Place, j: Place, bound: i128) -> Result<(), Contradiction> {
        if i == j {
            return if bound < 0 { Err(Contradiction) } else { Ok(()) };
        }
        if self.matrix.get(i, j) <= bound {
            return Ok(());
        }
        self.steps += 1;
        let mut changed = std::mem::take(&mut self.changed_pairs);
        let result = self.matrix.add((i, j), bound, &mut self.trail, &mut changed);
        if result.is_ok() {
            for &(p, q) in &changed {
                self.difference_changed(p, q);
            }
        }
        changed.clear();
        self.changed_pairs = changed;
        result
    }

    fn difference_changed(&mut self, p: Place, q: Place) {
        let ((a, _), (b, _)) = (self.matrix.owner(p), self.matrix.owner(q));
        self.enqueue(a);
        self.enqueue(b);
        self.different_changed |= !self.different.is_empty();
        let bound = self.matrix.get(p, q);
        // Each reading is congruent to its word, so a fixed difference of readings is an offset between words.
        if a != b && bound == -self.matrix.get(q, p) && self.nodes[a].width == self.nodes[b].width {
            let by = bits::from_signed(self.nodes[a].width, bound);
            let (x, y) = (&self.nodes[a], &self.nodes[b]);
            if x.root != y.root || x.offset != bits::add(x.width, y.offset, by) {
                self.merges.push((a, b, by));
            }
        }
    }

    /// i − j lies between two bounds.
    pub(super) fn bound_difference(&mut self, i: Place, j: Place, lo: i128, hi: i128) -> Result<(), Contradiction> {
        self.add_difference(i, j, hi)?;
        self.add_difference(j, i, -lo)
    }

    /// The bounds of a.r − b.q that domains and matrix give.
    pub(super) fn difference_bounds(&self, a: (NodeId, Reading), b: (NodeId, Reading)) -> (i128, i128) {
        let (alo, ahi) = self.nodes[a.0].dom.bounds(a.1);
        let (blo, bhi) = self.nodes[b.0].dom.bounds(b.1);
        let (mut lo, mut hi) = (alo - bhi, ahi - blo);
        if let (Some(i), Some(j)) = (self.place_of(a.0, a.1), self.place_of(b.0, b.1)) {
            hi = hi.min(self.matrix.get(i, j));
            let back = self.matrix.get(j, i);
            if back != UNBOUNDED {
                lo = lo.max(-back);
            }
        }
        (lo, hi)
    }

    /// All links of a node with a place, after a change of its domain, its class or its row in the matrix.
    pub(super) fn fire_links(&mut self, id: NodeId) -> Result<(), Contradiction> {
        self.link_readings(id)?;
        if self.constant_of(id).is_none() {
            let mut member = self.nodes[id].next;
            while member != id {
                if self.nodes[member].slot != NIL {
                    self.link_members(id, member)?;
                }
                member = self.nodes[member].next;
            }
        }
        self.spread_bounds(id)
    }

    /// u(x) and s(x) are linked only when the sign is decided.
    fn link_readings(&mut self, id: NodeId) -> Result<(), Contradiction> {
        let node = &self.nodes[id];
        let gap = if node.dom.slo >= 0 {
            0
        } else if node.dom.shi < 0 {
            modulus(node.width)
        } else {
            return Ok(());
        };
        let unsigned = Matrix::place(node.slot, Reading::Unsigned);
        self.bound_difference(unsigned, unsigned + 1, gap, gap)
    }

    /// x = y + k modulo 2^w: in each reading the difference is k or k − 2^w.
    fn link_members(&mut self, x: NodeId, y: NodeId) -> Result<(), Contradiction> {
        let width = self.nodes[x].width;
        let by = bits::sub(width, self.nodes[x].offset, self.nodes[y].offset) as i128;
        for reading in Reading::BOTH {
            let difference = match self.possible_differences(x, y, by, reading) {
                (true, true) => continue,
                (true, false) => by,
                (false, true) => by - modulus(width),
                (false, false) => return Err(Contradiction),
            };
            if let (Some(i), Some(j)) = (self.place_of(x, reading), self.place_of(y, reading)) {
                self.bound_difference(i, j, difference, difference)?;
            }
        }
        Ok(())
    }

    /// Whether the difference of the readings can be `by`, and whether it can be `by` − 2^w.
    fn possible_differences(&self, x: NodeId, y: NodeId, by: i128, reading: Reading) -> (bool, bool) {
        let (lo, hi) = self.difference_bounds((x, reading), (y, reading));
        let possible = |d: i128| lo <= d && d <= hi;
        (possible(by), by != 0 && possible(by - modulus(self.nodes[x].width)))
    }

    /// The difference of the readings of two members of a class, if only one is possible.
    pub(super) fn decided_difference(&self, x: NodeId, y: NodeId, reading: Reading) -> Option<i128> {
        let width = self.nodes[x].width;
        let by = bits::sub(width, self.nodes[x].offset, self.nodes[y].offset) as i128;
        match self.possible_differences(x, y, by, reading) {
            (true, false) => Some(by),
            (false, true) => Some(by - modulus(width)),
            _ => None,
        }
    }

    /// Carries the bounds of one node along its differences; the matrix is closed, so one step reaches everything.
    fn spread_bounds(&mut self, id: NodeId) -> Result<(), Contradiction> {
        let mut found = std::mem::take(&mut self.found_bounds);
        for reading in Reading::BOTH {
            let from = Matrix::place(self.nodes[id].slot, reading);
            let (lo, hi) = self.nodes[id].dom.bounds(reading);
            for (place, (below, above)) in self.matrix.around(from).enumerate() {
                if (below == UNBOUNDED && above == UNBOUNDED) || place == from {
                    continue;
                }
                let (other, its) = self.matrix.owner(place);
                let (old_lo, old_hi) = self.nodes[other].dom.bounds(its);
                let new_lo = if below == UNBOUNDED { old_lo } else { lo - below };
                let new_hi = if above == UNBOUNDED { old_hi } else { hi + above };
                if new_lo > old_lo || new_hi < old_hi {
                    found.push((other, Dom::between(self.nodes[other].width, its, new_lo, new_hi)));
                }
            }
        }
        let result = found.drain(..).try_for_each(|(other, dom)| self.update(other, dom));
        self.found_bounds = found;
        result
    }

    /// Differences between the result of an operator and its operands, where both have a place.
    pub(super) fn link_operator(&mut self, arena: &Arena, id: NodeId) -> Result<(), Contradiction> {
        use Reading::{Signed, Unsigned};
        match *self.term_of(arena, id) {
            Term::Zext(of) => self.link_equal(id, self.known_node(of), Unsigned),
            Term::Sext(of) => self.link_equal(id, self.known_node(of), Signed),
            Term::Extract { of, lo: 0 } => {
                let of = self.known_node(of);
                let (top, dom) = (Dom::top(self.nodes[id].width), self.nodes[of].dom);
                if dom.uhi <= top.uhi {
                    self.link_equal(id, of, Unsigned)?;
                }
                if dom.slo >= top.slo && dom.shi <= top.shi {
                    self.link_equal(id, of, Signed)?;
                }
                Ok(())
            }
            Term::Bin(op, a, b) => self.link_binary(op, id, self.known_node(a), self.known_node(b)),
            _ => Ok(()),
        }
    }

    fn link_equal(&mut self, x: NodeId, y: NodeId, reading: Reading) -> Result<(), Contradiction> {
        match (self.place_of(x, reading), self.place_of(y, reading)) {
            (Some(i), Some(j)) => self.bound_difference(i, j, 0, 0),
            _ => Ok(()),
        }
    }

    /// u(x) − u(y) ≤ bound, if both have a place.
    fn link_at_most(&mut self, x: NodeId, y: NodeId, bound: i128) -> Result<(), Contradiction> {
        match (self.place_of(x, Reading::Unsigned), self.place_of(y, Reading::Unsigned)) {
            (Some(i), Some(j)) => self.add_difference(i, j, bound),
            _ => Ok(()),
        }
    }

    fn link_binary(&mut self, op: BinOp, id: NodeId, a: NodeId, b: NodeId) -> Result<(), Contradiction> {
        let divisor = self.nodes[b].dom.ulo;
        match op {
            BinOp::And => {
                self.link_at_most(id, a, 0)?;
                self.link_at_most(id, b, 0)
            }
            BinOp::Or => {
                self.link_at_most(a, id, 0)?;
                self.link_at_most(b, id, 0)
            }
            BinOp::LShr => self.link_at_most(id, a, 0),
            // By zero the quotient is all ones.
            BinOp::UDiv if divisor > 0 => self.link_at_most(id, a, 0),
            BinOp::URem => {
                self.link_at_most(id, a, 0)?;
                // By zero the remainder is the dividend.
                if divisor > 0 { self.link_at_most(id, b, -1) } else { Ok(()) }
            }
            _ => Ok(()),
        }
    }
}
