//! Why an obligation holds: who says so, under which assumptions, and a certificate.

use crate::LoopInvariant;
use crate::kept::Word;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The evidence of *proved* and of *unreachable*.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Proof {
    /// The engine's name.
    #[serde(deserialize_with = "crate::kept::word")]
    pub engine: Word,
    /// What it rests on besides the semantics of the program. Sorted.
    pub assumptions: Vec<Assumption>,
    /// What a reader or a checker needs to follow it, as text.
    pub certificate: String,
    /// It does not rest on executions ending at their first error: those that go on there were followed, too.
    pub past_errors: bool,
    /// Of loops that it rests on.
    pub invariants: Vec<LoopInvariant>,
}

impl Proof {
    /// A proof that rests on no loop invariants, and on executions ending at their first error.
    pub fn new(engine: Word, assumptions: Vec<Assumption>, certificate: String) -> Proof {
        Proof { engine, assumptions, certificate, past_errors: false, invariants: Vec::new() }
    }
}

/// What a proof takes for granted. The words stand in reports and are stable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Assumption {
    /// Functions of the library do what their models do; writing output succeeds.
    LibraryModels,
    /// Files that were not named, but found next to headers, are those that the program is built with.
    CompanionFiles,
    /// No allocation fails, because the user said so.
    AllocationSucceeds,
    /// Code that is not there calls only those functions of the program whose address it could get at.
    CallbacksByAddress,
    /// Where the program or unknown code changes objects of the library, such as a `FILE`, it leaves them as the library could have.
    LibraryObjects,
}

impl Assumption {
    pub fn id(self) -> &'static str {
        match self {
            Assumption::LibraryModels => "library-models",
            Assumption::CompanionFiles => "companion-files",
            Assumption::AllocationSucceeds => "allocation-succeeds",
            Assumption::CallbacksByAddress => "callbacks-by-address",
            Assumption::LibraryObjects => "library-objects",
        }
    }
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}
