//! What is seen at a glance: whether one heap could cover another at all, or a join of both keep their shape, by registers,
//! globals and the first nodes that they lead to.
//!
//! Most heaps of one place differ in that, so that the walk over both need not begin.

use super::objects::same_layout;
use crate::heap::Heap;
use crate::object::{Cell, Content, Kind, Life, Obj};
use crate::value::{Addr, ObjId, Spot, Val};
use crate::world::World;
use cairn_ir::Id;

/// Nodes to look at, one behind the other.
const MOST: u32 = 4;

/// Might the right heap cover the left one? `false` only where the walk would not find that it does.
pub(super) fn may_cover(world: &World<'_>, left: &Heap, right: &Heap) -> bool {
    let glance = Glance { world, left, right };
    Blocks::of(right).may_cover(&Blocks::of(left))
        && registers(left).zip(registers(right)).all(|(l, r)| glance.covers(l, r, MOST))
        && glance.globals().all(|(l, r)| glance.lead_on(l, r, MOST))
}

/// Might a join of both have the shape of both? `false` only where something would be lost besides numbers, or, if
/// `lengths` do not matter, besides numbers and least lengths.
pub fn may_keep_shape(world: &World<'_>, left: &Heap, right: &Heap, lengths: bool) -> bool {
    let fixed = world.fixed.len();
    let blocks = |heap: &Heap| heap.objs.keys().rev().take_while(|id| id.index() >= fixed).count();
    let alike = |l: Val, r: Val| match (l, r) {
        (Val::Ptr(a), Val::Ptr(b)) if a.obj.index() < fixed || b.obj.index() < fixed => a.obj == b.obj,
        (Val::Ptr(a), Val::Ptr(b)) => {
            let (l, r) = (left.obj(world, a.obj), right.obj(world, b.obj));
            let same_length = || l.seg.map(|seg| (seg.min, seg.only)) == r.seg.map(|seg| (seg.min, seg.only));
            l.life == r.life && l.seg.is_some() == r.seg.is_some() && (lengths || same_length())
        }
        (Val::Ptr(_), _) | (_, Val::Ptr(_)) => false,
        _ => true,
    };
    blocks(left) == blocks(right) && registers(left).zip(registers(right)).all(|(l, r)| alike(l, r))
}

fn registers(heap: &Heap) -> impl Iterator<Item = Val> + '_ {
    heap.frames.iter().flat_map(|frame| frame.regs.values().copied())
}

/// How many live blocks there are.
struct Blocks {
    single: usize,
    segments: usize,
    may_be_empty: usize,
}

impl Blocks {
    fn of(heap: &Heap) -> Blocks {
        let mut blocks = Blocks { single: 0, segments: 0, may_be_empty: 0 };
        for obj in heap.objs.values().filter(|obj| obj.kind == Kind::Heap && obj.life == Life::Live) {
            match obj.seg {
                None => blocks.single += 1,
                Some(seg) if seg.min == 0 => blocks.may_be_empty += 1,
                Some(_) => blocks.segments += 1,
            }
        }
        blocks
    }

    /// Each block of the other heap is paired with one of these; single blocks only with single ones, and none that is not empty is
    /// left over.
    fn may_cover(&self, other: &Blocks) -> bool {
        let all = |of: &Blocks| of.single + of.segments + of.may_be_empty;
        all(other) <= all(self) && self.single <= other.single && self.single + self.segments <= all(other)
    }
}

/// Is the right heap more than the left one in places that correspond?
struct Glance<'a> {
    world: &'a World<'a>,
    left: &'a Heap,
    right: &'a Heap,
}

impl Glance<'_> {
    /// What both have of the globals that one of them changed.
    fn globals(&self) -> impl Iterator<Item = (&Obj, &Obj)> {
        let only_right = self.changed(self.right).filter(|id| !self.left.objs.contains_key(id));
        let ids = self.changed(self.left).chain(only_right);
        ids.map(|id| (self.left.obj(self.world, id), self.right.obj(self.world, id)))
    }

    fn changed<'h>(&self, heap: &'h Heap) -> impl Iterator<Item = ObjId> + use<'h> {
        let fixed = self.world.fixed.len();
        heap.objs.keys().copied().take_while(move |id| id.index() < fixed)
    }

    fn covers(&self, left: Val, right: Val, nodes: u32) -> bool {
        match (left, right) {
            (Val::Num(a), Val::Num(b)) => a.width == b.width && self.right.takes(b, &self.left.range(a)),
            (Val::Ptr(a), Val::Ptr(b)) => may_be_empty(self.right.obj(self.world, b.obj)) || self.alike(a, b, nodes),
            (_, Val::Ptr(b)) => may_be_empty(self.right.obj(self.world, b.obj)),
            (Val::Ptr(a), Val::Num(_)) => is_gone(self.left.obj(self.world, a.obj)),
            (Val::Ptr(_), _) => false,
            (_, Val::Top) => true,
            (l, r) => l == r,
        }
    }

    /// Could two objects be paired, such that the right one stays as it is?
    fn alike(&self, a: Addr, b: Addr, nodes: u32) -> bool {
        let fixed = self.world.fixed.len();
        if a.obj.index() < fixed || b.obj.index() < fixed {
            return a.obj == b.obj;
        }
        let (l, r) = (self.left.obj(self.world, a.obj), self.right.obj(self.world, b.obj));
        let lengths = match (l.seg, r.seg) {
            (_, None) => l.seg.is_none(),
            (of, Some(seg)) => of.map_or(1, |seg| seg.min) >= seg.min,
        };
        lengths
            && l.kind == r.kind
            && l.life == r.life
            && l.cut == r.cut
            && (nodes == 0 || self.lead_on(l, r, nodes - 1))
    }

    /// Do two objects that must be paired lead to such that could be?
    fn lead_on(&self, l: &Obj, r: &Obj, nodes: u32) -> bool {
        let begins = |val: Val| val.addr().is_none_or(|addr| addr.spot == Spot::First);
        let fits = |(l, r): (&Cell, &Cell)| match (&l.content, &r.content) {
            (&Content::Val(l), &Content::Val(r)) if l.addr().or(r.addr()).is_some() && begins(l) && begins(r) => {
                self.covers(l, r, nodes)
            }
            _ => true,
        };
        l.life != Life::Live || !same_layout(l, r) || l.cells.values().zip(r.cells.values()).all(fits)
    }
}

fn may_be_empty(obj: &Obj) -> bool {
    obj.seg.is_some_and(|seg| seg.min == 0)
}

fn is_gone(obj: &Obj) -> bool {
    obj.kind == Kind::Heap && obj.life == Life::Freed
}
