//! Why executions do not tell all.

use cairn_engine::{Cause, Degraded, Task};
use cairn_interp::{End, Outcome, StackEntry};
use cairn_ir::graph::CallGraph;
use cairn_ir::{Callee, FuncId, FuncOrigin, Op, Program, Rule, Span, Type};

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

    /// A pointer that is passed as a number escapes the interpreter's watch over addresses.
    pub fn of_calls(program: &Program) -> Option<Obstacle> {
        let odd = program.funcs.iter_enumerated().find(|(id, _)| has_odd_calls(program, *id));
        let graph = CallGraph::new(program);
        let odd_indirect = graph.indirect.iter().find(|site| {
            let body = program.funcs[site.func].body.as_ref().expect("it has a call");
            let Op::Call { args, .. } = &body.blocks[site.block].insts[site.inst].op else { return false };
            let types: Vec<Type> = args.iter().map(|&arg| body.operand_type(arg)).collect();
            graph.candidates(site).iter().any(|&callee| is_odd(program, callee, &types))
        });
        let func = odd.map(|(id, _)| id).or(odd_indirect.map(|site| site.func))?;
        let subject = format!("a call in `{}` with arguments of another type", program.func_name(func));
        Some(Obstacle::new(Cause::Unsupported, program.funcs[func].span, subject))
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

fn has_odd_calls(program: &Program, func: FuncId) -> bool {
    let Some(body) = &program.funcs[func].body else { return false };
    body.blocks.iter().flat_map(|block| &block.insts).any(|inst| match &inst.op {
        Op::Call { callee: Callee::Direct(callee), args, .. } => {
            let types: Vec<Type> = args.iter().map(|&arg| body.operand_type(arg)).collect();
            let results: Vec<Type> = inst.results.iter().map(|value| body.values[value].ty).collect();
            let returned = &program.funcs[*callee].sig.results;
            is_odd(program, *callee, &types) || differ(&results, returned)
        }
        _ => false,
    })
}

fn is_odd(program: &Program, callee: FuncId, args: &[Type]) -> bool {
    differ(args, &program.funcs[callee].sig.params)
}

/// Is something a pointer on one side only?
fn differ(one: &[Type], other: &[Type]) -> bool {
    one.iter().zip(other).any(|(a, b)| (*a == Type::Ptr) != (*b == Type::Ptr))
}

/// Does the entry look at what it is called with?
fn reads_arguments(task: &Task<'_>) -> bool {
    let program = task.program;
    let body = program.func_named(&task.terms.entry).and_then(|entry| program.funcs[entry].body.as_ref());
    let Some(body) = body else { return false };
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
