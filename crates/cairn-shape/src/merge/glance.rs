//! What is seen at a glance: whether one heap could cover another at all, by registers alone.
//!
//! Most heaps of one place differ in what some register holds, so that the walk over both need not begin.

use crate::heap::Heap;
use crate::object::{Kind, Life, Obj};
use crate::value::{Addr, Val};
use crate::world::World;
use cairn_ir::Id;

/// Might the right heap cover the left one? `false` only where the walk would not find that it does.
pub(super) fn may_cover(world: &World<'_>, left: &Heap, right: &Heap) -> bool {
    let values =
        |heap: &Heap| -> Vec<Val> { heap.frames.iter().flat_map(|frame| frame.regs.values().copied()).collect() };
    values(left).into_iter().zip(values(right)).all(|(l, r)| covers(world, (left, l), (right, r)))
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
