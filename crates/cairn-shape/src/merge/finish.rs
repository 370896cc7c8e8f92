//! What remains when everything that is reached is paired: locals, and whether the result makes sense.

use super::{Merger, Side};
use crate::object::{Kind, Life, Obj};
use crate::value::{ObjId, Spot, Val};
use std::collections::BTreeSet;

impl Merger<'_> {
    /// Locals that no register leads to are paired by their order.
    pub(super) fn pair_locals(&mut self) -> Option<()> {
        for (l, r) in self.left.frames.iter().zip(&self.right.frames) {
            if l.locals.len() != r.locals.len() {
                continue;
            }
            for (&left, &right) in l.locals.iter().zip(&r.locals) {
                if !self.met[0].contains_key(&left) && !self.met[1].contains_key(&right) {
                    self.pair_objects(left, right, None)?;
                }
            }
        }
        Some(())
    }

    /// Was everything that the two heaps have looked at? What is gone need not be known any more.
    pub(super) fn met_all(&self) -> bool {
        let all = |side: Side| {
            let mut objs = self.heap(side).objs.iter();
            let gone = |obj: &Obj| obj.kind == Kind::Heap && obj.life == Life::Freed;
            objs.all(|(id, obj)| self.is_fixed(*id) || self.met[side as usize].contains_key(id) || gone(obj))
        };
        all(Side::Left) && all(Side::Right)
    }

    /// From segments that one side does not have, links lead to something that it has.
    pub(super) fn leads_on(&self) -> bool {
        let absent = |side: Side| -> BTreeSet<ObjId> {
            self.inserted.iter().filter(|((of, _), _)| *of == side).map(|(_, entry)| entry.out).collect()
        };
        let ends = |side: Side| {
            let absent = absent(side);
            absent.iter().all(|&from| self.leads_out(&absent, from, false) && self.leads_out(&absent, from, true))
        };
        ends(Side::Left) && ends(Side::Right)
    }

    /// A list that is empty is left where it was entered: at its first node forwards, at its last one backwards. Whoever comes
    /// back to a list would find that it ends in itself once the others are empty.
    pub(super) fn leads_out(&self, absent: &BTreeSet<ObjId>, from: ObjId, backwards: bool) -> bool {
        let (mut at, mut backwards) = (from, backwards);
        let mut met = BTreeSet::from([from]);
        loop {
            let Some(obj) = self.out.objs.get(&at) else { return false };
            let Some(links) = obj.seg.map(|seg| seg.links) else { return true };
            let link = if backwards { links.back.map(|(prev, _)| prev) } else { Some(links.next) };
            let Some(link) = link else { return true };
            match obj.exact(link, self.world.word()).and_then(Val::addr) {
                Some(addr) if absent.contains(&addr.obj) && met.insert(addr.obj) => {
                    (at, backwards) = (addr.obj, addr.spot == Spot::Last);
                }
                Some(addr) if absent.contains(&addr.obj) => return false,
                _ => return true,
            }
        }
    }

    pub(super) fn no_link_to_itself(&self) -> bool {
        self.out.objs.iter().all(|(id, obj)| {
            let mut links = obj.values().filter(|(at, _)| obj.is_link(*at));
            links.all(|(_, val)| val.addr().is_none_or(|addr| addr.obj != *id))
        })
    }

    pub(super) fn finish_locals(&mut self) {
        for at in 0..self.out.frames.len() {
            let locals = self.left.frames[at].locals.iter().filter_map(|local| self.met[0].get(local).copied());
            let locals: Vec<ObjId> = locals.collect();
            self.out.frames[at].locals = locals;
        }
    }
}
