//! States up to a renaming of addresses: two executions in the same canonical state behave the same, as long as the
//! program does not look at addresses as numbers.
//!
//! Objects are numbered in the order in which they are reached from the threads and the globals, and an address is
//! written as such a number and an offset. Only values that are still needed count: registers by liveness. History does
//! not: steps taken, where objects were made, what was printed.

use crate::code::{Code, Ins, slots_of};
use crate::exec::Machine;
use crate::memory::{Life, Object, ObjectKind};
use crate::state::{Frame, Status, Thread};
use crate::value::{Prov, Slot};
use cairn_ir::{BlockId, Body, Id, IdVec, Operand, ValueId};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};

impl Machine<'_> {
    /// The state as words; equal for equal states up to a renaming of addresses.
    pub fn canonical(&self) -> Vec<u64> {
        let mut writer = Writer { machine: self, words: Vec::new(), numbers: FxHashMap::default(), queue: Vec::new() };
        writer.globals();
        for thread in &self.state.threads {
            writer.thread(thread);
        }
        writer.reached_objects();
        writer.unreached_blocks();
        writer.outside();
        writer.words
    }

    /// A hash of the canonical state.
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = rustc_hash::FxHasher::default();
        self.canonical().hash(&mut hasher);
        hasher.finish()
    }
}

struct Writer<'a, 'p> {
    machine: &'a Machine<'p>,
    words: Vec<u64>,
    numbers: FxHashMap<Prov, u64>,
    /// Objects in the order of their numbers.
    queue: Vec<Prov>,
}

impl Writer<'_, '_> {
    fn globals(&mut self) {
        for address in self.machine.addresses.globals.iter().flatten() {
            self.number(address.prov);
        }
    }

    fn thread(&mut self, thread: &Thread) {
        match thread.status {
            Status::Running => self.words.push(0),
            Status::Joining(other) => self.words.extend([1, other as u64]),
            Status::Locking(address) => {
                self.words.push(2);
                self.slot(address);
            }
            Status::WaitingWhile(address, value) => {
                self.words.extend([3, u64::from(value)]);
                self.slot(address);
            }
            Status::Done(result) => {
                self.words.push(4);
                self.slot(result);
            }
        }
        let mut locals: Vec<_> = thread.thread_locals.iter().collect();
        locals.sort_unstable_by_key(|(global, _)| **global);
        self.words.extend([u64::from(thread.atomic), locals.len() as u64, thread.frames.len() as u64]);
        for (global, address) in locals {
            self.words.push(global.index() as u64);
            self.slot(*address);
        }
        for frame in &thread.frames {
            self.frame(thread, frame);
        }
    }

    fn frame(&mut self, thread: &Thread, frame: &Frame) {
        self.words.extend([frame.func.index() as u64, u64::from(frame.pc)]);
        let machine = self.machine;
        let body = machine.program.funcs[frame.func].body.as_ref().expect("only defined functions run");
        let code = machine.codes[frame.func.index()].as_ref().expect("running functions are compiled");
        for slot in live_slots(body, code, frame.pc as usize, machine.pointer_bits()) {
            self.slot(thread.regs[frame.base as usize + slot]);
        }
    }

    /// Contents of everything reached, which may reach more.
    fn reached_objects(&mut self) {
        let mut at = 0;
        while let Some(&prov) = self.queue.get(at) {
            at += 1;
            match self.machine.state.memory.object(prov) {
                Some(object) => self.object(object),
                None => self.words.push(u64::MAX),
            }
        }
    }

    fn object(&mut self, object: &Object) {
        let kind = match object.kind {
            ObjectKind::Global(id) | ObjectKind::External(id) => id.index() as u64 * 8,
            ObjectKind::Function(id) => id.index() as u64 * 8 + 1,
            ObjectKind::Heap => 2,
            ObjectKind::Stack => 3,
            ObjectKind::Argument => 4,
            ObjectKind::Given => 5,
            ObjectKind::Beyond => 6,
        };
        let life = match object.life {
            Life::Live => 0,
            Life::Freed => 1,
            Life::ScopeEnded => 2,
        };
        self.words.extend([kind, life, object.size]);
        if object.life == Life::Live && !object.bytes().is_empty() {
            self.content(object);
        }
    }

    fn content(&mut self, object: &Object) {
        let word = self.machine.state.memory.word();
        let mut addresses: Vec<(u64, Prov)> = object.addresses(word).collect();
        addresses.sort_unstable();
        let (mut at, mut addresses) = (0u64, addresses.into_iter().peekable());
        while at < object.size {
            let next = addresses.peek().map_or(object.size, |(start, _)| *start);
            if next <= at && at < object.size {
                let (start, _) = addresses.next().expect("peeked");
                self.slot(object.load(start, word, word));
                at = start + word as u64;
                continue;
            }
            let count = (next - at).min(8) as usize;
            let value = object.load(at, count, word);
            self.slot(Slot { prov: Prov::NONE, ..value });
            at += count as u64;
        }
    }

    /// Blocks that nothing leads to any more: only that they exist.
    fn unreached_blocks(&mut self) {
        let memory = &self.machine.state.memory;
        let lost = memory.objects().filter(|(prov, object)| {
            object.life == Life::Live && object.kind == ObjectKind::Heap && !self.numbers.contains_key(prov)
        });
        let mut sizes: Vec<u64> = lost.map(|(_, object)| object.size).collect();
        sizes.sort_unstable();
        self.words.push(sizes.len() as u64);
        self.words.extend(sizes);
    }

    fn outside(&mut self) {
        let mut hasher = rustc_hash::FxHasher::default();
        self.machine.state.files.hash_state(&mut hasher);
        let phase = format!("{:?}", self.machine.state.phase);
        phase.hash(&mut hasher);
        self.words.push(hasher.finish());
        self.words.push(self.machine.state.current as u64);
    }

    fn slot(&mut self, slot: Slot) {
        if slot.undef == 0 && slot.prov.is_object() {
            let base = self.machine.state.memory.object(slot.prov).map_or(0, |object| object.base);
            let number = self.number(slot.prov);
            self.words.extend([1, number, slot.bits.wrapping_sub(base)]);
        } else {
            self.words.extend([0, slot.undef, slot.bits & !slot.undef]);
        }
    }

    fn number(&mut self, prov: Prov) -> u64 {
        let next = self.numbers.len() as u64;
        *self.numbers.entry(prov).or_insert_with(|| {
            self.queue.push(prov);
            next
        })
    }
}

impl Machine<'_> {
    /// Makes every register undefined that does not count any more. The execution goes on as before, or liveness is wrong: for tests.
    pub fn spoil_what_is_not_needed(&mut self) {
        for thread in 0..self.state.threads.len() {
            for frame in 0..self.state.threads[thread].frames.len() {
                let Frame { func, pc, base, .. } = self.state.threads[thread].frames[frame];
                let Some(body) = self.program.funcs[func].body.as_ref() else { continue };
                let Some(code) = self.codes[func.index()].as_ref() else { continue };
                let live: BTreeSet<usize> =
                    live_slots(body, code, pc as usize, self.pointer_bits()).into_iter().collect();
                let dead = (0..code.slots).filter(|slot| !live.contains(slot));
                let regs = &mut self.state.threads[thread].regs;
                dead.for_each(|slot| {
                    regs[base as usize + slot] = Slot { bits: 0x5a5a, undef: u64::MAX, prov: Prov::NONE }
                });
            }
        }
    }
}

/// Register slots that may still be read when the function goes on at `pc`.
pub(crate) fn live_slots(body: &Body, code: &Code, pc: usize, pointer_bits: u32) -> Vec<usize> {
    // At the very start, while registers of thread-local addresses are set, everything counts.
    if matches!(code.ins.get(pc), Some(Ins::ThreadLocal { .. })) {
        return (0..code.slots).collect();
    }
    // Moves, as those of arguments into the parameters of a block, are undone one by one.
    let is_move = |ins: &Ins| matches!(ins, Ins::Move { .. });
    let after = pc + code.ins[pc.min(code.ins.len())..].iter().take_while(|ins| is_move(ins)).count();
    let mut live = live_after_moves(body, code, after, pointer_bits);
    for ins in code.ins[pc.min(after)..after].iter().rev() {
        let Ins::Move { dst, src } = *ins else { unreachable!("only moves were counted") };
        if live.remove(&(dst as usize)) {
            live.extend(src.resolve());
        }
    }
    live.extend(code.thread_local_slots());
    live.into_iter().collect()
}

/// The same where no move comes next.
fn live_after_moves(body: &Body, code: &Code, pc: usize, pointer_bits: u32) -> BTreeSet<usize> {
    let live = match code.ins.get(pc) {
        // Parameters of the block have their values now.
        Some(Ins::Jump { to }) => live_values(body, code.origin(*to as usize).block, 0),
        ins => {
            let origin = code.origin(pc);
            // The comparison before a branch may be a part of it.
            let compares = usize::from(matches!(ins, Some(Ins::CompareJump { .. })));
            live_values(body, origin.block, (origin.inst as usize).saturating_sub(compares))
        }
    };
    let values = live.iter_enumerated().filter(|(_, live)| **live).map(|(value, _)| value);
    let slots = |value: ValueId| {
        let first = code.slot_of(value) as usize;
        first..first + slots_of(body.values[value].ty, pointer_bits)
    };
    values.flat_map(slots).collect()
}

/// Values that instruction `inst` of `block` or something after it may use.
fn live_values(body: &Body, block: BlockId, inst: usize) -> IdVec<ValueId, bool> {
    let nothing = || IdVec::<ValueId, bool>::filled(false, body.values.len());
    let mut live_in: IdVec<BlockId, IdVec<ValueId, bool>> = IdVec::filled(nothing(), body.blocks.len());
    let mut changed = true;
    while changed {
        changed = false;
        for id in body.blocks.ids().rev() {
            let mut live = live_before(body, id, 0, &live_in);
            body.blocks[id].params.iter().for_each(|&param| live[param] = false);
            if live != live_in[id] {
                live_in[id] = live;
                changed = true;
            }
        }
    }
    live_before(body, block, inst, &live_in)
}

fn live_before(
    body: &Body,
    block: BlockId,
    inst: usize,
    live_in: &IdVec<BlockId, IdVec<ValueId, bool>>,
) -> IdVec<ValueId, bool> {
    let mut live = IdVec::filled(false, body.values.len());
    let block = &body.blocks[block];
    for target in block.term.targets() {
        live_in[target.block].iter_enumerated().filter(|(_, is)| **is).for_each(|(value, _)| live[value] = true);
    }
    let mark = |live: &mut IdVec<ValueId, bool>, operand: Operand| {
        if let Operand::Value(value) = operand {
            live[value] = true;
        }
    };
    block.term.for_each_operand(|operand| mark(&mut live, operand));
    for inst in block.insts.get(inst..).unwrap_or(&[]).iter().rev() {
        inst.results.iter().for_each(|value| live[value] = false);
        inst.op.for_each_operand(|operand| mark(&mut live, operand));
    }
    live
}
