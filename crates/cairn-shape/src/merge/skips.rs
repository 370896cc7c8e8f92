//! Pointers to the node behind, in nodes and in what they have: a list that a second one runs through.

use super::{Merger, Side};
use crate::fault::{Fault, broken};
use crate::object::Links;
use crate::value::{Lin, ObjId, Spot, Val};

impl Merger<'_> {
    /// Do both values lead where the link of their node leads? Gives the list, and the offset.
    pub(super) fn both_next(&self, left: Val, right: Val) -> Option<(ObjId, Lin)> {
        let named = |val: Val| val.addr().filter(|addr| addr.spot == Spot::Next).map(|addr| addr.obj);
        let pair = match (&self.folding, named(left), named(right)) {
            (Some(folding), ..) => (folding.first, folding.second),
            (None, Some(of), _) => *self.pairs.keys().find(|(l, _)| *l == of)?,
            (None, None, Some(of)) => *self.pairs.keys().find(|(_, r)| *r == of)?,
            (None, None, None) => return None,
        };
        let out = *self.pairs.get(&pair)?;
        let links = match &self.folding {
            Some(folding) => folding.links,
            None => self.out.objs.get(&out)?.seg?.links,
        };
        let offsets = [(Side::Left, pair.0, left), (Side::Right, pair.1, right)];
        let [l, r] = offsets.map(|(side, node, val)| self.next_of(side, node, links, val));
        if broken(Fault::OneIsNext) {
            return l.or(r).map(|off| (out, off));
        }
        l.filter(|_| l == r).map(|off| (out, off))
    }

    /// The offset of a value that leads where the link of a node leads.
    pub(super) fn next_of(&self, side: Side, node: ObjId, links: Links, val: Val) -> Option<Lin> {
        let obj = self.obj(side, node);
        if links.fork.is_some() || links.other.is_some() {
            return None;
        }
        match val {
            Val::Ptr(addr) if addr.obj == node && addr.spot == Spot::Next => Some(addr.off),
            _ if obj.seg.is_none_or(|seg| seg.only) => {
                let same = obj.exact(links.next, self.world.word()) == Some(val);
                same.then(|| Lin::constant(self.world.bits, links.head as u128))
            }
            _ => None,
        }
    }
}
