//! Why an obligation is neither proved nor refuted.

use cairn_ir::Span;
use std::fmt;

/// The evidence of *open*: what got in the way.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Open {
    /// The engine believes that it fails, but could not execute the failure.
    pub likely: bool,
    pub causes: Vec<Degraded>,
}

/// One place where an engine lost precision or had to give up.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Degraded {
    pub cause: Cause,
    /// `Span::NONE` if it is about the whole program.
    pub at: Span,
    /// What it is about, in the user's words; reports group equal ones.
    pub subject: String,
    /// Who says it; the portfolio fills it in.
    pub engine: &'static str,
}

/// Causes have stable ids, which reports and baselines use.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cause {
    UnknownFunction,
    FunctionPointer,
    LoopInvariant,
    AliasClass,
    ImpreciseJoin,
    Nonlinear,
    StepBudget,
    MemoryBudget,
    WallClock,
    Solver,
    Unsupported,
    InlineAssembly,
    Concurrency,
    MissingContract,
    /// Seen in an execution that went on after an error, to which C gives no meaning.
    BehindError,
    /// A path was found, but did not fail when executed.
    NotReplayed,
}

impl Cause {
    pub fn id(self) -> &'static str {
        match self {
            Cause::UnknownFunction => "unknown-function",
            Cause::FunctionPointer => "function-pointer",
            Cause::LoopInvariant => "loop-invariant",
            Cause::AliasClass => "alias-class",
            Cause::ImpreciseJoin => "imprecise-join",
            Cause::Nonlinear => "nonlinear",
            Cause::StepBudget => "step-budget",
            Cause::MemoryBudget => "memory-budget",
            Cause::WallClock => "wall-clock",
            Cause::Solver => "solver",
            Cause::Unsupported => "unsupported",
            Cause::InlineAssembly => "inline-assembly",
            Cause::Concurrency => "concurrency",
            Cause::MissingContract => "missing-contract",
            Cause::BehindError => "behind-error",
            Cause::NotReplayed => "not-replayed",
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl Degraded {
    pub fn new(cause: Cause, at: Span, subject: impl Into<String>) -> Degraded {
        Degraded { cause, at, subject: subject.into(), engine: "" }
    }
}

impl Open {
    pub fn because(cause: Degraded) -> Open {
        Open { likely: false, causes: vec![cause] }
    }

    /// Who says all this?
    pub fn said_by(mut self, engine: &'static str) -> Open {
        self.causes.iter_mut().for_each(|cause| cause.engine = engine);
        self
    }

    /// Adds what another engine says; each cause once. Who believes that it fails says why first.
    pub fn merge(&mut self, mut other: Open) {
        if other.likely && !self.likely {
            std::mem::swap(self, &mut other);
        }
        for cause in other.causes {
            if !self.causes.contains(&cause) {
                self.causes.push(cause);
            }
        }
    }
}
