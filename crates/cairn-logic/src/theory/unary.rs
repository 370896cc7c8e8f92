//! Statements about one node that bounds and bits cannot express: holes, sets of several intervals, masks that differ.
//!
//! They are kept in a list per node; whenever the node's domain changes, its ends move to the nearest words that all of
//! them allow. Not here: disequalities between two terms (`different`).

use super::dom::{Dom, modulus};
use super::node::{NIL, NodeId, Unary, Undo};
use super::{Contradiction, Ctx};
use crate::arena::Arena;
use crate::atom::{Atom, AtomId};
use crate::bits;
use crate::eval;
use crate::interval::IntervalSet;

impl Ctx {
    pub(super) fn add_unary(&mut self, id: NodeId, atom: AtomId, positive: bool) {
        self.unary.push(Unary { atom, positive, next: self.nodes[id].unary });
        self.nodes[id].unary = self.unary.len() as u32 - 1;
        self.trail.push(Undo::Unary(id));
        self.enqueue(id);
    }

    /// Whether the statements about a node allow it to be this word.
    pub(super) fn unary_allow(&self, arena: &Arena, id: NodeId, value: u128) -> bool {
        let mut at = self.nodes[id].unary;
        while at != NIL {
            let unary = self.unary[at as usize];
            if eval::holds(arena, unary.atom, |_| value) != unary.positive {
                return false;
            }
            at = unary.next;
        }
        true
    }

    /// Moves the ends of the node's domain to words that its statements allow.
    pub(super) fn refine_by_unary(&mut self, arena: &Arena, id: NodeId) -> Result<(), Contradiction> {
        let width = self.nodes[id].width;
        let mut dom = self.nodes[id].dom;
        loop {
            let before = dom;
            let mut at = self.nodes[id].unary;
            while at != NIL {
                let unary = self.unary[at as usize];
                let refined = refine(arena, width, dom, &unary).ok_or(Contradiction)?;
                if refined != dom {
                    dom = refined.reduced(width).ok_or(Contradiction)?;
                }
                at = unary.next;
            }
            if dom == before || !self.take_fuel() {
                return self.update(id, dom);
            }
        }
    }
}

fn refine(arena: &Arena, width: u32, dom: Dom, unary: &Unary) -> Option<Dom> {
    match arena.atom(unary.atom) {
        Atom::Eq { value, .. } if !unary.positive => without(width, dom, *value),
        Atom::In { set, .. } => trim(width, dom, set, unary.positive),
        Atom::Mask { mask, value, .. } if !unary.positive => differ(dom, *mask, *value),
        _ => Some(dom),
    }
}

/// The domain without one word, if that is at an end of it.
pub(super) fn without(width: u32, mut dom: Dom, value: u128) -> Option<Dom> {
    let (unsigned, signed) = (value as i128, bits::to_signed(width, value));
    dom.ulo += i128::from(dom.ulo == unsigned);
    dom.uhi -= i128::from(dom.uhi == unsigned);
    dom.slo += i128::from(dom.slo == signed);
    dom.shi -= i128::from(dom.shi == signed);
    (dom.ulo <= dom.uhi && dom.slo <= dom.shi).then_some(dom)
}

/// The ends of both readings moved inwards to members of the set (or of its complement).
fn trim(width: u32, mut dom: Dom, set: &IntervalSet, inside: bool) -> Option<Dom> {
    let full = modulus(width);
    let next = |from: i128| next_member(set, inside, from as u128).map(|v| v as i128);
    let previous = |from: i128| previous_member(set, inside, from as u128).map(|v| v as i128);
    dom.ulo = next(dom.ulo)?;
    dom.uhi = previous(dom.uhi)?;
    dom.slo = if dom.slo < 0 { next(dom.slo + full).map(|v| v - full).or_else(|| next(0))? } else { next(dom.slo)? };
    dom.shi = if dom.shi >= 0 {
        previous(dom.shi).or_else(|| previous(full - 1).map(|v| v - full))?
    } else {
        previous(dom.shi + full)? - full
    };
    (dom.ulo <= dom.uhi && dom.slo <= dom.shi).then_some(dom)
}

/// The least word ≥ `from` inside (or outside) the set.
pub(super) fn next_member(set: &IntervalSet, inside: bool, from: u128) -> Option<u128> {
    let at = set.parts().partition_point(|&(_, hi)| hi < from);
    match set.parts().get(at) {
        Some(&(lo, _)) if inside => Some(from.max(lo)),
        None if inside => None,
        Some(&(lo, hi)) if lo <= from => (hi < bits::ones(set.width())).then(|| hi + 1),
        _ => Some(from),
    }
}

/// The greatest word ≤ `from` inside (or outside) the set.
fn previous_member(set: &IntervalSet, inside: bool, from: u128) -> Option<u128> {
    let at = set.parts().partition_point(|&(lo, _)| lo <= from).checked_sub(1);
    match at.map(|at| set.parts()[at]) {
        Some((_, hi)) if inside => Some(from.min(hi)),
        None if inside => None,
        Some((lo, hi)) if hi >= from => lo.checked_sub(1),
        _ => Some(from),
    }
}

/// `x & mask ≠ value`: if all bits of the mask but one are known to agree, that one does not.
fn differ(mut dom: Dom, mask: u128, value: u128) -> Option<Dom> {
    if (dom.ones & mask & !value) | (dom.zeros & value) != 0 {
        return Some(dom);
    }
    let open = mask & !dom.ones & !dom.zeros;
    if open == 0 {
        return None;
    }
    if open.is_power_of_two() {
        dom.ones |= open & !value;
        dom.zeros |= open & value;
    }
    Some(dom)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_the_nearest() {
        for pattern in (0..=u16::MAX).step_by(41) {
            let parts = (0..16u128).filter(|v| pattern >> v & 1 == 1).map(|v| (v, v)).collect();
            let set = IntervalSet::from_parts(4, parts);
            for inside in [true, false] {
                for from in 0..16 {
                    let fits = |v: &u128| set.contains(*v) == inside;
                    assert_eq!(next_member(&set, inside, from), (from..16).find(fits));
                    assert_eq!(previous_member(&set, inside, from), (0..=from).rev().find(fits));
                }
            }
        }
    }
}
