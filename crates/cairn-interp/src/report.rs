//! What an execution ends with: an exit code, an error with all that is known of it, or a limit.

use crate::code::Origin;
use crate::memory::{Reach, StackEntry};
use crate::observe::Observed;
use cairn_ir::{FuncId, GlobalId, Rule, Span};

/// How an execution ended, and what it left behind.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub end: End,
    /// Heap blocks that were never freed; only when the program ended by itself.
    pub leaks: Vec<Leak>,
    /// Instructions executed.
    pub steps: u64,
    /// The nondeterministic values that the program got, in order, zero-extended. Given back as
    /// `NondetSource::Vector`, they make the same execution again.
    pub nondet: Vec<u128>,
    /// What could have been different in another execution.
    pub observed: Observed,
    /// Heap blocks that were live at the end, whatever end it was.
    pub live_blocks: usize,
}

#[derive(Clone, PartialEq, Debug)]
pub enum End {
    /// `main` returned or `exit` was called.
    Exit(i32),
    /// `abort` was called.
    Abort {
        stack: Vec<StackEntry>,
    },
    /// The program did something wrong.
    Error(Box<Report>),
    /// An `assume` was false: this execution does not count.
    AssumeFalse,
    StepBudget,
    /// The program needs more memory than it was given, or than its address space has.
    MemoryBudget {
        stack: Vec<StackEntry>,
    },
    /// A construct that is not modelled was reached.
    Unsupported {
        reason: String,
        stack: Vec<StackEntry>,
    },
    /// A function that is neither defined nor modelled was called.
    UnknownFunction {
        name: String,
        stack: Vec<StackEntry>,
    },
    /// A variable that is not defined was accessed.
    UnknownVariable {
        name: String,
        stack: Vec<StackEntry>,
    },
    /// Every thread waits.
    Deadlock {
        stack: Vec<StackEntry>,
    },
    /// There is no such function to start with.
    NoEntry(String),
}

/// One error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    pub rule: Rule,
    /// One sentence.
    pub message: String,
    /// Where execution was, innermost first.
    pub stack: Vec<StackEntry>,
    /// The object that the error is about.
    pub object: Option<ObjectInfo>,
    /// Where in the object, if the error is about that.
    pub offset: Option<i64>,
    /// The instruction that failed, in the innermost function.
    pub at: Option<(FuncId, Origin)>,
}

/// A heap block that was not freed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leak {
    /// `MemoryLeak`, or `MemoryNotFreedAtExit` for blocks that the program could still reach.
    pub rule: Rule,
    pub object: ObjectInfo,
    pub reach: Reach,
}

/// Tells an object from all others of one execution.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ObjectKey(pub(crate) u64);

/// An object in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectInfo {
    pub key: ObjectKey,
    pub kind: InfoKind,
    /// The variable's name, where it has one.
    pub name: Option<String>,
    pub size: u64,
    /// Where the variable is declared.
    pub declared: Span,
    /// Call stack of its making, innermost first; empty if unknown.
    pub made: Vec<StackEntry>,
    /// Call stack of its freeing or of the end of its scope.
    pub gone: Vec<StackEntry>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InfoKind {
    Global(GlobalId),
    Function(FuncId),
    Heap,
    Stack,
    Argument,
    /// Made for the first function, which is not `main`.
    Given,
}

impl Report {
    /// The position of the innermost function.
    pub fn span(&self) -> Span {
        self.stack.first().map_or(Span::NONE, |entry| entry.span)
    }
}
