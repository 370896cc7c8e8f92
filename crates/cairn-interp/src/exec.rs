//! The machine: runs threads, one instruction after the other.
//!
//! Here are the loop over common instructions, calls and returns. The other operations are in `ops`, primitives of
//! library models in `hostcall`, threads in `threads`, start and end of a program in `run`.

use crate::code::{CallSite, CallTarget, Code, Environment, Ins, Origin, Shape, Src, compile};
use crate::config::Config;
use crate::float;
use crate::host::Output;
use crate::memory::{Fault, ObjectKind, StackEntry};
use crate::observe::Way;
use crate::report::End;
use crate::run::Phase;
use crate::state::{Frame, State, Status};
use crate::trace::Recorder;
use crate::value::{self, ArithmeticFault, Prov, Slot, mask, sign_extend};
use cairn_ir::{BinOp, Body, FuncId, FuncOrigin, GlobalId, Id, Program, Rule, Span};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Entries of a call stack that are kept with an object.
const KEPT_STACK: usize = 12;
/// Registers of all active functions of a thread. On a machine, functions with so many values fill the stack before.
const MAX_REGISTERS: usize = 1 << 25;

/// A program being executed.
pub struct Machine<'p> {
    pub program: &'p Program,
    pub config: Config,
    pub state: State,
    pub(crate) codes: Vec<Option<Arc<Code>>>,
    pub(crate) addresses: Addresses,
    pub(crate) output: Box<dyn Output + 'p>,
    /// Tells what happens, if anybody wants to know.
    pub(crate) recorder: Option<Box<Recorder>>,
    pub(crate) way: Way,
    /// Variables that unknown functions may change, once somebody asked.
    pub(crate) public: Option<Vec<Prov>>,
}

/// Where globals and functions are; fixed when the program starts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Addresses {
    /// `None` for thread-local variables.
    pub globals: Vec<Option<Slot>>,
    pub funcs: Vec<Slot>,
}

/// Why execution does not simply go on.
#[derive(Debug)]
pub(crate) enum Trap {
    Fault(Fault, Access),
    Error {
        rule: Rule,
        message: String,
        object: Prov,
    },
    End(Box<End>),
    /// The thread waits; the instruction is executed again when it may go on.
    Wait(Status),
    /// The program asks for its end with this code.
    Exit(i32),
    /// Another thread may run now.
    Yield,
    /// A thread was started: from now on the running one has turns.
    Started,
    /// The thread has ended.
    Finished,
}

/// What an access was for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Access {
    Read(u64),
    Write(u64),
    Free,
    Call,
    Allocate,
}

/// What the running thread works on.
pub(crate) struct Cx {
    pub code: Arc<Code>,
    pub pc: usize,
    pub base: usize,
    pub regs: Vec<Slot>,
}

impl Cx {
    #[inline]
    pub fn get(&self, src: Src) -> Slot {
        match src.resolve() {
            Ok(slot) => self.regs[self.base + slot],
            Err(constant) => self.code.consts[constant],
        }
    }

    #[inline]
    pub fn set(&mut self, dst: u32, value: Slot) {
        self.regs[self.base + dst as usize] = value;
    }
}

struct CompileEnv<'a> {
    addresses: &'a Addresses,
    config: &'a Config,
    pointer_bits: u32,
}

impl Environment for CompileEnv<'_> {
    fn pointer_bits(&self) -> u32 {
        self.pointer_bits
    }
    fn global_address(&self, id: GlobalId) -> Option<Slot> {
        self.addresses.globals[id.index()]
    }
    fn func_address(&self, id: FuncId) -> Slot {
        self.addresses.funcs[id.index()]
    }
    fn check_overflow(&self) -> bool {
        self.config.checks.integer_overflow
    }
    fn check_shift(&self) -> bool {
        self.config.checks.invalid_shift
    }
    fn check_pointers(&self) -> bool {
        self.config.checks.pointer_arithmetic || self.config.checks.inside_object
    }
}

impl<'p> Machine<'p> {
    pub(crate) fn pointer_bits(&self) -> u32 {
        self.program.target.pointer_bits
    }

    pub(crate) fn code(&mut self, func: FuncId, body: &Body) -> Arc<Code> {
        if let Some(code) = &self.codes[func.index()] {
            return code.clone();
        }
        let env = CompileEnv { addresses: &self.addresses, config: &self.config, pointer_bits: self.pointer_bits() };
        let code = Arc::new(compile(body, &env));
        self.codes[func.index()] = Some(code.clone());
        code
    }

    /// Lets the current thread run until the program has executed `until` instructions, or the thread waits or ends.
    pub(crate) fn run_current(&mut self, until: u64) -> Result<(), Trap> {
        let mut cx = self.enter();
        let result = match self.config.coverage || self.config.way || self.recorder.is_some() {
            true => self.interpret::<true>(&mut cx, until),
            false => self.interpret::<false>(&mut cx, until),
        };
        if let Err(Trap::Wait(_)) = &result {
            cx.pc -= 1;
        }
        self.leave(cx);
        result
    }

    fn enter(&mut self) -> Cx {
        let program = self.program;
        let thread = &mut self.state.threads[self.state.current];
        let frame = thread.frames.last().expect("a running thread has a frame");
        let (func, pc, base) = (frame.func, frame.pc as usize, frame.base as usize);
        let regs = std::mem::take(&mut thread.regs);
        let body = program.funcs[func].body.as_ref().expect("only defined functions run");
        Cx { code: self.code(func, body), pc, base, regs }
    }

    fn leave(&mut self, cx: Cx) {
        let thread = &mut self.state.threads[self.state.current];
        thread.regs = cx.regs;
        if let Some(frame) = thread.frames.last_mut() {
            frame.pc = cx.pc as u32;
        }
    }

    fn interpret<const WATCHED: bool>(&mut self, cx: &mut Cx, until: u64) -> Result<(), Trap> {
        while self.state.steps < until {
            self.state.steps += 1;
            let ins = cx.code.ins[cx.pc];
            if WATCHED {
                self.watch(cx);
            }
            cx.pc += 1;
            match ins {
                Ins::Move { dst, src } => {
                    let value = cx.get(src);
                    cx.set(dst, value);
                }
                Ins::Int { op, width, checked, dst, a, b } => {
                    let (a, b) = (cx.get(a), cx.get(b));
                    if checked.signed || checked.unsigned || checked.shift {
                        self.check_arithmetic(op, u32::from(width), checked.signed, checked.shift, a, b)?;
                    }
                    let result =
                        value::binary(op, u32::from(width), a, b).map_err(|fault| division_trap(fault, a, b))?;
                    cx.set(dst, result);
                }
                Ins::Compare { op, width, dst, a, b } => {
                    let result = value::compare(op, u32::from(width), cx.get(a), cx.get(b));
                    cx.set(dst, result);
                }
                Ins::ComparePtr { op, dst, a, b } => {
                    let (a, b) = (cx.get(a), cx.get(b));
                    self.observe_comparison(op, a, b);
                    let result = value::compare(op, self.pointer_bits(), a, b);
                    cx.set(dst, result);
                }
                Ins::Distance { dst, a, b } => {
                    let (a, b) = (cx.get(a), cx.get(b));
                    self.state.observed.addresses |= a.prov != b.prov;
                    let result = value::binary(BinOp::Sub, self.pointer_bits(), a, b);
                    cx.set(dst, result.map_err(|fault| division_trap(fault, a, b))?);
                }
                Ins::CompareJump { op, width, a, b, then, otherwise } => {
                    let (a, b) = (cx.get(a), cx.get(b));
                    let taken = if a.undef | b.undef == 0 {
                        value::compare_bits(op, u32::from(width), a.bits, b.bits)
                    } else {
                        self.condition(value::compare(op, u32::from(width), a, b))?
                    };
                    self.state.steps += 1;
                    cx.pc = if taken { then } else { otherwise } as usize;
                }
                Ins::Branch { cond, then, otherwise } => {
                    let taken = self.condition(cx.get(cond))?;
                    cx.pc = if taken { then } else { otherwise } as usize;
                }
                Ins::Jump { to } => cx.pc = to as usize,
                Ins::Field { dst, base, offset } => {
                    let result = self.add_to_address(cx.get(base), offset as u64);
                    cx.set(dst, result);
                }
                Ins::Index { dst, base, index, scale } => {
                    let index = cx.get(index);
                    let mut result = self.add_to_address(cx.get(base), index.bits.wrapping_mul(u64::from(scale)));
                    if result.prov == Prov::NULL && scale == 1 && index.prov.is_object() {
                        // A null pointer plus an address as a number.
                        result.prov = index.prov;
                    }
                    if index.undef != 0 {
                        result = Slot { undef: mask(self.pointer_bits()), prov: index.prov, ..result };
                    }
                    cx.set(dst, result);
                }
                Ins::Load { dst, addr, bytes, width, number } => {
                    let loaded = self.state.memory.load(cx.get(addr), usize::from(bytes));
                    let mut value = loaded.map_err(|fault| Trap::Fault(fault, Access::Read(u64::from(bytes))))?;
                    if number && value.prov.is_object() && value.undef == 0 {
                        self.state.observed.addresses = true;
                    }
                    if width != bytes * 8 {
                        let keep = mask(u32::from(width));
                        value = Slot { bits: value.bits & keep, undef: value.undef & keep, ..value };
                    }
                    cx.set(dst, value);
                }
                Ins::Store { src, addr, bytes } => {
                    let stored = self.state.memory.store(cx.get(addr), usize::from(bytes), cx.get(src));
                    stored.map_err(|fault| Trap::Fault(fault, Access::Write(u64::from(bytes))))?;
                }
                Ins::Select { dst, cond, then, otherwise } => {
                    let result = value::select(cx.get(cond), cx.get(then), cx.get(otherwise));
                    cx.set(dst, result);
                }
                Ins::Trunc { dst, src, width } => {
                    let (value, keep) = (cx.get(src), mask(u32::from(width)));
                    let undef = value.undef & keep;
                    let prov = if undef != 0 || keep == mask(self.pointer_bits()) { value.prov } else { Prov::NONE };
                    cx.set(dst, Slot { bits: value.bits & keep, undef, prov });
                }
                Ins::SExt { dst, src, from, to } => {
                    let (value, keep) = (cx.get(src), mask(u32::from(to)));
                    let bits = sign_extend(value.bits, u32::from(from)) as u64 & keep;
                    let undef = sign_extend(value.undef, u32::from(from)) as u64 & keep;
                    cx.set(dst, Slot { bits, undef, prov: value.prov });
                }
                Ins::Float { op, kind, dst, a, b } => {
                    let (a, b) = (cx.get(a), cx.get(b));
                    let bits = float::binary(op, kind, u128::from(a.bits), u128::from(b.bits)) as u64;
                    let undef = if a.undef | b.undef == 0 { 0 } else { mask(kind.bits()) };
                    let prov = if a.undef != 0 { a.prov } else { b.prov };
                    cx.set(dst, Slot { bits, undef, prov });
                }
                Ins::Switch { value, table } => {
                    let table = &cx.code.switches[table as usize];
                    let width = table.width;
                    let number = self.switch_value(cx, value, width)?;
                    let table = &cx.code.switches[table_index(&ins)];
                    let found = table.cases.binary_search_by_key(&number, |(case, _)| *case);
                    cx.pc = found.map_or(table.default, |at| table.cases[at].1) as usize;
                }
                Ins::Call { site } => self.call(cx, site)?,
                Ins::Return { site } => self.return_from(cx, site)?,
                Ins::ThreadLocal { dst, global, offset } => {
                    let base = self.thread_local(global)?;
                    let result = self.add_to_address(base, offset as u64);
                    cx.set(dst, result);
                }
                Ins::Unreachable => {
                    return Err(error(Rule::PreconditionViolation, "code that cannot be reached was reached"));
                }
                Ins::Op => self.operation(cx)?,
            }
        }
        Ok(())
    }

    /// For whoever wants to know what is executed.
    fn watch(&mut self, cx: &Cx) {
        cx.code.executed[cx.pc].store(true, Ordering::Relaxed);
        if self.config.way {
            self.watch_way(cx);
        }
        if let Some(mut recorder) = self.recorder.take() {
            recorder.before(self, cx);
            self.recorder = Some(recorder);
        }
    }

    fn watch_way(&mut self, cx: &Cx) {
        let frame = self.state.threads[self.state.current].frames.last();
        let func = frame.expect("a running thread has a frame").func;
        if self.program.funcs[func].origin == FuncOrigin::User {
            self.way.step(func, cx.code.origin(cx.pc));
        }
    }

    #[inline]
    pub(crate) fn add_to_address(&self, base: Slot, distance: u64) -> Slot {
        let m = if self.pointer_bits() == 64 { u64::MAX } else { mask(32) };
        let bits = base.bits.wrapping_add(distance) & m;
        let prov = if base.bits == 0 && base.prov.is_none() && bits != 0 { Prov::NULL } else { base.prov };
        let undef = if base.undef == 0 { 0 } else { (base.undef | base.undef.wrapping_neg()) & m };
        Slot { bits, undef, prov }
    }

    /// The truth of a condition, which must be defined.
    #[inline]
    pub(crate) fn condition(&self, value: Slot) -> Result<bool, Trap> {
        if value.undef & 1 != 0 && !self.config.tolerance.unknown_content {
            return Err(undefined_use("a branch depends on", value.prov));
        }
        Ok(value.bits & 1 != 0)
    }

    fn switch_value(&self, cx: &Cx, value: Src, width: u32) -> Result<u128, Trap> {
        let low = cx.get(value);
        let high = if width > 64 { cx.get(value.offset(1)) } else { Slot::int(0) };
        if low.undef | high.undef != 0 && !self.config.tolerance.unknown_content {
            return Err(undefined_use("a `switch` depends on", low.prov));
        }
        Ok(u128::from(high.bits) << 64 | u128::from(low.bits))
    }

    #[cold]
    fn check_arithmetic(&self, op: BinOp, width: u32, signed: bool, shift: bool, a: Slot, b: Slot) -> Result<(), Trap> {
        if a.undef | b.undef != 0 {
            return Ok(());
        }
        if shift && b.bits >= u64::from(width) {
            let count = sign_extend(b.bits, width);
            return Err(error(Rule::InvalidShift, format!("shift by {count} of a value of {width} bits")));
        }
        if (signed || !shift) && value::overflows(op, width, signed, a.bits, b.bits) {
            let (a, b) = (sign_extend(a.bits, width), sign_extend(b.bits, width));
            return Err(error(Rule::IntegerOverflow, format!("`{op}` of {a} and {b} does not fit {width} bits")));
        }
        Ok(())
    }

    // ---- calls ----

    fn call(&mut self, cx: &mut Cx, site: u32) -> Result<(), Trap> {
        let code = cx.code.clone();
        let site = &code.calls[site as usize];
        let func = match site.callee {
            CallTarget::Direct(func) => func,
            CallTarget::Indirect(target) => self.call_target(cx.get(target))?,
        };
        self.enter_function(cx, func, site)
    }

    pub(crate) fn call_target(&self, target: Slot) -> Result<FuncId, Trap> {
        // Functions have size 0: only their exact address is one of them.
        match self.state.memory.access(target, 0, false) {
            Ok(place) => {
                let object = Some(self.state.memory.prov_of(place.index));
                Err(Trap::Fault(Fault::NotFreeable { object, offset: 0 }, Access::Call))
            }
            Err(Fault::Code { object }) => {
                let object = self.state.memory.get(object.index);
                match object.kind {
                    ObjectKind::Function(func) if object.base == target.bits => Ok(func),
                    _ => Err(Trap::Fault(Fault::Wild, Access::Call)),
                }
            }
            Err(fault) => Err(Trap::Fault(fault, Access::Call)),
        }
    }

    fn enter_function(&mut self, cx: &mut Cx, func: FuncId, site: &CallSite) -> Result<(), Trap> {
        let program = self.program;
        let Some(body) = &program.funcs[func].body else {
            if self.addresses.funcs[func.index()].bits == 0 {
                return Err(Trap::Fault(Fault::Null, Access::Call));
            }
            if self.can_make_up(cx, func) {
                return self.make_up_call(cx, func, site);
            }
            if self.can_skip(cx, func) {
                self.skip_call(cx, site);
                return Ok(());
            }
            let name = program.func_name(func).to_owned();
            return Err(Trap::End(Box::new(End::UnknownFunction { name, stack: Vec::new() })));
        };
        let callee = self.code(func, body);
        let base = cx.base + cx.code.slots;
        self.make_room(cx, base, base + callee.slots)?;
        let variadic = program.funcs[func].sig.variadic;
        let fixed = callee.params.len() - usize::from(variadic);
        for (i, &(dst, shape)) in callee.params[..fixed].iter().enumerate() {
            let arg = site.args.get(i).copied();
            self.observe_passing(shape, arg.map(|(_, have)| have));
            pass_value(cx, base, dst, shape, arg);
        }
        if variadic {
            let (dst, shape) = callee.params[fixed];
            pass_value(cx, base, dst, shape, site.area.map(|area| (area, shape)));
        }
        self.push_frame(func, base, cx.pc);
        (cx.code, cx.pc, cx.base) = (callee, 0, base);
        Ok(())
    }

    fn make_room(&self, cx: &mut Cx, base: usize, registers: usize) -> Result<(), Trap> {
        let depth = self.state.threads[self.state.current].frames.len();
        if depth >= self.config.max_depth || registers > MAX_REGISTERS {
            return Err(error(Rule::StackExhaustion, format!("{depth} functions are active at once")));
        }
        if cx.regs.len() < registers {
            cx.regs.resize(registers.next_power_of_two(), Slot::default());
        }
        // What an earlier function left there must not count as pointers of this one.
        cx.regs[base..registers].fill(Slot::default());
        Ok(())
    }

    /// Adds a frame; the caller's frame continues at `caller_pc`.
    pub(crate) fn push_frame(&mut self, func: FuncId, base: usize, caller_pc: usize) {
        let serial = self.state.next_serial;
        self.state.next_serial += 1;
        let thread = &mut self.state.threads[self.state.current];
        if let Some(caller) = thread.frames.last_mut() {
            caller.pc = caller_pc as u32;
        }
        let stack_height = self.state.memory.stack_height(thread.stack) as u32;
        thread.frames.push(Frame { func, pc: 0, base: base as u32, stack_height, serial });
    }

    fn return_from(&mut self, cx: &mut Cx, site: u32) -> Result<(), Trap> {
        let code = cx.code.clone();
        let values = &code.returns[site as usize];
        let from = cx.base;
        if self.state.threads[self.state.current].frames.len() == 1 {
            self.check_exit_code(values.first().map_or(Slot::int(0), |(src, _)| cx.get(*src)))?;
        }
        self.end_locals(cx, 1);
        self.state.threads[self.state.current].frames.pop();
        let thread = &mut self.state.threads[self.state.current];
        let Some(caller) = thread.frames.last() else {
            let result = values.first().map_or(Slot::int(0), |(src, _)| cx.get(*src));
            thread.status = Status::Done(result);
            if self.state.current == 0 && self.state.phase == Phase::Main {
                self.state.returned = Some(self.entry(self.state.entry, cx.pc));
            }
            return Err(Trap::Finished);
        };
        let (func, pc, base) = (caller.func, caller.pc as usize, caller.base as usize);
        let body = self.program.funcs[func].body.as_ref().expect("only defined functions run");
        let caller_code = self.code(func, body);
        let Ins::Call { site } = caller_code.ins[pc - 1] else { unreachable!("a caller stands behind a call") };
        for (i, &(dst, shape)) in caller_code.calls[site as usize].results.iter().enumerate() {
            self.observe_passing(shape, values.get(i).map(|&(_, have)| have));
            for limb in 0..shape.limbs() {
                let value = match values.get(i) {
                    Some(&(src, have)) if limb < have.limbs() => {
                        let value = match src.resolve() {
                            Ok(slot) => cx.regs[from + slot + limb as usize],
                            Err(constant) => code.consts[constant + limb as usize],
                        };
                        shape.receive(have, limb, value)
                    }
                    _ => Slot::undefined(shape.width - 64 * limb),
                };
                cx.regs[base + (dst + limb) as usize] = value;
            }
        }
        (cx.code, cx.pc, cx.base) = (caller_code, pc, base);
        Ok(())
    }

    /// Ends the locals of the innermost `count` frames, all of them here.
    pub(crate) fn end_locals(&mut self, cx: &Cx, count: usize) {
        let thread = &self.state.threads[self.state.current];
        let outermost = thread.frames.len().checked_sub(count).and_then(|index| thread.frames.get(index));
        let (stack, height) = (thread.stack, outermost.map_or(0, |frame| frame.stack_height as usize));
        if self.state.memory.stack_height(stack) > height {
            let at = self.current_stack(cx);
            self.state.memory.pop_locals(stack, height, || at.clone());
        }
    }

    // ---- where we are ----

    /// The call stack, innermost first, while `cx` is out of the thread.
    pub(crate) fn current_stack(&self, cx: &Cx) -> crate::memory::Stack {
        let thread = &self.state.threads[self.state.current];
        let mut entries = Vec::with_capacity(KEPT_STACK.min(thread.frames.len()));
        for (i, frame) in thread.frames.iter().rev().take(KEPT_STACK).enumerate() {
            let pc = if i == 0 { cx.pc } else { frame.pc as usize };
            entries.push(self.entry(frame.func, pc));
        }
        crate::state::keep_stack(entries)
    }

    /// The whole call stack of a thread that does not run.
    pub(crate) fn full_stack(&self, thread: usize) -> Vec<StackEntry> {
        let frames = self.state.threads[thread].frames.iter().rev();
        let active = frames.map(|frame| self.entry(frame.func, frame.pc as usize));
        active.chain(self.state.returned.filter(|_| thread == 0)).collect()
    }

    fn entry(&self, func: FuncId, next_pc: usize) -> StackEntry {
        StackEntry { func, span: self.span_at(func, next_pc), at: self.origin_at(func, next_pc) }
    }

    /// The IR instruction before `next_pc`.
    pub(crate) fn origin_at(&self, func: FuncId, next_pc: usize) -> Option<Origin> {
        let code = self.codes[func.index()].as_ref()?;
        Some(code.origin(next_pc.saturating_sub(1)))
    }

    pub(crate) fn span_at(&self, func: FuncId, next_pc: usize) -> Span {
        let Some(origin) = self.origin_at(func, next_pc) else { return Span::NONE };
        let body = self.program.funcs[func].body.as_ref().expect("only defined functions run");
        let block = &body.blocks[origin.block];
        block.insts.get(origin.inst as usize).map_or(block.term_span, |inst| inst.span)
    }
}

fn table_index(ins: &Ins) -> usize {
    match ins {
        Ins::Switch { table, .. } => *table as usize,
        _ => unreachable!("asked of a switch"),
    }
}

/// Moves an argument into a parameter.
fn pass_value(cx: &mut Cx, base: usize, dst: u32, shape: Shape, arg: Option<(Src, Shape)>) {
    for limb in 0..shape.limbs() {
        let value = match arg {
            Some((src, have)) if limb < have.limbs() => shape.receive(have, limb, cx.get(src.offset(limb as usize))),
            _ => Slot::undefined(shape.width - 64 * limb),
        };
        cx.regs[base + (dst + limb) as usize] = value;
    }
}

#[cold]
pub(crate) fn undefined_use(what: &str, origin: Prov) -> Trap {
    let message = format!("{what} memory that was never written");
    Trap::Error { rule: Rule::UninitializedRead, message, object: origin }
}

#[cold]
pub(crate) fn error(rule: Rule, message: impl Into<String>) -> Trap {
    Trap::Error { rule, message: message.into(), object: Prov::NONE }
}

#[cold]
pub(crate) fn division_trap(fault: ArithmeticFault, a: Slot, b: Slot) -> Trap {
    if b.undef != 0 {
        return undefined_use("a divisor depends on", b.prov);
    }
    match fault {
        ArithmeticFault::UndefinedDivisor => unreachable!("handled above"),
        ArithmeticFault::DivisionByZero => error(Rule::DivisionByZero, "division by zero"),
        ArithmeticFault::QuotientOverflow if a.undef != 0 => undefined_use("a quotient depends on", a.prov),
        ArithmeticFault::QuotientOverflow => {
            error(Rule::DivisionByZero, "the quotient of the smallest number and -1 does not fit")
        }
    }
}
