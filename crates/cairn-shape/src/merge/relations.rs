//! Relations between numbers that hold on both sides of a join, or in both of two nodes that are folded.

use super::{Merger, Side};
use crate::fault::{Fault, broken};
use crate::linear::{Constraint, Linear};
use crate::value::{ObjId, Sym};
use std::collections::BTreeSet;

/// A symbol of one side: what it is on the other one, and in the result.
#[derive(Clone)]
struct Mapped {
    /// `None` if the other side has no such node, so that all that is said of it holds there.
    other: Option<Linear>,
    out: Linear,
    /// One of the numbers that each node of a segment has.
    private: bool,
}

/// Ways to map the symbols of one relation that are tried.
const WAYS: usize = 12;

impl Merger<'_> {
    pub(super) fn finish_relations(&mut self) {
        let mut homes: BTreeSet<Option<ObjId>> = self.nums.keys().map(|key| key.3).collect();
        homes.extend(self.copied.keys().map(|key| Some(key.2)));
        homes.insert(None);
        for side in [Side::Left, Side::Right] {
            for relation in &self.heap(side).relations {
                let kept = homes.iter().filter(|&&home| self.keep_relation(side, relation, home)).count() > 0;
                self.lost[side as usize] |= !kept;
            }
        }
    }

    /// What two nodes that are folded have in common becomes something that each node has.
    pub(super) fn fold_relations(&mut self, seg: ObjId) {
        for side in [Side::Left, Side::Right] {
            for relation in &self.heap(side).relations {
                self.keep_relation(side, relation, Some(seg));
            }
        }
    }

    fn keep_relation(&mut self, side: Side, relation: &Constraint, home: Option<ObjId>) -> bool {
        // Bounds that grow must not be made up for by others again and again.
        if self.style.landmarks.is_some() && side == Side::Left && !relation.is_equation {
            return false;
        }
        let mut kept = false;
        for way in self.ways(side, relation, home) {
            let other = self.heap(side.other());
            let replaced = |by: &dyn Fn(&Mapped) -> Option<Linear>| {
                relation.sum.replaced(|sym| way.iter().find(|(of, _)| *of == sym).and_then(|(_, mapped)| by(mapped)))
            };
            let vacuous = way.iter().any(|(_, mapped)| mapped.other.is_none());
            let Some(out) = replaced(&|mapped| Some(mapped.out.clone())) else { continue };
            let there = replaced(&|mapped| mapped.other.clone());
            let [above, below] = [1, -1].map(|by| {
                let sum = there.as_ref().and_then(|there| there.times(by));
                vacuous || broken(Fault::RelatedOnOneSide) || sum.is_some_and(|sum| other.proves(&sum))
            });
            let holds = above && (below || !relation.is_equation);
            let sum = if above { Some(out) } else { out.times(-1) };
            let Some(sum) = sum.filter(|_| above || (below && relation.is_equation)) else { continue };
            let added = self.out.relate(Constraint { sum, is_equation: holds && relation.is_equation });
            kept |= holds && added;
        }
        kept
    }

    /// Ways to see the symbols of a relation: shared ones, and of segments only those of one home.
    fn ways(&self, side: Side, relation: &Constraint, home: Option<ObjId>) -> Vec<Vec<(Sym, Mapped)>> {
        let mut ways: Vec<Vec<(Sym, Mapped)>> = vec![Vec::new()];
        for sym in relation.sum.syms() {
            let mapped = self.mapped(side, sym, home);
            let extend = |way: &Vec<(Sym, Mapped)>| -> Vec<Vec<(Sym, Mapped)>> {
                let with = |one: &Mapped| way.iter().cloned().chain([(sym, one.clone())]).collect();
                mapped.iter().map(with).collect()
            };
            ways = ways.iter().flat_map(extend).take(WAYS).collect();
        }
        ways.retain(|way| way.iter().any(|(_, mapped)| mapped.private) == home.is_some());
        ways
    }

    fn mapped(&self, side: Side, sym: Sym, home: Option<ObjId>) -> Vec<Mapped> {
        let (here, other) = (self.heap(side), self.heap(side.other()));
        let width = here.syms[&sym].range.width;
        let mut all = Vec::new();
        for (key, entries) in self.nums.iter().filter(|(key, _)| key.0 == width && (key.3.is_none() || key.3 == home)) {
            if (if side == Side::Left { key.1 } else { key.2 }) != Some(sym) {
                continue;
            }
            for &(l, r, out) in entries {
                let (own, opposite) = if side == Side::Left { (l, r) } else { (r, l) };
                let sums = (other.as_sum(opposite.minus(own.add)), self.out.as_sum(out.minus(own.add)));
                if let (Some(there), Some(out)) = sums {
                    all.push(Mapped { other: Some(there), out, private: key.3.is_some() });
                }
            }
        }
        if let Some(out) = home.and_then(|home| self.copied.get(&(side, sym, home))) {
            all.extend(self.out.as_sum(*out).map(|out| Mapped { other: None, out, private: true }));
        }
        // Two nodes of one heap see the same numbers besides their own.
        if self.folding.is_some() && here.syms[&sym].owner.is_none() {
            let shared = Linear::symbol(sym);
            all.push(Mapped { other: Some(shared.clone()), out: shared, private: false });
        }
        all
    }
}
