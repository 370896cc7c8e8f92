//! Memory: a table of objects at addresses that never overlap.
//!
//! Every object has an address range of its own with a gap behind it. Heap addresses are never used again; stack
//! addresses are, as on a real machine, but provenance tells the old object from the new one. The table keeps objects
//! that are gone for reports; the oldest of them give up their place after a while.
//!
//! A `Memory` is a value: `share` makes cloning cheap, and a write then copies only the object that it touches.
//!
//! Not here: leak search (`leak`), what an error is called in a report.

pub mod leak;
mod object;

pub use leak::Reach;
pub use object::{Content, Life, Object, ObjectKind, Stack, StackEntry};

use crate::value::{Prov, Slot};
use std::cell::Cell as Flag;
use std::collections::VecDeque;
use std::sync::Arc;

/// How many freed objects are remembered with all that is known of them.
const REMEMBERED: usize = 1 << 18;
/// Addresses below this count as null: a field of a null pointer.
const NULL_PAGE: u64 = 4096;
/// Distance between two objects, at least.
const GAP: u64 = 16;

/// The program's memory.
#[derive(Clone, Debug)]
pub struct Memory {
    cells: Vec<Cell>,
    /// Places whose heap (stack) object is gone, oldest first.
    gone_heap: VecDeque<u32>,
    gone_stack: VecDeque<u32>,
    /// Globals, functions and heap blocks by address; entries may be out of date.
    by_address: Vec<(u64, Prov)>,
    stale: usize,
    next_address: u64,
    address_limit: u64,
    stacks: Vec<StackRegion>,
    /// Stacks whose thread has ended.
    free_stacks: Vec<usize>,
    /// Bytes in live objects, and how many there may be.
    pub live_bytes: u64,
    pub byte_limit: u64,
    /// Size of an address in bytes.
    word: usize,
    /// The number of an address mattered: an access went through one, or bytes of one were read.
    numbers_mattered: Flag<bool>,
    /// What locals and blocks contain before they are written.
    pub fresh: Content,
    /// Undefined addresses are taken for what their bits say, as long as that goes well.
    pub trusts_content: bool,
}

/// An object, alone or shared with snapshots.
#[derive(Clone, Debug)]
enum Cell {
    Owned(Object),
    Shared(Arc<Object>),
}

/// The stack of one thread: grows downwards.
#[derive(Clone, Debug)]
struct StackRegion {
    top: u64,
    limit: u64,
    objects: Vec<(u64, Prov)>,
}

/// Why an access is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The address depends on undefined bits (that came from this object, if known).
    Undefined(Prov),
    Null,
    /// Points into no object.
    Wild,
    /// Points into an object that is gone. The object may have given up its place.
    Gone {
        object: Prov,
        life: Life,
    },
    /// Outside its object.
    OutOfBounds {
        object: Prov,
        offset: i64,
    },
    ReadOnly {
        object: Prov,
    },
    /// Data access to code.
    Code {
        object: Prov,
    },
    /// A variable that no translation unit defines.
    External {
        object: Prov,
    },
    /// Freeing something that is not the start of a live heap block.
    NotFreeable {
        object: Option<Prov>,
        /// Where in the object.
        offset: i64,
    },
    /// No room left: the byte limit, or the address space.
    OutOfMemory,
    /// The stack of the thread is full.
    StackFull,
}

/// Where an access lands: the place in the table, and the offset in the object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    pub index: u32,
    pub offset: u64,
}

impl Memory {
    pub fn new(pointer_bits: u32, byte_limit: u64) -> Memory {
        let wide = pointer_bits == 64;
        Memory {
            cells: Vec::new(),
            gone_heap: VecDeque::new(),
            gone_stack: VecDeque::new(),
            by_address: Vec::new(),
            stale: 0,
            next_address: 0x10000,
            address_limit: if wide { 0x7000_0000_0000 } else { 0xb000_0000 },
            stacks: Vec::new(),
            free_stacks: Vec::new(),
            live_bytes: 0,
            byte_limit,
            word: pointer_bits as usize / 8,
            fresh: Content::Undefined,
            trusts_content: false,
            numbers_mattered: Flag::new(false),
        }
    }

    /// A stack for a new thread: one that a thread gave back, or a new one. Returns its number.
    pub fn add_stack(&mut self, bytes: u64) -> Result<usize, Fault> {
        if let Some(stack) = self.free_stacks.pop() {
            return Ok(stack);
        }
        let (origin, spacing) = if self.word == 8 { (0x7fff_0000_0000, 1 << 32) } else { (0xffff_0000, 0x0100_0000) };
        let top = origin - self.stacks.len() as u64 * spacing;
        if top - spacing < self.address_limit {
            return Err(Fault::OutOfMemory);
        }
        self.stacks.push(StackRegion { top, limit: top - bytes.min(spacing - 0x10000), objects: Vec::new() });
        Ok(self.stacks.len() - 1)
    }

    /// A thread has ended: its stack, which must be empty, may be used by another one.
    pub fn give_back_stack(&mut self, stack: usize) {
        debug_assert_eq!(self.stack_height(stack), 0);
        self.free_stacks.push(stack);
    }

    pub fn numbers_mattered(&self) -> bool {
        self.numbers_mattered.get()
    }

    pub fn number_mattered(&self) {
        self.numbers_mattered.set(true);
    }

    pub fn word(&self) -> usize {
        self.word
    }

    /// Bytes in use on a thread's stack.
    pub fn stack_bytes(&self, stack: usize) -> u64 {
        let region = &self.stacks[stack];
        region.top - region.objects.last().map_or(region.top, |(base, _)| *base)
    }

    // ---- making and ending objects ----

    /// A new object outside the stacks.
    pub fn allocate(&mut self, kind: ObjectKind, size: u64, align: u64, content: Content) -> Result<Slot, Fault> {
        let align = align.clamp(16, 1 << 32).next_power_of_two();
        let base = self.next_address.next_multiple_of(align);
        let end = base.checked_add(size).ok_or(Fault::OutOfMemory)?;
        if end > self.address_limit || self.live_bytes.saturating_add(size) > self.byte_limit {
            return Err(Fault::OutOfMemory);
        }
        self.next_address = (end + GAP).next_multiple_of(16);
        let prov = self.place(kind, base, size, content);
        self.by_address.push((base, prov));
        Ok(Slot::ptr(base, prov))
    }

    /// A new object on a thread's stack.
    pub fn push_local(&mut self, stack: usize, size: u64, align: u64) -> Result<Slot, Fault> {
        let region = &self.stacks[stack];
        let align = align.clamp(16, 1 << 20).next_power_of_two();
        let sp = region.objects.last().map_or(region.top, |(base, _)| *base);
        let base = sp.checked_sub(size.saturating_add(GAP)).ok_or(Fault::StackFull)? & !(align - 1);
        if base < region.limit {
            return Err(Fault::StackFull);
        }
        let prov = self.place(ObjectKind::Stack, base, size, self.fresh);
        self.stacks[stack].objects.push((base, prov));
        Ok(Slot::ptr(base, prov))
    }

    /// Number of objects on a stack, to go back to with `pop_locals`.
    #[inline]
    pub fn stack_height(&self, stack: usize) -> usize {
        self.stacks[stack].objects.len()
    }

    /// The objects of a stack above `height`.
    pub fn locals_above(&self, stack: usize, height: usize) -> impl Iterator<Item = Prov> + '_ {
        self.stacks[stack].objects[height..].iter().map(|&(_, prov)| prov)
    }

    /// Ends all objects of a stack above `height`.
    pub fn pop_locals(&mut self, stack: usize, height: usize, at: impl Fn() -> Stack) {
        while self.stacks[stack].objects.len() > height {
            let (_, prov) = self.stacks[stack].objects.pop().expect("above height");
            let object = self.get_mut(prov.index);
            let (was_live, size) = (object.life == Life::Live, object.size);
            if was_live {
                object.end(Life::ScopeEnded, at());
                self.live_bytes -= size;
            }
            self.gone_stack.push_back(prov.index);
        }
    }

    /// Ends the heap block that starts at `address`.
    pub fn free(&mut self, address: Slot, at: Stack) -> Result<(), Fault> {
        let prov = self.freeable(address)?;
        let object = self.get_mut(prov.index);
        object.end(Life::Freed, at);
        let size = object.size;
        self.live_bytes -= size;
        self.gone_heap.push_back(prov.index);
        Ok(())
    }

    /// The live heap block that starts exactly at `address`.
    pub fn freeable(&self, address: Slot) -> Result<Prov, Fault> {
        let prov = match self.owner(address, 0) {
            Ok(prov) => prov,
            Err(Fault::Wild) => return Err(Fault::NotFreeable { object: None, offset: 0 }),
            Err(other) => return Err(other),
        };
        let object = self.get(prov.index);
        if object.life != Life::Live {
            return Err(Fault::Gone { object: prov, life: object.life });
        }
        if !matches!(object.kind, ObjectKind::Heap | ObjectKind::Given | ObjectKind::Beyond)
            || object.base != address.bits
        {
            let offset = self.signed_distance(address.bits.wrapping_sub(object.base));
            return Err(Fault::NotFreeable { object: Some(prov), offset });
        }
        Ok(prov)
    }

    /// A local's scope begins (again).
    pub fn start_scope(&mut self, address: Slot) {
        let Some(prov) = self.current(address.prov) else { return };
        let fresh = self.fresh;
        let object = self.get_mut(prov.index);
        let (was_live, size) = (object.life == Life::Live, object.size);
        object.restart(fresh);
        if !was_live {
            self.live_bytes += size;
        }
    }

    /// A local's scope ends.
    pub fn end_scope(&mut self, address: Slot, at: Stack) {
        let Some(prov) = self.current(address.prov) else { return };
        let object = self.get_mut(prov.index);
        let (was_live, size) = (object.life == Life::Live, object.size);
        if was_live {
            object.end(Life::ScopeEnded, at);
            self.live_bytes -= size;
        }
    }

    /// A local whose scope ended is gone for good: the next one on its stack lies where it did, if it was the last.
    pub fn drop_last_local(&mut self, stack: usize, local: Slot) {
        let objects = &mut self.stacks[stack].objects;
        if objects.last().is_some_and(|(_, last)| *last == local.prov) {
            objects.pop();
            self.gone_stack.push_back(local.prov.index);
        }
    }

    /// Ends an object that belongs to a thread that has ended.
    pub fn end_thread_local(&mut self, prov: Prov) {
        let object = self.get_mut(prov.index);
        object.end(Life::ScopeEnded, None);
        let size = object.size;
        self.live_bytes -= size;
        self.gone_heap.push_back(prov.index);
    }

    fn place(&mut self, kind: ObjectKind, base: u64, size: u64, content: Content) -> Prov {
        self.live_bytes += size;
        let queue = if kind == ObjectKind::Stack { &mut self.gone_stack } else { &mut self.gone_heap };
        if queue.len() > REMEMBERED {
            let index = queue.pop_front().expect("not empty");
            let generation = self.get(index).generation + 1;
            self.cells[index as usize] = Cell::Owned(Object::new(kind, base, size, content, generation));
            if kind != ObjectKind::Stack {
                self.stale += 1;
                self.drop_stale_addresses();
            }
            return Prov { index, generation };
        }
        let index = u32::try_from(self.cells.len()).expect("fewer than 2^32 objects");
        self.cells.push(Cell::Owned(Object::new(kind, base, size, content, 1)));
        Prov { index, generation: 1 }
    }

    fn drop_stale_addresses(&mut self) {
        if self.stale * 2 < self.by_address.len() {
            return;
        }
        let mut entries = std::mem::take(&mut self.by_address);
        entries.retain(|(_, prov)| self.current(*prov).is_some());
        self.by_address = entries;
        self.stale = 0;
    }

    // ---- finding objects ----

    #[inline]
    pub fn get(&self, index: u32) -> &Object {
        match &self.cells[index as usize] {
            Cell::Owned(object) => object,
            Cell::Shared(object) => object,
        }
    }

    #[inline]
    pub fn get_mut(&mut self, index: u32) -> &mut Object {
        let cell = &mut self.cells[index as usize];
        if let Cell::Shared(shared) = cell {
            *cell = Cell::Owned(Object::clone(shared));
        }
        match cell {
            Cell::Owned(object) => object,
            Cell::Shared(_) => unreachable!("just made its own"),
        }
    }

    /// The object that this provenance names, unless it gave up its place.
    pub fn object(&self, prov: Prov) -> Option<&Object> {
        self.current(prov).map(|prov| self.get(prov.index))
    }

    fn current(&self, prov: Prov) -> Option<Prov> {
        (prov.is_object() && self.get(prov.index).generation == prov.generation).then_some(prov)
    }

    pub fn objects(&self) -> impl Iterator<Item = (Prov, &Object)> {
        (0..self.cells.len() as u32).map(|index| {
            let object = self.get(index);
            (Prov { index, generation: object.generation }, object)
        })
    }

    /// The object that an address lies in (or just behind), live or gone.
    pub fn find(&self, address: u64) -> Option<Prov> {
        let stack = self.stacks.iter().find(|region| region.limit <= address && address < region.top);
        let prov = match stack {
            Some(region) => {
                let above = region.objects.partition_point(|(base, _)| *base > address);
                region.objects.get(above)?.1
            }
            None => {
                let after = self.by_address.partition_point(|(base, _)| *base <= address);
                self.by_address[..after].last()?.1
            }
        };
        let object = self.object(prov)?;
        (address - object.base <= object.size).then_some(prov)
    }

    /// The object that an address belongs to: the one its provenance names, unless the address lies in another one and
    /// was computed from integers.
    fn owner(&self, address: Slot, count: u64) -> Result<Prov, Fault> {
        if address.undef != 0 {
            return Err(Fault::Undefined(address.prov));
        }
        if address.prov == Prov::NULL {
            return Err(Fault::Null);
        }
        if !address.prov.is_object() {
            if address.bits < NULL_PAGE {
                return Err(Fault::Null);
            }
            self.numbers_mattered.set(true);
            let prov = self.find(address.bits).ok_or(Fault::Wild)?;
            // One past the end belongs to the object, but nothing can be accessed there: the gap is nobody's.
            let object = self.get(prov.index);
            let just_behind = address.bits - object.base == object.size && object.size != 0;
            return if count > 0 && just_behind { Err(Fault::Wild) } else { Ok(prov) };
        }
        match self.current(address.prov) {
            Some(prov) => Ok(prov),
            // The place has an object of the same family now (stack or heap), which tells what the old one was.
            None => {
                let heap = self.get(address.prov.index).kind != ObjectKind::Stack;
                let life = if heap { Life::Freed } else { Life::ScopeEnded };
                Err(Fault::Gone { object: address.prov, life })
            }
        }
    }

    /// Checks an access to `count` bytes and says where it lands.
    #[inline]
    pub fn access(&self, address: Slot, count: u64, write: bool) -> Result<Place, Fault> {
        if address.undef == 0 && address.prov.is_object() {
            let object = self.get(address.prov.index);
            let offset = address.bits.wrapping_sub(object.base);
            let plain = object.generation == address.prov.generation
                && object.life == Life::Live
                && offset <= object.size
                && count <= object.size - offset
                && !(write && object.readonly)
                && !matches!(object.kind, ObjectKind::Function(_) | ObjectKind::External(_) | ObjectKind::Beyond);
            if plain {
                return Ok(Place { index: address.prov.index, offset });
            }
        }
        self.access_slowly(address, count, write)
    }

    #[cold]
    fn access_slowly(&self, address: Slot, count: u64, write: bool) -> Result<Place, Fault> {
        if address.undef != 0 && self.trusts_content {
            let trusted = Slot { undef: 0, prov: self.find(address.bits).unwrap_or(Prov::NULL), ..address };
            return self.access_slowly(trusted, count, write).map_err(|fault| match fault {
                // No data, but it can be called.
                Fault::Code { .. } => fault,
                _ => Fault::Undefined(address.prov),
            });
        }
        let prov = self.owner(address, count)?;
        let object = self.get(prov.index);
        let offset = address.bits.wrapping_sub(object.base);
        match object.kind {
            ObjectKind::Function(_) => return Err(Fault::Code { object: prov }),
            ObjectKind::External(_) => return Err(Fault::External { object: prov }),
            ObjectKind::Beyond if object.life == Life::Live => return Err(Fault::External { object: prov }),
            _ => {}
        }
        if object.life != Life::Live {
            return Err(Fault::Gone { object: prov, life: object.life });
        }
        if offset > object.size || count > object.size - offset {
            return Err(Fault::OutOfBounds { object: prov, offset: self.signed_distance(offset) });
        }
        if write && object.readonly {
            return Err(Fault::ReadOnly { object: prov });
        }
        Ok(Place { index: prov.index, offset })
    }

    fn signed_distance(&self, offset: u64) -> i64 {
        if self.word == 4 { i64::from(offset as u32 as i32) } else { offset as i64 }
    }

    /// The address that a number stands for: with the provenance that it carries if that object is there, otherwise
    /// that of the object it lies in.
    pub fn address_of_int(&self, number: Slot) -> Slot {
        if number.undef != 0 {
            return number;
        }
        let carried = self.object(number.prov).is_some_and(|object| {
            let offset = number.bits.wrapping_sub(object.base);
            offset <= object.size
        });
        if carried {
            return number;
        }
        let found = self.find(number.bits);
        Slot { prov: found.unwrap_or(number.prov), ..number }
    }

    // ---- reading and writing ----

    #[inline]
    pub fn load(&self, address: Slot, count: usize) -> Result<Slot, Fault> {
        let place = self.access(address, count as u64, false)?;
        let object = self.get(place.index);
        let mut value = object.load(place.offset, count, self.word);
        if object.reveals_address(place.offset, count as u64, self.word) {
            self.numbers_mattered.set(true);
        }
        if value.undef != 0 {
            value.prov = self.prov_of(place.index);
        }
        Ok(value)
    }

    #[inline]
    pub fn store(&mut self, address: Slot, count: usize, value: Slot) -> Result<(), Fault> {
        let place = self.access(address, count as u64, true)?;
        let word = self.word;
        self.get_mut(place.index).store(place.offset, count, word, value);
        Ok(())
    }

    /// Copies bytes; the ranges may overlap.
    pub fn copy(&mut self, dst: Slot, src: Slot, count: u64) -> Result<(), (Fault, bool)> {
        if count == 0 {
            return Ok(());
        }
        let from = self.access(src, count, false).map_err(|fault| (fault, false))?;
        let to = self.access(dst, count, true).map_err(|fault| (fault, true))?;
        let source = self.get(from.index);
        if source.cuts_address(from.offset, count, self.word) {
            self.numbers_mattered.set(true);
        }
        let chunk = source.extract(from.offset, count, self.word);
        let word = self.word;
        self.get_mut(to.index).insert(to.offset, &chunk, word);
        Ok(())
    }

    pub fn fill(&mut self, dst: Slot, byte: Slot, count: u64) -> Result<(), Fault> {
        if count == 0 {
            return Ok(());
        }
        let place = self.access(dst, count, true)?;
        let word = self.word;
        self.get_mut(place.index).fill(place.offset, count, word, byte);
        Ok(())
    }

    pub fn prov_of(&self, index: u32) -> Prov {
        Prov { index, generation: self.get(index).generation }
    }

    /// Makes the next `clone` cheap: all objects become shared until they are written to.
    pub fn share(&mut self) {
        for cell in &mut self.cells {
            if let Cell::Owned(_) = cell {
                let empty = Object::new(ObjectKind::Argument, 0, 0, Content::Zero, 1);
                let Cell::Owned(object) = std::mem::replace(cell, Cell::Owned(empty)) else { unreachable!() };
                *cell = Cell::Shared(Arc::new(object));
            }
        }
    }
}
