//! From a literal to facts of the components, and back: what the components say of an atom without further work.

use super::different::Relation;
use super::dom::{Dom, Reading};
use super::node::{Kind, NodeId};
use super::unary::next_member;
use super::{Contradiction, Ctx};
use crate::arena::Arena;
use crate::atom::{Atom, AtomId, Lit};
use crate::bits;
use crate::interval::IntervalSet;
use crate::term::{BaseClass, BaseConst, Term, TermId};

impl Ctx {
    /// Hands a literal to the components.
    pub(super) fn post(&mut self, arena: &Arena, lit: Lit) -> Result<(), Contradiction> {
        let (atom, positive) = (lit.atom(), lit.is_positive());
        match arena.atom(atom) {
            &Atom::Eq { subject, value } => self.post_equality(arena, atom, subject, value, positive),
            &Atom::Mask { subject, mask, value } => {
                let id = self.activate(arena, subject);
                self.add_unary(id, atom, positive);
                if let Some(value) = self.constant_of(id) {
                    return if self.unary_allow(arena, id, value) { Ok(()) } else { Err(Contradiction) };
                }
                if positive {
                    let dom = Dom::with_bits(self.nodes[id].width, mask & !value, value);
                    self.update(id, dom)?;
                }
                Ok(())
            }
            Atom::In { subject, set } => self.post_set(arena, atom, *subject, set, positive),
            &Atom::Ule(a, b) => self.post_order(arena, a, b, Reading::Unsigned, positive),
            &Atom::Sle(a, b) => self.post_order(arena, a, b, Reading::Signed, positive),
            &Atom::BaseEq(a, b) => self.post_identity(arena, a, b, positive),
        }
    }

    fn post_equality(
        &mut self,
        arena: &Arena,
        atom: AtomId,
        subject: TermId,
        value: u128,
        positive: bool,
    ) -> Result<(), Contradiction> {
        if let Some((x, y, by)) = arena.as_offset_equality(atom) {
            let (x, y) = (self.activate(arena, x), self.activate(arena, y));
            if positive {
                self.merges.push((x, y, by));
                // An operator may be related to the other side by its bounds.
                if self.nodes[x].kind == Kind::Op || self.nodes[y].kind == Kind::Op {
                    self.ensure_slot(arena, x);
                    self.ensure_slot(arena, y);
                }
            } else {
                self.add_pair(x, y, Relation::Different { by });
            }
            return Ok(());
        }
        let id = self.activate(arena, subject);
        if positive {
            let zero = self.zero(self.nodes[id].width);
            self.merges.push((id, zero, value));
            return Ok(());
        }
        self.add_unary(id, atom, false);
        if self.constant_of(id) == Some(value) { Err(Contradiction) } else { Ok(()) }
    }

    fn post_set(
        &mut self,
        arena: &Arena,
        atom: AtomId,
        subject: TermId,
        set: &IntervalSet,
        positive: bool,
    ) -> Result<(), Contradiction> {
        let id = self.activate(arena, subject);
        if let Some(value) = self.constant_of(id) {
            return if set.contains(value) == positive { Ok(()) } else { Err(Contradiction) };
        }
        self.place_difference(arena, id);
        let width = self.nodes[id].width;
        let range = if self.nodes[id].is_tracked() { single_range(set, positive) } else { None };
        match range {
            // Bounds say all of it.
            Some((lo, hi)) => self.update(id, Dom::unsigned(width, lo, hi)),
            None => {
                self.add_unary(id, atom, positive);
                Ok(())
            }
        }
    }

    /// The two addends of x − y take part in the matrix.
    fn place_difference(&mut self, arena: &Arena, id: NodeId) {
        let Kind::Sum { from, to, .. } = self.nodes[id].kind else { return };
        let minus_one = bits::ones(self.nodes[id].width);
        if let [(c, x), (d, y)] = self.addends[from as usize..to as usize]
            && [(1, minus_one), (minus_one, 1)].contains(&(c, d))
        {
            self.ensure_slot(arena, x);
            self.ensure_slot(arena, y);
        }
    }

    /// a ≤ b, or b < a, in one reading.
    fn post_order(
        &mut self,
        arena: &Arena,
        a: TermId,
        b: TermId,
        reading: Reading,
        positive: bool,
    ) -> Result<(), Contradiction> {
        let (a, b) = (self.activate(arena, a), self.activate(arena, b));
        if !self.nodes[a].is_tracked() {
            return Ok(());
        }
        self.ensure_slot(arena, a);
        self.ensure_slot(arena, b);
        let (less, more, bound) = if positive { (a, b, 0) } else { (b, a, -1) };
        self.add_pair(less, more, Relation::AtMost { reading, bound });
        match (self.place_of(less, reading), self.place_of(more, reading)) {
            (Some(i), Some(j)) => self.add_difference(i, j, bound),
            _ => Ok(()),
        }
    }

    fn post_identity(&mut self, arena: &Arena, a: TermId, b: TermId, positive: bool) -> Result<(), Contradiction> {
        let (x, y) = (self.activate(arena, a), self.activate(arena, b));
        match (summary_site(arena, a), summary_site(arena, b)) {
            (None, None) if positive => self.merges.push((x, y, 0)),
            (None, None) => self.add_pair(x, y, Relation::Different { by: 0 }),
            // A summary stands for several objects, so two objects "equal" to it may differ.
            (Some(site), None) if positive => self.put_into_summary(y, site)?,
            (None, Some(site)) if positive => self.put_into_summary(x, site)?,
            _ => {}
        }
        Ok(())
    }

    /// What the components say of an atom as they stand.
    pub(super) fn read_off(&self, arena: &Arena, atom: AtomId) -> Option<bool> {
        match arena.atom(atom) {
            &Atom::Eq { subject, value } => match arena.as_offset_equality(atom) {
                Some((x, y, by)) => self.read_offset(x, y, by),
                None => self.read_value(subject, value),
            },
            &Atom::Mask { subject, mask, value } => {
                let dom = self.tracked_dom(subject)?;
                if (dom.zeros & value) | (dom.ones & mask & !value) != 0 {
                    return Some(false);
                }
                ((dom.zeros | dom.ones) & mask == mask).then_some(true)
            }
            Atom::In { subject, set } => {
                let dom = self.tracked_dom(*subject)?;
                let none = |inside| next_member(set, inside, dom.ulo as u128).is_none_or(|v| v as i128 > dom.uhi);
                if none(true) { Some(false) } else { none(false).then_some(true) }
            }
            &Atom::Ule(a, b) => self.read_order(a, b, Reading::Unsigned),
            &Atom::Sle(a, b) => self.read_order(a, b, Reading::Signed),
            &Atom::BaseEq(a, b) => {
                let (x, y) = (self.find_node(a)?, self.find_node(b)?);
                let (x, y) = (self.nodes[x].root, self.nodes[y].root);
                let (s, t) = (self.nodes[x].object, self.nodes[y].object);
                match (s.site, t.site) {
                    _ if x == y => Some(true),
                    (Some(s), Some(t)) if s != t => Some(false),
                    _ => None,
                }
            }
        }
    }

    fn tracked_dom(&self, term: TermId) -> Option<Dom> {
        let node = &self.nodes[self.find_node(term)?];
        node.is_tracked().then_some(node.dom)
    }

    fn read_offset(&self, x: TermId, y: TermId, by: u128) -> Option<bool> {
        let (x, y) = (&self.nodes[self.find_node(x)?], &self.nodes[self.find_node(y)?]);
        (x.root == y.root).then(|| x.offset == bits::add(x.width, y.offset, by))
    }

    fn read_value(&self, subject: TermId, value: u128) -> Option<bool> {
        let id = self.find_node(subject)?;
        if let Some(constant) = self.constant_of(id) {
            return Some(constant == value);
        }
        let node = &self.nodes[id];
        (node.is_tracked() && !node.dom.contains(node.width, value)).then_some(false)
    }

    fn read_order(&self, a: TermId, b: TermId, reading: Reading) -> Option<bool> {
        let (a, b) = (self.find_node(a)?, self.find_node(b)?);
        if !self.nodes[a].is_tracked() {
            return None;
        }
        let (lo, hi) = self.difference_bounds((a, reading), (b, reading));
        if hi <= 0 { Some(true) } else { (lo > 0).then_some(false) }
    }
}

/// The set, or its complement, if that is one interval without wrapping.
fn single_range(set: &IntervalSet, inside: bool) -> Option<(i128, i128)> {
    let last = bits::ones(set.width());
    match (set.parts(), inside) {
        ([(lo, hi)], true) => Some((*lo as i128, *hi as i128)),
        ([(0, hi)], false) => Some((*hi as i128 + 1, last as i128)),
        ([(lo, hi)], false) if *hi == last => Some((0, *lo as i128 - 1)),
        _ => None,
    }
}

fn summary_site(arena: &Arena, base: TermId) -> Option<BaseConst> {
    match *arena.term(base) {
        Term::BaseConst(site) | Term::BaseAt { site, .. } if site.class == BaseClass::Summary => Some(site),
        _ => None,
    }
}
