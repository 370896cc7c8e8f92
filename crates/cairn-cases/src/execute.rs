//! Runs a loaded program under the interpreter and keeps what it prints.

use crate::case::{Expectation, Mark};
use cairn_interp::{Config, End, Outcome, Output, StackEntry, Stream};
use cairn_ir::{FuncOrigin, Program, Rule};
use std::path::Path;

/// What an execution did.
#[derive(Debug)]
pub struct Execution {
    pub stdout: Vec<u8>,
    pub outcome: Outcome,
}

/// Executes `program`, with its output kept in memory.
pub fn execute(program: &Program, config: Config) -> Execution {
    let mut stdout = Vec::new();
    let outcome = cairn_interp::run(program, config, Keep(&mut stdout));
    Execution { stdout, outcome }
}

/// Keeps standard output; standard error is not compared.
struct Keep<'a>(&'a mut Vec<u8>);

impl Output for Keep<'_> {
    fn write(&mut self, stream: Stream, bytes: &[u8]) {
        if stream == Stream::Out {
            self.0.extend_from_slice(bytes);
        }
    }
}

/// An error, with its place in the user's code.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Found {
    pub rule: Rule,
    /// File name as the compiler knows it, and line.
    pub place: Option<(String, u32)>,
    pub function: Option<String>,
}

impl Found {
    fn new(program: &Program, rule: Rule, stack: &[StackEntry]) -> Found {
        let function = first_user_entry(program, stack).map(|entry| program.func_name(entry.func).to_owned());
        Found { rule, place: first_user_place(program, stack), function }
    }

    /// Is this the error, or one of those, that a case expects?
    pub fn is_expected(&self, expectation: &Expectation) -> bool {
        match expectation {
            Expectation::Nothing => false,
            Expectation::Rule(rule) => self.rule == *rule,
            Expectation::RuleIn(rule, function) => self.rule == *rule && self.function.as_ref() == Some(function),
            Expectation::Marks(marks) => marks.iter().any(|mark| self.matches(mark)),
        }
    }

    pub fn matches(&self, mark: &Mark) -> bool {
        let same_file = |name: &str| Path::new(name).file_name() == mark.file.file_name();
        self.rule == mark.rule && self.place.as_ref().is_some_and(|(file, line)| *line == mark.line && same_file(file))
    }
}

impl std::fmt::Display for Found {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.rule)?;
        self.place.as_ref().map_or(Ok(()), |(_, line)| write!(f, " on line {line}"))?;
        self.function.as_ref().map_or(Ok(()), |function| write!(f, " in {function}"))
    }
}

impl Execution {
    /// Every error that was found. `reachable`: blocks that the program could still reach at its end count, too.
    pub fn findings(&self, program: &Program, reachable: bool) -> Vec<Found> {
        let error = match &self.outcome.end {
            End::Error(report) => Some(Found::new(program, report.rule, &report.stack)),
            _ => None,
        };
        let leaks = self.outcome.leaks.iter().filter(|leak| reachable || leak.rule == Rule::MemoryLeak);
        let leaks = leaks.map(|leak| Found::new(program, leak.rule, &leak.object.made));
        error.into_iter().chain(leaks).collect()
    }

    /// In a few words, for tables and messages.
    pub fn end_text(&self) -> String {
        match &self.outcome.end {
            End::Exit(code) => format!("exit {code}"),
            End::Abort { .. } => "abort".to_owned(),
            End::Error(report) => format!("{}: {}", report.rule, report.message),
            End::AssumeFalse => "assumption false".to_owned(),
            End::StepBudget => "step budget".to_owned(),
            End::MemoryBudget { .. } => "memory budget".to_owned(),
            End::Unsupported { reason, .. } => format!("unsupported: {reason}"),
            End::UnknownFunction { name, .. } => format!("unknown function {name}"),
            End::UnknownVariable { name, .. } => format!("unknown variable {name}"),
            End::Deadlock { .. } => "deadlock".to_owned(),
            End::NoEntry(name) => format!("no function {name}"),
        }
    }
}

/// The innermost position that is not inside a library model.
pub fn first_user_place(program: &Program, stack: &[StackEntry]) -> Option<(String, u32)> {
    let entry = first_user_entry(program, stack)?;
    Some((program.files.get(entry.span.file)?.name.clone(), entry.span.line))
}

fn first_user_entry<'s>(program: &Program, stack: &'s [StackEntry]) -> Option<&'s StackEntry> {
    stack.iter().find(|entry| program.funcs[entry.func].origin == FuncOrigin::User && !entry.span.is_none())
}
