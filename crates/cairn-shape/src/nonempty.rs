//! Lists of which at least one has a node, perhaps only if another list has one: what stays known of a list when it was
//! found in two pieces, either of which may be empty.
//!
//! Not here: what of it holds on both sides of a join (`merge::nonempty`).

use crate::heap::Heap;
use crate::object::Obj;
use crate::value::{ObjId, Spot, Val};
use crate::world::World;
use std::collections::BTreeSet;

/// If `given` has a node, one of `some` has.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct NotAllEmpty {
    /// `None`: in any case.
    pub given: Option<ObjId>,
    pub some: BTreeSet<ObjId>,
}

/// So many are kept for a heap, at most.
const MOST: usize = 8;

/// Is it a segment that may be empty?
pub(crate) fn may_be_empty(obj: &Obj) -> bool {
    obj.seg.is_some_and(|seg| seg.min == 0)
}

impl NotAllEmpty {
    /// Does this follow from another one?
    pub fn follows_from(&self, known: &NotAllEmpty) -> bool {
        known.some.is_subset(&self.some) && (known.given.is_none() || known.given == self.given)
    }

    /// The same with other names for objects, if all have one.
    pub fn renamed(&self, name: impl Fn(&ObjId) -> Option<ObjId>) -> Option<NotAllEmpty> {
        let given = match &self.given {
            Some(given) => Some(name(given)?),
            None => None,
        };
        Some(NotAllEmpty { given, some: self.some.iter().map(name).collect::<Option<_>>()? })
    }

    fn all(&self) -> impl Iterator<Item = &ObjId> {
        self.given.iter().chain(&self.some)
    }
}

impl Heap {
    /// A segment is empty: another one is not, then. `false` if that cannot be.
    pub(crate) fn note_empty(&mut self, id: ObjId) -> bool {
        let all = std::mem::take(&mut self.not_all_empty);
        all.into_iter().filter(|one| one.given != Some(id)).all(|mut one| {
            one.some.remove(&id);
            self.keep_not_all_empty(one)
        })
    }

    /// A segment has a node.
    pub(crate) fn note_node(&mut self, id: ObjId) {
        let all = std::mem::take(&mut self.not_all_empty);
        for one in all.into_iter().filter(|one| !one.some.contains(&id)) {
            self.keep_not_all_empty(NotAllEmpty { given: one.given.filter(|&given| given != id), ..one });
        }
    }

    /// Adds what is not all empty. `false` if it is all of nothing.
    pub(crate) fn keep_not_all_empty(&mut self, one: NotAllEmpty) -> bool {
        let is_open = one.all().all(|id| self.objs.get(id).is_some_and(|obj| may_be_empty(obj)));
        match (one.given, one.some.len(), one.some.first()) {
            (None, 0, _) => return false,
            (None, 1, Some(&only)) if is_open => self.set_min(only, 1),
            (_, 1.., _) if is_open && self.not_all_empty.len() < MOST => drop(self.not_all_empty.insert(one)),
            _ => {}
        }
        true
    }

    /// Two segments became one.
    pub(crate) fn note_folded(&mut self, pair: [ObjId; 2], folded: ObjId) {
        let all = std::mem::take(&mut self.not_all_empty);
        for mut one in all.into_iter().filter(|one| !one.given.is_some_and(|given| pair.contains(&given))) {
            if pair.iter().filter(|id| one.some.remove(id)).count() > 0 {
                one.some.insert(folded);
            }
            self.keep_not_all_empty(one);
        }
    }

    /// Forgets what speaks of something that is not there any more.
    pub(crate) fn drop_not_all_empty(&mut self) {
        let objs = &self.objs;
        let is_open = |id: &ObjId| objs.get(id).is_some_and(|obj| may_be_empty(obj));
        self.not_all_empty.retain(|one| one.all().all(is_open));
    }

    /// Forgets what speaks of an object.
    pub(crate) fn forget_whether_empty(&mut self, id: ObjId) {
        self.not_all_empty.retain(|one| one.all().all(|&other| other != id));
    }

    /// The segments that a value leads through if they are empty, up to a number such as null; none if it leads to
    /// something that is there.
    pub(crate) fn if_all_empty(&self, world: &World<'_>, val: Val) -> BTreeSet<ObjId> {
        let (mut at, mut through) = (val, BTreeSet::new());
        while let Val::Ptr(addr) = at {
            let is_way = |obj: &Obj| may_be_empty(obj) && obj.owner.is_none() && addr.spot == Spot::First;
            let Some(obj) = self.objs.get(&addr.obj).filter(|obj| is_way(obj) && through.insert(addr.obj)) else {
                return BTreeSet::new();
            };
            at = obj.seg.and_then(|seg| obj.exact(seg.links.next, world.word())).unwrap_or(Val::Top);
        }
        through
    }
}
