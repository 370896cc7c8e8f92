//! Does an abstract heap stand for a concrete one? Decided by trying: every expansion of the abstract heap is laid over
//! the memory, from the globals on, byte by byte.
//!
//! Not here: registers; heaps are compared when no function is active.

use super::expand::any_expansion;
use crate::heap::Heap;
use crate::object::{Content, Fill, Kind, Life, Obj};
use crate::range::{Range, cut};
use crate::value::{Addr, Lin, ObjId, Sym, Val};
use crate::world::World;
use cairn_interp::{InfoKind, MemoryView, ObjectView};
use cairn_ir::{CmpOp, Id};
use std::collections::{BTreeMap, BTreeSet};

pub fn covers(world: &World<'_>, heap: &Heap, memory: &MemoryView) -> bool {
    let mut heap = heap.clone();
    heap.collect();
    let blocks = memory.objects.iter().filter(|obj| obj.live && obj.info.kind == InfoKind::Heap).count();
    any_expansion(world, &heap, blocks, &|plain| {
        // What only a list that is empty would lead to is lost.
        let mut plain = plain.clone();
        plain.collect();
        Overlay::new(world, &plain, memory).fits()
    })
}

/// An abstract heap without segments on concrete memory.
struct Overlay<'a> {
    world: &'a World<'a>,
    heap: &'a Heap,
    memory: &'a MemoryView,
    /// Which concrete object each abstract one is.
    is: BTreeMap<ObjId, usize>,
    taken: BTreeSet<usize>,
    numbers: BTreeMap<Sym, u128>,
    work: Vec<ObjId>,
}

impl<'a> Overlay<'a> {
    fn new(world: &'a World<'a>, heap: &'a Heap, memory: &'a MemoryView) -> Overlay<'a> {
        let (is, taken, numbers, work) = Default::default();
        Overlay { world, heap, memory, is, taken, numbers, work }
    }

    fn fits(mut self) -> bool {
        for (at, object) in self.memory.objects.iter().enumerate() {
            if let InfoKind::Global(id) = object.info.kind {
                self.lay(ObjId::new(id.index()), at);
            }
        }
        while let Some(id) = self.work.pop() {
            if !self.object(id) {
                return false;
            }
        }
        self.facts() && self.nothing_forgotten()
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
        self.number(obj.size, u128::from(there.info.size)) && self.content(obj, there)
    }

    fn content(&mut self, obj: &Obj, there: &ObjectView) -> bool {
        let mut covered = vec![false; there.bytes.len()];
        for (&at, cell) in &obj.cells {
            let range = at as usize..(at + cell.len) as usize;
            if range.end > covered.len() {
                return false;
            }
            covered[range.clone()].fill(true);
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
        (0..covered.len()).all(|at| covered[at] || filled(obj.rest, there, at))
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
        self.number(addr.off, link.offset as u128) && self.lay(addr.obj, link.target)
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
