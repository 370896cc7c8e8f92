//! The shape predicates of `cairn.h` on abstract heaps: true or false if that is so in every state that the heap stands for.
//!
//! A cell is an address that links lead to. A walk goes through single nodes link by link, and through segments in one
//! step: their links are sound by what a segment is.
//! Not here: what the predicates mean on concrete memory (`cairn-interp`).

use crate::fault::{Fault, broken};
use crate::heap::Heap;
use crate::object::{Life, Links, Obj, Seg};
use crate::value::{Addr, Lin, ObjId, Spot, Val};
use crate::world::World;
use cairn_ir::HostFn;
use std::collections::{BTreeMap, BTreeSet};

pub(crate) fn is_predicate(func: HostFn) -> bool {
    use HostFn::{AreDisjoint, IsCyclic, IsDlist, IsList, IsTree, Reaches};
    matches!(func, IsList | IsDlist | IsCyclic | IsTree | AreDisjoint | Reaches)
}

/// Does the predicate hold? The arguments are as the primitive's signature says.
pub(crate) fn decide(world: &World<'_>, heap: &Heap, predicate: HostFn, args: &[Val]) -> Option<bool> {
    if args.iter().any(|arg| matches!(arg, Val::Undef | Val::Top)) {
        return None;
    }
    let walk = Walk { world, heap };
    let offset = |arg: Val| arg.as_const().and_then(|at| i64::try_from(at).ok());
    match *args {
        [p, next] if predicate == HostFn::IsList => walk.leads_to(p, world.null(), offset(next)?),
        [p, next] if predicate == HostFn::IsCyclic => {
            let next = offset(next)?;
            match walk.step(p, next)? {
                Step::Broken => Some(false),
                Step::To(second) => walk.leads_to(second, p, next),
                Step::Through(id, _) if walk.obj(id).seg?.min == 0 => None,
                Step::Through(_, end) => walk.leads_to(end, p, next),
            }
        }
        [p, next, prev] if predicate == HostFn::IsDlist => walk.is_doubly_linked(p, offset(next)?, offset(prev)?),
        [p, left, right] if predicate == HostFn::IsTree => {
            let Some(cells) = walk.cells(p, [offset(left)?, offset(right)?])? else { return Some(false) };
            if cells.shared || !cells.unsure { Some(!cells.shared) } else { None }
        }
        [p, q, left, right] if predicate == HostFn::AreDisjoint => {
            let links = [offset(left)?, offset(right)?];
            match (walk.cells(p, links)?, walk.cells(q, links)?) {
                (Some(of_p), Some(of_q)) if of_p.objs.keys().all(|id| !of_q.objs.contains_key(id)) => Some(true),
                (Some(_), Some(_)) => None,
                _ => Some(false),
            }
        }
        [p, q, next] if predicate == HostFn::Reaches => walk.leads_to(p, q, offset(next)?),
        _ => None,
    }
}

/// A list that may be empty, among what the arguments lead to.
pub(crate) fn maybe_empty(heap: &Heap, args: &[Val]) -> Option<ObjId> {
    let from = args.iter().filter_map(|arg| arg.addr()).map(|addr| addr.obj).collect();
    let reached = heap.reachable(from);
    reached.into_iter().find(|id| heap.objs[id].owner.is_none() && heap.objs[id].seg.is_some_and(|seg| seg.min == 0))
}

struct Walk<'a> {
    world: &'a World<'a>,
    heap: &'a Heap,
}

/// What can be reached from somewhere.
struct Cells {
    /// The one cell that each object has.
    objs: BTreeMap<ObjId, Addr>,
    /// Some cell is reached in two ways; or one of a list is that may be empty.
    shared: bool,
    unsure: bool,
}

/// What one link of a cell says.
enum Step {
    /// The cell is not sound.
    Broken,
    To(Val),
    /// A segment is behind us.
    Through(ObjId, Val),
}

impl Walk<'_> {
    fn obj(&self, id: ObjId) -> &Obj {
        self.heap.obj(self.world, id)
    }

    fn is_null(&self, val: Val) -> bool {
        val == self.world.null()
    }

    /// The link of a single cell: `Some(None)` if the cell is not sound, `None` if that is not known.
    fn link(&self, cell: Val, offset: i64) -> Option<Option<Val>> {
        match self.step(cell, offset)? {
            Step::Broken => Some(None),
            Step::To(val) => Some(Some(val)),
            Step::Through(..) => None,
        }
    }

    fn step(&self, cell: Val, offset: i64) -> Option<Step> {
        let addr = match cell {
            Val::Num(number) if number.as_const().is_some_and(|n| n < crate::access::NULL_PAGE) => {
                return Some(Step::Broken);
            }
            Val::Ptr(addr) => addr,
            _ => return None,
        };
        let obj = self.obj(addr.obj);
        let at = addr.off.as_signed()?.checked_add(offset)?;
        if obj.is_optional() || obj.is_path() || obj.cut {
            return None;
        }
        if let Some(seg) = obj.seg {
            return self.through(addr, seg, at);
        }
        if obj.life != Life::Live {
            return Some(Step::Broken);
        }
        let word = self.world.word();
        let number = |value: i64| Lin::constant(self.world.bits, value as u128);
        if !self.heap.fits(number(at), number(word as i64), obj.size) {
            // What is behind a part belongs to the same object.
            let outside = at < 0 || i128::from(at) + i128::from(word) > self.heap.range(obj.size).uhi;
            return (outside && obj.part.is_none()).then_some(Step::Broken);
        }
        match obj.exact(at as u64, word)? {
            Val::Undef => Some(Step::Broken),
            Val::Top => None,
            val => Some(Step::To(val)),
        }
    }

    /// Along a list, forwards from its first node or backwards from its last; in a tree, from its last node upwards. The other
    /// way, the first node leads out of it.
    fn through(&self, addr: Addr, seg: Seg, at: i64) -> Option<Step> {
        let (links, obj, word) = (seg.links, self.obj(addr.obj), self.world.word());
        let (off, at) = (addr.off.as_signed()?, u64::try_from(at).ok()?);
        match (addr.spot, links.back) {
            (Spot::First, Some((prev, _))) if at == prev && seg.min > 0 => Some(Step::To(obj.exact(prev, word)?)),
            (Spot::First, _) if at == links.next && off == links.head && links.fork.is_none() => {
                Some(Step::Through(addr.obj, obj.exact(links.next, word)?))
            }
            (Spot::Last, Some((prev, head))) if at == prev && off == head => {
                Some(Step::Through(addr.obj, obj.exact(prev, word)?))
            }
            // What all nodes have, the first one has.
            (Spot::First, _) if off == links.head && seg.min > 0 && !links.has(at) && links.fork.is_none() => {
                let val = obj.exact(at, word).filter(|val| val.as_const().is_some());
                val.map(Step::To).or_else(|| self.beside(addr.obj, seg, at))
            }
            (Spot::First, _) if off == links.head => self.beside(addr.obj, seg, at),
            _ => None,
        }
    }

    /// Along another link that leads from node to node, too.
    fn beside(&self, id: ObjId, seg: Seg, at: u64) -> Option<Step> {
        let end = self.obj(id).exact(seg.links.next, self.world.word())?;
        self.runs_beside(id, seg, at).then_some(Step::Through(id, end))
    }

    /// Does another link lead from each node, perhaps through a list that it has, to the next one?
    fn runs_beside(&self, id: ObjId, seg: Seg, at: u64) -> bool {
        let is_next = |val: Val| {
            val.addr()
                .is_some_and(|to| to.obj == id && to.spot == Spot::Next && to.off.as_signed() == Some(seg.links.head))
        };
        let through = |list: &Obj| {
            let along =
                list.seg.is_some_and(|seg| seg.links.next == at && seg.links.fork.is_none() && !list.is_optional());
            along && list.exact(at, self.world.word()).is_some_and(is_next)
        };
        let first = self.obj(id).exact(at, self.world.word());
        first.is_some_and(|val| match val.addr() {
            Some(to) if to.obj != id => {
                let list = self.obj(to.obj);
                let head = list.seg.map(|seg| seg.links.head);
                to.spot == Spot::First && to.off.as_signed() == head && list.owner == Some(id) && through(list)
            }
            _ => is_next(val),
        })
    }

    fn may_be_empty(&self, val: Val) -> bool {
        val.addr().is_some_and(|addr| self.obj(addr.obj).seg.is_some_and(|seg| seg.min == 0))
    }

    /// Do the two differ in every state?
    fn differ(&self, a: Val, b: Val) -> bool {
        let inside = |addr: Addr| {
            let obj = self.obj(addr.obj);
            let one = Lin::constant(addr.off.width, 1);
            obj.life == Life::Live && self.heap.fits(addr.off, one, obj.size)
        };
        match (a, b) {
            _ if self.may_be_empty(a) || self.may_be_empty(b) => false,
            (Val::Ptr(a), Val::Ptr(b)) if a.obj == b.obj => {
                a.spot == b.spot && a.off != b.off && a.off.sym == b.off.sym
            }
            (Val::Ptr(a), Val::Ptr(b)) => inside(a) && inside(b) && !self.obj(a.obj).cut && !self.obj(b.obj).cut,
            (Val::Ptr(addr), other) | (other, Val::Ptr(addr)) => self.is_null(other) && inside(addr),
            (Val::Num(a), Val::Num(b)) => a.sym.is_none() && b.sym.is_none() && a != b,
            _ => false,
        }
    }

    fn leads_to(&self, from: Val, target: Val, next: i64) -> Option<bool> {
        let (mut cell, mut seen) = (from, BTreeSet::new());
        // Whether the target was met is not known any more: it can only be found, not missed.
        let mut sure = true;
        while cell != target {
            sure &= self.differ(cell, target);
            if !seen.insert(cell) {
                return sure.then_some(false);
            }
            match self.step(cell, next)? {
                Step::Broken => return sure.then_some(false),
                Step::To(val) => cell = val,
                Step::Through(id, end) => {
                    let last = target.addr().is_some_and(|to| to.obj == id);
                    if last && self.is_last(target, cell) {
                        // If the list is empty, one of the two is before it and the other behind.
                        let has_nodes = self.obj(id).seg?.min > 0 || broken(Fault::EmptyLeadsOn);
                        return has_nodes.then_some(true);
                    }
                    sure &= !last;
                    cell = end;
                }
            }
        }
        Some(true)
    }

    /// Is the target the node at the far end of the list that a cell is in?
    fn is_last(&self, target: Val, cell: Val) -> bool {
        match (target, cell) {
            (Val::Ptr(to), Val::Ptr(from)) => {
                to.spot != from.spot && !matches!(to.spot, Spot::Own | Spot::Next) && to.off == from.off
            }
            _ => false,
        }
    }

    fn is_doubly_linked(&self, first: Val, next: i64, prev: i64) -> Option<bool> {
        let (mut cell, mut before) = (first, self.world.null());
        for _ in 0..=self.heap.objs.len() + self.world.fixed.len() {
            if self.is_null(cell) {
                return Some(true);
            }
            match self.step(cell, next)? {
                Step::Broken => return Some(false),
                Step::To(val) => {
                    let Some(back) = self.link(cell, prev)? else { return Some(false) };
                    if back != before {
                        return self.differ(back, before).then_some(false);
                    }
                    (before, cell) = (cell, val);
                }
                Step::Through(id, end) => {
                    let addr = cell.addr()?;
                    let links = self.obj(id).seg?.links;
                    // The links back, and the node where the list is left.
                    let ((at, head), far) = match addr.spot {
                        Spot::Last => ((links.next, links.head), Spot::First),
                        _ => (links.back?, Spot::Last),
                    };
                    let off = addr.off.as_signed()?;
                    let back = self.obj(id).exact(at, self.world.word())?;
                    if u64::try_from(off.checked_add(prev)?) != Ok(at) || head != off || back != before {
                        return None;
                    }
                    (before, cell) = (Val::Ptr(Addr { spot: far, ..addr }), end);
                }
            }
        }
        // Round and round: some node would have to point back to two others.
        None
    }

    /// What the links lead to: `Some(None)` if something on the way is not sound.
    fn cells(&self, root: Val, links: [i64; 2]) -> Option<Option<Cells>> {
        let mut cells = Cells { objs: BTreeMap::new(), shared: false, unsure: false };
        let mut work = vec![root];
        while let Some(cell) = work.pop() {
            if self.is_null(cell) {
                continue;
            }
            let addr = match cell.addr() {
                Some(addr) => addr,
                None => match self.step(cell, links[0])? {
                    Step::Broken => return Some(None),
                    _ => return None,
                },
            };
            if let Some(known) = cells.objs.insert(addr.obj, addr) {
                // Another cell of the object.
                if known != addr {
                    return None;
                }
                let may_be_empty = self.may_be_empty(cell);
                cells.shared |= !may_be_empty;
                cells.unsure |= may_be_empty;
                continue;
            }
            if !self.push_children(addr, links, &mut work)? {
                return Some(None);
            }
        }
        Some(Some(cells))
    }

    /// False if the cell is not sound.
    fn push_children(&self, addr: Addr, links: [i64; 2], work: &mut Vec<Val>) -> Option<bool> {
        let obj = self.obj(addr.obj);
        let word = self.world.word();
        if obj.is_optional() || obj.is_path() {
            return None;
        }
        if let Some(seg) = obj.seg {
            let off = addr.off.as_signed()?;
            let at = links.map(|link| off.checked_add(link).and_then(|at| u64::try_from(at).ok()));
            let all = at.iter().all(|at| at.is_some_and(|at| at == seg.links.next || seg.links.fork == Some(at)));
            let one = links[0] == links[1];
            let whole = if seg.links.fork.is_some() { !one } else { one };
            if addr.spot != Spot::First || off != seg.links.head || !all || !whole {
                return self.push_chain(addr, seg.links, at, work);
            }
            work.push(obj.exact(seg.links.next, word)?);
            return Some(true);
        }
        let distinct: BTreeSet<i64> = links.into_iter().collect();
        for link in distinct {
            match self.link(Val::Ptr(addr), link)? {
                Some(val) => work.push(val),
                None => return Some(false),
            }
        }
        Some(true)
    }

    /// A list through one of the two links, with null at the other in each of its nodes.
    fn push_chain(&self, addr: Addr, links: Links, at: [Option<u64>; 2], work: &mut Vec<Val>) -> Option<bool> {
        let obj = self.obj(addr.obj);
        let word = self.world.word();
        let other = if at[0] == Some(links.next) { at[1]? } else { at[0]? };
        let chain = at.contains(&Some(links.next)) && links.fork.is_none() && !links.has(other);
        let head = addr.spot == Spot::First && addr.off.as_signed() == Some(links.head);
        if !chain || !head || obj.exact(other, word) != Some(self.world.null()) {
            return None;
        }
        work.push(obj.exact(links.next, word)?);
        Some(true)
    }
}
