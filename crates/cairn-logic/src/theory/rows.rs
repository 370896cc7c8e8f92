//! Linear equalities modulo 2^w: exact, without side conditions.
//!
//! Every active sum states: node = Σ cᵢ·aᵢ + k. In normal form only roots occur, and of those only roots without a row;
//! a row solves an equation for a root with an odd coefficient, which is a unit modulo 2^w. An equation with even
//! coefficients only is never divided: it tells divisibility, and low bits if one root is left.
//! Rows never refer to roots that were solved before, so substitution ends.

use cairn_base::Id;

use super::dom::Dom;
use super::node::{Kind, NIL, NodeId, Undo};
use super::{Contradiction, Ctx};
use crate::bits;
use crate::unique::{mix, mix128};

/// A root in terms of others: root = Σ parts + konst modulo 2^w.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Row {
    pub(super) konst: u128,
    pub(super) parts: Vec<(u128, NodeId)>,
}

/// A sum in normal form, under construction.
#[derive(Clone, Debug, Default)]
struct Form {
    width: u32,
    konst: u128,
    parts: Vec<(u128, NodeId)>,
}

impl Form {
    fn add_root(&mut self, coefficient: u128, root: NodeId) {
        match self.parts.iter().position(|p| p.1 == root) {
            Some(at) => {
                self.parts[at].0 = bits::add(self.width, self.parts[at].0, coefficient);
                if self.parts[at].0 == 0 {
                    self.parts.swap_remove(at);
                }
            }
            None => self.parts.push((coefficient, root)),
        }
    }

    /// Independent of the order of the parts.
    fn hash(&self) -> u64 {
        let parts = self.parts.iter().map(|&(c, root)| mix(mix128(0x5e, c), root.index() as u64));
        mix(0x5eed ^ u64::from(self.width), parts.fold(0, u64::wrapping_add))
    }

    fn same_parts(&self, other: &Form) -> bool {
        self.width == other.width
            && self.parts.len() == other.parts.len()
            && self.parts.iter().all(|p| other.parts.contains(p))
    }
}

impl Ctx {
    /// Draws the consequences of all sums, until a merge is due or nothing changes.
    pub(super) fn solve_sums(&mut self) -> Result<(), Contradiction> {
        loop {
            let rows = self.rows.len();
            for at in 0..self.sums.len() {
                self.solve_sum(self.sums[at])?;
                if !self.merges.is_empty() {
                    self.sums_changed = true;
                    return Ok(());
                }
            }
            if self.rows.len() == rows {
                return Ok(());
            }
        }
    }

    fn solve_sum(&mut self, id: NodeId) -> Result<(), Contradiction> {
        let mut form = Form { width: self.nodes[id].width, ..Form::default() };
        if !self.sum_form(id, &mut form) {
            return Ok(());
        }
        match form.parts[..] {
            [] => {
                let zero = self.zero(form.width);
                return self.merge_unless_known(id, zero, form.konst);
            }
            [(1, root)] => return self.merge_unless_known(id, root, form.konst),
            _ => {}
        }
        if self.merge_with_same_sum(id, &form) {
            return Ok(());
        }
        let node = &self.nodes[id];
        if node.root == id && node.size == 1 && node.row == NIL {
            return Ok(());
        }
        // A member of a larger class: the sum is equal to something.
        let minus_one = bits::ones(form.width);
        if self.add_to(&mut form, minus_one, id) { self.solve_equation(id, form) } else { Ok(()) }
    }

    fn merge_unless_known(&mut self, a: NodeId, b: NodeId, by: u128) -> Result<(), Contradiction> {
        let (x, y) = (&self.nodes[a], &self.nodes[b]);
        if x.root != y.root {
            self.merges.push((a, b, by));
        } else if x.offset != bits::add(x.width, y.offset, by) {
            return Err(Contradiction);
        }
        Ok(())
    }

    /// Σ cᵢ·aᵢ + k of a sum in normal form; false if out of fuel.
    fn sum_form(&mut self, id: NodeId, form: &mut Form) -> bool {
        let Kind::Sum { konst, from, to } = self.nodes[id].kind else { return false };
        form.konst = konst;
        (from..to).all(|at| {
            let (coefficient, addend) = self.addends[at as usize];
            self.add_to(form, coefficient, addend)
        })
    }

    fn add_to(&mut self, form: &mut Form, coefficient: u128, id: NodeId) -> bool {
        if coefficient == 0 {
            return true;
        }
        if !self.take_fuel() {
            return false;
        }
        let node = &self.nodes[id];
        let (root, width) = (node.root, form.width);
        form.konst = bits::add(width, form.konst, bits::mul(width, coefficient, node.offset));
        if self.nodes[root].kind == Kind::Zero {
            return true;
        }
        if self.nodes[root].row == NIL {
            form.add_root(coefficient, root);
            return true;
        }
        let row = self.nodes[root].row as usize;
        form.konst = bits::add(width, form.konst, bits::mul(width, coefficient, self.rows[row].konst));
        (0..self.rows[row].parts.len()).all(|at| {
            let (inner, part) = self.rows[row].parts[at];
            self.add_to(form, bits::mul(width, coefficient, inner), part)
        })
    }

    /// Two sums with the same parts differ by a constant.
    fn merge_with_same_sum(&mut self, id: NodeId, form: &Form) -> bool {
        if self.sums.len() < 2 {
            return false;
        }
        let hash = form.hash();
        let before = self.signatures.get(&hash).copied();
        if before == Some(id) {
            return false;
        }
        if let Some(other) = before.filter(|&other| self.nodes[other].active) {
            let mut its = Form { width: self.nodes[other].width, ..Form::default() };
            if self.sum_form(other, &mut its) && its.same_parts(form) {
                let by = bits::sub(form.width, form.konst, its.konst);
                let (x, y) = (&self.nodes[id], &self.nodes[other]);
                if x.root == y.root && x.offset == bits::add(form.width, y.offset, by) {
                    return false;
                }
                self.merges.push((id, other, by));
                return true;
            }
        }
        self.signatures.insert(hash, id);
        self.trail.push(Undo::Signature { hash, before });
        false
    }

    /// form = 0, which the sum `id` states.
    fn solve_equation(&mut self, id: NodeId, form: Form) -> Result<(), Contradiction> {
        let width = form.width;
        match form.parts[..] {
            [] => return if form.konst == 0 { Ok(()) } else { Err(Contradiction) },
            [(c, x), (d, y)] if c & 1 == 1 && bits::add(width, c, d) == 0 => {
                let by = bits::mul(width, bits::neg(width, form.konst), bits::inverse(width, c));
                return self.merge_unless_known(x, y, by);
            }
            _ => {}
        }
        let prefer = self.nodes[id].root;
        let odd = |p: &(u128, NodeId)| p.0 & 1 == 1;
        let pivot = form.parts.iter().position(|p| odd(p) && p.1 == prefer).or_else(|| form.parts.iter().position(odd));
        match pivot {
            Some(at) => self.pivot(form, at),
            None => self.even_equation(&form),
        }
    }

    fn pivot(&mut self, mut form: Form, at: usize) -> Result<(), Contradiction> {
        let width = form.width;
        let (coefficient, root) = form.parts.swap_remove(at);
        let scale = bits::neg(width, bits::inverse(width, coefficient));
        let konst = bits::mul(width, form.konst, scale);
        if form.parts.is_empty() {
            let zero = self.zero(width);
            return self.merge_unless_known(root, zero, konst);
        }
        for part in &mut form.parts {
            part.0 = bits::mul(width, part.0, scale);
        }
        self.save_row(root, Row { konst, parts: form.parts });
        Ok(())
    }

    /// All coefficients are even: the constant must be divisible, and a single root has known low bits.
    fn even_equation(&mut self, form: &Form) -> Result<(), Contradiction> {
        let even = form.parts.iter().map(|p| p.0.trailing_zeros()).min().unwrap_or(0);
        if form.konst & bits::low_ones(even) != 0 {
            return Err(Contradiction);
        }
        let [(coefficient, root)] = form.parts[..] else { return Ok(()) };
        if !self.nodes[root].is_tracked() {
            return Ok(());
        }
        let low = form.width - even;
        let inverse = bits::inverse(low, bits::truncate(low, coefficient >> even));
        let value = bits::mul(low, bits::neg(low, bits::truncate(low, form.konst >> even)), inverse);
        let mask = bits::low_ones(low);
        self.update(root, Dom::with_bits(form.width, mask & !value, value))
    }
}
