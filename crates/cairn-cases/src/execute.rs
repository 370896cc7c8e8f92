//! Runs a loaded program under the interpreter and keeps what it prints.

use cairn_interp::{Config, End, Outcome, Output, StackEntry, Stream};
use cairn_ir::{FuncOrigin, Program, Rule};

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

impl Execution {
    /// Every error that was found, with its place in the user's code: file name as the compiler knows it, and line.
    /// `reachable`: blocks that the program could still reach at its end count, too.
    pub fn findings(&self, program: &Program, reachable: bool) -> Vec<(Rule, Option<(String, u32)>)> {
        let error = match &self.outcome.end {
            End::Error(report) => Some((report.rule, first_user_place(program, &report.stack))),
            _ => None,
        };
        let leaks = self.outcome.leaks.iter().map(|leak| (leak.rule, first_user_place(program, &leak.object.made)));
        error.into_iter().chain(leaks.filter(|(rule, _)| reachable || *rule == Rule::MemoryLeak)).collect()
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
    let user = |entry: &&StackEntry| program.funcs[entry.func].origin == FuncOrigin::User && !entry.span.is_none();
    let entry = stack.iter().find(user)?;
    Some((program.files.get(entry.span.file)?.name.clone(), entry.span.line))
}
