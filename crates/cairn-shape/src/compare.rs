//! Comparisons: decided, or both ways with what then is known.

use crate::fault::{Fault, broken};
use crate::heap::Heap;
use crate::object::{Kind, Life};
use crate::range::Range;
use crate::run::Run;
use crate::value::{Addr, Lin, Spot, Val};
use cairn_ir::{Body, CmpOp, Operand};

impl Run<'_> {
    /// The results that a comparison may have, each in its heap.
    pub(crate) fn compare(
        &mut self,
        body: &Body,
        heap: Heap,
        op: CmpOp,
        lhs: Operand,
        rhs: Operand,
    ) -> Vec<(Heap, Val)> {
        let mut results = Vec::new();
        let mut work = vec![heap];
        while let Some(heap) = work.pop() {
            let (a, b) = (self.value(body, &heap, lhs), self.value(body, &heap, rhs));
            if let Some(parts) = self.separate(&heap, a, b) {
                work.extend(parts);
                continue;
            }
            match (a, b) {
                (Val::Undef | Val::Top, _) | (_, Val::Undef | Val::Top) => results.push((heap, Val::Top)),
                (Val::Num(a), Val::Num(b)) => self.compare_numbers(heap, op, a, b, &mut results),
                _ => match self.compare_addresses(&heap, op, a, b) {
                    Some(known) => results.push((heap, truth(known))),
                    None => {
                        let mut other = heap.clone();
                        if self.assume_addresses(&mut other, op, a, b) {
                            results.push((other, truth(true)));
                        }
                        let mut other = heap;
                        if self.assume_addresses(&mut other, op.negated(), a, b) {
                            results.push((other, truth(false)));
                        }
                    }
                },
            }
        }
        results
    }

    fn compare_numbers(&self, mut heap: Heap, op: CmpOp, a: Lin, b: Lin, results: &mut Vec<(Heap, Val)>) {
        if let Some(known) = heap.decide(op, a, b) {
            return results.push((heap, truth(known)));
        }
        let mut other = heap.clone();
        if heap.assume(op, a, b) {
            results.push((heap, truth(true)));
        }
        if other.assume(op.negated(), a, b) {
            results.push((other, truth(false)));
        }
    }

    /// If a segment may be empty, or be its own last node, that decides where an address points.
    fn separate(&self, heap: &Heap, a: Val, b: Val) -> Option<Vec<Heap>> {
        if a == b {
            return None;
        }
        for addr in [a, b].into_iter().filter_map(Val::addr) {
            let Some(seg) = heap.obj(self.world, addr.obj).seg else { continue };
            if seg.min == 0 {
                let empty = heap.clone().emptied(self.world, addr.obj);
                let mut full = heap.clone();
                full.set_min(addr.obj, 1);
                return Some([full].into_iter().chain(empty).collect());
            }
        }
        let (a, b) = (a.addr()?, b.addr()?);
        if a.obj == b.obj && a.spot != b.spot && heap.obj(self.world, a.obj).seg.is_some() {
            return Some(heap.clone().unfoldings(self.world, a.obj, Spot::First));
        }
        None
    }

    /// At least one of the two is an address; none points to a segment that may be empty.
    fn compare_addresses(&self, heap: &Heap, op: CmpOp, a: Val, b: Val) -> Option<bool> {
        match (a, b) {
            (Val::Ptr(a), Val::Ptr(b)) if (a.obj, a.spot) == (b.obj, b.spot) => self.compare_offsets(heap, op, a, b),
            (Val::Ptr(a), Val::Ptr(b)) if heap.whole_of(a.obj) == heap.whole_of(b.obj) => {
                self.compare_in_whole(heap, op, a, b)
            }
            (Val::Ptr(a), Val::Ptr(b)) => {
                let apart = self.is_inside(heap, a) && self.is_inside(heap, b) && !self.world.may_meet(a.obj, b.obj);
                let gone = self.outlived(heap, a, b) || self.outlived(heap, b, a);
                decided(op).filter(|_| apart || gone)
            }
            (Val::Ptr(addr), Val::Num(number)) | (Val::Num(number), Val::Ptr(addr)) => {
                let apart = number.as_const() == Some(0) && self.is_not_null(heap, addr);
                decided(op).filter(|_| apart)
            }
            _ => None,
        }
    }

    /// Goes on where two addresses are equal, if that says something of where parts lie.
    fn assume_addresses(&self, heap: &mut Heap, op: CmpOp, a: Val, b: Val) -> bool {
        match (op, a, b) {
            (CmpOp::Eq, Val::Ptr(a), Val::Ptr(b)) if heap.whole_of(a.obj) == heap.whole_of(b.obj) => {
                match (heap.in_whole(a), heap.in_whole(b)) {
                    (Some(a), Some(b)) => heap.assume(CmpOp::Eq, a.off, b.off),
                    _ => true,
                }
            }
            _ => true,
        }
    }

    /// Two addresses of one object that was cut.
    fn compare_in_whole(&self, heap: &Heap, op: CmpOp, a: Addr, b: Addr) -> Option<bool> {
        let parts = [a, b].iter().all(|addr| heap.obj(self.world, addr.obj).part.is_some());
        if parts && a.obj != b.obj && self.is_inside(heap, a) && self.is_inside(heap, b) && decided(op).is_some() {
            return decided(op);
        }
        let mut heap = heap.clone();
        let (a, b) = (heap.in_whole(a)?, heap.in_whole(b)?);
        self.compare_offsets(&heap, op, a, b)
    }

    fn compare_offsets(&self, heap: &Heap, op: CmpOp, a: Addr, b: Addr) -> Option<bool> {
        match op {
            CmpOp::Eq | CmpOp::Ne => heap.decide(op, a.off, b.off),
            CmpOp::Ult | CmpOp::Ule | CmpOp::Ugt | CmpOp::Uge => {
                let obj = heap.obj(self.world, a.obj);
                let (size, zero) = (heap.range(obj.size), Lin::constant(a.off.width, 0));
                let within = |off: Lin| heap.range(off).uhi <= size.ulo || heap.fits(off, zero, obj.size);
                heap.decide(op, a.off, b.off).filter(|_| within(a.off) && within(b.off))
            }
            // Where the object lies decides.
            _ => (a.off == b.off).then_some(matches!(op, CmpOp::Sle | CmpOp::Sge)),
        }
    }

    /// Points to a byte of a live object, so that no other object can have the same address; or to what has an address of its
    /// own without any byte.
    pub(crate) fn is_inside(&self, heap: &Heap, addr: Addr) -> bool {
        let obj = heap.obj(self.world, addr.obj);
        let (off, size) = (heap.range(addr.off), heap.range(obj.size));
        let one = Lin::constant(addr.off.width, 1);
        let within = || obj.seg.is_none() && heap.fits(addr.off, one, obj.size);
        let variable = matches!(obj.kind, Kind::Global(_) | Kind::External(_) | Kind::Stack);
        let whole = !variable && obj.part.is_none();
        obj.life == Life::Live
            && (off.uhi < size.ulo || (off.uhi == 0 && (whole || broken(Fault::EmptyIsInside))) || within())
    }

    /// Points into a block that was there already when the other one, to which the second address points, was freed.
    fn outlived(&self, heap: &Heap, addr: Addr, gone: Addr) -> bool {
        let (obj, other) = (heap.obj(self.world, addr.obj), heap.obj(self.world, gone.obj));
        let freed = other.kind == Kind::Heap && other.life == Life::Freed && gone.off.as_const() == Some(0);
        freed && obj.kind == Kind::Heap && !obj.reused && self.is_inside(heap, addr)
    }

    /// Not the number 0: in its object (or close before it, as `container_of` goes).
    pub(crate) fn is_not_null(&self, heap: &Heap, addr: Addr) -> bool {
        let obj = heap.obj(self.world, addr.obj);
        if obj.life != Life::Live || matches!(obj.kind, Kind::External(_)) {
            // The block is gone, but its address was never null. Its size is not known any more.
            return obj.life != Life::Live && was_not_null(addr);
        }
        let (off, size) = (heap.range(addr.off), heap.range(obj.size));
        let within = || obj.seg.is_none() && heap.fits(addr.off, Lin::constant(addr.off.width, 0), obj.size);
        off.uhi <= size.ulo || (off.slo >= -4096 && off.shi < 0) || within()
    }
}

/// An address of a block that is gone: it is not null if it was one of its first bytes.
pub(crate) fn was_not_null(addr: Addr) -> bool {
    addr.off.as_signed().is_some_and(|off| (0..4096).contains(&off))
}

/// The number that an address of a block that is gone may be.
pub(crate) fn as_number(bits: u32, addr: Addr) -> Range {
    let full = Range::full(bits);
    Range::unsigned(bits, i128::from(was_not_null(addr)), full.uhi)
}

/// The answer for two addresses that differ, if the comparison is for equality.
fn decided(op: CmpOp) -> Option<bool> {
    match op {
        CmpOp::Eq => Some(false),
        CmpOp::Ne => Some(true),
        _ => None,
    }
}

fn truth(value: bool) -> Val {
    Val::int(1, u128::from(value))
}
