//! The state of an execution: a value that can be kept, restored and compared.

use crate::host::Files;
use crate::memory::{Memory, Stack, StackEntry};
use crate::observe::Observed;
use crate::run::Phase;
use crate::value::{Prov, Slot};
use cairn_ir::{FuncId, GlobalId};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Everything that changes while a program runs.
#[derive(Clone)]
pub struct State {
    pub memory: Memory,
    pub threads: Vec<Thread>,
    /// The thread that runs.
    pub current: usize,
    pub files: Files,
    /// Points that `setjmp` saved, by the token it left in the buffer.
    pub jumps: Vec<JumpPoint>,
    pub steps: u64,
    /// Nondeterministic values given out so far.
    pub nondet: Vec<u128>,
    pub random: u64,
    pub schedule_random: u64,
    pub choices_made: usize,
    pub allocations: u64,
    pub next_serial: u64,
    pub observed: Observed,
    pub environment: FxHashMap<Vec<u8>, Slot>,
    pub phase: Phase,
    /// The function that the program starts with.
    pub entry: FuncId,
    /// Where it returned. What runs afterwards was called there, so to say.
    pub returned: Option<StackEntry>,
    /// What code outside of the program has: the result of a first function other than `main`, what was passed to unknown
    /// functions.
    pub held_outside: Vec<Prov>,
    /// What `main` and constructors are given, once it was made.
    pub arguments: Option<Vec<Slot>>,
}

#[derive(Clone, Debug)]
pub struct Thread {
    pub frames: Vec<Frame>,
    /// Registers of all frames, one after the other.
    pub regs: Vec<Slot>,
    pub status: Status,
    /// Number of its stack in memory.
    pub stack: usize,
    pub thread_locals: FxHashMap<GlobalId, Slot>,
    /// Depth of sections in which no other thread runs.
    pub atomic: u32,
}

/// An active function.
#[derive(Clone, Debug)]
pub struct Frame {
    pub func: FuncId,
    /// Next instruction.
    pub pc: u32,
    /// First register.
    pub base: u32,
    /// Height of the stack when it was entered.
    pub stack_height: u32,
    /// Tells it from other activations at the same depth.
    pub serial: u64,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Status {
    Running,
    /// Until the other thread has ended.
    Joining(usize),
    /// Until the word at the address is 0.
    Locking(Slot),
    /// While the word at the address has this value.
    WaitingWhile(Slot, u32),
    /// Ended with this result.
    Done(Slot),
}

/// Where a `longjmp` continues.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JumpPoint {
    pub thread: usize,
    pub depth: usize,
    pub serial: u64,
    pub pc: u32,
    /// Number of objects on the stack.
    pub stack_height: usize,
    pub result: Option<u32>,
    /// The function's variables that are not volatile, as they were.
    pub locals: Vec<(Prov, LocalContent)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocalContent {
    pub bytes: Vec<u8>,
    pub undefined: Vec<u8>,
}

impl State {
    /// A copy to come back to. Cheap: memory is shared until written to.
    pub fn snapshot(&mut self) -> State {
        self.memory.share();
        self.clone()
    }
}

impl Thread {
    pub fn new(stack: usize) -> Thread {
        Thread {
            frames: Vec::new(),
            regs: Vec::new(),
            status: Status::Running,
            stack,
            thread_locals: FxHashMap::default(),
            atomic: 0,
        }
    }
}

/// A call stack as it is kept with objects.
pub fn keep_stack(entries: Vec<StackEntry>) -> Stack {
    (!entries.is_empty()).then(|| Arc::from(entries))
}
