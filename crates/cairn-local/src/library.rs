//! Calls of library models that say themselves what is enough for a call to break no rule (`__cairn_contract`).
//!
//! A contract has one word for each parameter:
//!
//! | word | the argument |
//! |---|---|
//! | `any` | may be anything |
//! | `number` | has no undefined bit |
//! | `zero` | is the constant 0 |
//! | `text`, `text?` | is a constant text (or null) |
//! | `stream`, `stream?` | is what `stdin`, `stdout` or `stderr` holds, which nobody changes (or null) |
//! | `function` | is a function of the program |
//! | `room size` | leads to so many bytes of a variable; the size is constant |
//! | `format` | is a constant format that the arguments after it fit; a `room` before it has place for the longest text |
//!
//! `+stdout` and `+stderr` say that the model itself uses that stream, `-putenv` that the program must never call that function, `handlers` that
//! it runs what was registered for the end of the program: arguments called `handler`, which may be anything where they are given; `block` that
//! it makes one, of which it is not decided whether it is lost. Not here:
//! formats (`format`).

use crate::address::address;
use crate::format::{Conversion, Taken, conversions};
use crate::walk::Walk;
use cairn_ir::graph::CallGraph;
use cairn_ir::{
    Callee, Const, FuncId, FuncOrigin, GlobalId, HostFn, Init, Op, Operand, Program, Symbol, Terminator, Type,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// A stream of the library is not larger (`stdio_core.c` asserts it).
const STREAM_SIZE: u64 = 184;
/// Whoever gives streams memory of the program's calls this.
const MEMORY_STREAMS: &str = "cairn_lib_allow_memory_files";
/// Whoever registers something for the end of the program calls this.
const ADD_HANDLER: &str = "cairn_lib_add_exit_handler";

/// What a call that keeps a contract cannot break.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Allowed {
    Everything,
    ButForLeaks,
}

/// What is known of the library that a program is linked with.
#[derive(Default)]
pub struct Library {
    contracts: FxHashMap<FuncId, Vec<String>>,
    /// Functions that the program may call, directly or not.
    reached: FxHashSet<FuncId>,
    /// Variables that always hold the address of a stream.
    streams: FxHashSet<GlobalId>,
    /// Streams may write to memory of the program's.
    in_memory: bool,
    /// Functions that always return the same address in a variable, as that of `errno` does.
    returns: FxHashMap<FuncId, (GlobalId, i64)>,
    /// Whatever runs at the end of the program was given as a function of it.
    known_handlers: bool,
}

impl Library {
    /// `whole`: it starts here, and no other file gives the library anything.
    pub fn of(program: &Program, calls: &CallGraph, whole: bool) -> Library {
        let models = program.funcs.iter_enumerated().filter(|(_, func)| func.origin == FuncOrigin::Model);
        let contracts = models.filter_map(|(id, _)| Some((id, contract(program, id)?))).collect();
        let reached = reached(program, calls);
        let in_memory = program.func_named(MEMORY_STREAMS).is_some_and(|func| reached.contains(&func));
        let streams = if in_memory { FxHashSet::default() } else { steady_streams(program) };
        let returns = program.funcs.ids().filter_map(|id| Some((id, returned(program, id)?))).collect();
        let mut library = Library { contracts, reached, streams, in_memory, returns, known_handlers: false };
        library.known_handlers = whole && library.knows_handlers(program, calls);
        library
    }

    /// Is whatever is registered for the end of the program a function of its own, at every call of the models that do that?
    fn knows_handlers(&self, program: &Program, calls: &CallGraph) -> bool {
        let Some(add) = program.func_named(ADD_HANDLER) else { return true };
        let places = |func: &FuncId| self.contracts.get(func)?.iter().position(|word| word == "handler");
        if !self.reached.contains(&add) {
            return true;
        }
        calls.callers(add).iter().filter(|&func| self.reached.contains(func)).all(|func| {
            let Some(place) = places(func) else { return false };
            !calls.address_taken.contains(func)
                && calls.callers(*func).iter().all(|caller| self.gives_functions(program, *caller, *func, place))
        })
    }

    /// Does one function give only functions in some place to another?
    fn gives_functions(&self, program: &Program, caller: FuncId, callee: FuncId, place: usize) -> bool {
        let Some(body) = &program.funcs[caller].body else { return false };
        let insts = body.blocks.iter().flat_map(|block| &block.insts);
        insts.into_iter().all(|inst| match &inst.op {
            Op::Call { callee: other, args, .. } if body.known_callee(*other) == Some(callee) => {
                let given = args.get(place).and_then(|&arg| body.as_const(arg));
                // One of the library may go wrong itself, and that counts where the program ends.
                let is_own =
                    |id: FuncId| program.funcs[id].is_defined() && program.funcs[id].origin == FuncOrigin::User;
                matches!(given, Some(Const::Func(id)) if is_own(*id))
            }
            _ => true,
        })
    }

    /// Does the program end without breaking a rule, where `main` returns this?
    pub fn ends_well(&self, walk: &Walk<'_>, results: &[Operand]) -> bool {
        self.known_handlers && results.iter().all(|&result| walk.is_defined(result))
    }

    /// The variable that a function returns the address of, and where in it.
    pub fn returned(&self, func: FuncId) -> Option<(GlobalId, i64)> {
        self.returns.get(&func).copied()
    }

    /// Is this a call of the library that keeps the contract of its model? Then it breaks no rule; whether a block that it
    /// makes is lost later may be left to others.
    pub fn allows(&self, walk: &Walk<'_>, op: &Op) -> Option<Allowed> {
        let Op::Call { callee: Callee::Direct(func), args, area, sig } = op else { return None };
        let words = self.contracts.get(func)?;
        let takes = &walk.flow.program.funcs[*func].sig;
        let types = args.iter().map(|&arg| walk.flow.body.operand_type(arg));
        let fits = takes.params.iter().copied().eq(types.take(takes.params.len()));
        // Without a declaration that says so, variable arguments are not passed as such.
        let passed = !takes.variadic || (area.is_some() && sig.fixed as usize == takes.params.len());
        let makes_block = words.iter().any(|word| word == "block");
        let allowed = if makes_block { Allowed::ButForLeaks } else { Allowed::Everything };
        (fits && passed && self.keeps(walk, words, args)).then_some(allowed)
    }

    fn keeps(&self, walk: &Walk<'_>, words: &[String], args: &[Operand]) -> bool {
        let mut at = 0;
        let mut words = words.iter().map(String::as_str).peekable();
        while let Some(word) = words.next() {
            if let Some(name) = word.strip_prefix('+') {
                if !self.has_stream(walk.flow.program, name) {
                    return false;
                }
                continue;
            }
            if word == "block" {
                continue;
            }
            if word == "handlers" {
                if !self.known_handlers {
                    return false;
                }
                continue;
            }
            if let Some(name) = word.strip_prefix('-') {
                if walk.flow.program.func_named(name).is_some_and(|func| self.reached.contains(&func)) {
                    return false;
                }
                continue;
            }
            let Some(&arg) = args.get(at) else { return false };
            let next = |step: usize| args.get(at + step).copied();
            let (good, taken) = match word {
                "any" | "handler" => (true, 1),
                "number" => (walk.is_defined(arg), 1),
                "zero" => (number(walk, arg) == Some(0), 1),
                "text" => (text(walk, arg).is_some(), 1),
                "text?" => (is_null(walk, arg) || text(walk, arg).is_some(), 1),
                "stream" => (self.is_stream(walk, arg), 1),
                // Null stands for all of them.
                "stream?" => ((is_null(walk, arg) && !self.in_memory) || self.is_stream(walk, arg), 1),
                "room" if words.next_if_eq(&"size").is_some() => {
                    (has_room(walk, arg, next(1).and_then(|size| number(walk, size))), 2)
                }
                "room" if words.next_if_eq(&"format").is_some() => {
                    let longest = next(1).and_then(|format| longest(walk, format, args.get(at + 2..)?));
                    (has_room(walk, arg, longest.and_then(|longest| longest.checked_add(1))), args.len())
                }
                "format" => (longest(walk, arg, &args[at + 1..]).is_some(), args.len()),
                _ => (false, 0),
            };
            if !good {
                return false;
            }
            at += taken;
        }
        true
    }

    fn has_stream(&self, program: &Program, name: &str) -> bool {
        self.streams.iter().any(|&id| program.global_name(id) == name)
    }

    fn is_stream(&self, walk: &Walk<'_>, arg: Operand) -> bool {
        let body = walk.flow.body;
        match walk.flow.defs.op(body, arg) {
            Some(Op::Load { ty: Type::Ptr, addr, .. }) => {
                matches!(body.as_const(*addr), Some(Const::Global { id, offset: 0 }) if self.streams.contains(id))
            }
            _ => false,
        }
    }
}

/// Functions that the program may call, directly or not.
pub fn reached(program: &Program, calls: &CallGraph) -> FxHashSet<FuncId> {
    let own = program.funcs.iter_enumerated().filter(|(_, func)| func.origin != FuncOrigin::Model).map(|(id, _)| id);
    calls.reached(own.chain(calls.address_taken.iter().copied()))
}

/// The words of a model's contract.
fn contract(program: &Program, func: FuncId) -> Option<Vec<String>> {
    let body = program.funcs[func].body.as_ref()?;
    body.blocks[body.entry()].insts.iter().find_map(|inst| match &inst.op {
        Op::Host { func: HostFn::Contract, args } => {
            let Const::Global { id, offset: 0 } = body.as_const(*args.first()?)? else { return None };
            let words = String::from_utf8(constant_text(program, *id, 0)?).ok()?;
            Some(words.split_whitespace().map(str::to_owned).collect())
        }
        _ => None,
    })
}

fn returned(program: &Program, func: FuncId) -> Option<(GlobalId, i64)> {
    let func = &program.funcs[func];
    let body = func.body.as_ref().filter(|_| func.sig.results[..] == [Type::Ptr])?;
    let mut found = None;
    for block in body.blocks.iter() {
        let Terminator::Return(values) = &block.term else { continue };
        let Const::Global { id, offset } = body.as_const(*values.first()?)? else { return None };
        if program.globals[*id].init.is_none() || found.is_some_and(|known| known != (*id, *offset)) {
            return None;
        }
        found = Some((*id, *offset));
    }
    found
}

/// Variables of the library that hold the address of a stream, and that nothing but loads is done to.
fn steady_streams(program: &Program) -> FxHashSet<GlobalId> {
    let names = ["stdin", "stdout", "stderr"];
    let is_one = |id: &GlobalId| names.contains(&program.global_name(*id)) && leads_to_stream(program, *id);
    let mut steady: FxHashSet<GlobalId> = program.globals.ids().filter(is_one).collect();
    for init in program.globals.iter().filter_map(|global| global.init.as_ref()) {
        for reloc in &init.relocs {
            if let Symbol::Global(id) = reloc.symbol {
                steady.remove(&id);
            }
        }
    }
    for body in program.funcs.iter().filter_map(|func| func.body.as_ref()) {
        let mut other_use = |operand: Operand| {
            if let Some(Const::Global { id, .. }) = body.as_const(operand) {
                steady.remove(id);
            }
        };
        for block in body.blocks.iter() {
            for inst in block.insts.iter().filter(|inst| !is_plain_load(program, body, &inst.op)) {
                inst.op.for_each_operand(&mut other_use);
            }
            block.term.for_each_operand(&mut other_use);
        }
    }
    steady
}

fn is_plain_load(program: &Program, body: &cairn_ir::Body, op: &Op) -> bool {
    let Op::Load { ty: Type::Ptr, addr, .. } = op else { return false };
    matches!(body.as_const(*addr), Some(Const::Global { id, offset: 0 }) if !program.globals[*id].thread_local)
}

fn leads_to_stream(program: &Program, id: GlobalId) -> bool {
    let Some(Init { bytes, relocs, unsupported: None }) = &program.globals[id].init else { return false };
    let [reloc] = &relocs[..] else { return false };
    let Symbol::Global(target) = reloc.symbol else { return false };
    let object = &program.globals[target];
    let whole =
        reloc.offset == 0 && reloc.bytes * 8 == program.target.pointer_bits && bytes.iter().all(|&byte| byte == 0);
    let room = u64::try_from(reloc.addend).ok().and_then(|offset| object.size.checked_sub(offset));
    whole
        && object.init.is_some()
        && !object.constant
        && !object.thread_local
        && room.is_some_and(|room| room >= STREAM_SIZE)
}

/// The bytes of a constant text from an offset on, up to its terminator.
fn constant_text(program: &Program, id: GlobalId, offset: i64) -> Option<Vec<u8>> {
    let global = &program.globals[id];
    let init = global.init.as_ref().filter(|init| init.relocs.is_empty() && init.unsupported.is_none())?;
    let start = usize::try_from(offset).ok()?;
    if !global.constant || global.thread_local || start as u64 >= global.size {
        return None;
    }
    let bytes = init.bytes.get(start..).unwrap_or_default();
    match bytes.iter().position(|&byte| byte == 0) {
        Some(end) => Some(bytes[..end].to_vec()),
        // The rest is zero, if there is a rest.
        None => ((init.bytes.len() as u64) < global.size).then(|| bytes.to_vec()),
    }
}

/// The longest of the constant texts that an argument may be.
fn text(walk: &Walk<'_>, arg: Operand) -> Option<Vec<u8>> {
    let (body, arg) = (walk.flow.body, walk.handed_in(arg));
    match body.as_const(arg) {
        Some(Const::Global { id, offset }) => constant_text(walk.flow.program, *id, *offset),
        Some(_) => None,
        None => match walk.flow.defs.op(body, arg)? {
            Op::Select { cond, then, otherwise } if walk.is_defined(*cond) => {
                let (a, b) = (text(walk, *then)?, text(walk, *otherwise)?);
                Some(if a.len() < b.len() { b } else { a })
            }
            _ => None,
        },
    }
}

fn is_null(walk: &Walk<'_>, arg: Operand) -> bool {
    matches!(walk.flow.body.as_const(arg), Some(Const::Null))
}

fn number(walk: &Walk<'_>, arg: Operand) -> Option<u64> {
    u64::try_from(walk.flow.body.as_const(arg)?.as_int()?).ok()
}

/// May so many bytes be written there?
fn has_room(walk: &Walk<'_>, arg: Operand, bytes: Option<u64>) -> bool {
    let Some(bytes) = bytes else { return false };
    let (body, program) = (walk.flow.body, walk.flow.program);
    let fits = |offset: i64, size: u64| {
        u64::try_from(offset).ok().and_then(|at| at.checked_add(bytes)).is_some_and(|end| end <= size)
    };
    if let Some(Const::Global { id, offset }) = body.as_const(arg) {
        let global = &program.globals[*id];
        return global.init.is_some() && !global.constant && !global.thread_local && fits(*offset, global.size);
    }
    let Some(at) = address(body, walk.flow.defs, arg) else { return false };
    match walk.flow.defs.op(body, Operand::Value(at.root)) {
        Some(Op::Alloca { size, .. }) => {
            walk.is_local_in_scope(at.root) && number(walk, *size).is_some_and(|size| fits(at.offset, size))
        }
        _ => false,
    }
}

/// The length of the longest text that a format and its arguments can give, if they fit each other.
fn longest(walk: &Walk<'_>, format: Operand, args: &[Operand]) -> Option<u64> {
    // One format, not one of several: each has arguments of its own.
    let Some(Const::Global { id, offset }) = walk.flow.body.as_const(walk.handed_in(format)) else { return None };
    let bits = walk.flow.program.target.pointer_bits;
    let mut args = args.iter();
    let mut total = 0u64;
    for conversion in conversions(&constant_text(walk.flow.program, *id, *offset)?, bits)? {
        total = total.checked_add(match conversion {
            Conversion::Literal => 1,
            Conversion::Takes { what, width } => taken(walk, what, *args.next()?)?.max(width),
        })?;
    }
    Some(total)
}

/// The length of what an argument is turned into, without padding.
fn taken(walk: &Walk<'_>, what: Taken, arg: Operand) -> Option<u64> {
    let ty = walk.flow.body.operand_type(arg);
    match what {
        Taken::Text => return Some(text(walk, arg)?.len() as u64),
        Taken::Pointer if ty != Type::Ptr => return None,
        Taken::Number { bits, .. } if ty != Type::Int(bits) => return None,
        Taken::Real if ty != Type::Float(cairn_ir::FloatKind::F64) => return None,
        _ => {}
    }
    walk.is_defined(arg).then(|| what.longest())
}
