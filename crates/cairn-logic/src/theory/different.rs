//! Disequalities between two terms, and orders between terms that found no place in the matrix.
//!
//! Distinct constants need no entry here: an object class knows its constant, and the classes of different constants never
//! merge, so a group of n allocations costs nothing.

use cairn_base::Id;

use super::dom::{Dom, Reading, modulus};
use super::node::{NIL, NodeId, Undo};
use super::unary::without;
use super::{Contradiction, Ctx};
use crate::arena::Arena;
use crate::bits;

/// A relation that is looked at again after each change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    /// a ≠ b + by (by is 0 for objects).
    Different { by: u128 },
    /// a − b ≤ bound in one reading.
    AtMost { reading: Reading, bound: i128 },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) a: NodeId,
    pub(super) b: NodeId,
    pub(super) relation: Relation,
}

impl Pair {
    pub(super) fn state(&self) -> [i128; 4] {
        let (kind, number) = match self.relation {
            Relation::Different { by } => (0, by as i128),
            Relation::AtMost { reading, bound } => (1 + reading as i128, bound),
        };
        [self.a.index() as i128, self.b.index() as i128, kind, number]
    }
}

impl Ctx {
    pub(super) fn add_pair(&mut self, a: NodeId, b: NodeId, relation: Relation) {
        self.different.push(Pair { a, b, relation });
        self.trail.push(Undo::Different);
        self.different_changed = true;
    }

    pub(super) fn check_pairs(&mut self, arena: &Arena) -> Result<(), Contradiction> {
        for at in 0..self.different.len() {
            if !self.take_fuel() {
                return Ok(());
            }
            let Pair { a, b, relation } = self.different[at];
            match relation {
                Relation::Different { by } => self.check_different(a, b, by)?,
                Relation::AtMost { reading, bound } => self.check_at_most(arena, (a, b), reading, bound)?,
            }
        }
        Ok(())
    }

    fn check_different(&mut self, a: NodeId, b: NodeId, by: u128) -> Result<(), Contradiction> {
        let (x, y) = (&self.nodes[a], &self.nodes[b]);
        let width = x.width;
        if x.root == y.root {
            let equal = width == 0 || x.offset == bits::add(width, y.offset, by);
            return if equal { Err(Contradiction) } else { Ok(()) };
        }
        if !x.is_tracked() {
            return Ok(());
        }
        if let Some(value) = y.dom.value() {
            let dom = without(width, x.dom, bits::add(width, value, by)).ok_or(Contradiction)?;
            return self.update(a, dom);
        }
        if let Some(value) = x.dom.value() {
            let dom = without(width, y.dom, bits::sub(width, value, by)).ok_or(Contradiction)?;
            return self.update(b, dom);
        }
        Reading::BOTH.into_iter().try_for_each(|reading| self.tighten_difference(a, b, by as i128, reading))
    }

    /// The difference of the readings is neither `by` nor `by` − 2^w: a bound equal to one of these moves by one.
    fn tighten_difference(&mut self, a: NodeId, b: NodeId, by: i128, reading: Reading) -> Result<(), Contradiction> {
        let (Some(i), Some(j)) = (self.place_of(a, reading), self.place_of(b, reading)) else { return Ok(()) };
        let forbidden = [by, by - modulus(self.nodes[a].width)];
        let (lo, hi) = self.difference_bounds((a, reading), (b, reading));
        if forbidden.contains(&hi) {
            self.add_difference(i, j, hi - 1)?;
        }
        if forbidden.contains(&lo) {
            self.add_difference(j, i, -lo - 1)?;
        }
        Ok(())
    }

    fn check_at_most(
        &mut self,
        arena: &Arena,
        (a, b): (NodeId, NodeId),
        reading: Reading,
        bound: i128,
    ) -> Result<(), Contradiction> {
        // With places in the matrix the bounds are carried along it.
        if self.nodes[a].slot == NIL || self.nodes[b].slot == NIL {
            let ((lo, _), (_, hi)) = (self.nodes[a].dom.bounds(reading), self.nodes[b].dom.bounds(reading));
            let width = self.nodes[a].width;
            self.update(a, Dom::between(width, reading, i128::MIN, hi + bound))?;
            self.update(b, Dom::between(width, reading, lo - bound, i128::MAX))?;
        }
        self.check_unfolded(arena, (a, b), reading, bound)
    }
}
