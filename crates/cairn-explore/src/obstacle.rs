//! Why executions do not tell all.

use cairn_engine::{Cause, Degraded, Task};
use cairn_interp::{End, Outcome, StackEntry};
use cairn_ir::{FuncId, FuncOrigin, Program, Rule, Span};

/// One reason, with the place where it shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Obstacle(pub Degraded);

impl Obstacle {
    pub fn new(cause: Cause, at: Span, subject: impl Into<String>) -> Obstacle {
        Obstacle(Degraded::new(cause, at, subject))
    }

    /// There are more combinations than the budget allows.
    pub fn choices() -> Obstacle {
        Obstacle::new(Cause::StepBudget, Span::NONE, "more inputs than could be tried")
    }

    /// What makes other executions possible that no choice of ours leads to.
    pub fn to_uniqueness(task: &Task<'_>, outcome: &Outcome) -> Option<Obstacle> {
        let seen = &outcome.observed;
        let whole = |cause, subject: &str| Some(Obstacle::new(cause, Span::NONE, subject));
        if seen.threads {
            return whole(Cause::Concurrency, "other schedules");
        }
        if seen.addresses {
            return whole(Cause::Unsupported, "addresses are used as numbers");
        }
        if seen.unspecified {
            return whole(Cause::Unsupported, "C leaves open what happens");
        }
        if seen.world || reads_arguments(task) {
            return whole(Cause::StepBudget, "input from outside the program");
        }
        None
    }

    /// A variable whose initial content is not known as it should be.
    pub fn of_globals(program: &Program) -> Option<Obstacle> {
        let (id, global, reason) = program.globals.iter_enumerated().find_map(|(id, global)| {
            let reason = global.init.as_ref().and_then(|init| init.unsupported)?;
            Some((id, global, reason))
        })?;
        let subject = format!("initialiser of `{}`: {}", program.global_name(id), program.names.text(reason));
        Some(Obstacle::new(Cause::Unsupported, global.span, subject))
    }

    /// What stops an execution before its end, unless it ends by itself or with an error.
    pub fn to_ending(task: &Task<'_>, end: &End) -> Option<Obstacle> {
        let at = |cause, subject: &str, stack: &[StackEntry]| {
            Some(Obstacle::new(cause, user_span(task.program, stack), subject))
        };
        match end {
            End::Exit(_) | End::Abort { .. } | End::AssumeFalse => None,
            End::Error(report) if report.rule == Rule::StackExhaustion => {
                at(Cause::MemoryBudget, "the stack", &report.stack)
            }
            End::Error(_) => None,
            End::StepBudget => at(Cause::StepBudget, "one execution alone", &[]),
            End::MemoryBudget { stack } => at(Cause::MemoryBudget, "the heap", stack),
            End::Unsupported { reason, stack } if reason.starts_with("inline assembly") => {
                at(Cause::InlineAssembly, reason, stack)
            }
            End::Unsupported { reason, stack } => at(Cause::Unsupported, reason, stack),
            End::UnknownFunction { name, stack } => at(Cause::UnknownFunction, name, stack),
            End::UnknownVariable { name, stack } => at(Cause::UnknownFunction, name, stack),
            End::Deadlock { stack } => at(Cause::Concurrency, "every thread waits", stack),
            End::NoEntry(name) => at(Cause::MissingContract, &format!("no function `{name}`"), &[]),
        }
    }
}

/// Does the entry, or a constructor, look at what it is called with?
fn reads_arguments(task: &Task<'_>) -> bool {
    let constructors = task.program.constructors.iter().map(|&(_, func)| func);
    let mut started = constructors.chain(task.program.func_named(&task.terms.entry));
    started.any(|func| reads_parameters(task.program, func))
}

fn reads_parameters(program: &Program, func: FuncId) -> bool {
    let Some(body) = &program.funcs[func].body else { return false };
    let params = &body.blocks[body.entry()].params;
    let mut used = false;
    let mut visit = |operand| used |= matches!(operand, cairn_ir::Operand::Value(value) if params.contains(&value));
    for block in body.blocks.iter() {
        block.insts.iter().for_each(|inst| inst.op.for_each_operand(&mut visit));
        block.term.for_each_operand(&mut visit);
    }
    used
}

/// Where in the user's code a stack stands.
fn user_span(program: &Program, stack: &[StackEntry]) -> Span {
    let user = stack.iter().find(|entry| program.funcs[entry.func].origin == FuncOrigin::User);
    user.map_or(Span::NONE, |entry| entry.span)
}
