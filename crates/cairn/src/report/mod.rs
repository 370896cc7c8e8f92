//! What the user reads: findings, failures and warnings, as text with source excerpts or as JSON.
//!
//! `finding` is what there is to say, `text` and `json` say it, `source` finds the lines to show.

mod finding;
mod json;
mod source;
mod text;

pub use finding::{End, Finding, Frame, Note, RunReport, Stop};
pub use json::to_json;
pub use source::Place;
pub use text::to_text;

use crate::failure::Failure;
use cairn_driver::Warning;

/// Says why the command failed, on standard error.
pub fn failure(failure: &Failure) {
    if !matches!(failure, Failure::ClosedPipe) {
        anstream::eprintln!("{}", text::failure(failure));
    }
}

/// At most this many warnings are shown one by one.
const SHOWN_WARNINGS: usize = 10;

/// Shows warnings on standard error.
pub fn warnings(warnings: &[Warning]) {
    for warning in warnings.iter().take(SHOWN_WARNINGS) {
        anstream::eprintln!("{}", text::warning(warning));
    }
    if warnings.len() > SHOWN_WARNINGS {
        anstream::eprintln!("warning: {} more warnings of this kind", warnings.len() - SHOWN_WARNINGS);
    }
}
