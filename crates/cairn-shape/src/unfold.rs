//! Rearrangement: takes nodes out of segments, or finds that a segment is empty.

use crate::fault::{Fault, broken};
use crate::heap::{Heap, SymInfo};
use crate::object::{Cell, Content, Links, Obj, Part};
use crate::value::{Addr, Lin, ObjId, Spot, Sym, Val};
use crate::world::World;
use cairn_ir::Id;
use std::collections::BTreeMap;
use std::rc::Rc;

impl Heap {
    /// The heap in which a segment that may be empty is empty: what points to its first node points behind it. There is
    /// none if the list is a ring of nothing else: a ring has a node; nor if all lists of which one has a node are empty.
    pub fn emptied(mut self, world: &World<'_>, id: ObjId) -> Option<Heap> {
        let obj = self.objs[&id].clone();
        let links = obj.seg.expect("a segment").links;
        let next = obj.exact(links.next, world.word()).unwrap_or(Val::Top);
        let back = links.back.map(|(prev, head)| (obj.exact(prev, world.word()).unwrap_or(Val::Top), head));
        let itself = |val: Val| val.addr().is_some_and(|addr| addr.obj == id);
        if itself(next) {
            return None;
        }
        let back = back.map(|(prev, head)| (if itself(prev) { Val::Top } else { prev }, head));
        if !self.note_empty(id) {
            return None;
        }
        for owned in self.owned_by(id) {
            self.objs.remove(&owned);
        }
        self.objs.remove(&id);
        let instead = |addr: Addr| match (addr.spot, back) {
            (Spot::First, _) => shifted(next, addr.off, links.head),
            (Spot::Last, Some((_, head))) if broken(Fault::EmptyFromBehind) => shifted(next, addr.off, head),
            (Spot::Last, Some((prev, head))) => shifted(prev, addr.off, head),
            _ => Val::Top,
        };
        self.rewrite(
            |val| match val {
                Val::Ptr(addr) if addr.obj == id => instead(addr),
                other => other,
            },
            |lin| lin,
        );
        Some(self)
    }

    /// Makes sure that a segment is known not to be empty.
    pub fn set_min(&mut self, id: ObjId, min: u32) {
        self.note_node(id);
        let obj = Rc::make_mut(self.objs.get_mut(&id).expect("a segment"));
        let seg = obj.seg.as_mut().expect("a segment");
        seg.min = seg.min.max(min);
    }

    /// Takes the first (last) node out of a segment that has one; the rest may be empty. Gives the node.
    pub fn unfold(&mut self, world: &World<'_>, id: ObjId, spot: Spot) -> ObjId {
        let obj = self.objs[&id].clone();
        let seg = obj.seg.expect("a segment");
        if obj.is_optional() {
            return self.present(id);
        }
        let links = seg.links;
        self.note_node(id);
        let node = self.copy_node(id, &obj, false);
        self.rewrite(
            |val| match val {
                Val::Ptr(addr) if addr.obj == id && (addr.spot == spot || (seg.only && is_end(addr.spot))) => {
                    Val::Ptr(Addr { obj: node, spot: Spot::First, ..addr })
                }
                other => other,
            },
            |lin| lin,
        );
        let (word, bits) = (world.word(), world.bits);
        if seg.only {
            for gone in self.owned_by(id) {
                self.objs.remove(&gone);
            }
            self.objs.remove(&id);
            self.resolve_next(world, node, links);
            return node;
        }
        let to_node = |head: i64| Val::Ptr(Addr::at(node, Spot::First, bits, head));
        let rest = Rc::make_mut(self.objs.get_mut(&id).expect("still there"));
        let taken = u32::from(!broken(Fault::RestAsLong));
        rest.seg = Some(crate::object::Seg { min: seg.min.saturating_sub(taken), ..seg });
        match (spot, links.back) {
            (Spot::Last, Some((prev, back_head))) => {
                rest.store(links.next, word, Content::Val(to_node(links.head)));
                let to_rest = Val::Ptr(Addr::at(id, Spot::Last, bits, back_head));
                self.write(world, node, prev, word, to_rest);
            }
            (_, back) => {
                if let Some((prev, back_head)) = back.filter(|_| !broken(Fault::RestPointsBack)) {
                    rest.store(prev, word, Content::Val(to_node(back_head)));
                }
                let to_rest = Val::Ptr(Addr::at(id, Spot::First, bits, links.head));
                self.write(world, node, links.next, word, to_rest);
            }
        }
        self.resolve_next(world, node, links);
        node
    }

    /// A node knows where its link leads, and so does what it has.
    fn resolve_next(&mut self, world: &World<'_>, node: ObjId, links: Links) {
        let next = self.objs[&node].exact(links.next, world.word()).unwrap_or(Val::Top);
        let itself = Val::Ptr(Addr::at(node, Spot::First, world.bits, links.head));
        let next = if broken(Fault::NextIsItself) { itself } else { next };
        self.rewrite(
            |val| match val {
                Val::Ptr(addr) if addr.obj == node && addr.spot == Spot::Next => shifted(next, addr.off, links.head),
                other => other,
            },
            |lin| lin,
        );
    }

    /// A node like those of the segment, or another such segment, with symbols and objects of its own.
    pub(crate) fn copy_node(&mut self, id: ObjId, obj: &Obj, as_segment: bool) -> ObjId {
        let owned = if broken(Fault::SharedObjects) { Default::default() } else { self.owned_by(id) };
        let owned: Vec<ObjId> = owned.into_iter().collect();
        let mut renamed: BTreeMap<ObjId, ObjId> = BTreeMap::new();
        for &old in owned.iter().chain([&id]) {
            renamed.insert(old, ObjId::new(self.next_obj as usize));
            self.next_obj += 1;
        }
        let mut syms: BTreeMap<Sym, Sym> = BTreeMap::new();
        let private = self.syms.iter().filter(|(_, info)| info.owner.is_some_and(|owner| renamed.contains_key(&owner)));
        let private: Vec<(Sym, SymInfo)> = private.map(|(&sym, &info)| (sym, info)).collect();
        for (sym, info) in private.into_iter().filter(|_| !broken(Fault::SharedNumbers)) {
            let fresh = Sym::new(self.next_sym as usize);
            self.next_sym += 1;
            let owner = info.owner.filter(|&owner| as_segment || owner != id).map(|owner| renamed[&owner]);
            self.syms.insert(fresh, SymInfo { owner, ..info });
            syms.insert(sym, fresh);
        }
        let name = |sym: Sym| Some(syms.get(&sym).copied().unwrap_or(sym));
        let copies = self.renamed_relations(name);
        self.relations.extend(copies);
        let lin = |lin: Lin| Lin { sym: lin.sym.and_then(name), ..lin };
        let val = |val: Val| match val {
            Val::Num(number) => Val::Num(lin(number)),
            Val::Ptr(addr) => {
                let off = lin(addr.off);
                match (addr.obj == id, addr.spot) {
                    (true, Spot::Next) => Val::Ptr(Addr { obj: renamed[&id], off, ..addr }),
                    (true, Spot::Own) => {
                        let spot = if as_segment { Spot::Own } else { Spot::First };
                        Val::Ptr(Addr { obj: renamed[&id], spot, off })
                    }
                    (true, _) => Val::Ptr(Addr { off, ..addr }),
                    (false, spot) => Val::Ptr(Addr { obj: *renamed.get(&addr.obj).unwrap_or(&addr.obj), spot, off }),
                }
            }
            other => other,
        };
        let copy = |obj: &Obj| {
            let cells = obj.cells.iter().map(|(&at, cell)| {
                let content = match &cell.content {
                    Content::Val(old) => Content::Val(val(*old)),
                    other => other.clone(),
                };
                (at, Cell { len: cell.len, content })
            });
            let part =
                obj.part.map(|part| Part { whole: *renamed.get(&part.whole).unwrap_or(&part.whole), at: lin(part.at) });
            Obj { size: lin(obj.size), cells: cells.collect(), part, ..obj.clone() }
        };
        for &old in &owned {
            let mut new = copy(&self.objs[&old]);
            new.owner = new.owner.filter(|&owner| as_segment || owner != id).map(|owner| renamed[&owner]);
            self.objs.insert(renamed[&old], Rc::new(new));
        }
        let mut node = copy(obj);
        if !as_segment {
            node.seg = None;
        }
        self.objs.insert(renamed[&id], Rc::new(node));
        renamed[&id]
    }
}

fn is_end(spot: Spot) -> bool {
    matches!(spot, Spot::First | Spot::Last)
}

/// `value + (off - head)`.
pub(crate) fn shifted(value: Val, off: Lin, head: i64) -> Val {
    if let Some(off) = off.as_signed() {
        return value.moved(off.wrapping_sub(head));
    }
    let by = off.minus(head as u128);
    match value {
        Val::Num(number) if number.sym.is_none() => Val::Num(by.plus(number.add)),
        Val::Ptr(addr) if addr.off.sym.is_none() => Val::Ptr(Addr { off: by.plus(addr.off.add), ..addr }),
        _ => Val::Top,
    }
}
