//! What a function may rely on in its parameters, what it promises of its results, and what a call of it can do.
//!
//! A local that is in scope where its address is passed lasts as long as the call.
//!
//! All three are greatest solutions over the whole program: a claim about parameters holds if it holds at every call, and it is
//! assumed while the calls are looked at, which is an induction over the length of executions. Functions that code may call
//! that is not seen here (their address is taken, or they are exported and the program is a library) promise nothing.

use crate::address::local_of;
use crate::flow::Flow;
use crate::kinds::Kinds;
use crate::library;
use crate::solve::solve;
use crate::variables::Variables;
use cairn_ir::describe::Defs;
use cairn_ir::graph::{CallGraph, Cfg};
use cairn_ir::{
    BlockId, Body, Callee, Effect, Func, FuncId, FuncOrigin, HostFn, Id, IdVec, Linkage, Op, Operand, Program,
    Terminator, Type,
};
use rustc_hash::FxHashSet;
use std::collections::VecDeque;

/// So many looks at each function, on average; then nothing is claimed of any call.
const LOOKS: usize = 30;
/// Whoever sets a handler for signals calls this.
const SET_HANDLER: &str = "cairn_lib_set_handler";

/// What is known of the functions of a program.
pub struct Contracts {
    parameters: IdVec<FuncId, Vec<Kinds>>,
    results: IdVec<FuncId, Vec<Kinds>>,
    /// Functions that return one of their arguments, whatever it is, and which.
    hand_back: IdVec<FuncId, Option<usize>>,
    pub variables: Variables,
    /// Arguments that lead into locals which are in scope where the call is.
    in_scope: FxHashSet<(FuncId, BlockId, usize, Operand)>,
}

impl Contracts {
    /// Nothing is known: every function alone.
    pub fn none(program: &Program) -> Contracts {
        let empty = |_| Vec::new();
        Contracts {
            parameters: program.funcs.ids().map(empty).collect(),
            results: program.funcs.ids().map(empty).collect(),
            hand_back: IdVec::filled(None, program.funcs.len()),
            variables: Variables::default(),
            in_scope: FxHashSet::default(),
        }
    }

    /// `entry` is where execution starts; without it, any exported function may be called with anything.
    pub fn of(program: &Program, calls: &CallGraph, effects: &Effects, entry: Option<FuncId>) -> Contracts {
        let mut contracts = Contracts::none(program);
        let unsettled = unsettled(program, calls);
        let handed_back = |func: FuncId| handed_back(&program.funcs[func]).filter(|_| !unsettled[func]);
        contracts.hand_back = program.funcs.ids().map(handed_back).collect();
        contracts.variables = Variables::of(program, entry.is_some() && !crate::calls_unknown_code(program, calls));
        for (id, func) in program.funcs.iter_enumerated() {
            let called = !calls.callers(id).is_empty();
            let hidden = entry.is_some() || func.linkage == Linkage::Internal;
            let started = entry == Some(id) || runs_by_itself(program, id);
            let all_calls_seen = called && hidden && !started && !calls.address_taken.contains(&id);
            if all_calls_seen {
                contracts.parameters[id] = vec![Kinds::ALL; func.sig.params.len()];
            }
            let only_started = entry == Some(id) && !called && !calls.address_taken.contains(&id);
            if only_started && program.func_name(id) == "main" {
                contracts.parameters[id] = func.sig.params.iter().map(|&ty| of_start(ty)).collect();
            }
            // One that is left in another way, by assembly say, promises nothing.
            let returns = |body: &Body| body.blocks.iter().any(|block| matches!(block.term, Terminator::Return(_)));
            if func.body.as_ref().is_some_and(returns) {
                let most = if unsettled[id] { Kinds::DEFINED.or(Kinds::CLEAN) } else { Kinds::ALL };
                contracts.results[id] = vec![most; func.sig.results.len()];
            }
        }
        contracts.find_in_scope(program, effects);
        if Solver::new(program, calls, &mut contracts).run() { contracts } else { Contracts::none(program) }
    }

    /// Only for callees of which all calls are seen: nobody else asks.
    fn find_in_scope(&mut self, program: &Program, effects: &Effects) {
        if effects.odd_scopes {
            return;
        }
        for (func, declared) in program.funcs.iter_enumerated() {
            let Some(body) = &declared.body else { continue };
            let defs = Defs::new(body);
            let asks = |callee: Callee| body.known_callee(callee).is_some_and(|id| !self.parameters[id].is_empty());
            let is_local = |&arg: &Operand| local_of(body, &defs, arg).is_some();
            let passes = |op: &Op| match op {
                Op::Call { callee, args, .. } => asks(*callee) && args.iter().any(is_local),
                _ => false,
            };
            if !ops(body).any(passes) {
                continue;
            }
            let flow = Flow::new(program, body, &defs, effects);
            for (block, mut alive) in flow.solve(&Cfg::new(body)).into_iter().enumerate() {
                let block = BlockId::new(block);
                for (at, inst) in body.blocks[block].insts.iter().enumerate() {
                    if let Op::Call { args, .. } = &inst.op {
                        let is_there = |local| flow.in_scope(&alive, local);
                        let lasting = args.iter().filter(|&&arg| local_of(body, &defs, arg).is_some_and(is_there));
                        self.in_scope.extend(lasting.map(|&arg| (func, block, at, arg)));
                    }
                    flow.pass(inst, &mut alive);
                }
            }
        }
    }

    /// The argument that a call gives back, if it always gives the same one.
    pub fn given_back(&self, program: &Program, body: &Body, op: &Op) -> Option<Operand> {
        let Op::Call { callee: Callee::Direct(func), args, .. } = op else { return None };
        let (place, sig) = (self.hand_back[*func]?, &program.funcs[*func].sig);
        let arg = args.get(place).copied()?;
        (body.operand_type(arg) == sig.params[place]).then_some(arg)
    }

    pub fn parameters(&self, func: FuncId) -> &[Kinds] {
        &self.parameters[func]
    }

    /// Of the i-th result of a function, if the call takes it for what it is.
    pub fn result(&self, program: &Program, func: FuncId, result: usize, expected: Type) -> Kinds {
        let fits = program.funcs[func].sig.results.get(result) == Some(&expected);
        if fits { self.results[func].get(result).copied().unwrap_or(Kinds::NONE) } else { Kinds::NONE }
    }
}

/// What `main` is given: numbers, and arrays of the system that last as long as the program.
fn of_start(ty: Type) -> Kinds {
    use Kinds as K;
    let array = K::NONZERO.or(K::CLEAN).or(K::OBJECT).or(K::NOT_HEAP).or(K::NOT_SCOPED).or(K::DATA).or(K::WRITABLE);
    if ty == Type::Ptr { K::DEFINED.or(array) } else { K::DEFINED }
}

struct Solver<'a> {
    program: &'a Program,
    calls: &'a CallGraph,
    contracts: &'a mut Contracts,
    work: VecDeque<FuncId>,
    waiting: IdVec<FuncId, bool>,
}

impl<'a> Solver<'a> {
    fn new(program: &'a Program, calls: &'a CallGraph, contracts: &'a mut Contracts) -> Solver<'a> {
        // Callees first: most promises are settled before they are used.
        let work: VecDeque<FuncId> = calls.sccs.iter().flatten().copied().collect();
        let waiting = IdVec::filled(true, program.funcs.len());
        Solver { program, calls, contracts, work, waiting }
    }

    /// False if it takes too long.
    fn run(mut self) -> bool {
        for _ in 0..LOOKS * self.program.funcs.len() {
            let Some(func) = self.work.pop_front() else { return true };
            self.waiting[func] = false;
            if let Some(body) = &self.program.funcs[func].body {
                self.look(func, body);
            }
        }
        self.work.is_empty()
    }

    fn again(&mut self, func: FuncId) {
        if !std::mem::replace(&mut self.waiting[func], true) {
            self.work.push_back(func);
        }
    }

    fn look(&mut self, func: FuncId, body: &Body) {
        let cfg = Cfg::new(body);
        let parameters = self.contracts.parameters[func].clone();
        let table = solve(self.program, body, &cfg, &parameters, self.contracts);
        let mut results = self.contracts.results[func].clone();
        let mut changed = Vec::new();
        for &id in cfg.rpo() {
            let block = &body.blocks[id];
            for (at, inst) in block.insts.iter().enumerate() {
                changed.extend(self.contracts.variables.store(body, &inst.op, |value| table.of(value)));
                if let Op::Call { callee, args, .. } = &inst.op
                    && let Some(callee) = body.known_callee(*callee)
                {
                    let lasts = |arg: Operand| self.contracts.in_scope.contains(&(func, id, at, arg));
                    let given =
                        |&arg: &Operand| if lasts(arg) { table.of(arg).or(Kinds::LASTING) } else { table.of(arg) };
                    let kinds: Vec<Kinds> = args.iter().map(given).collect();
                    if self.pass(callee, body, args, &kinds) {
                        changed.push(callee);
                    }
                }
            }
            if let Terminator::Return(values) = &block.term {
                for (slot, &value) in results.iter_mut().zip(values) {
                    *slot = slot.and(table.of(value).behind_return());
                }
            }
        }
        changed.into_iter().for_each(|func| self.again(func));
        if results != self.contracts.results[func] {
            self.contracts.results[func] = results;
            let callers: Vec<FuncId> = self.calls.callers(func).to_vec();
            callers.into_iter().for_each(|caller| self.again(caller));
        }
    }

    /// A call with such arguments; says whether the callee may rely on less than before.
    fn pass(&mut self, callee: FuncId, body: &Body, args: &[Operand], kinds: &[Kinds]) -> bool {
        let types = &self.program.funcs[callee].sig.params;
        let mut changed = false;
        for (at, slot) in self.contracts.parameters[callee].iter_mut().enumerate() {
            let fits = args.get(at).is_some_and(|&arg| body.operand_type(arg) == types[at]);
            let kinds = if fits { kinds[at] } else { Kinds::NONE };
            let before = *slot;
            *slot = slot.and(kinds);
            changed |= *slot != before;
        }
        changed
    }
}

/// What calls can do to objects that exist before them.
pub struct Effects {
    /// By function: a call of it ends no object that was there before.
    harmless: IdVec<FuncId, bool>,
    /// Another thread, or a handler of a signal, may end any object at any time; a thread may be one that unknown code has started.
    pub interrupted: bool,
    /// Some function ends the scope of a local that is not visibly its own.
    pub odd_scopes: bool,
}

impl Effects {
    pub fn of(program: &Program, calls: &CallGraph) -> Effects {
        let bodies = || program.funcs.iter().filter_map(|func| func.body.as_ref());
        let starts_thread = |op: &Op| matches!(op, Op::Host { func: HostFn::ThreadStart, .. });
        let threads = bodies().any(|body| ops(body).any(starts_thread));
        let has_handlers = has_handlers(program, calls);
        let odd_scopes = bodies().any(has_odd_scopes);
        let mut harmless: IdVec<FuncId, bool> = program
            .funcs
            .iter()
            .map(|func| func.body.as_ref().is_some_and(|body| ops(body).all(is_harmless)) && !odd_scopes)
            .collect();
        // Callees come first; a second round is needed for recursion only.
        loop {
            let before: Vec<bool> = harmless.iter().copied().collect();
            for &func in calls.sccs.iter().flatten() {
                harmless[func] = harmless[func] && calls.callees(func).iter().all(|&callee| harmless[callee]);
            }
            if before.iter().eq(harmless.iter()) {
                break;
            }
        }
        let harms = |func: &FuncId| may_be_handler(program, *func) && !harmless[*func];
        let strangers = crate::calls_unknown_code(program, calls);
        let interrupted = threads || (has_handlers || strangers) && calls.address_taken.iter().any(harms);
        Effects { harmless, interrupted, odd_scopes }
    }

    /// The same without a look at callees.
    pub fn without_callees(&self) -> Effects {
        Effects { harmless: IdVec::filled(false, self.harmless.len()), ..*self }
    }

    /// Can the operation end an object other than a local of this function whose scope it ends?
    pub fn may_end_objects(&self, op: &Op) -> bool {
        match op {
            Op::Call { callee: Callee::Direct(callee), .. } => !self.harmless[*callee],
            op => !is_harmless(op),
        }
    }
}

fn ops(body: &Body) -> impl Iterator<Item = &Op> {
    body.blocks.iter().flat_map(|block| block.insts.iter().map(|inst| &inst.op))
}

/// The parameter that a function returns wherever it returns, untouched.
fn handed_back(func: &Func) -> Option<usize> {
    let body = func.body.as_ref().filter(|_| func.sig.results.len() == 1 && !func.sig.variadic)?;
    let mut found = None;
    for block in body.blocks.iter() {
        let Terminator::Return(values) = &block.term else { continue };
        let Some(&Operand::Value(value)) = values.first() else { return None };
        let place = body.blocks[body.entry()].params.iter().position(|&param| param == value)?;
        if func.sig.params.get(place) != func.sig.results.first() || found.is_some_and(|known| known != place) {
            return None;
        }
        found = Some(place);
    }
    found
}

/// Constructors and destructors are called from no place in the program, with no arguments that it sees.
fn runs_by_itself(program: &Program, func: FuncId) -> bool {
    program.constructors.iter().chain(&program.destructors).any(|&(_, other)| other == func)
}

/// Models that do one of several things that the library could do: what else it returns is not in them.
fn unsettled(program: &Program, calls: &CallGraph) -> IdVec<FuncId, bool> {
    let is_choice = |op: &Op| matches!(op, Op::Host { func: HostFn::Unspecified, .. });
    let chooses = |func: &Func| func.body.as_ref().is_some_and(|body| ops(body).any(is_choice));
    let mut unsettled: IdVec<FuncId, bool> = program.funcs.iter().map(chooses).collect();
    let mut work: Vec<FuncId> = unsettled.ids().filter(|&func| unsettled[func]).collect();
    while let Some(func) = work.pop() {
        for &caller in calls.callers(func) {
            let is_model = program.funcs[caller].origin == FuncOrigin::Model;
            if is_model && !std::mem::replace(&mut unsettled[caller], true) {
                work.push(caller);
            }
        }
    }
    unsettled
}

/// May signals come that the program handles itself?
fn has_handlers(program: &Program, calls: &CallGraph) -> bool {
    program.func_named(SET_HANDLER).is_some_and(|func| library::reached(program, calls).contains(&func))
}

/// It is called with the number of the signal, and with what is known of it.
fn may_be_handler(program: &Program, func: FuncId) -> bool {
    let func = &program.funcs[func];
    let is_word = |ty: &Type| matches!(ty, Type::Int(_) | Type::Ptr);
    func.origin != FuncOrigin::Model && func.sig.params.len() <= 3 && func.sig.params.iter().all(is_word)
}

/// Calls by name are looked at elsewhere.
fn is_harmless(op: &Op) -> bool {
    match op {
        Op::HeapFree { .. } | Op::StackRestore { .. } | Op::Asm(_) | Op::SetJmp { .. } | Op::LongJmp { .. } => false,
        Op::Unsupported { .. } | Op::Call { callee: Callee::Indirect(_), .. } => false,
        // What the library does otherwise is not in the model.
        Op::Host { func, .. } => func.effect() != Effect::Thread && *func != HostFn::Unspecified,
        _ => true,
    }
}

/// Does a function end, or begin again, the scope of something that is not visibly a local of its own?
fn has_odd_scopes(body: &Body) -> bool {
    let defs = cairn_ir::describe::Defs::new(body);
    ops(body).any(|op| match op {
        Op::ScopeStart { object } | Op::ScopeEnd { object } => {
            !matches!(defs.op(body, *object), Some(Op::Alloca { .. }))
        }
        Op::StackRestore { token } => !matches!(defs.op(body, *token), Some(Op::StackSave)),
        _ => false,
    })
}
