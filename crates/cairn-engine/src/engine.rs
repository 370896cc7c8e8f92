//! What an engine is.

use crate::{Alone, Budget, Host, Verdict};
use cairn_ir::Program;
use cairn_ir::obligation::Obligation;

/// An obligation by its place in `Task::goals`.
pub type GoalId = usize;

/// What all engines are given.
#[derive(Clone, Copy)]
pub struct Task<'p> {
    pub program: &'p Program,
    /// Everything to be decided, in the user's code (`ObligationOptions::for_users`).
    pub goals: &'p [Obligation],
    pub terms: &'p Terms,
    pub host: &'p dyn Host,
}

/// What the user says of the world in which the program runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    /// Where execution starts; without such a function, the program is a library.
    pub entry: String,
    /// May `malloc` and its kin return null?
    pub alloc_may_fail: bool,
    /// Is a block that only a local of an active function holds still in use when the program calls `exit`?
    pub locals_hold_at_exit: bool,
}

/// What an engine found out. It need not answer for every obligation.
#[derive(Default)]
pub struct Analysis {
    pub verdicts: Vec<(GoalId, Verdict)>,
    /// Figures for whoever tunes the engine, in a fixed order.
    pub statistics: Vec<(&'static str, u64)>,
}

/// One way to decide obligations.
///
/// An engine is pure: no files, no clock, no global state; the same task, obligations and budget give the same analysis.
/// It should work on `open` only, but it must not keep quiet: a refutation of any obligation, also of one that another engine
/// proved, belongs into the result, so that the contradiction is seen.
pub trait Engine {
    /// Stands with every verdict; `--engine` takes it.
    fn name(&self) -> &'static str;

    fn analyse(&self, task: &Task<'_>, open: &[GoalId], budget: &mut Budget) -> Analysis;
}

impl Default for Terms {
    fn default() -> Terms {
        Terms { entry: "main".to_owned(), alloc_may_fail: true, locals_hold_at_exit: true }
    }
}

impl<'p> Task<'p> {
    /// A task that nobody interrupts.
    pub fn new(program: &'p Program, goals: &'p [Obligation], terms: &'p Terms) -> Task<'p> {
        Task { program, goals, terms, host: &Alone }
    }

    /// Is there a function to start with?
    pub fn has_entry(&self) -> bool {
        let entry = self.program.func_named(&self.terms.entry);
        entry.is_some_and(|entry| self.program.funcs[entry].is_defined())
    }
}
