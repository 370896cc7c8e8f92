//! Where accesses go, and which of them are errors: null, wild, freed, out of scope, out of bounds.

use crate::fault::{Fault, broken};
use crate::heap::Heap;
use crate::object::{Kind, Life};
use crate::run::{Run, Stop};
use crate::value::{Addr, Lin, ObjId, Val};
use cairn_ir::{Body, CmpOp, Operand, Rule};

/// Where an access lands.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Landing {
    At(ObjId, Lin),
    /// Somewhere, or it is an error.
    Unknown,
}

/// Addresses below this count as null.
pub(crate) const NULL_PAGE: u128 = 4096;

/// What an address of which nothing is known can break.
pub(crate) const ANY_ACCESS: [Rule; 5] =
    [Rule::NullDereference, Rule::InvalidPointer, Rule::UseAfterFree, Rule::UseAfterScope, Rule::OutOfBounds];

impl Run<'_> {
    /// Takes out of its segment the node that an operand points to. In one heap for each way in which that can be.
    pub(crate) fn exposed(&self, body: &Body, heap: Heap, operand: Operand) -> Vec<Heap> {
        let mut done = Vec::new();
        let mut work = vec![heap];
        while let Some(heap) = work.pop() {
            let Some(addr) = self.value(body, &heap, operand).addr() else {
                done.push(heap);
                continue;
            };
            match heap.obj(self.world, addr.obj).seg {
                None => done.push(heap),
                Some(seg) => {
                    if seg.min == 0 && !broken(Fault::NeverEmpty) {
                        work.extend(heap.clone().emptied(self.world, addr.obj));
                    }
                    done.extend(heap.unfoldings(self.world, addr.obj, addr.spot));
                }
            }
        }
        done
    }

    /// Checks an access of `bytes` bytes; the ways in which it can go well.
    pub(crate) fn access(
        &mut self,
        body: &Body,
        heap: Heap,
        operand: Operand,
        bytes: Lin,
        write: bool,
    ) -> Result<Vec<(Heap, Landing)>, Stop> {
        let mut good = Vec::new();
        for mut heap in self.exposed(body, heap, operand) {
            let val = self.value(body, &heap, operand);
            if let Some(landing) = self.land(&mut heap, val, bytes, write)? {
                good.push((heap, landing));
            }
        }
        Ok(good)
    }

    fn land(&mut self, heap: &mut Heap, val: Val, bytes: Lin, write: bool) -> Result<Option<Landing>, Stop> {
        match val {
            Val::Undef => {
                // Whoever reads such a value all the same may end up anywhere.
                self.fail(heap, Rule::UninitializedRead);
                ANY_ACCESS.into_iter().for_each(|rule| self.doubt(heap, rule));
                Ok(None)
            }
            Val::Num(number) if number.as_const().is_some_and(|number| number < NULL_PAGE) => {
                self.fail(heap, Rule::NullDereference);
                Ok(None)
            }
            Val::Num(_) | Val::Top => {
                if val == Val::Top {
                    self.doubt(heap, Rule::UninitializedRead);
                }
                ANY_ACCESS.into_iter().for_each(|rule| self.doubt(heap, rule));
                Ok(Some(Landing::Unknown))
            }
            Val::Ptr(addr) => self.land_in_object(heap, addr, bytes, write),
        }
    }

    fn land_in_object(
        &mut self,
        heap: &mut Heap,
        addr: Addr,
        bytes: Lin,
        write: bool,
    ) -> Result<Option<Landing>, Stop> {
        let obj = heap.obj(self.world, addr.obj);
        let (kind, life, size, readonly) = (obj.kind, obj.life, obj.size, obj.readonly);
        let rule = match (kind, life) {
            (Kind::Function(_), _) => Some(Rule::InvalidPointer),
            // It may not be there, or be shorter, and holds anything.
            (Kind::External(_), _) if !write => {
                ANY_ACCESS.into_iter().for_each(|rule| self.doubt(heap, rule));
                return Ok(Some(Landing::Unknown));
            }
            (Kind::External(id), _) => {
                let name = self.world.program.global_name(id);
                return Err(Stop::Unsupported(format!("variable `{name}`, which is defined elsewhere")));
            }
            (_, Life::Freed) => Some(Rule::UseAfterFree),
            (_, Life::ScopeEnded) => Some(Rule::UseAfterScope),
            (_, Life::Live) => None,
        };
        if let Some(rule) = rule {
            self.fail(heap, rule);
            return Ok(None);
        }
        let (addr, inside) = heap.settle(self.world, addr, bytes);
        let size = if inside { size } else { heap.obj(self.world, addr.obj).size };
        if !inside && !self.check_bounds(heap, addr.off, bytes, size) {
            return Ok(None);
        }
        if write && readonly {
            self.fail(heap, Rule::InvalidPointer);
            return Ok(None);
        }
        // The offset may have become known.
        Ok(Some(Landing::At(addr.obj, heap.current(addr.off))))
    }

    /// Is there an execution in which the range is inside? Goes on with it.
    fn check_bounds(&mut self, heap: &mut Heap, off: Lin, bytes: Lin, size: Lin) -> bool {
        let (o, n, s) = (heap.range(off), heap.range(bytes), heap.range(size));
        if o.uhi + n.uhi <= s.ulo || fits_by_form(heap, off, bytes, size) || heap.fits(off, bytes, size) {
            return true;
        }
        let never = o.ulo + n.ulo > s.uhi;
        if never {
            self.fail(heap, Rule::OutOfBounds);
            return false;
        }
        self.doubt(heap, Rule::OutOfBounds);
        let most = Lin::constant(off.width, (s.uhi - n.ulo) as u128);
        off.sym.is_none() || heap.assume(CmpOp::Ule, off, most)
    }
}

/// `off + bytes <= size` for numbers that depend on the same symbol.
fn fits_by_form(heap: &Heap, off: Lin, bytes: Lin, size: Lin) -> bool {
    if off.as_const() == Some(0) && (bytes == size || heap.decide(CmpOp::Ule, bytes, size) == Some(true)) {
        return true;
    }
    match (bytes.as_const(), off.sym.is_some() && off.sym == size.sym) {
        (Some(bytes), true) => {
            let room = size.minus(off.add).add;
            // The size is at least the room, so the offset is the size minus the room without wrapping.
            heap.range(size).ulo >= room as i128 && room < 1 << 31 && bytes <= room
        }
        _ => false,
    }
}
