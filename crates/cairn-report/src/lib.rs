//! What users and other programs read: executions and verdicts as text with source excerpts, as JSON, SARIF, JUnit
//! and HTML.
//!
//! - One execution: `explain` turns ids of the interpreter into names and places; `finding` is one error, ready to be shown;
//!   `source` finds the lines to show; `text` and `run_json` show it. `path` tells how it came there, `snapshot` is the heap at each
//!   step, both in the words of `words`; `picture` draws memory where it ends, with members and values as `layout` reads them;
//!   `invariant_picture` draws what loop invariants say of memory.
//! - All obligations: `check` is the report; `merge` joins those of several programs, `kept` is how they lie in a store, `seen` names
//!   files as seen from here. `triage` says what counts, by `baseline` and `suppress`.
//! - What is shown of it: `check_text`, `check_json`, `sarif`, `junit`, `html`; `obligation_text` is one obligation with everything.
//!   `rules` and `causes` are what there is to say of each rule and of each cause.
//!
//! Not here: engines, the command line, where reports are written to.

mod baseline;
mod causes;
mod check;
mod check_json;
mod check_text;
mod explain;
mod finding;
mod html;
mod invariant_picture;
mod junit;
mod kept;
mod layout;
mod merge;
mod obligation_text;
mod path;
mod picture;
mod rules;
mod run_json;
mod sarif;
mod seen;
mod snapshot;
mod source;
mod suppress;
mod text;
mod triage;
mod words;

pub use baseline::{Baseline, write_baseline};
pub use causes::{Advice, advice};
pub use check::{CauseCount, CheckReport, Counts, Detail, Gate, Item, ItemVerdict, OpenCause, Unread, check_report};
pub use check_json::check_to_json;
pub use check_text::check_to_text;
pub use explain::run_report;
pub use finding::{End, Finding, Frame, Note, RunReport, Stop};
pub use html::{Page, check_to_html, is_page_name};
pub use invariant_picture::{abstract_heap_graph, abstract_heap_svg};
pub use junit::check_to_junit;
pub use merge::merge;
pub use obligation_text::{item_to_text, open_to_text};
pub use path::{Path, Step, StepKind};
pub use picture::{heap_graph, heap_svg};
pub use rules::{RuleText, nearest_rule, rule_example, rule_page, rule_text, rules_to_json};
pub use run_json::to_json;
pub use sarif::check_to_sarif;
pub use snapshot::{Heap, HeapCell, HeapFrame, HeapObject, HeapState, heap_to_text};
pub use source::Place;
pub use suppress::Notice;
pub use text::{message, to_text};
pub use triage::{Changes, Standing, Triage, triage};

pub use annotate_snippets::Level;
