//! What a run came to, ready to be shown: names and places instead of ids.

use crate::{Path, Place};
use cairn_ir::Rule;
use serde::{Deserialize, Serialize};

/// The result of one execution.
#[derive(Debug)]
pub struct RunReport {
    pub end: End,
    pub findings: Vec<Finding>,
    pub steps: u64,
}

/// How an execution ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// `main` returned or `exit` was called.
    Exit(i32),
    Abort,
    /// The last finding ended it.
    Error,
    /// Before the end, for a reason that is not an error of the program.
    Stopped(Stop),
}

/// Why an execution could not go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stop {
    /// A name for programs, such as `unknown-function`.
    pub id: &'static str,
    pub why: String,
    /// What to do about it.
    pub help: Option<&'static str>,
    pub place: Option<Place>,
    pub stack: Vec<Frame>,
}

/// One error of the program.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Finding {
    #[serde(with = "crate::kept::rule")]
    pub rule: Rule,
    pub message: String,
    /// In the user's code, where the error shows.
    pub place: Option<Place>,
    /// What is at that place, in a few words.
    pub label: Option<String>,
    /// Other places that matter: where the object was allocated, where it was freed.
    pub notes: Vec<Note>,
    /// What else there is to say, each with a short title.
    #[serde(with = "crate::kept::titled")]
    pub remarks: Vec<(&'static str, String)>,
    /// Innermost first.
    pub stack: Vec<Frame>,
    /// How the execution came there; empty if nobody asked.
    pub path: Path,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Note {
    pub place: Option<Place>,
    pub message: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Frame {
    pub function: String,
    pub place: Option<Place>,
    /// In a library model.
    pub model: bool,
}

impl Finding {
    /// How to repair an error of this kind.
    pub fn help(&self) -> Option<&'static str> {
        Some(match self.rule {
            Rule::NullDereference => "test the pointer before using it",
            Rule::UseAfterFree => "use the block before freeing it, or free it later",
            Rule::UseAfterScope => "give the variable a scope that contains every use, or allocate it",
            Rule::OutOfBounds => "compare the index or length with the size before the access",
            Rule::DoubleFree => "free the block once; set the pointer to NULL after freeing it",
            Rule::InvalidFree => "pass to free only what an allocation function returned, unchanged",
            Rule::MemoryLeak => "free the block before its last pointer is lost",
            Rule::UninitializedRead => "write the variable or block before reading it",
            Rule::DivisionByZero => "test the divisor before dividing",
            Rule::StackExhaustion => "bound the recursion, or allocate large objects on the heap",
            _ => return None,
        })
    }
}
