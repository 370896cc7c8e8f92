//! What runs beside a function: other threads of the program, and handlers of signals.
//!
//! A summary says what a function does if nobody else changes what it looks at. Where the program starts threads, or has handlers
//! that change anything, that holds of functions which look at nothing but their own locals and what never changes, and call
//! only such functions. Not here: threads and handlers of callers that are not there.

use cairn_ir::describe::Defs;
use cairn_ir::graph::CallGraph;
use cairn_ir::{Body, Callee, Const, FuncId, FuncOrigin, HostFn, IdVec, Op, Operand, Program, Type};
use rustc_hash::FxHashSet;

/// Whoever sets a handler for signals calls this function of the library.
const SET_HANDLER: &str = "cairn_lib_set_handler";

/// Whose memory may change beside it.
pub(crate) struct Beside {
    /// Nothing if nothing runs beside anything.
    disturbed: Option<IdVec<FuncId, bool>>,
}

impl Beside {
    pub fn of(program: &Program) -> Beside {
        let calls = CallGraph::new(program);
        let own = program.funcs.iter_enumerated().filter(|(_, func)| func.origin == FuncOrigin::User).map(|(id, _)| id);
        let reached = calls.reached(own.chain(calls.address_taken.iter().copied()));
        let is_disturbed = starts_threads(program, &reached) || has_handlers(program, &calls, &reached);
        Beside { disturbed: is_disturbed.then(|| spread(program, &calls, looks_around)) }
    }

    pub fn disturbs(&self, func: FuncId) -> bool {
        self.disturbed.as_ref().is_some_and(|disturbed| disturbed[func])
    }
}

fn starts_threads(program: &Program, reached: &FxHashSet<FuncId>) -> bool {
    let starts = |op: &Op| matches!(op, Op::Host { func: HostFn::ThreadStart, .. });
    reached.iter().filter_map(|func| program.funcs[*func].body.as_ref()).any(|body| ops(body).any(starts))
}

/// Handlers are functions that take what is known of a signal; one that changes nothing is none that matters.
fn has_handlers(program: &Program, calls: &CallGraph, reached: &FxHashSet<FuncId>) -> bool {
    let are_set = program.func_named(SET_HANDLER).is_some_and(|func| reached.contains(&func));
    if !are_set {
        return false;
    }
    let changing = spread(program, calls, changes);
    calls.address_taken.iter().any(|&func| {
        let params = &program.funcs[func].sig.params;
        let is_word = |ty: &Type| matches!(ty, Type::Int(_) | Type::Ptr);
        program.funcs[func].origin == FuncOrigin::User
            && params.len() <= 3
            && params.iter().all(is_word)
            && changing[func]
    })
}

/// Functions of which something holds, and those that call them; it holds of what is not there.
fn spread(program: &Program, calls: &CallGraph, holds: fn(&Program, &Body) -> bool) -> IdVec<FuncId, bool> {
    let of = |body: &Option<Body>| body.as_ref().is_none_or(|body| holds(program, body));
    let mut found: IdVec<FuncId, bool> = program.funcs.iter().map(|func| of(&func.body)).collect();
    let mut work: Vec<FuncId> = program.funcs.ids().filter(|&func| found[func]).collect();
    while let Some(func) = work.pop() {
        for &caller in calls.callers(func) {
            if !std::mem::replace(&mut found[caller], true) {
                work.push(caller);
            }
        }
    }
    found
}

/// Does it look at memory that others may change, or is that not known?
fn looks_around(program: &Program, body: &Body) -> bool {
    let defs = Defs::new(body);
    let is_steady = |addr: Operand| is_own(body, &defs, addr) || is_constant(program, body, &defs, addr);
    ops(body).any(|op| match *op {
        Op::Load { addr, .. } => !is_steady(addr),
        Op::Copy { src, .. } if !is_steady(src) => true,
        ref op => changes_with(body, &defs, op),
    })
}

/// Does it change memory that others see, or is that not known?
fn changes(_: &Program, body: &Body) -> bool {
    let defs = Defs::new(body);
    ops(body).any(|op| changes_with(body, &defs, op))
}

fn changes_with(body: &Body, defs: &Defs, op: &Op) -> bool {
    match *op {
        Op::Store { addr, .. } | Op::Rmw { addr, .. } | Op::CmpXchg { addr, .. } => !is_own(body, defs, addr),
        Op::Copy { dst, .. } | Op::Set { dst, .. } => !is_own(body, defs, dst),
        Op::HeapAlloc { .. } | Op::HeapFree { .. } | Op::HeapSize { .. } | Op::Host { .. } => true,
        Op::SetJmp { .. } | Op::LongJmp { .. } | Op::Asm(_) | Op::Unsupported { .. } => true,
        Op::Call { callee: Callee::Indirect(_), .. } => true,
        _ => false,
    }
}

/// Is it an address in a local of the function?
fn is_own(body: &Body, defs: &Defs, addr: Operand) -> bool {
    matches!(defs.op(body, start(body, defs, addr)), Some(Op::Alloca { .. }))
}

fn is_constant(program: &Program, body: &Body, defs: &Defs, addr: Operand) -> bool {
    matches!(body.as_const(start(body, defs, addr)), Some(Const::Global { id, .. }) if program.globals[*id].constant)
}

/// Where an address begins, through members and elements.
fn start(body: &Body, defs: &Defs, mut addr: Operand) -> Operand {
    while let Some(Op::Field { base, .. } | Op::Index { base, .. }) = defs.op(body, addr) {
        addr = *base;
    }
    addr
}

fn ops(body: &Body) -> impl Iterator<Item = &Op> {
    body.blocks.iter().flat_map(|block| block.insts.iter().map(|inst| &inst.op))
}

#[cfg(test)]
mod tests {
    use super::Beside;
    use cairn_ir::format::parse;

    /// Are a function that reads a variable, one that calls it, and one that only computes disturbed, if this is a handler of signals?
    fn disturbed(handler: &str) -> [bool; 3] {
        let text = format!(
            "global @g size 4 align 4 = zero 4
            fn @cairn_lib_set_handler(%h: ptr) model {{
            bb0:
            ret }}
            fn @handler(%s: i32) {{
            bb0:
            {handler}
            ret }}
            fn @reads() -> i32 {{
            bb0:
            %v = load i32, @g align 4
            ret %v }}
            fn @calls() -> i32 {{
            bb0:
            %v: i32 = call @reads()
            ret %v }}
            fn @computes(%n: i32) -> i32 {{
            bb0:
            %a = alloca 4 align 4
            store i32 %n, %a align 4
            %m = load i32, %a align 4
            ret %m }}
            fn @main() -> i32 {{
            bb0:
            call @cairn_lib_set_handler(@handler)
            ret i32 0 }}"
        );
        let program = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let beside = Beside::of(&program);
        ["reads", "calls", "computes"].map(|name| beside.disturbs(program.func_named(name).expect("a function")))
    }

    #[test]
    fn a_handler_that_changes_something_comes_between_what_others_look_at() {
        assert_eq!(disturbed("store i32 %s, @g align 4"), [true, true, false]);
        assert_eq!(disturbed("%v = load i32, @g align 4"), [false; 3]);
    }
}
