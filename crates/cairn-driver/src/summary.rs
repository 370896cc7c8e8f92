//! The summary of one function, for people.

use cairn_base::thread_count;
use cairn_engine::Terms;
use cairn_ir::Program;
use cairn_summary::{Limits, Modules, show};

/// Why there is no summary to show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoSummary {
    /// No function of this name has a body; these have one, and their names are similar.
    NoSuchFunction(Vec<String>),
    /// The engine gave up on it.
    GaveUp(String),
}

/// The function's summary in words: what it needs, what it does, what it returns.
pub fn summary_of(program: &Program, terms: &Terms, function: &str) -> Result<String, NoSummary> {
    let func = program.func_named(function).filter(|&func| program.funcs[func].is_defined());
    let Some(func) = func else { return Err(NoSummary::NoSuchFunction(similar(program, function))) };
    let limits = Limits { alloc_may_fail: terms.alloc_may_fail, ..Limits::default() };
    let modules = Modules::of(program, None, limits, thread_count());
    match modules.summary(func) {
        Some(Ok(summary)) => Ok(show(program, func, summary)),
        Some(Err(stop)) => Err(NoSummary::GaveUp(stop.to_string())),
        None => Err(NoSummary::GaveUp("it is a library model, which is looked at where it is called".to_owned())),
    }
}

/// Names of the user's functions that share a part with a name, at most five.
fn similar(program: &Program, name: &str) -> Vec<String> {
    let defined = program.funcs.iter_enumerated().filter(|(_, func)| func.is_defined());
    let users = defined.filter(|(_, func)| func.origin == cairn_ir::FuncOrigin::User);
    let names = users.map(|(id, _)| program.func_name(id).to_owned());
    names.filter(|other| other.contains(name) || name.contains(other.as_str())).take(5).collect()
}
