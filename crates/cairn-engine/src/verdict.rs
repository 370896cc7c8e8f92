//! What is known of an obligation.

use crate::{Open, Proof, Refutation};

/// How an obligation ends. Only an over-approximation or a complete set of executions may say `Proved` or `Unreachable`;
/// only a failed execution can say `Refuted`.
#[derive(Clone, Debug)]
pub enum Verdict {
    Proved(Proof),
    /// No execution comes here. Shown apart from `Proved`: dead code often means a wrong model of the world.
    Unreachable(Proof),
    Refuted(Box<Refutation>),
    Open(Open),
}

impl Verdict {
    pub fn id(&self) -> &'static str {
        match self {
            Verdict::Proved(_) => "proved",
            Verdict::Unreachable(_) => "unreachable",
            Verdict::Refuted(_) => "refuted",
            Verdict::Open(_) => "open",
        }
    }

    /// Proved, or never reached.
    pub fn holds(&self) -> bool {
        matches!(self, Verdict::Proved(_) | Verdict::Unreachable(_))
    }

    /// Why it holds, if it does.
    pub fn proof(&self) -> Option<&Proof> {
        match self {
            Verdict::Proved(proof) | Verdict::Unreachable(proof) => Some(proof),
            Verdict::Refuted(_) | Verdict::Open(_) => None,
        }
    }

    pub fn is_refuted(&self) -> bool {
        matches!(self, Verdict::Refuted(_))
    }

    pub fn is_open(&self) -> bool {
        matches!(self, Verdict::Open(_))
    }

    pub fn is_likely(&self) -> bool {
        matches!(self, Verdict::Open(open) if open.likely)
    }
}
