//! What is seen at a glance: whether one heap could cover another at all, or a join of both keep their shape, by registers alone.
//!
//! Most heaps of one place differ in what some register holds, so that the walk over both need not begin.

use crate::heap::Heap;
use crate::object::{Kind, Life, Obj};
use crate::value::{Addr, Val};
use crate::world::World;
use cairn_ir::Id;

/// Might the right heap cover the left one? `false` only where the walk would not find that it does.
pub(super) fn may_cover(world: &World<'_>, left: &Heap, right: &Heap) -> bool {
    registers(left).zip(registers(right)).all(|(l, r)| covers(world, (left, l), (right, r)))
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

fn covers(world: &World<'_>, (left, l): (&Heap, Val), (right, r): (&Heap, Val)) -> bool {
    match (l, r) {
        (Val::Num(a), Val::Num(b)) => a.width == b.width && right.range(b).contains(&left.range(a)),
        (Val::Ptr(a), Val::Ptr(b)) => may_be_empty(right.obj(world, b.obj)) || alike(world, (left, a), (right, b)),
        (_, Val::Ptr(b)) => may_be_empty(right.obj(world, b.obj)),
        (Val::Ptr(a), Val::Num(_)) => is_gone(left.obj(world, a.obj)),
        (Val::Ptr(_), _) => false,
        (_, Val::Top) => true,
        (l, r) => l == r,
    }
}

fn may_be_empty(obj: &Obj) -> bool {
    obj.seg.is_some_and(|seg| seg.min == 0)
}

fn is_gone(obj: &Obj) -> bool {
    obj.kind == Kind::Heap && obj.life == Life::Freed
}

/// Could two objects be paired, such that the right one stays as it is?
fn alike(world: &World<'_>, (left, a): (&Heap, Addr), (right, b): (&Heap, Addr)) -> bool {
    let fixed = world.fixed.len();
    if a.obj.index() < fixed || b.obj.index() < fixed {
        return a.obj == b.obj;
    }
    let (l, r) = (left.obj(world, a.obj), right.obj(world, b.obj));
    let lengths = match (l.seg, r.seg) {
        (_, None) => l.seg.is_none(),
        (of, Some(seg)) => of.map_or(1, |seg| seg.min) >= seg.min,
    };
    lengths && l.kind == r.kind && l.life == r.life && l.cut == r.cut
}
