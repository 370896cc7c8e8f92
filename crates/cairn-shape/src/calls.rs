//! Calls of functions and of the primitives that library models are made of.

use crate::access::{ANY_ACCESS, Landing, NULL_PAGE};
use crate::heap::Heap;
use crate::object::{Fill, Kind};
use crate::predicates;
use crate::run::{Run, Stop, live_before};
use crate::value::{Lin, Val};
use cairn_ir::{Body, Callee, Effect, FuncId, HostFn, Id, Inst, Operand, Rule, Type};
use std::collections::BTreeMap;

/// Heaps that one question about a shape may make.
const MOST_CASES: usize = 16;

/// Functions that a call through an unknown pointer is followed into, at most.
const MAX_TARGETS: usize = 12;

/// A heap behind a call, with the results that it speaks of, by number.
pub(crate) type Returned = (Heap, BTreeMap<usize, Val>);

impl<'w> Run<'w> {
    pub(crate) fn call(
        &mut self,
        body: &'w Body,
        mut heap: Heap,
        inst: &Inst,
        callee: Callee,
        (args, area): (&[Operand], Option<Operand>),
        after: &mut Vec<Heap>,
    ) -> Result<(), Stop> {
        let funcs = match callee {
            Callee::Direct(func) => vec![func],
            Callee::Indirect(target) => self.targets(body, &heap, target)?,
        };
        let given: Vec<(Val, Type)> =
            args.iter().map(|&arg| (self.value(body, &heap, arg), body.operand_type(arg))).collect();
        let area = area.map(|area| self.value(body, &heap, area));
        if self.abstracts() && funcs.iter().any(|&func| self.is_tabulated(func)) {
            let at = self.here;
            self.forget_dead_fields(body, &mut heap, at.func, (at.block, at.inst as usize));
        }
        self.forget_dead(body, &mut heap, inst);
        let site = self.here;
        for func in funcs {
            let sig = &self.world.program.funcs[func].sig;
            let expected = sig.params.iter().copied().map(Some).chain(std::iter::repeat(None));
            let vals = given.iter().zip(expected).map(|(&(val, ty), expected)| received(val, ty, expected)).collect();
            self.path.push(site);
            let returned = self.enter(func, vals, area, heap.clone(), inst);
            self.path.pop();
            self.here = site;
            for (mut heap, results) in returned? {
                for (i, value) in inst.results.iter().enumerate() {
                    if let Some(&val) = results.get(&i) {
                        let (given, expected) = (sig.results.get(i), Some(body.values[value].ty));
                        heap.set(value, given.map_or(Val::Undef, |&ty| received(val, ty, expected)));
                    }
                }
                after.push(heap);
            }
        }
        Ok(())
    }

    /// Runs a function: on the whole heap, on its local heap, or in parts, of which each has the results it speaks of.
    fn enter(
        &mut self,
        func: FuncId,
        args: Vec<Val>,
        area: Option<Val>,
        heap: Heap,
        inst: &Inst,
    ) -> Result<Vec<Returned>, Stop> {
        let wanted = inst.results.iter().count();
        let returned = match self.is_tabulated(func) {
            true => self.call_tabulated(func, args, heap)?,
            false if self.decomposes() && wanted <= self.world.program.funcs[func].sig.results.len() => {
                return self.call_into_parts(func, args, area, heap);
            }
            false => self.call_function(func, args, area, heap)?,
        };
        let all = |results: Vec<Val>| (0..wanted).map(|i| (i, results.get(i).copied().unwrap_or(Val::Undef))).collect();
        Ok(returned.into_iter().map(|(heap, results)| (heap, all(results))).collect())
    }

    /// Registers that nobody reads behind the call would only tell heaps apart in the callee.
    fn forget_dead(&mut self, body: &'w Body, heap: &mut Heap, inst: &Inst) {
        let at = self.here;
        let shape = self.shape(at.func, body);
        let mut live = live_before(body, at.block, at.inst as usize + 1, shape.live_out[at.block.index()].clone());
        for result in inst.results.iter() {
            live.remove(&result);
        }
        heap.frame_mut().regs.retain(|value, _| live.contains(value));
    }

    /// What a call through a pointer may call; nothing if it is an error. A pointer of which nothing is known may hold
    /// whatever address the program took, also of a function of another type; one from another file, any function there.
    fn targets(&mut self, body: &Body, heap: &Heap, target: Operand) -> Result<Vec<FuncId>, Stop> {
        let val = self.value(body, heap, target);
        let rule = match val {
            Val::Undef => Rule::UninitializedRead,
            Val::Num(number) if number.as_const().is_some_and(|n| n < NULL_PAGE) => Rule::NullDereference,
            Val::Ptr(addr) => match (heap.obj(self.world, addr.obj).kind, addr.off.as_const()) {
                (Kind::Function(func), Some(0)) => return Ok(vec![func]),
                _ => return Err(Stop::FunctionPointer),
            },
            Val::Num(_) | Val::Top => {
                let taken = self.calls.address_taken.clone();
                let from_elsewhere = self.world.fixed.iter().any(|obj| matches!(obj.kind, Kind::External(_)));
                if taken.len() > MAX_TARGETS || self.searching.is_some() || from_elsewhere {
                    return Err(Stop::FunctionPointer);
                }
                self.doubt_defined(heap, val);
                ANY_ACCESS.into_iter().for_each(|rule| self.doubt(heap, rule));
                return Ok(taken);
            }
        };
        self.fail(heap, rule);
        Ok(Vec::new())
    }

    pub(crate) fn host(
        &mut self,
        body: &Body,
        heap: Heap,
        inst: &Inst,
        func: HostFn,
        args: &[Operand],
        after: &mut Vec<Heap>,
    ) -> Result<(), Stop> {
        if func == HostFn::Unspecified {
            return Err(Stop::Unsupported("what the library may do otherwise".to_owned()));
        }
        let is_looked_at = |arg: Operand| body.operand_type(arg) != Type::Ptr || predicates::is_predicate(func);
        for arg in args.iter().copied().filter(|&arg| is_looked_at(arg)) {
            match self.value(body, &heap, arg) {
                Val::Undef if func.effect() != Effect::Pure => {
                    self.fail(&heap, Rule::UninitializedRead);
                    return Ok(());
                }
                Val::Undef | Val::Top => self.doubt(&heap, Rule::UninitializedRead),
                _ => {}
            }
        }
        let heaps = match func.effect() {
            Effect::NoReturn => {
                match func {
                    HostFn::Exit => self.end(heap),
                    HostFn::Abort => self.abandon(heap),
                    _ => return Err(Stop::Concurrency),
                }
                return Ok(());
            }
            Effect::Thread => match func {
                HostFn::AtomicBegin | HostFn::AtomicEnd | HostFn::Yield => vec![heap],
                _ => return Err(Stop::Concurrency),
            },
            Effect::Pure | Effect::Unknown => {
                if func == HostFn::Getenv {
                    self.doubt_all(&heap);
                }
                vec![heap]
            }
            Effect::Reads => self.host_reads(body, heap, func, args)?,
            Effect::WritesArgs => self.host_writes(body, heap, func, args)?,
        };
        for mut heap in heaps.into_iter().flat_map(|heap| self.separated(body, heap, func, args)).collect::<Vec<_>>() {
            let val = self.host_result(body, &mut heap, inst, func, args);
            self.define(heap, inst, val, after);
        }
        Ok(())
    }

    /// Where a predicate is not decided, lists that may be empty are looked at both ways.
    fn separated(&self, body: &Body, heap: Heap, func: HostFn, args: &[Operand]) -> Vec<Heap> {
        let (mut done, mut work) = (Vec::new(), vec![heap]);
        while let Some(heap) = work.pop() {
            let vals: Vec<Val> = args.iter().map(|&arg| self.value(body, &heap, arg)).collect();
            let open = predicates::is_predicate(func) && predicates::decide(self.world, &heap, func, &vals).is_none();
            let split = open && work.len() + done.len() < MOST_CASES;
            match predicates::maybe_empty(&heap, &vals).filter(|_| split) {
                None => done.push(heap),
                Some(list) => {
                    work.extend(heap.clone().emptied(self.world, list));
                    let mut full = heap;
                    full.set_min(list, 1);
                    work.push(full);
                }
            }
        }
        done
    }

    fn host_result(&mut self, body: &Body, heap: &mut Heap, inst: &Inst, func: HostFn, args: &[Operand]) -> Val {
        let Some(result) = inst.results.single() else { return Val::Undef };
        let ty = body.values[result].ty;
        let width = self.width(ty);
        if predicates::is_predicate(func) {
            let vals: Vec<Val> = args.iter().map(|&arg| self.value(body, heap, arg)).collect();
            return match predicates::decide(self.world, heap, func, &vals) {
                Some(known) => Val::int(width, u128::from(known)),
                None => heap.unknown(width, true),
            };
        }
        match func {
            HostFn::AllocFails if !self.limits.alloc_may_fail => Val::int(1, 0),
            HostFn::Coarse => Val::int(1, 1),
            HostFn::Known => {
                let known = matches!(self.value(body, heap, args[0]), Val::Num(number) if number.as_const().is_some());
                Val::int(1, u64::from(known).into())
            }
            HostFn::AllocFails => {
                let val = heap.unknown(1, true);
                self.note_input(heap, val);
                val
            }
            HostFn::Write | HostFn::Read => match self.value(body, heap, args[2]) {
                Val::Num(len) if width <= 64 => {
                    let most = heap.range(len).uhi.min(largest(width));
                    self.between(heap, width, -1, most)
                }
                _ => heap.unknown(width, true),
            },
            _ if func.effect() == Effect::Pure => {
                let vals: Vec<Val> = args.iter().map(|&arg| self.value(body, heap, arg)).collect();
                self.blind(heap, &vals, width, true)
            }
            _ => heap.unknown(width, ty != Type::Ptr),
        }
    }

    /// What is written to the outside must be readable and defined.
    fn host_reads(&mut self, body: &Body, heap: Heap, func: HostFn, args: &[Operand]) -> Result<Vec<Heap>, Stop> {
        if func != HostFn::Write {
            self.doubt_all(&heap);
            return Ok(vec![heap]);
        }
        let mut heap = heap;
        let Some(count) = self.number(body, &mut heap, args[2]) else { return Ok(Vec::new()) };
        let mut after = Vec::new();
        let Some(heap) = self.nonzero(heap, count, &mut after) else { return Ok(after) };
        for (heap, landing) in self.access(body, heap, args[1], count, false)? {
            let fill = match landing {
                Landing::Unknown => Fill::Top,
                Landing::At(id, off) => {
                    let (off, count) = (heap.range(off), heap.range(count));
                    let len = (off.uhi - off.ulo + count.uhi).clamp(0, 1 << 40);
                    heap.obj(self.world, id).blurred(off.ulo as u64, len as u64)
                }
            };
            if matches!(fill, Fill::Undef | Fill::Top) {
                self.doubt(&heap, Rule::UninitializedRead);
            }
            after.push(heap);
        }
        Ok(after)
    }

    fn host_writes(&mut self, body: &Body, heap: Heap, func: HostFn, args: &[Operand]) -> Result<Vec<Heap>, Stop> {
        let (buffer, count) = match func {
            HostFn::Read => (1, 2),
            HostFn::Fill => (0, 1),
            _ => {
                self.doubt_all(&heap);
                return self.scramble(body, heap, args);
            }
        };
        let mut heap = heap;
        let Some(count) = self.number(body, &mut heap, args[count]) else { return Ok(Vec::new()) };
        if count.as_const() == Some(0) {
            return Ok(vec![heap]);
        }
        self.access(body, heap.clone(), args[buffer], count, true)?;
        self.scramble(body, heap, &args[buffer..=buffer])
    }

    /// Anything may now be in the objects that the arguments point to.
    fn scramble(&mut self, body: &Body, heap: Heap, args: &[Operand]) -> Result<Vec<Heap>, Stop> {
        let mut heaps = vec![heap];
        for &arg in args.iter().filter(|&&arg| body.operand_type(arg) == Type::Ptr) {
            let mut next = Vec::new();
            for mut heap in heaps.into_iter().flat_map(|heap| self.exposed(body, heap, arg)).collect::<Vec<_>>() {
                if let Val::Ptr(addr) = self.value(body, &heap, arg) {
                    heap.uncut(self.world, heap.whole_of(addr.obj));
                }
                match self.value(body, &heap, arg) {
                    Val::Ptr(addr) => {
                        if heap.obj(self.world, addr.obj).life == crate::object::Life::Live {
                            heap.obj_mut(self.world, addr.obj).blur_all(Fill::Defined);
                        }
                    }
                    Val::Num(Lin { sym: None, add: 0, .. }) => {}
                    _ => return Err(Stop::UnknownWrite(self.span())),
                }
                next.push(heap);
            }
            heaps = next;
        }
        Ok(heaps)
    }
}

/// The largest signed number of a width.
fn largest(width: u32) -> i128 {
    crate::range::Range::full(width).shi
}

/// A value of one type where another one is expected: parts of it may not arrive.
fn received(val: Val, ty: Type, expected: Option<Type>) -> Val {
    match expected {
        Some(expected) if expected != ty && val != Val::Undef => Val::Top,
        _ => val,
    }
}
