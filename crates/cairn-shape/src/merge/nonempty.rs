//! Lists of which at least one has a node, on both sides of a join.

use super::{Merger, Side};
use crate::fault::{Fault, broken};
use crate::nonempty::{NotAllEmpty, may_be_empty};
use crate::value::{ObjId, Val};
use std::collections::{BTreeMap, BTreeSet};

impl Merger<'_> {
    /// What either side says, and what follows from what both have where the result has lists that may be empty. What
    /// only one side says holds if that side's own lists have nodes.
    pub(super) fn finish_nonempty(&mut self) {
        let back = [Side::Left, Side::Right].map(|side| self.counterparts(side));
        let mut candidates = self.ways_to_nothing();
        for side in [Side::Left, Side::Right] {
            let said = self.said(side);
            let own: Vec<ObjId> = self.inserted_by(side);
            let given = |one: &NotAllEmpty| -> Vec<NotAllEmpty> {
                let own = own.iter().filter(|id| one.given.is_none() && !one.some.contains(id));
                own.map(|&id| NotAllEmpty { given: Some(id), some: one.some.clone() }).collect()
            };
            let conditional: Vec<NotAllEmpty> = said.iter().flat_map(given).collect();
            candidates.extend(said);
            candidates.extend(conditional);
        }
        candidates.sort();
        for one in candidates {
            let holds = |side: Side| self.has_some(side, &back[side as usize], &one);
            let either = broken(Fault::SomeOnOneSide) && (holds(Side::Left) || holds(Side::Right));
            let follows = self.out.not_all_empty.iter().any(|known| one.follows_from(known));
            if !follows && (either || (holds(Side::Left) && holds(Side::Right))) {
                self.out.keep_not_all_empty(one);
            }
        }
        for side in [Side::Left, Side::Right] {
            let said = self.said(side);
            let has_node = |id: &ObjId| self.out.objs.get(id).is_some_and(|obj| !may_be_empty(obj));
            let kept = |one: &NotAllEmpty| {
                one.some.iter().any(has_node) || self.out.not_all_empty.iter().any(|known| one.follows_from(known))
            };
            if said.len() < self.heap(side).not_all_empty.len() || !said.iter().all(kept) {
                self.loses(side);
                self.lengths_lost = true;
            }
        }
    }

    /// What one side says, with the names of the result.
    fn said(&self, side: Side) -> Vec<NotAllEmpty> {
        let all = self.heap(side).not_all_empty.iter();
        all.filter_map(|one| one.renamed(|id| self.met[side as usize].get(id).copied())).collect()
    }

    /// Lists of the result that only one side has.
    fn inserted_by(&self, side: Side) -> Vec<ObjId> {
        let own = self.inserted.iter().filter(|((of, _), _)| *of == side).map(|(_, entry)| entry.out);
        own.filter(|id| self.out.objs[id].owner.is_none()).collect()
    }

    fn counterparts(&self, side: Side) -> BTreeMap<ObjId, ObjId> {
        self.met[side as usize].iter().map(|(&own, &out)| (out, own)).collect()
    }

    /// Does it hold on that side? What that side does not have is empty there.
    fn has_some(&self, side: Side, back: &BTreeMap<ObjId, ObjId>, one: &NotAllEmpty) -> bool {
        let some: BTreeSet<ObjId> = one.some.iter().filter_map(|id| back.get(id).copied()).collect();
        let given = one.given.map(|given| back.get(&given).copied());
        if given == Some(None) || some.iter().any(|&id| !may_be_empty(self.obj(side, id))) {
            return true;
        }
        let here = NotAllEmpty { given: given.flatten(), some };
        self.heap(side).not_all_empty.iter().any(|known| here.follows_from(known))
    }

    /// Lists through which registers and cells lead to nothing if all are empty.
    fn ways_to_nothing(&self) -> Vec<NotAllEmpty> {
        let regs = self.out.frames.iter().flat_map(|frame| frame.regs.values().copied());
        let shared = self.out.objs.values().filter(|obj| obj.owner.is_none());
        let vals: BTreeSet<Val> = regs.chain(shared.flat_map(|obj| obj.values().map(|(_, val)| val))).collect();
        let ways = vals.into_iter().map(|val| self.out.if_all_empty(self.world, val)).filter(|way| way.len() > 1);
        ways.map(|some| NotAllEmpty { given: None, some }).collect()
    }
}
