//! What was found out about functions as bytes, for a store that outlives programs and runs.

use crate::modular::Outcome;
use cairn_ir::FuncId;
use serde::{Deserialize, Serialize};

/// What lies under the key of a scope, in the ids of the scope.
#[derive(Serialize, Deserialize)]
pub(crate) enum Kept {
    /// The analysis cannot do without the bodies of these functions, and took so much work to find that out.
    Wants { funcs: Vec<FuncId>, logic_steps: u64 },
    /// One for each of the functions that the scope is for.
    Outcomes(Vec<Outcome>),
}

impl Kept {
    pub fn to_bytes(&self) -> Vec<u8> {
        postcard::to_stdvec(self).expect("plain data")
    }

    /// What bytes say of so many functions; nothing if they were not written by `to_bytes`.
    pub fn from_bytes(bytes: &[u8], functions: usize) -> Option<Kept> {
        let kept = postcard::from_bytes(bytes).ok()?;
        match &kept {
            Kept::Outcomes(outcomes) if outcomes.len() != functions => None,
            _ => Some(kept),
        }
    }
}
