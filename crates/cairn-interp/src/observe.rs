//! What an execution depended on besides the program itself, and which instructions it executed.
//!
//! Whoever wants to conclude from one execution to all must know whether another one could have gone differently: because
//! of a chosen value, of the outside world, of the order of threads, or of where objects happen to lie. The flags err on
//! one side only: one that is not set is a promise.
//!
//! Not here: what to conclude from that.

use crate::code::{Origin, Shape};
use crate::exec::Machine;
use crate::given::Made;
use crate::memory::{Life, ObjectKind};
use crate::value::Slot;
use cairn_ir::{BlockId, CmpOp, FuncId, Id};
use rustc_hash::FxHashSet;
use std::sync::atomic::Ordering;

/// What could have been different in another execution of the same program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Observed {
    /// The number of an address mattered: it was computed with, ordered against that of another object, or an access went
    /// through a number.
    pub addresses: bool,
    /// One of several permitted behaviours was taken, as `freeze` and `rand` do.
    pub unspecified: bool,
    /// Input, files, environment or clock were asked, or a volatile variable was read.
    pub world: bool,
    /// Unknown code was called, and what it gave was made up: this is no execution of the program.
    pub made_up: bool,
    /// What was made for the first function.
    pub made: Made,
    /// There was more than one thread.
    pub threads: bool,
    /// Allocations that could have failed.
    pub alloc_choices: u64,
    /// Width of each nondeterministic value, in the order of `Outcome::nondet`.
    pub nondet_widths: Vec<u32>,
}

/// The instructions that were executed at least once; the terminator's index is the number of instructions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    executed: FxHashSet<(FuncId, Origin)>,
}

impl Coverage {
    pub fn contains(&self, func: FuncId, at: Origin) -> bool {
        self.executed.contains(&(func, at))
    }

    /// The blocks of which anything was executed.
    pub fn blocks(&self) -> FxHashSet<(FuncId, BlockId)> {
        self.executed.iter().map(|(func, at)| (*func, at.block)).collect()
    }

    /// Adds what another execution did.
    pub fn extend(&mut self, other: &Coverage) {
        self.executed.extend(&other.executed);
    }

    /// Adds what another execution did in functions that count; was there anything new?
    pub fn add_new(&mut self, other: &Coverage, counts: impl Fn(FuncId) -> bool) -> bool {
        let before = self.executed.len();
        self.executed.extend(other.executed.iter().filter(|(func, _)| counts(*func)));
        self.executed.len() > before
    }
}

/// The way of an execution through the user's code, block by block.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Way {
    blocks: Vec<(FuncId, BlockId)>,
    last: Option<(FuncId, Origin)>,
}

/// Blocks of a way that are kept.
const LONGEST_WAY: usize = 20_000;

impl Way {
    /// Does it go the whole way that another one went, and perhaps on?
    pub fn follows(&self, other: &Way) -> bool {
        let inst = |way: &Way| way.last.map(|(_, at)| at.inst);
        let goes_on = self.blocks.len() > other.blocks.len() || inst(self) >= inst(other);
        self.blocks.starts_with(&other.blocks) && goes_on
    }

    pub(crate) fn step(&mut self, func: FuncId, at: Origin) {
        let stays =
            |&(last_func, last): &(FuncId, Origin)| last_func == func && last.block == at.block && last.inst <= at.inst;
        if !self.last.as_ref().is_some_and(stays) && self.blocks.len() < LONGEST_WAY {
            self.blocks.push((func, at.block));
        }
        self.last = Some((func, at));
    }
}

impl Machine<'_> {
    /// The way so far, if `Config::way` is on.
    pub fn way(&self) -> &Way {
        &self.way
    }

    /// What was executed so far, if `Config::coverage` is on.
    pub fn coverage(&self) -> Coverage {
        let mut executed = FxHashSet::default();
        for (func, code) in self.codes.iter().enumerate() {
            let Some(code) = code else { continue };
            let done = code.executed.iter().enumerate().filter(|(_, mark)| mark.load(Ordering::Relaxed));
            executed.extend(done.map(|(pc, _)| (FuncId::new(func), code.origin(pc))));
        }
        Coverage { executed }
    }

    /// What the execution depended on so far.
    pub fn observed(&self) -> Observed {
        let mut observed = self.state.observed.clone();
        observed.addresses |= self.state.memory.numbers_mattered();
        observed.alloc_choices = self.state.allocations;
        observed
    }

    /// Two pointers are compared. Equality is sure between live objects, and of any object against null; order inside one object
    /// only.
    pub(crate) fn observe_comparison(&mut self, op: CmpOp, a: Slot, b: Slot) {
        if a.prov == b.prov || a.undef | b.undef != 0 {
            return;
        }
        let null = |slot: Slot| slot.bits == 0 && !slot.prov.is_object();
        let equality = matches!(op, CmpOp::Eq | CmpOp::Ne);
        let sure = match (null(a), null(b)) {
            (true, _) => null(b) || self.was_inside(b),
            (_, true) => self.was_inside(a),
            _ => self.is_inside(a) && self.is_inside(b) && !self.may_meet(a, b),
        };
        self.state.observed.addresses |= !(equality && sure);
    }

    /// A value goes from a caller to a callee or back. A pointer that arrives as a number, or the other way round, is not
    /// watched any more.
    #[inline]
    pub(crate) fn observe_passing(&mut self, expected: Shape, have: Option<Shape>) {
        self.state.observed.addresses |= have.is_some_and(|have| have.pointer != expected.pointer);
    }

    /// Points into an object or behind it, whether it is alive or not: no such address is null.
    fn was_inside(&self, address: Slot) -> bool {
        let object = self.state.memory.object(address.prov);
        object.is_some_and(|object| address.bits.wrapping_sub(object.base) <= object.size)
    }

    /// Points to a byte of a live object, so that no other object can have the same address; or to what has an address of
    /// its own without any byte: a function, a block of the heap.
    fn is_inside(&self, address: Slot) -> bool {
        self.state.memory.object(address.prov).is_some_and(|object| {
            let offset = address.bits.wrapping_sub(object.base);
            let variable = matches!(object.kind, ObjectKind::Global(_) | ObjectKind::External(_) | ObjectKind::Stack);
            object.life == Life::Live && (offset < object.size || (offset == 0 && !variable))
        })
    }

    /// May two variables have a byte in common?
    fn may_meet(&self, a: Slot, b: Slot) -> bool {
        let global = |slot: Slot| match self.state.memory.object(slot.prov)?.kind {
            ObjectKind::Global(id) | ObjectKind::External(id) => Some(id),
            _ => None,
        };
        global(a).zip(global(b)).is_some_and(|(a, b)| self.program.may_meet(a, b))
    }
}
