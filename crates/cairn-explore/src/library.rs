//! Code without an entry: functions are called one by one, as an unknown program could.
//!
//! An error that depends on what the caller passes, or on what other functions did before, is not an error of the function.
//! So only functions without pointer parameters that look at no changeable global are called, and with parameters an
//! error counts only if it happens whatever is passed (of the values that are tried).

use crate::exact::Decided;
use crate::inputs;
use crate::obstacle::Obstacle;
use crate::session::Session;
use cairn_engine::{Cause, Execution, GoalId};
use cairn_interp::AllocFailures;
use cairn_ir::graph::CallGraph;
use cairn_ir::{
    Body, Const, Func, FuncId, FuncOrigin, GlobalId, Linkage, Op, Operand, Program, Rule, Span, Symbol, Type,
};
use rustc_hash::FxHashSet;

const FAILING: u64 = 16;

pub fn explore(session: &mut Session<'_, '_>) -> Decided {
    let program = session.task.program;
    let callable = Callable::new(program);
    let funcs: Vec<FuncId> = program.funcs.ids().filter(|&func| callable.can_be_called(func)).collect();
    let share = session.budget.total() / (funcs.len() as u64 + 1);
    for func in funcs {
        call(session, func, share);
    }
    let subject = format!("no function `{}`: callers are not known", session.task.terms.entry);
    Decided::Nothing(Obstacle::new(Cause::MissingContract, Span::NONE, subject))
}

fn call(session: &mut Session<'_, '_>, func: FuncId, share: u64) {
    let program = session.task.program;
    let plain = Execution::new(program.func_name(func), &[], 0);
    let run = session.execute(plain.clone(), share / 2);
    let keeps_leaks = returns_no_pointer(program, &program.funcs[func]);
    let counts =
        |session: &Session<'_, '_>, goal: &GoalId| keeps_leaks || session.task.goals[*goal].rule != Rule::MemoryLeak;
    let mut failures = session.failures(&run);
    failures.retain(|goal| counts(session, goal));
    if !program.funcs[func].sig.params.is_empty() {
        for &value in inputs::EVERYWHERE {
            if failures.is_empty() {
                return;
            }
            let execution = Execution { nondet: inputs::constant(value).into(), ..plain.clone() };
            let other = session.execute(execution, share / 32);
            let same = session.failures(&other);
            failures.retain(|goal| same.contains(goal));
        }
    }
    failures.iter().for_each(|&goal| session.keep(&run, goal));
    if session.task.terms.alloc_may_fail && program.funcs[func].sig.params.is_empty() {
        for nth in 1..=run.outcome.observed.alloc_choices.min(FAILING) {
            let execution = Execution { alloc_failures: AllocFailures::Nth(nth), ..plain.clone() };
            let failing = session.execute(execution, share / 32);
            let goals = session.failures(&failing);
            for goal in goals {
                if counts(session, &goal) {
                    session.keep(&failing, goal);
                }
            }
        }
    }
}

/// A block that is returned is the caller's.
fn returns_no_pointer(program: &Program, func: &Func) -> bool {
    func.sig
        .results
        .iter()
        .all(|ty| *ty != Type::Ptr && ty.bits(program.target.pointer_bits) < program.target.pointer_bits)
}

/// Which functions can be called without knowing anything.
struct Callable<'p> {
    program: &'p Program,
    calls: CallGraph,
    /// Globals whose content is always what they were initialised with.
    fixed: FxHashSet<GlobalId>,
}

impl<'p> Callable<'p> {
    fn new(program: &'p Program) -> Callable<'p> {
        Callable { program, calls: CallGraph::new(program), fixed: fixed_globals(program) }
    }

    fn can_be_called(&self, id: FuncId) -> bool {
        let func = &self.program.funcs[id];
        func.origin == FuncOrigin::User
            && func.is_defined()
            && func.linkage != Linkage::Internal
            && !func.sig.variadic
            && !func.sig.params.contains(&Type::Ptr)
            && self.program.func_named(self.program.func_name(id)) == Some(id)
            && self.looks_at_fixed_globals_only(id)
    }

    fn looks_at_fixed_globals_only(&self, start: FuncId) -> bool {
        let mut seen = FxHashSet::default();
        let mut work = vec![start];
        while let Some(func) = work.pop() {
            let content = &self.program.funcs[func];
            if content.origin == FuncOrigin::Model || !seen.insert(func) {
                continue;
            }
            let Some(body) = &content.body else { continue };
            let indirect = self.calls.indirect.iter().any(|site| site.func == func);
            if indirect || globals_of(body).any(|global| !self.fixed.contains(&global)) {
                return false;
            }
            work.extend(self.calls.callees(func));
        }
        true
    }
}

fn globals_of(body: &Body) -> impl Iterator<Item = GlobalId> + '_ {
    body.consts.iter().filter_map(|(_, value)| match value {
        Const::Global { id, .. } => Some(*id),
        _ => None,
    })
}

/// Constants, and `static` variables that are only ever read, directly.
fn fixed_globals(program: &Program) -> FxHashSet<GlobalId> {
    let private = |id: &GlobalId| program.globals[*id].constant || program.globals[*id].linkage == Linkage::Internal;
    let mut fixed: FxHashSet<GlobalId> =
        program.globals.ids().filter(|id| program.globals[*id].init.is_some() && private(id)).collect();
    let mut exposed: FxHashSet<GlobalId> = FxHashSet::default();
    for body in program.funcs.iter().filter_map(|func| func.body.as_ref()) {
        let mut expose = |operand: Operand| {
            if let Some(Const::Global { id, .. }) = body.as_const(operand) {
                exposed.insert(*id);
            }
        };
        for block in body.blocks.iter() {
            for inst in block.insts.iter().filter(|inst| !matches!(inst.op, Op::Load { .. })) {
                inst.op.for_each_operand(&mut expose);
            }
            block.term.for_each_operand(&mut expose);
        }
    }
    let relocs = program.globals.iter().filter_map(|global| global.init.as_ref()).flat_map(|init| &init.relocs);
    exposed.extend(relocs.filter_map(|reloc| match reloc.symbol {
        Symbol::Global(id) => Some(id),
        Symbol::Func(_) => None,
    }));
    fixed.retain(|id| program.globals[*id].constant || !exposed.contains(id));
    fixed
}
