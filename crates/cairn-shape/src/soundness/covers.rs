//! Does an abstract heap stand for a concrete one? Decided by trying: every expansion of the abstract heap is laid over
//! the memory, from the globals on, byte by byte.
//!
//! Not here: registers; heaps are compared when no function is active.

use super::expand::any_expansion;
use crate::heap::Heap;
use crate::object::{Content, Fill, Kind, Life, Obj};
use crate::range::{Range, cut, signed};
use crate::value::{Addr, Lin, ObjId, Sym, Val};
use crate::world::World;
use cairn_interp::{InfoKind, MemoryView, ObjectView};
use cairn_ir::{CmpOp, Id};
use std::collections::{BTreeMap, BTreeSet};

pub fn covers(world: &World<'_>, heap: &Heap, memory: &MemoryView) -> bool {
    let mut heap = heap.clone();
    heap.collect();
    let blocks = memory.objects.iter().filter(|obj| obj.live && obj.info.kind == InfoKind::Heap);
    let is_cut = heap.objs.values().any(|obj| obj.part.is_some());
    let pieces = |obj: &ObjectView| 1 + if is_cut { 2 + obj.info.size as usize / SMALLEST } else { 0 };
    let blocks = blocks.map(pieces).sum();
    any_expansion(world, &heap, blocks, &|plain| {
        // What only a list that is empty would lead to is lost.
        let mut plain = plain.clone();
        plain.collect();
        Overlay::new(world, &plain, memory).fits()
    })
}

/// Blocks that are cut out of others are not smaller, but for a few that are empty.
const SMALLEST: usize = 16;

/// An abstract heap without segments on concrete memory.
#[derive(Clone)]
struct Overlay<'a> {
    world: &'a World<'a>,
    heap: &'a Heap,
    memory: &'a MemoryView,
    /// Which concrete object each abstract one is.
    is: BTreeMap<ObjId, usize>,
    taken: BTreeSet<usize>,
    numbers: BTreeMap<Sym, u128>,
    work: Vec<ObjId>,
    /// Addresses in parts of which it was not known where they lie.
    later: Vec<(Addr, i64)>,
}

impl<'a> Overlay<'a> {
    fn new(world: &'a World<'a>, heap: &'a Heap, memory: &'a MemoryView) -> Overlay<'a> {
        let (is, taken, numbers, work, later) = Default::default();
        Overlay { world, heap, memory, is, taken, numbers, work, later }
    }

    fn fits(mut self) -> bool {
        for (at, object) in self.memory.objects.iter().enumerate() {
            if let InfoKind::Global(id) = object.info.kind {
                self.lay(ObjId::new(id.index()), at);
            }
        }
        self.placed()
    }

    /// Everything that is reached fits; where parts lie that nothing points to, and how long they are, is tried.
    fn placed(mut self) -> bool {
        while let Some(id) = self.work.pop() {
            if !self.object(id) {
                return false;
            }
        }
        let parts = self.heap.objs.iter().filter_map(|(&id, obj)| Some((id, obj.part?, obj.size)));
        let open = |lin: Lin| self.known(lin).is_none();
        let unknown = parts.clone().find_map(|(_, part, size)| [part.at, size].into_iter().find(|&lin| open(lin)));
        if let Some(lin) = unknown {
            let most = self.memory.objects.iter().filter(|obj| obj.live).map(|obj| obj.info.size).max().unwrap_or(0);
            return (0..=most).step_by(8).any(|value| {
                let mut attempt = self.clone();
                attempt.number(lin, u128::from(value)) && attempt.placed()
            });
        }
        let missing = parts.clone().find(|(id, ..)| !self.is.contains_key(id)).map(|(id, part, _)| (id, part));
        if let Some((id, part)) = missing {
            let Some(&whole) = self.is.get(&part.whole) else { return false };
            self.is.insert(id, whole);
            self.work.push(id);
            return self.placed();
        }
        let later = std::mem::take(&mut self.later);
        later.into_iter().all(|(addr, offset)| self.lies_at(addr, offset))
            && self.parts_fit()
            && self.facts()
            && self.relations()
            && self.nothing_forgotten()
    }

    fn lies_at(&mut self, addr: Addr, offset: i64) -> bool {
        let part = self.heap.objs[&addr.obj].part.expect("a part");
        let at = self.known(part.at).expect("placed");
        self.number(addr.off, (offset as u128).wrapping_sub(at))
    }

    /// What a number is, if that is known by now.
    fn known(&self, lin: Lin) -> Option<u128> {
        let base = lin.sym.map_or(Some(0), |sym| self.numbers.get(&sym).copied())?;
        Some(cut(base.wrapping_add(lin.add), lin.width))
    }

    /// Parts lie inside of their objects and do not overlap; all bytes are as they say.
    fn parts_fit(&mut self) -> bool {
        let mut ranges: BTreeMap<ObjId, Vec<(usize, usize)>> = BTreeMap::new();
        for (&id, obj) in &self.heap.objs {
            let Some(part) = obj.part else { continue };
            let there = &self.memory.objects[self.is[&id]];
            let (Some(at), Some(size)) = (self.known(part.at), self.known(obj.size)) else { return false };
            let Some(end) = at.checked_add(size).filter(|&end| end <= there.bytes.len() as u128) else { return false };
            let (at, end) = (at as usize, end as usize);
            let covered =
                |byte: usize| obj.cells.iter().any(|(&from, cell)| (from..from + cell.len).contains(&(byte as u64)));
            if !(at..end).all(|byte| covered(byte - at) || filled(obj.rest, there, byte)) {
                return false;
            }
            if obj.cells.iter().any(|(&from, cell)| (from + cell.len) as usize > end - at) {
                return false;
            }
            ranges.entry(part.whole).or_default().push((at, end));
        }
        ranges.into_iter().all(|(whole, mut parts)| {
            parts.retain(|(at, end)| at < end);
            parts.sort_unstable();
            let (obj, there) = (&self.heap.objs[&whole], &self.memory.objects[self.is[&whole]]);
            let inside = |byte: usize| parts.iter().any(|&(at, end)| (at..end).contains(&byte));
            let covered =
                |byte: usize| obj.cells.iter().any(|(&from, cell)| (from..from + cell.len).contains(&(byte as u64)));
            let gaps =
                (0..there.bytes.len()).all(|byte| inside(byte) || covered(byte) || filled(obj.rest, there, byte));
            gaps && parts.windows(2).all(|pair| pair[0].1 <= pair[1].0)
        })
    }

    fn relations(&self) -> bool {
        self.heap.relations.iter().all(|one| {
            let value = |sym: Sym| Some(signed(*self.numbers.get(&sym)?, self.heap.syms[&sym].range.width));
            let sum = one.sum.terms.iter().try_fold(one.sum.add, |sum, &(sym, by)| Some(sum + by * value(sym)?));
            sum.is_none_or(|sum| if one.is_equation { sum == 0 } else { sum >= 0 })
        })
    }

    /// An object is this one, and no other.
    fn lay(&mut self, id: ObjId, at: usize) -> bool {
        if let Some(&known) = self.is.get(&id) {
            return known == at;
        }
        self.is.insert(id, at);
        self.work.push(id);
        self.taken.insert(at)
    }

    fn object(&mut self, id: ObjId) -> bool {
        let (obj, there) = (self.heap.obj(self.world, id), &self.memory.objects[self.is[&id]]);
        let kind = match (obj.kind, there.info.kind) {
            (Kind::Heap, InfoKind::Heap) | (Kind::Stack, InfoKind::Stack) => true,
            (Kind::Global(a), InfoKind::Global(b)) => a == b,
            (Kind::Function(a), InfoKind::Function(b)) => a == b,
            _ => false,
        };
        if !kind || (obj.life == Life::Live) != there.live {
            return false;
        }
        if !there.live || matches!(obj.kind, Kind::Function(_)) {
            return true;
        }
        if let Some(part) = obj.part {
            let at = self.known(part.at).expect("placed") as u64;
            return self.cells(obj, there, at);
        }
        self.number(obj.size, u128::from(there.info.size)) && self.content(obj, there)
    }

    fn content(&mut self, obj: &Obj, there: &ObjectView) -> bool {
        let covered = |byte: usize| obj.cells.iter().any(|(&at, cell)| (at..at + cell.len).contains(&(byte as u64)));
        let rest = obj.cut || (0..there.bytes.len()).all(|at| covered(at) || filled(obj.rest, there, at));
        rest && self.cells(obj, there, 0)
    }

    /// The cells of an object that begins there.
    fn cells(&mut self, obj: &Obj, there: &ObjectView, start: u64) -> bool {
        for (&at, cell) in &obj.cells {
            let range = (start + at) as usize..(start + at + cell.len) as usize;
            if range.end > there.bytes.len() {
                return false;
            }
            let fits = match &cell.content {
                Content::Val(val) => self.value(*val, there, range),
                Content::Fill(fill) => range.into_iter().all(|at| filled(*fill, there, at)),
                Content::Bytes(bytes) => {
                    there.bytes[range.clone()] == **bytes && range.into_iter().all(|at| is_plain(there, at))
                }
            };
            if !fits {
                return false;
            }
        }
        true
    }

    fn value(&mut self, val: Val, there: &ObjectView, range: std::ops::Range<usize>) -> bool {
        match val {
            Val::Top => true,
            Val::Undef => range.into_iter().all(|at| there.undefined[at] == 0xff),
            Val::Ptr(addr) => self.address(addr, there, range.start as u64),
            Val::Num(lin) => {
                let bytes = there.bytes[range.clone()].iter().rev();
                let value = bytes.fold(0u128, |value, byte| value << 8 | u128::from(*byte));
                let plain = lin.sym.is_none_or(|sym| self.heap.syms[&sym].plain);
                let defined = range.clone().all(|at| there.undefined[at] == 0);
                defined && (!plain || range.into_iter().all(|at| is_plain(there, at))) && self.number(lin, value)
            }
        }
    }

    fn address(&mut self, addr: Addr, there: &ObjectView, at: u64) -> bool {
        let Some(link) = there.links.iter().find(|link| link.at == at) else { return false };
        let (obj, target) = (self.heap.obj(self.world, addr.obj), link.target);
        let Some(part) = obj.part else {
            return self.number(addr.off, link.offset as u128) && self.lay(addr.obj, target);
        };
        let width = addr.off.width;
        let distance = |from: u128| cut((link.offset as u128).wrapping_sub(from), width);
        let placed = match (self.known(part.at), self.known(addr.off)) {
            (Some(at), _) => self.number(addr.off, distance(at)),
            (None, Some(off)) => self.number(part.at, distance(off)),
            (None, None) => {
                self.later.push((addr, link.offset));
                return self.lay(part.whole, target);
            }
        };
        placed && self.lay(part.whole, target) && self.lay_part(addr.obj, target)
    }

    /// A part is in this object.
    fn lay_part(&mut self, id: ObjId, at: usize) -> bool {
        if let Some(&known) = self.is.get(&id) {
            return known == at;
        }
        self.is.insert(id, at);
        self.work.push(id);
        true
    }

    fn number(&mut self, lin: Lin, value: u128) -> bool {
        let value = cut(value, lin.width);
        let Some(sym) = lin.sym else { return lin.add == value };
        let base = cut(value.wrapping_sub(lin.add), lin.width);
        let known = *self.numbers.entry(sym).or_insert(base);
        known == base && self.heap.syms[&sym].range.contains(&Range::constant(lin.width, base))
    }

    fn facts(&self) -> bool {
        self.heap.facts.iter().all(|fact| {
            let value = |lin: Lin| {
                let base = self.numbers.get(&lin.sym?)?;
                Some(Range::constant(lin.width, cut(base.wrapping_add(lin.add), lin.width)))
            };
            let (Some(a), Some(b)) = (value(fact.lhs), value(fact.rhs)) else { return true };
            match fact.op {
                CmpOp::Eq => a == b,
                CmpOp::Ne => a != b,
                CmpOp::Ult => a.ulo < b.ulo,
                CmpOp::Ule => a.ulo <= b.ulo,
                CmpOp::Slt => a.slo < b.slo,
                CmpOp::Sle => a.slo <= b.slo,
                other => unreachable!("{other:?} is written the other way"),
            }
        })
    }

    /// Live blocks that the abstract heap does not have are known to be lost.
    fn nothing_forgotten(&self) -> bool {
        let objects = self.memory.objects.iter().enumerate();
        let mut blocks = objects.filter(|(_, object)| object.live && object.info.kind == InfoKind::Heap);
        blocks.all(|(at, _)| self.taken.contains(&at) || !self.heap.lost.is_empty())
    }
}

/// The byte is no part of an address.
fn is_plain(there: &ObjectView, at: usize) -> bool {
    there.undefined[at] == 0 && !there.links.iter().any(|link| (link.at as usize..link.at as usize + 8).contains(&at))
}

fn filled(fill: Fill, there: &ObjectView, at: usize) -> bool {
    match fill {
        Fill::Undef => there.undefined[at] == 0xff,
        Fill::Zero => there.bytes[at] == 0 && is_plain(there, at),
        Fill::Defined => there.undefined[at] == 0,
        Fill::Top => true,
    }
}
