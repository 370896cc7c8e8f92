//! Loads, stores, copies, fills, allocation and freeing.

use crate::access::Landing;
use crate::fault::{Fault, broken};
use crate::heap::Heap;
use crate::object::{Content, Fill, Kind, Life, Obj};
use crate::range::{Range, cut};
use crate::run::{Run, Stop};
use crate::value::{Addr, Lin, ObjId, Val};
use cairn_ir::{Body, CmpOp, Operand, Rule, Type};

impl Run<'_> {
    /// The values that a load may give, each in its heap.
    pub(crate) fn load(&mut self, body: &Body, heap: Heap, ty: Type, addr: Operand) -> Result<Vec<(Heap, Val)>, Stop> {
        let bytes = ty.store_bytes(self.world.bits);
        let count = Lin::constant(self.world.bits, u128::from(bytes));
        let mut results = Vec::new();
        for (mut heap, landing) in self.access(body, heap, addr, count, false)? {
            let val = match landing {
                Landing::Unknown => Val::Top,
                Landing::At(obj, off) => self.read(&mut heap, obj, off, bytes),
            };
            let val = self.fitted(&mut heap, val, self.width(ty));
            results.push((heap, val));
        }
        Ok(results)
    }

    fn read(&self, heap: &mut Heap, id: ObjId, off: Lin, bytes: u64) -> Val {
        let obj = heap.obj(self.world, id);
        let range = heap.range(off);
        let width = 8 * bytes as u32;
        let fill = match off.as_const() {
            Some(at) => {
                if let Some(val) = obj.exact(at as u64, bytes) {
                    return val;
                }
                obj.blurred(at as u64, bytes)
            }
            None => {
                // It is inside, perhaps for another reason than its bounds.
                let end = (range.uhi + i128::from(bytes)).min(i128::from(u64::MAX));
                obj.blurred(range.ulo as u64, (end - range.ulo) as u64)
            }
        };
        match fill {
            Fill::Undef => Val::Undef,
            Fill::Zero => Val::int(width, 0),
            Fill::Defined => heap.unknown(width, false),
            Fill::Top => Val::Top,
        }
    }

    /// The low bits of a value from memory.
    fn fitted(&self, heap: &mut Heap, val: Val, width: u32) -> Val {
        match val {
            Val::Num(lin) if lin.width > width => match lin.as_const() {
                Some(value) => Val::int(width, cut(value, width)),
                None => {
                    let (range, plain) = (heap.range(lin).truncate(width), heap.is_plain(lin));
                    let new = Val::Num(heap.new_sym(range, plain));
                    self.derive(heap, new, lin, None);
                    new
                }
            },
            other => other,
        }
    }

    pub(crate) fn store(&mut self, body: &Body, heap: Heap, value: Operand, addr: Operand) -> Result<Vec<Heap>, Stop> {
        let ty = body.operand_type(value);
        let bytes = ty.store_bytes(self.world.bits);
        let count = Lin::constant(self.world.bits, u128::from(bytes));
        let mut after = Vec::new();
        for (mut heap, landing) in self.access(body, heap, addr, count, true)? {
            // Taking a node out of a segment may have changed what the value says.
            let val = self.value(body, &heap, value);
            let val = self.padded(&mut heap, val, 8 * bytes as u32);
            match landing {
                Landing::Unknown => return Err(Stop::UnknownWrite(self.span())),
                Landing::At(obj, off) => {
                    self.write(&mut heap, obj, off, bytes, val);
                    if let Some(at) = off.as_const().filter(|_| bytes == self.world.word()) {
                        heap.obj_mut(self.world, obj).stored.insert(at as u64, ty == Type::Ptr);
                        self.note_copy(&heap, obj, at as u64, val);
                    }
                }
            }
            after.push(heap);
        }
        Ok(after)
    }

    /// Notes if a node leads to another one of its size twice.
    fn note_copy(&mut self, heap: &Heap, id: ObjId, at: u64, val: Val) {
        let obj = heap.obj(self.world, id);
        let is_alike = |to: Addr| to.obj != id && heap.obj(self.world, to.obj).size == obj.size;
        if obj.kind != Kind::Heap || !val.addr().is_some_and(is_alike) {
            return;
        }
        if let Some((twin, _)) = obj.values().find(|(cell, other)| *cell != at && *other == val) {
            self.known.note_copy(obj, [at, twin]);
        }
    }

    /// A value as memory has it: whole bytes.
    fn padded(&self, heap: &mut Heap, val: Val, width: u32) -> Val {
        match val {
            Val::Num(lin) if lin.width < width => match lin.as_const() {
                Some(value) => Val::int(width, value),
                None => {
                    let (range, plain) = (heap.range(lin).extend(width, false), heap.is_plain(lin));
                    let new = Val::Num(heap.new_sym(range, plain));
                    self.derive(heap, new, lin, None);
                    new
                }
            },
            other => other,
        }
    }

    fn write(&self, heap: &mut Heap, id: ObjId, off: Lin, bytes: u64, val: Val) {
        match off.as_const() {
            Some(at) => heap.write(self.world, id, at as u64, bytes, val),
            None => {
                let range = heap.range(off);
                let (from, to) = (range.ulo as u64, (range.uhi as u64).checked_add(bytes));
                let fill = Content::Val(val).blurred();
                match to {
                    Some(to) => self.overwrite(heap, id, (from, to), fill),
                    // It is inside for another reason than its bounds.
                    None => heap.obj_mut(self.world, id).blur_all(fill),
                }
            }
        }
    }

    // ---- ranges ----

    /// A length, which must be defined. `None` ends the path.
    pub(crate) fn number(&mut self, body: &Body, heap: &mut Heap, operand: Operand) -> Option<Lin> {
        match self.value(body, heap, operand) {
            Val::Num(lin) => Some(lin),
            val => {
                self.doubt_defined(heap, val);
                let width = self.width(body.operand_type(operand));
                Some(heap.new_sym(Range::full(width), false))
            }
        }
    }

    /// Splits off the executions in which a length is 0.
    pub(crate) fn nonzero(&self, mut heap: Heap, len: Lin, after: &mut Vec<Heap>) -> Option<Heap> {
        let zero = Lin::constant(len.width, 0);
        match heap.decide(CmpOp::Eq, len, zero) {
            Some(true) => {
                after.push(heap);
                None
            }
            Some(false) => Some(heap),
            None => {
                let mut none = heap.clone();
                if none.assume(CmpOp::Eq, len, zero) {
                    after.push(none);
                }
                heap.assume(CmpOp::Ne, len, zero).then_some(heap)
            }
        }
    }

    pub(crate) fn set(
        &mut self,
        body: &Body,
        mut heap: Heap,
        (dst, byte, len): (Operand, Operand, Operand),
        after: &mut Vec<Heap>,
    ) -> Result<(), Stop> {
        let Some(count) = self.number(body, &mut heap, len) else { return Ok(()) };
        let Some(heap) = self.nonzero(heap, count, after) else { return Ok(()) };
        let fill = match self.value(body, &heap, byte) {
            Val::Num(lin) if lin.as_const().is_some_and(|value| value & 0xff == 0) => Fill::Zero,
            Val::Num(_) | Val::Ptr(_) => Fill::Defined,
            Val::Undef => Fill::Undef,
            Val::Top => Fill::Top,
        };
        let count = heap.current(count);
        for (mut heap, landing) in self.access(body, heap, dst, count, true)? {
            let Landing::At(id, off) = landing else { return Err(Stop::UnknownWrite(self.span())) };
            match (off.as_const(), count.as_const()) {
                (Some(at), Some(len)) => {
                    heap.obj_mut(self.world, id).store(at as u64, len as u64, Content::Fill(fill));
                }
                (Some(0), None) if count == heap.obj(self.world, id).size => {
                    let obj = heap.obj_mut(self.world, id);
                    obj.cells.clear();
                    obj.rest = fill;
                }
                _ => self.blur(&mut heap, id, off, count, fill),
            }
            after.push(heap);
        }
        Ok(())
    }

    /// Bytes of a range that is not known exactly were overwritten.
    fn blur(&self, heap: &mut Heap, id: ObjId, off: Lin, count: Lin, fill: Fill) {
        let (off, count) = (heap.range(off), heap.range(count));
        let size = heap.range(heap.obj(self.world, id).size);
        let end = (off.uhi + count.uhi).min(size.uhi);
        match end > 1 << 40 {
            true => heap.obj_mut(self.world, id).blur_all(fill),
            false => self.overwrite(heap, id, (off.ulo as u64, end.max(off.ulo) as u64), fill),
        }
    }

    /// Some bytes between two offsets were overwritten. What a part says must not go beyond its end.
    fn overwrite(&self, heap: &mut Heap, id: ObjId, (from, to): (u64, u64), fill: Fill) {
        let obj = heap.obj(self.world, id);
        let beyond = obj.cut || (obj.part.is_some() && heap.range(obj.size).ulo < i128::from(to));
        let obj = heap.obj_mut(self.world, id);
        match beyond {
            true => obj.blur_all(fill),
            false => obj.blur(from, to - from, fill),
        }
    }

    pub(crate) fn copy(
        &mut self,
        body: &Body,
        mut heap: Heap,
        (dst, src, len): (Operand, Operand, Operand),
        overlap: bool,
        after: &mut Vec<Heap>,
    ) -> Result<(), Stop> {
        let Some(count) = self.number(body, &mut heap, len) else { return Ok(()) };
        let Some(heap) = self.nonzero(heap, count, after) else { return Ok(()) };
        for heap in self.gathered(body, heap, [src, dst], count) {
            self.copy_gathered(body, heap, (dst, src, count), overlap, after)?;
        }
        Ok(())
    }

    /// Heaps in which each of two ranges is in one part, or in an object that is not cut.
    fn gathered(&self, body: &Body, heap: Heap, ranges: [Operand; 2], count: Lin) -> Vec<Heap> {
        let mut heaps = vec![heap];
        for operand in ranges {
            heaps = heaps.into_iter().flat_map(|heap| self.exposed(body, heap, operand)).collect();
        }
        for heap in &mut heaps {
            for operand in ranges {
                if let Val::Ptr(addr) = self.value(body, heap, operand) {
                    heap.gather(self.world, addr, count);
                }
            }
        }
        heaps
    }

    fn copy_gathered(
        &mut self,
        body: &Body,
        heap: Heap,
        (dst, src, count): (Operand, Operand, Lin),
        overlap: bool,
        after: &mut Vec<Heap>,
    ) -> Result<(), Stop> {
        for (heap, _) in self.access(body, heap, src, count, false)? {
            for (heap, to) in self.access(body, heap, dst, count, true)? {
                // The source again, since reaching the destination may have changed the heap.
                for (mut heap, from) in self.landed(body, heap, src) {
                    let Landing::At(id, off) = to else { return Err(Stop::UnknownWrite(self.span())) };
                    self.check_overlap(&heap, from, to, count, overlap);
                    self.copy_bytes(&mut heap, from, (id, off), count);
                    after.push(heap);
                }
            }
        }
        Ok(())
    }

    /// Where an address that was checked before points.
    fn landed(&self, body: &Body, heap: Heap, operand: Operand) -> Vec<(Heap, Landing)> {
        let land = |heap: Heap| {
            let landing = match self.value(body, &heap, operand) {
                Val::Ptr(addr) => Landing::At(addr.obj, addr.off),
                _ => Landing::Unknown,
            };
            (heap, landing)
        };
        self.exposed(body, heap, operand).into_iter().map(land).collect()
    }

    fn check_overlap(&mut self, heap: &Heap, from: Landing, to: Landing, count: Lin, overlap: bool) {
        if overlap {
            return;
        }
        let apart = match (from, to) {
            (Landing::At(a, x), Landing::At(b, y)) => {
                let (x_range, y_range, n) = (heap.range(x), heap.range(y), heap.range(count));
                a != b || x == y || x_range.uhi + n.uhi <= y_range.ulo || y_range.uhi + n.uhi <= x_range.ulo
            }
            _ => false,
        };
        if !apart {
            self.doubt(heap, Rule::PreconditionViolation);
        }
    }

    fn copy_bytes(&self, heap: &mut Heap, from: Landing, (id, off): (ObjId, Lin), count: Lin) {
        let exact = match from {
            Landing::At(source, start) => {
                start.as_const().zip(off.as_const()).zip(count.as_const()).map(|x| (source, x))
            }
            Landing::Unknown => None,
        };
        if let Some((source, ((start, at), len))) = exact {
            let pieces = heap.obj(self.world, source).pieces(start as u64, len as u64);
            let obj = heap.obj_mut(self.world, id);
            for (from, cell) in pieces {
                obj.store(at as u64 + (from - start as u64), cell.len, cell.content);
            }
            return;
        }
        let fill = match from {
            Landing::Unknown => Fill::Top,
            Landing::At(source, _) => {
                let mut scratch = heap.obj(self.world, source).clone();
                let first = scratch.rest;
                scratch.blur_all(first);
                scratch.rest
            }
        };
        self.blur(heap, id, off, count, fill);
    }

    // ---- the heap ----

    pub(crate) fn allocate(&mut self, heap: &mut Heap, size: Lin, zeroed: bool) -> Val {
        let rest = if zeroed { Fill::Zero } else { Fill::Undef };
        let mut obj = Obj::new(Kind::Heap, size, rest);
        obj.sites.insert(self.place());
        obj.reused = heap.has_freed();
        let id = heap.add(obj);
        Val::Ptr(Addr::start(id, self.world.bits))
    }

    /// The address in an object that is one piece.
    fn put_together(&self, heap: &mut Heap, addr: Addr) -> Addr {
        let whole = heap.whole_of(addr.obj);
        let inside = Addr { obj: whole, ..addr };
        let addr = if broken(Fault::FreedInPart) { inside } else { heap.in_whole(addr).unwrap_or(addr) };
        heap.uncut(self.world, whole);
        let off = heap.current(addr.off);
        let starts = heap.decide(CmpOp::Eq, off, Lin::constant(off.width, 0)) == Some(true);
        Addr { off: if starts { Lin::constant(off.width, 0) } else { off }, ..addr }
    }

    /// The blocks that an operand may be the start of, each in its heap.
    pub(crate) fn freeable(&mut self, body: &Body, heap: Heap, ptr: Operand) -> Result<Vec<(Heap, ObjId)>, Stop> {
        let mut good = Vec::new();
        for mut heap in self.exposed(body, heap, ptr) {
            let addr = match self.value(body, &heap, ptr) {
                Val::Undef => {
                    self.fail(&heap, Rule::UninitializedRead);
                    self.doubt(&heap, Rule::InvalidFree);
                    self.doubt(&heap, Rule::DoubleFree);
                    continue;
                }
                Val::Num(number) if number.as_const().is_some_and(|n| n < crate::access::NULL_PAGE) => {
                    self.fail(&heap, Rule::InvalidFree);
                    continue;
                }
                Val::Num(_) | Val::Top => {
                    for rule in [Rule::InvalidFree, Rule::DoubleFree, Rule::UninitializedRead] {
                        self.doubt(&heap, rule);
                    }
                    return Err(Stop::UnknownWrite(self.span()));
                }
                Val::Ptr(addr) => addr,
            };
            let addr = self.put_together(&mut heap, addr);
            let obj = heap.obj(self.world, addr.obj);
            let rule = match (obj.life, obj.kind) {
                (Life::Freed, _) => Some(Rule::DoubleFree),
                (Life::ScopeEnded, _) => Some(Rule::InvalidFree),
                (Life::Live, Kind::Heap) if addr.off.as_const() == Some(0) => None,
                (Life::Live, Kind::Heap) if addr.off.sym.is_some() => {
                    self.doubt(&heap, Rule::InvalidFree);
                    if !heap.assume(CmpOp::Eq, addr.off, Lin::constant(self.world.bits, 0)) {
                        continue;
                    }
                    None
                }
                _ => Some(Rule::InvalidFree),
            };
            match rule {
                Some(rule) => self.fail(&heap, rule),
                None => good.push((heap, addr.obj)),
            }
        }
        Ok(good)
    }
}
