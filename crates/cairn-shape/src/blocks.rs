//! Objects that a program cuts up by pointer arithmetic: an arena of which blocks are handed out, a block whose end is split off.
//!
//! A part is an object of its own, with offsets from where it begins; it says which object it was cut from, and where it lies
//! there. So parts are nodes of lists as other objects are. Bytes that belong to no part are those of the whole. An address
//! can be written with the whole or with a part that it lies in, or just behind; `settle` finds the part that an access is in.
//! An object is cut where a record begins that has a link to its own kind. Whatever is not clear is put back into the
//! whole, which is always right: a part less is a little less known.
//! Not here: lists of parts (`fold`), when parts are tidied up (`tidy`).

use crate::fault::{Fault, broken};
use crate::heap::Heap;
use crate::linear::Linear;
use crate::object::{Cell, Content, Fill, Kind, Life, Obj, Part};
use crate::range::{Range, signed};
use crate::value::{Addr, Lin, ObjId, Spot, Val};
use crate::world::World;
use cairn_ir::BinOp;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

impl Heap {
    /// All parts by the object that they were cut from.
    pub fn parts(&self) -> BTreeMap<ObjId, Vec<ObjId>> {
        let mut all: BTreeMap<ObjId, Vec<ObjId>> = BTreeMap::new();
        for (&id, obj) in &self.objs {
            if let Some(part) = obj.part {
                all.entry(part.whole).or_default().push(id);
            }
        }
        all
    }

    /// Every part is one of a live object that knows it.
    pub fn has_wholes(&self) -> bool {
        let cut = |part: Part| self.objs.get(&part.whole).is_some_and(|obj| obj.cut && obj.life == Life::Live);
        self.objs.values().filter_map(|obj| obj.part).all(cut)
    }

    /// Objects whose parts are all gone are no longer cut.
    pub fn note_cuts(&mut self) {
        let parts = self.parts();
        for (_, obj) in self.objs.iter_mut().filter(|(id, obj)| obj.cut && !parts.contains_key(id)) {
            Rc::make_mut(obj).cut = false;
        }
    }

    /// The parts of an object.
    pub fn parts_of(&self, whole: ObjId) -> Vec<ObjId> {
        let of_it = |obj: &Obj| obj.part.is_some_and(|part| part.whole == whole);
        self.objs.iter().filter(|(_, obj)| of_it(obj)).map(|(&id, _)| id).collect()
    }

    /// The object that an address is an address of.
    pub fn whole_of(&self, id: ObjId) -> ObjId {
        self.objs.get(&id).and_then(|obj| obj.part).map_or(id, |part| part.whole)
    }

    /// A single block of unknown size that a variable leads to, where another variable has one of its numbers: what is known
    /// of just this block would be lost among others.
    pub fn is_measured(&self, id: ObjId) -> bool {
        let regs = || self.frames.iter().flat_map(|frame| frame.regs.values());
        let numbers = || regs().filter(|val| val.addr().is_none()).flat_map(|val| val.syms());
        self.objs.get(&id).is_some_and(|obj| {
            obj.kind == Kind::Heap
                && obj.seg.is_none()
                && obj.size.sym.is_some()
                && regs().any(|val| val.addr().is_some_and(|addr| addr.obj == id))
                && obj
                    .values()
                    .flat_map(|(_, val)| val.syms())
                    .chain(obj.size.sym)
                    .any(|own| numbers().any(|sym| sym == own))
        })
    }

    /// The sum of two numbers that are known not to be addresses.
    fn sum(&mut self, a: Lin, b: Lin, by: i128) -> Lin {
        let op = if by < 0 { BinOp::Sub } else { BinOp::Add };
        match (a.sym, b.sym) {
            (_, None) => a.plus((signed(b.add, b.width) * by) as u128),
            (None, Some(_)) if by > 0 => b.plus(a.add),
            _ if a.sym == b.sym && by < 0 => Lin::constant(a.width, a.minus(b.add).add),
            _ => {
                let range = self.range(a).binary(op, &self.range(b));
                self.combination(&[(a, 1), (b, by)], range, true)
            }
        }
    }

    /// An address in a single part, as one in its object.
    pub fn in_whole(&mut self, addr: Addr) -> Option<Addr> {
        let Some(obj) = self.objs.get(&addr.obj) else { return Some(addr) };
        let Some(part) = obj.part else { return Some(addr) };
        if obj.seg.is_some() || addr.spot != Spot::First {
            return None;
        }
        let off = self.sum(part.at, addr.off, 1);
        Some(Addr { obj: part.whole, spot: Spot::First, off })
    }

    // ---- cutting ----

    /// Cuts the object that an address is in, so that a part begins there. Not everything can be cut. A part that is known to
    /// be empty is made only if it is asked for.
    pub fn cut(&mut self, world: &World<'_>, addr: Addr, at_end: bool) {
        let Some(obj) = self.objs.get(&addr.obj).cloned() else { return };
        let whole = obj.kind == Kind::Heap && obj.life == Life::Live && obj.seg.is_none() && obj.owner.is_none();
        let (zero, at) = (Lin::constant(world.bits, 0), addr.off);
        let ends = at == zero || (!at_end && self.at_most(obj.size, 0, at));
        if !whole || obj.cut || ends || !self.at_most(zero, 0, at) || !self.at_most(at, 0, obj.size) {
            return;
        }
        let pointers = self.addresses_into(addr.obj);
        let rest = self.sum(obj.size, at, -1);
        let (mut front, mut back) = self.divided(&obj, at);
        (front.size, back.size) = (at, rest);
        let (place, first) = match obj.part {
            Some(part) => (part, addr.obj),
            None => {
                let part = Part { whole: addr.obj, at: zero };
                (part, self.add(front.clone()))
            }
        };
        front.part = Some(place);
        back.part = Some(Part { at: self.sum(place.at, at, 1), ..place });
        if obj.part.is_none() {
            // What the whole says is about what is no part: nothing yet.
            let emptied = Rc::make_mut(self.objs.get_mut(&addr.obj).expect("there"));
            emptied.cells.clear();
            emptied.stored.clear();
            emptied.types.clear();
            emptied.cut = true;
        }
        self.objs.insert(first, Rc::new(front));
        let second = self.add(back);
        self.redirect(addr.obj, at, (first, second), place, pointers);
    }

    /// What is in front of an offset and what is behind. Values that may be on either side are known to neither.
    fn divided(&self, obj: &Obj, at: Lin) -> (Obj, Obj) {
        let bare = Obj {
            cells: BTreeMap::new(),
            stored: BTreeMap::new(),
            types: BTreeSet::new(),
            sites: BTreeSet::new(),
            seg: None,
            ..obj.clone()
        };
        let (mut front, mut back) = (bare.clone(), bare);
        let number = |value: u64| Lin::constant(at.width, u128::from(value));
        let exactly = at.as_const().and_then(|at| u64::try_from(at).ok());
        for (&from, cell) in &obj.cells {
            if self.at_most(number(from + cell.len), 0, at) {
                front.cells.insert(from, cell.clone());
            } else if let Some(at) = exactly.filter(|at| *at <= from) {
                back.cells.insert(from - at, cell.clone());
            } else {
                let fill = cell.content.blurred();
                (front.rest, back.rest) = (front.rest.join(fill), back.rest.join(fill));
            }
        }
        let before = |offset: u64| self.at_most(number(offset + 1), 0, at);
        let behind = |offset: u64| exactly.and_then(|at| offset.checked_sub(at));
        for (&offset, &pointer) in &obj.stored {
            let (side, new) = if before(offset) { (&mut front, Some(offset)) } else { (&mut back, behind(offset)) };
            new.map(|new| side.stored.insert(new, pointer));
        }
        for &(offset, record) in &obj.types {
            let (side, new) = if before(offset) { (&mut front, Some(offset)) } else { (&mut back, behind(offset)) };
            new.map(|new| side.types.insert((new, record)));
        }
        (front, back)
    }

    /// Addresses into an object that was cut get to the parts, as far as it is known to which.
    fn redirect(&mut self, old: ObjId, at: Lin, (first, second): (ObjId, ObjId), place: Part, all: BTreeSet<Addr>) {
        let mut now: BTreeMap<Addr, Addr> = BTreeMap::new();
        for addr in all {
            let new = match () {
                () if self.at_most(at, 0, addr.off) => {
                    let off = if broken(Fault::CutNotMoved) { addr.off } else { self.sum(addr.off, at, -1) };
                    Addr { obj: second, off, ..addr }
                }
                () if self.at_most(addr.off, 1, at) => Addr { obj: first, ..addr },
                () => {
                    let off = self.sum(place.at, addr.off, 1);
                    Addr { obj: place.whole, off, ..addr }
                }
            };
            now.insert(addr, new);
        }
        debug_assert!(now.keys().all(|addr| addr.obj == old));
        self.rewrite(
            |val| match val {
                Val::Ptr(addr) => Val::Ptr(now.get(&addr).copied().unwrap_or(addr)),
                other => other,
            },
            |lin| lin,
        );
    }

    /// Writes addresses into a single part as those of its object.
    pub fn write_in_whole(&mut self, id: ObjId) {
        let all = self.addresses_into(id);
        let now: BTreeMap<Addr, Val> =
            all.into_iter().map(|addr| (addr, self.in_whole(addr).map_or(Val::Top, Val::Ptr))).collect();
        self.write_instead(&now);
    }

    fn write_instead(&mut self, now: &BTreeMap<Addr, Val>) {
        self.rewrite(
            |val| match val {
                Val::Ptr(addr) => now.get(&addr).copied().unwrap_or(val),
                other => other,
            },
            |lin| lin,
        );
    }

    pub fn addresses_into(&self, id: ObjId) -> BTreeSet<Addr> {
        let regs = self.frames.iter().flat_map(|frame| frame.regs.values().copied());
        let cells = self.objs.values().flat_map(|obj| obj.values().map(|(_, val)| val));
        let kept = self.inputs.iter().copied().chain(self.derived.iter().flat_map(|one| [one.new, one.old]));
        regs.chain(cells).chain(kept).filter_map(Val::addr).filter(|addr| addr.obj == id).collect()
    }

    // ---- putting back ----

    /// Puts a part back into its object, with every address into it.
    pub fn dissolve(&mut self, world: &World<'_>, id: ObjId) {
        let Some(obj) = self.objs.get(&id).cloned() else { return };
        let Some(part) = obj.part else { return };
        let size = self.range(self.obj(world, part.whole).size);
        let mut now: BTreeMap<Addr, Val> = BTreeMap::new();
        for addr in self.addresses_into(id) {
            let new = match obj.seg {
                None => self.in_whole(addr).map_or(Val::Top, Val::Ptr),
                // A list that is empty leads to what is behind it.
                Some(seg)
                    if seg.min == 0
                        || matches!(addr.spot, Spot::Own | Spot::Next)
                        || addr.off.as_signed() != Some(seg.links.head) =>
                {
                    Val::Top
                }
                Some(_) => {
                    let off = self.new_sym(Range::unsigned(world.bits, 0, size.uhi), true);
                    Val::Ptr(Addr { obj: part.whole, spot: Spot::First, off })
                }
            };
            now.insert(addr, new);
        }
        self.write_instead(&now);
        let obj = self.objs[&id].clone();
        self.objs.remove(&id);
        // Where the blocks of its nodes are is no longer known.
        for own in self.owned_by(id) {
            let block = self.objs.remove(&own).expect("there");
            if block.kind == Kind::Heap && block.life == Life::Live {
                self.lost.extend(block.sites.iter().copied());
            }
        }
        self.forget_whether_empty(id);
        self.pour(world, &obj, part);
        self.note_cuts();
    }

    /// The whole has the content of a part that is no part any more.
    fn pour(&mut self, world: &World<'_>, obj: &Obj, part: Part) {
        if broken(Fault::PouredAway) {
            return;
        }
        let whole = self.obj_mut(world, part.whole);
        let start = part.at.as_const().filter(|_| obj.seg.is_none()).and_then(|at| u64::try_from(at).ok());
        let Some(start) = start else {
            let content = obj.cells.values().map(|cell| cell.content.blurred());
            whole.rest = content.chain([obj.rest]).fold(whole.rest, Fill::join);
            return;
        };
        let rest = whole.rest.join(obj.rest);
        whole.rest = rest;
        for (&at, cell) in &obj.cells {
            whole.cells.insert(start + at, Cell { len: cell.len, content: cell.content.clone() });
        }
        whole.cells.retain(|_, cell| cell.content != Content::Fill(rest));
        whole.stored.extend(obj.stored.iter().map(|(&at, &pointer)| (start + at, pointer)));
        whole.types.extend(obj.types.iter().map(|&(at, record)| (start + at, record)));
    }

    /// The object is one piece again.
    pub fn uncut(&mut self, world: &World<'_>, whole: ObjId) {
        for part in self.parts_of(whole) {
            self.dissolve(world, part);
        }
    }

    // ---- accesses ----

    /// Addresses behind a part are those of the part that begins there.
    pub fn name_neighbours(&mut self) {
        let mut now: BTreeMap<Addr, Val> = BTreeMap::new();
        for id in self.parts().into_values().flatten() {
            for addr in self.addresses_into(id) {
                if let Some(behind) = self.in_neighbour(addr) {
                    now.insert(addr, Val::Ptr(behind));
                }
            }
        }
        if !now.is_empty() {
            self.write_instead(&now);
        }
    }

    /// An address that is not known to be inside its part, as the start of another one.
    pub fn in_neighbour(&mut self, addr: Addr) -> Option<Addr> {
        let obj = self.objs.get(&addr.obj).filter(|obj| obj.part.is_some() && obj.seg.is_none())?;
        if self.at_most(addr.off, 1, obj.size) {
            return None;
        }
        let (own, at) = (addr.obj, self.in_whole(addr)?);
        let starts = |id: &ObjId| {
            let obj = &self.objs[id];
            *id != own && obj.seg.is_none() && obj.part.is_some_and(|part| self.same(part.at, at.off))
        };
        let behind = self.parts_of(at.obj).into_iter().find(starts)?;
        Some(Addr { obj: behind, spot: Spot::First, off: Lin::constant(at.off.width, 0) })
    }

    /// Finds what an access of some bytes is in: a part, or the whole where there is no part. What may be hit in part
    /// is put back. Gives also whether the access is known to be inside.
    pub fn settle(&mut self, world: &World<'_>, addr: Addr, bytes: Lin) -> (Addr, bool) {
        if self.in_part(addr, bytes) {
            return (addr, true);
        }
        let whole = self.whole_of(addr.obj);
        let parts = self.parts_of(whole);
        if parts.is_empty() {
            return (addr, false);
        }
        let Some(addr) = self.in_whole(addr) else { return (addr, false) };
        for &part in &parts {
            if let Some(inside) = self.seen_from(addr, part).filter(|&inside| self.in_part(inside, bytes)) {
                return (inside, true);
            }
        }
        let hit: Vec<ObjId> = parts.into_iter().filter(|&part| !self.is_beside(addr, bytes, part)).collect();
        for part in hit.into_iter().filter(|_| !broken(Fault::HitPartsStay)) {
            self.dissolve(world, part);
        }
        (Addr { off: self.current(addr.off), ..addr }, false)
    }

    /// Puts an object together again, unless all bytes of a range are in the part that the address is written with.
    pub fn gather(&mut self, world: &World<'_>, addr: Addr, bytes: Lin) {
        if !self.in_part(addr, bytes) {
            self.uncut(world, self.whole_of(addr.obj));
        }
    }

    /// Are all bytes of an access in the single part that the address is written with?
    fn in_part(&self, addr: Addr, bytes: Lin) -> bool {
        let Some(obj) = self.objs.get(&addr.obj).filter(|obj| obj.part.is_some() && obj.seg.is_none()) else {
            return false;
        };
        self.fits(addr.off, bytes, obj.size)
    }

    /// An address of the whole, written with a part, if its distance from the part is a known number of bytes.
    fn seen_from(&mut self, addr: Addr, part: ObjId) -> Option<Addr> {
        let obj = self.objs.get(&part).filter(|obj| obj.seg.is_none())?;
        let at = obj.part?.at;
        let off = match (self.as_sum(addr.off)?.minus(&self.as_sum(at)?)?, at.sym) {
            (Linear { terms, add }, _) if terms.is_empty() => Lin::constant(at.width, add as u128),
            _ => self.distance(addr.off, at)?,
        };
        Some(Addr { obj: part, spot: Spot::First, off })
    }

    /// A small constant by which one number is larger than the other, if it is always the same.
    fn distance(&mut self, far: Lin, near: Lin) -> Option<Lin> {
        let known = [0u64, 8, 16, 4, 12, 24, 32].into_iter().find(|&by| self.same(far, near.plus(u128::from(by))));
        known.map(|by| Lin::constant(far.width, u128::from(by)))
    }

    /// Does an access to the whole surely not touch a part?
    fn is_beside(&self, addr: Addr, bytes: Lin, part: ObjId) -> bool {
        let obj = &self.objs[&part];
        let Some(at) = obj.part.map(|part| part.at).filter(|_| obj.seg.is_none()) else { return false };
        let sums = (self.as_sum(addr.off), self.as_sum(bytes), self.as_sum(at), self.as_sum(obj.size));
        let (Some(off), Some(bytes), Some(at), Some(size)) = sums else { return false };
        let apart = |from: &Linear, len: &Linear, to: &Linear| {
            from.plus(len).and_then(|end| to.minus(&end)).is_some_and(|room| self.proves(&room))
        };
        apart(&off, &bytes, &at) || apart(&at, &size, &off)
    }
}
