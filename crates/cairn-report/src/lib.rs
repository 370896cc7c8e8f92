//! What users and other programs read: executions and verdicts as text with source excerpts, as JSON, SARIF, JUnit
//! and HTML.
//!
//! `explain` turns ids of the interpreter into names and places; `finding` is one error, ready to be shown; `source` finds
//! the lines to show; `text` and `run_json` show an execution. `check` is the report over all obligations; `check_text`,
//! `check_json` and `sarif` show it; `merge` joins the reports of several programs, `kept` is how
//! reports lie in a store; `rules` is what there is to say of each rule. `heap` is memory at each step of a path; `picture`
//! draws memory where an execution ends, with members and values as `layout` reads them from bytes.
//!
//! Not here: engines, the command line, where reports are written to.

mod baseline;
mod causes;
mod check;
mod check_json;
mod check_text;
mod explain;
mod finding;
mod heap;
mod html;
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
mod source;
mod suppress;
mod text;
mod triage;
mod words;

pub use baseline::{Baseline, write_baseline};
pub use causes::{Advice, advice};
pub use check::{CauseCount, CheckReport, Counts, Gate, Item, ItemVerdict, OpenCause, Unread, check_report};
pub use check_json::check_to_json;
pub use check_text::check_to_text;
pub use explain::run_report;
pub use finding::{End, Finding, Frame, Note, RunReport, Stop};
pub use heap::{Heap, HeapCell, HeapFrame, HeapObject, HeapState, heap_to_text};
pub use html::{Page, check_to_html, is_page_name};
pub use junit::check_to_junit;
pub use merge::merge;
pub use obligation_text::{item_to_text, open_to_text};
pub use path::{Path, Step, StepKind};
pub use picture::{heap_graph, heap_svg};
pub use rules::{RuleText, nearest_rule, rule_example, rule_page, rule_text, rules_to_json};
pub use run_json::to_json;
pub use sarif::check_to_sarif;
pub use source::Place;
pub use suppress::Notice;
pub use text::{message, to_text};
pub use triage::{Changes, Standing, Triage, triage};

pub use annotate_snippets::Level;
