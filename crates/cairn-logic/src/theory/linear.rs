//! Linear expressions over integer readings: definitions unfolded, then bounded with the help of known differences.
//!
//! `4·j ≤ size` with `size = 4·n`, `j = i + 1` and `i < n` needs all of these at once: the comparison becomes
//! 4·i + 4 − 4·n ≤ 0. A definition is unfolded only where it holds between integers, that is, where the bounds leave one
//! number of turns around 2^w (`sums`) or one of two differences (`links`).

use super::dom::{Dom, Reading};
use super::matrix::UNBOUNDED;
use super::node::{Kind, NIL, NodeId};
use super::{Contradiction, Ctx};
use crate::arena::Arena;
use crate::term::Term;

/// Nested definitions that are unfolded.
const MAX_DEPTH: u32 = 6;
/// Longer expressions are not built.
const MAX_PARTS: usize = 8;
/// Larger coefficients are not computed with, so that no product with a reading of 64 bits overflows.
const LIMIT: i128 = 1 << 40;

/// Σ cᵢ·readingᵢ + konst, an integer.
#[derive(Clone, Default, Debug)]
pub(super) struct Linear {
    konst: i128,
    parts: Vec<(i128, NodeId, Reading)>,
    /// Something was too large: the expression means nothing.
    failed: bool,
}

impl Linear {
    fn add(&mut self, coefficient: i128, id: NodeId, reading: Reading) {
        match self.parts.iter().position(|p| (p.1, p.2) == (id, reading)) {
            Some(at) => {
                self.parts[at].0 += coefficient;
                if self.parts[at].0 == 0 {
                    self.parts.remove(at);
                }
            }
            None => self.parts.push((coefficient, id, reading)),
        }
    }

    fn negated(&self) -> Linear {
        let parts = self.parts.iter().map(|&(c, id, r)| (-c, id, r)).collect();
        Linear { konst: -self.konst, parts, failed: self.failed }
    }

    fn is_usable(&self) -> bool {
        !self.failed && self.parts.len() <= MAX_PARTS
    }
}

impl Ctx {
    /// a − b ≤ bound in one reading, for sides that are defined by sums.
    pub(super) fn check_unfolded(
        &mut self,
        arena: &Arena,
        (a, b): (NodeId, NodeId),
        reading: Reading,
        bound: i128,
    ) -> Result<(), Contradiction> {
        if self.sums.is_empty() || self.nodes[a].width > 64 {
            return Ok(());
        }
        let mut linear = Linear::default();
        self.unfold(arena, &mut linear, (1, a, reading), MAX_DEPTH);
        self.unfold(arena, &mut linear, (-1, b, reading), MAX_DEPTH);
        if !linear.is_usable() || self.fuel < 8 {
            return Ok(());
        }
        self.fuel -= 8;
        self.steps += 8;
        for &(_, id, _) in &linear.parts {
            self.ensure_slot(arena, id);
        }
        if self.least(&linear) > bound {
            return Err(Contradiction);
        }
        if let [(c, x, r), (d, y, q)] = linear.parts[..]
            && c == -d
        {
            let (upper, lower) = if c > 0 { ((x, r), (y, q)) } else { ((y, q), (x, r)) };
            if let (Some(i), Some(j)) = (self.place_of(upper.0, upper.1), self.place_of(lower.0, lower.1)) {
                self.add_difference(i, j, (bound - linear.konst).div_euclid(c.abs()))?;
            }
        }
        self.bound_parts(&linear, bound)
    }

    /// Each part from the least that the others can be.
    fn bound_parts(&mut self, linear: &Linear, bound: i128) -> Result<(), Contradiction> {
        for (at, &(coefficient, id, reading)) in linear.parts.iter().enumerate() {
            let mut rest = linear.clone();
            rest.parts.remove(at);
            let room = bound - self.least(&rest);
            let width = self.nodes[id].width;
            let dom = if coefficient > 0 {
                Dom::between(width, reading, i128::MIN, room.div_euclid(coefficient))
            } else {
                Dom::between(width, reading, -room.div_euclid(-coefficient), i128::MAX)
            };
            self.update(id, dom)?;
        }
        Ok(())
    }

    /// Adds coefficient·reading, unfolding definitions that hold between integers.
    fn unfold(&self, arena: &Arena, out: &mut Linear, (coefficient, id, reading): (i128, NodeId, Reading), depth: u32) {
        let node = &self.nodes[id];
        if coefficient.abs() > LIMIT || out.parts.len() > MAX_PARTS {
            out.failed = true;
            return;
        }
        let (lo, hi) = node.dom.bounds(reading);
        if lo == hi {
            out.konst += coefficient * lo;
            return;
        }
        if depth == 0 {
            return out.add(coefficient, id, reading);
        }
        if let Kind::Sum { .. } = node.kind
            && self.unfold_sum(arena, out, (coefficient, id, reading), depth - 1)
        {
            return;
        }
        if node.kind == Kind::Op {
            match *self.term_of(arena, id) {
                // Zero extension is by at least one bit, so both readings are that of the operand.
                Term::Zext(of) => {
                    let part = (coefficient, self.known_node(of), Reading::Unsigned);
                    return self.unfold(arena, out, part, depth - 1);
                }
                Term::Sext(of) if reading == Reading::Signed => {
                    let part = (coefficient, self.known_node(of), Reading::Signed);
                    return self.unfold(arena, out, part, depth - 1);
                }
                _ => {}
            }
        }
        if node.root != id
            && let Some(difference) = self.decided_difference(id, node.root, reading)
        {
            out.konst += coefficient * difference;
            return self.unfold(arena, out, (coefficient, node.root, reading), depth - 1);
        }
        if !self.unfold_equation(arena, out, (coefficient, id, reading), depth - 1) {
            out.add(coefficient, id, reading);
        }
    }

    fn unfold_sum(
        &self,
        arena: &Arena,
        out: &mut Linear,
        (coefficient, id, reading): (i128, NodeId, Reading),
        depth: u32,
    ) -> bool {
        for of_addends in Reading::BOTH {
            let Some(reach) = self.reach(id, of_addends) else { continue };
            let Some(lost) = self.decided_loss(id, reading, &reach) else { continue };
            out.konst += coefficient * (reach.konst - lost);
            for &(factor, addend, ..) in reach.parts() {
                let product = coefficient.saturating_mul(factor);
                self.unfold(arena, out, (product, addend, of_addends), depth);
            }
            return true;
        }
        false
    }

    /// A sum with a constant value that solves for this node: value = ±node + rest.
    fn unfold_equation(
        &self,
        arena: &Arena,
        out: &mut Linear,
        (coefficient, id, reading): (i128, NodeId, Reading),
        depth: u32,
    ) -> bool {
        let mut edge = self.nodes[id].uses;
        while edge != NIL {
            let (user, next) = self.uses[edge as usize];
            edge = next;
            if !matches!(self.nodes[user].kind, Kind::Sum { .. }) || self.constant_of(user).is_none() {
                continue;
            }
            let Some(reach) = self.reach(user, reading) else { continue };
            let unit = |p: &&(i128, NodeId, i128, i128)| p.0.abs() == 1;
            // One direction only, so that unfolding does not go back and forth.
            let solved = reach.parts().iter().filter(unit).map(|p| p.1).max();
            let Some(&(sign, ..)) = reach.parts().iter().find(|p| p.1 == id && Some(id) == solved) else { continue };
            let Some(lost) = self.decided_loss(user, Reading::Unsigned, &reach) else { continue };
            // value + lost = konst + sign·node + rest
            let value = self.nodes[user].dom.ulo;
            let scale = coefficient * sign;
            out.konst += scale * (value + lost - reach.konst);
            for &(factor, addend, ..) in reach.parts().iter().filter(|p| p.1 != id) {
                let product = (-scale).saturating_mul(factor);
                self.unfold(arena, out, (product, addend, reading), depth);
            }
            return true;
        }
        false
    }

    /// A lower bound of the expression.
    fn least(&self, linear: &Linear) -> i128 {
        -self.greatest(&linear.negated())
    }

    /// An upper bound: pairs of opposite signs by their difference where that is tighter, the others by their bounds.
    fn greatest(&self, linear: &Linear) -> i128 {
        let mut parts = linear.parts.clone();
        let mut total = linear.konst;
        for at in 0..parts.len() {
            for other in 0..parts.len() {
                let ((c, x, r), (d, y, q)) = (parts[at], parts[other]);
                if c <= 0 || d >= 0 {
                    continue;
                }
                let (Some(i), Some(j)) = (self.place_of(x, r), self.place_of(y, q)) else { continue };
                let known = self.matrix.get(i, j);
                let plain = self.nodes[x].dom.bounds(r).1 - self.nodes[y].dom.bounds(q).0;
                if known == UNBOUNDED || known >= plain {
                    continue;
                }
                let common = c.min(-d);
                total += common * known;
                parts[at].0 -= common;
                parts[other].0 += common;
            }
        }
        let bound = |&(c, id, r): &(i128, NodeId, Reading)| {
            let (lo, hi) = self.nodes[id].dom.bounds(r);
            if c > 0 { c * hi } else { c * lo }
        };
        total + parts.iter().map(bound).sum::<i128>()
    }
}
