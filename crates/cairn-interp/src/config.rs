//! What an execution is given: arguments, input, choices, limits, and which optional checks are on.

use crate::entry_heap::EntryHeap;
use crate::given::Given;
use cairn_ir::GlobalId;
use std::sync::Arc;

/// The settings of one execution. `Default` is what `cairn run` uses.
#[derive(Clone, Debug)]
pub struct Config {
    /// Function to start with.
    pub entry: String,
    /// `argv`, the program's name first.
    pub args: Vec<Vec<u8>>,
    pub env: Vec<(Vec<u8>, Vec<u8>)>,
    pub stdin: Stdin,
    /// Files that the program finds, by name.
    pub files: Vec<(Vec<u8>, Vec<u8>)>,
    /// What is outside of all that.
    pub world: World,
    pub nondet: NondetSource,
    pub random: RandomNumbers,
    pub checks: Checks,
    /// Instructions.
    pub max_steps: u64,
    /// Bytes of live objects.
    pub max_memory: u64,
    /// Bytes of stack per thread.
    pub max_stack: u64,
    /// Functions active at once.
    pub max_depth: usize,
    pub alloc_failures: AllocFailures,
    pub schedule: Schedule,
    /// Variables whose content is not known where the first function begins: it counts as undefined.
    pub opaque: Arc<[GlobalId]>,
    /// Others may call what they like before the first function and behind it: what constructors left in blocks is not known there,
    /// and the end of the program is not what comes next.
    pub in_the_middle: bool,
    pub tolerance: Tolerance,
    /// Keep which instructions are executed (`Machine::coverage`).
    pub coverage: bool,
    /// What pointers lead to that are parameters of the first function, unless it is `main`; they are null without it.
    pub given: Option<Given>,
    /// Instead, the memory that it finds and its arguments, written out.
    pub heap: Option<Arc<EntryHeap>>,
    /// Keep the way through the user's code (`Machine::way`).
    pub way: bool,
}

/// What the program reads from standard input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stdin {
    Bytes(Arc<[u8]>),
    /// The standard input of this process, as the program asks for it.
    Inherit,
}

/// What a program meets that asks for a file, a variable of the environment or a peer that nobody gave it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum World {
    /// New files can be written; there is nothing else.
    #[default]
    Empty,
    /// Not even that: no file can be opened.
    Refusing,
    /// Every file and variable exists with this content, and every peer sends it.
    Text(Arc<[u8]>),
}

/// What `rand` and its kin give.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RandomNumbers {
    /// The sequence of the usual library.
    #[default]
    Usual,
    /// Nondeterministic values, as the standard permits.
    Nondet,
}

/// Errors that do not end the execution, in order to see what comes behind them. What then happens is likely, not sure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tolerance {
    /// Locals of a block live until their function returns.
    pub ended_scopes: bool,
    /// Fresh memory is filled with this word, again and again.
    pub uninitialised: Option<u32>,
    /// Functions without a definition are skipped where they are sure to return; what they could write is undefined then.
    pub unknown_functions: bool,
    /// Branches on what is not known go as its content says, and accesses and calls through it too, as long as they go well.
    pub unknown_content: bool,
}

/// Where nondeterministic values come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NondetSource {
    /// These values in order, cut to the width asked for; 0 when they run out.
    Vector(Arc<[u128]>),
    /// A generator; small numbers are likely.
    Seed(u64),
}

/// Errors that are looked for only on request.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checks {
    pub integer_overflow: bool,
    pub invalid_shift: bool,
    /// An index must stay inside the array that the type names, not only inside the object.
    pub inside_object: bool,
    pub pointer_arithmetic: bool,
}

/// Which allocations fail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AllocFailures {
    Never,
    /// The n-th, from 1.
    Nth(u64),
    /// Each is a nondeterministic choice.
    Nondet,
}

/// Who runs when there are several threads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Schedule {
    /// A thread runs until it waits, gives way or ends, or for a very long time.
    Cooperative,
    /// Switches after a number of instructions that a generator chooses.
    Seed(u64),
    /// At the k-th point where a thread could be chosen, take the given one of the runnable threads (modulo their
    /// number); afterwards cooperative. Each turn lasts `quantum` instructions.
    Choices { choices: Arc<[u32]>, quantum: u64 },
}

impl Default for Config {
    fn default() -> Self {
        Config {
            entry: "main".to_owned(),
            args: vec![b"program".to_vec()],
            env: Vec::new(),
            stdin: Stdin::Bytes(Arc::new([])),
            files: Vec::new(),
            world: World::Empty,
            nondet: NondetSource::Seed(0),
            random: RandomNumbers::Usual,
            checks: Checks::default(),
            max_steps: 10_000_000_000,
            max_memory: 4 << 30,
            max_stack: 8 << 20,
            // As many as fit a native stack of 8 MiB if each needs as little as possible.
            max_depth: 262_144,
            alloc_failures: AllocFailures::Never,
            schedule: Schedule::Cooperative,
            opaque: Arc::new([]),
            in_the_middle: false,
            tolerance: Tolerance::default(),
            coverage: false,
            given: None,
            heap: None,
            way: false,
        }
    }
}
