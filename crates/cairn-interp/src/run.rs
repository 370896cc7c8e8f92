//! Start and end of a program: globals, arguments, constructors, `main`, destructors, leaks.

use crate::config::{Config, NondetSource, Schedule, Stdin};
use crate::exec::{Addresses, Machine, Trap, undefined_use};
use crate::host::{Files, Output};
use crate::memory::{Content, Fault, Memory, ObjectKind, Reach};
use crate::observe::{Observed, Way};
use crate::report::{End, Leak, Outcome};
use crate::state::{State, Status, Thread};
use crate::value::{Prov, Slot, mask};
use cairn_ir::{FuncId, GlobalId, Id, Linkage, Program, Rule, Symbol, Type};
use rustc_hash::FxHashMap;

/// Executes a program from its entry to its end.
pub fn run<'p>(program: &'p Program, config: Config, output: impl Output + 'p) -> Outcome {
    match Machine::new(program, config, output) {
        Ok(mut machine) => machine.run(),
        Err(end) => Outcome {
            end,
            leaks: Vec::new(),
            steps: 0,
            nondet: Vec::new(),
            observed: Observed::default(),
            live_blocks: 0,
        },
    }
}

/// What thread 0 does when its function returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Constructors still to run from this one on.
    Constructors(usize),
    Main,
    /// The first thread left by itself (`pthread_exit`); the program ends with its last thread.
    LastThread,
    /// `exit(code)` runs the handlers that the program registered.
    Exiting(i32),
    /// Destructors still to run from this one on, then the end.
    Destructors(usize, i32),
}

impl<'p> Machine<'p> {
    /// A machine about to execute its first instruction.
    pub fn new(program: &'p Program, config: Config, output: impl Output + 'p) -> Result<Machine<'p>, End> {
        let entry = program.func_named(&config.entry).filter(|&func| program.funcs[func].is_defined());
        let Some(entry) = entry else { return Err(End::NoEntry(config.entry.clone())) };
        let mut files = match &config.stdin {
            Stdin::Bytes(bytes) => Files::with_input_bytes(bytes.to_vec()),
            Stdin::Inherit => Files::new(Box::new(std::io::stdin())),
        };
        files.set_world(config.world.clone());
        for (name, bytes) in &config.files {
            files.add_file(name, bytes.clone());
        }
        let random = if let NondetSource::Seed(seed) = config.nondet { seed } else { 0 };
        let schedule_random = if let Schedule::Seed(seed) = config.schedule { seed } else { 0 };
        let state = State {
            memory: Memory::new(program.target.pointer_bits, config.max_memory),
            threads: Vec::new(),
            current: 0,
            files,
            jumps: Vec::new(),
            steps: 0,
            nondet: Vec::new(),
            random,
            schedule_random,
            choices_made: 0,
            allocations: 0,
            next_serial: 0,
            observed: Observed::default(),
            environment: FxHashMap::default(),
            phase: Phase::Constructors(0),
            entry,
            returned: None,
            held_outside: Vec::new(),
            arguments: None,
        };
        let mut machine = Machine {
            program,
            codes: vec![None; program.funcs.len()],
            addresses: Addresses::default(),
            config,
            state,
            output: Box::new(output),
            recorder: None,
            way: Way::default(),
            public: None,
        };
        if let Some(word) = machine.config.tolerance.uninitialised {
            machine.state.memory.fresh = Content::Filled(word);
        }
        machine.state.memory.trusts_content = machine.config.tolerance.unknown_content;
        machine.place_symbols().map_err(|_| End::MemoryBudget { stack: Vec::new() })?;
        let stack = machine.state.memory.add_stack(machine.config.max_stack);
        let stack = stack.map_err(|_| End::MemoryBudget { stack: Vec::new() })?;
        machine.state.threads.push(Thread::new(stack));
        machine.next_phase(Phase::Constructors(0)).map_or(Ok(machine), Err)
    }

    /// Executes to the end.
    pub fn run(&mut self) -> Outcome {
        let end = self.run_threads();
        let leaks = if matches!(end, End::Exit(_)) { self.leaks() } else { Vec::new() };
        Outcome {
            end,
            leaks,
            steps: self.state.steps,
            nondet: self.state.nondet.clone(),
            observed: self.observed(),
            live_blocks: self.state.memory.live_blocks(),
        }
    }

    /// Executes at most `steps` instructions more; `Some` when the program ended.
    pub fn advance(&mut self, steps: u64) -> Option<End> {
        let limit = std::mem::replace(&mut self.config.max_steps, self.state.steps.saturating_add(steps));
        let end = self.run_threads();
        self.config.max_steps = limit;
        (end != End::StepBudget).then_some(end)
    }

    // ---- symbols ----

    fn place_symbols(&mut self) -> Result<(), Fault> {
        let program = self.program;
        for (id, func) in program.funcs.iter_enumerated() {
            let absent = func.linkage == Linkage::Weak && !func.is_defined();
            let address = match absent {
                true => Slot::int(0),
                false => self.state.memory.allocate(ObjectKind::Function(id), 0, 16, Content::Zero)?,
            };
            self.addresses.funcs.push(address);
        }
        for (id, global) in program.globals.iter_enumerated() {
            let address = if global.thread_local { None } else { Some(self.make_global(id)?) };
            self.addresses.globals.push(address);
        }
        for id in program.globals.ids() {
            if let Some(address) = self.addresses.globals[id.index()] {
                self.fill_global(id, address);
            }
        }
        Ok(())
    }

    pub(crate) fn make_global(&mut self, id: GlobalId) -> Result<Slot, Fault> {
        let global = &self.program.globals[id];
        let kind = if global.init.is_some() { ObjectKind::Global(id) } else { ObjectKind::External(id) };
        if kind == ObjectKind::External(id) && global.linkage == Linkage::Weak {
            return Ok(Slot::int(0));
        }
        self.state.memory.allocate(kind, global.size, global.align, Content::Zero)
    }

    pub(crate) fn fill_global(&mut self, id: GlobalId, address: Slot) {
        let program = self.program;
        let global = &program.globals[id];
        let Some(init) = &global.init else { return };
        for (at, chunk) in init.bytes.chunks(8).enumerate() {
            let bits = chunk.iter().rev().fold(0u64, |acc, byte| acc << 8 | u64::from(*byte));
            let to = Slot { bits: address.bits + 8 * at as u64, ..address };
            self.state.memory.store(to, chunk.len(), Slot::int(bits)).expect("initialisers fit their globals");
        }
        for reloc in &init.relocs {
            let target = self.symbol_address(reloc.symbol);
            let bits = target.bits.wrapping_add(reloc.addend as u64) & mask(8 * reloc.bytes);
            let to = Slot { bits: address.bits + reloc.offset, ..address };
            let stored = self.state.memory.store(to, reloc.bytes as usize, Slot { bits, ..target });
            stored.expect("relocations fit their globals");
        }
        let object = self.state.memory.get_mut(address.prov.index);
        object.readonly = global.constant;
        // Before the first function, only constructors have run.
        if self.config.opaque.contains(&id) && !matches!(self.state.phase, Phase::Constructors(_)) {
            object.forget();
        }
    }

    /// Other functions may have been called since the constructors: nobody knows what they left.
    fn forget_opaque(&mut self) {
        let opaque = self.config.opaque.clone();
        let own = &self.state.threads[self.state.current].thread_locals;
        let addresses = opaque.iter().filter_map(|id| self.addresses.globals[id.index()].or(own.get(id).copied()));
        let objects: Vec<Prov> = addresses.map(|address| address.prov).filter(|object| object.is_object()).collect();
        objects.into_iter().for_each(|object| self.state.memory.get_mut(object.index).forget());
        if self.config.in_the_middle {
            self.state.memory.forget_blocks();
        }
    }

    fn symbol_address(&self, symbol: Symbol) -> Slot {
        match symbol {
            Symbol::Global(id) => self.addresses.globals[id.index()].unwrap_or(Slot::int(0)),
            Symbol::Func(id) => self.addresses.funcs[id.index()],
        }
    }

    // ---- phases ----

    /// The running thread starts a function; it has no other frame.
    pub(crate) fn begin_function(&mut self, func: FuncId, args: &[Slot]) {
        let program = self.program;
        let body = program.funcs[func].body.as_ref().expect("only defined functions run");
        let code = self.code(func, body);
        let mut regs = vec![Slot::default(); code.slots.max(16)];
        for (i, &(dst, shape)) in code.params.iter().enumerate() {
            let value = args.get(i).copied().unwrap_or(Slot::undefined(shape.width.min(64)));
            let keep = mask(shape.width);
            regs[dst as usize] = Slot { bits: value.bits & keep, undef: value.undef & keep, ..value };
        }
        let thread = &mut self.state.threads[self.state.current];
        thread.regs = regs;
        thread.status = Status::Running;
        self.push_frame(func, 0, 0);
    }

    /// Goes to the first phase from `phase` on that has something to run; `Some` when the program is over.
    fn next_phase(&mut self, phase: Phase) -> Option<End> {
        let program = self.program;
        self.state.phase = phase;
        match phase {
            Phase::Constructors(at) => match program.constructors.get(at) {
                Some(&(_, func)) if program.funcs[func].is_defined() => {
                    let Ok(args) = self.constructor_arguments(func) else {
                        return Some(End::MemoryBudget { stack: Vec::new() });
                    };
                    self.begin_function(func, &args);
                }
                Some(_) => return self.next_phase(Phase::Constructors(at + 1)),
                None => return self.next_phase(Phase::Main),
            },
            Phase::Main => {
                self.forget_opaque();
                let args = match self.entry_arguments() {
                    Ok(args) => args,
                    Err(_) => return Some(End::MemoryBudget { stack: Vec::new() }),
                };
                self.begin_function(self.state.entry, &args);
            }
            Phase::LastThread => {
                let done = |thread: &Thread| matches!(thread.status, Status::Done(_));
                if self.state.threads.iter().all(done) {
                    self.state.current = 0;
                    return self.next_phase(Phase::Exiting(0));
                }
            }
            Phase::Exiting(code) => match program.func_named("exit").filter(|&exit| program.funcs[exit].is_defined()) {
                Some(exit) => self.begin_function(exit, &[Slot::int(u64::from(code as u32))]),
                None => return self.next_phase(Phase::Destructors(0, code)),
            },
            // The other way round than constructors.
            Phase::Destructors(at, code) => match program.destructors.iter().rev().nth(at) {
                Some(&(_, func)) if program.funcs[func].is_defined() => self.begin_function(func, &[]),
                Some(_) => return self.next_phase(Phase::Destructors(at + 1, code)),
                None => return Some(End::Exit(code)),
            },
        }
        None
    }

    /// The current thread ran its function to the end.
    pub(crate) fn thread_finished(&mut self) -> Option<End> {
        let current = self.state.current;
        let result = match self.state.threads[current].status {
            Status::Done(result) => result,
            _ => Slot::int(0),
        };
        if current != 0 && !matches!(self.state.phase, Phase::Destructors(..)) {
            self.end_thread(current);
        }
        match self.state.phase {
            Phase::Destructors(at, code) => self.next_phase(Phase::Destructors(at + 1, code)),
            Phase::LastThread => self.next_phase(Phase::LastThread),
            _ if current != 0 => None,
            Phase::Constructors(at) => self.next_phase(Phase::Constructors(at + 1)),
            Phase::Main => {
                if self.config.entry != "main" {
                    self.state.held_outside.push(result.prov);
                }
                if self.config.in_the_middle {
                    return Some(End::Exit(0));
                }
                self.next_phase(Phase::Exiting(if self.entry_returns_int() { result.bits as i32 } else { 0 }))
            }
            Phase::Exiting(code) => self.next_phase(Phase::Destructors(0, code)),
        }
    }

    /// The running thread ends by itself. If it is the first one, the others go on without it.
    pub(crate) fn first_thread_may_leave(&mut self) {
        if self.state.current == 0 && matches!(self.state.phase, Phase::Constructors(_) | Phase::Main) {
            self.state.phase = Phase::LastThread;
        }
    }

    /// The outermost function of the running thread returns this; if it is `main`, that is the exit code.
    pub(crate) fn check_exit_code(&self, result: Slot) -> Result<(), Trap> {
        let is_exit_code = self.state.current == 0 && self.state.phase == Phase::Main && self.entry_returns_int();
        if is_exit_code && !result.is_defined() {
            return Err(undefined_use("the exit code depends on", result.prov));
        }
        Ok(())
    }

    fn entry_returns_int(&self) -> bool {
        matches!(self.program.funcs[self.state.entry].sig.results.as_slice(), [Type::Int(_)])
    }

    /// The program asks for its end: destructors run on a thread of their own, so that everything stays reachable.
    pub(crate) fn exit(&mut self, code: i32) -> Option<End> {
        if let Phase::Destructors(..) = self.state.phase {
            return Some(End::Exit(code));
        }
        if self.program.destructors.is_empty() {
            return Some(End::Exit(code));
        }
        let Ok(stack) = self.state.memory.add_stack(self.config.max_stack) else {
            return Some(End::MemoryBudget { stack: self.full_stack(self.state.current) });
        };
        let mut thread = Thread::new(stack);
        thread.atomic = 1;
        thread.thread_locals = self.state.threads[self.state.current].thread_locals.clone();
        self.state.current = self.state.threads.len();
        self.state.threads.push(thread);
        self.next_phase(Phase::Destructors(0, code))
    }

    /// Arguments of the first function: those of `main`, or anything for another function.
    fn entry_arguments(&mut self) -> Result<Vec<Slot>, Fault> {
        if self.config.entry == "main" {
            return self.program_arguments();
        }
        match self.config.heap.clone() {
            Some(heap) => self.written_out(&heap),
            None => self.given_arguments(),
        }
    }

    /// The loader of Linux calls constructors with what `main` is given.
    fn constructor_arguments(&mut self, func: FuncId) -> Result<Vec<Slot>, Fault> {
        if self.program.funcs[func].sig.params.is_empty() { Ok(Vec::new()) } else { self.program_arguments() }
    }

    /// The number of arguments, their array, and the array of the environment: the same whoever asks.
    fn program_arguments(&mut self) -> Result<Vec<Slot>, Fault> {
        if let Some(known) = &self.state.arguments {
            return Ok(known.clone());
        }
        let args = self.config.args.clone();
        let count = Slot::int(args.len() as u64);
        let argv = self.string_array(&args)?;
        let env = self.config.env.clone();
        let assignments: Vec<Vec<u8>> =
            env.iter().map(|(name, value)| [name.as_slice(), b"=", value.as_slice()].concat()).collect();
        let all = vec![count, argv, self.string_array(&assignments)?];
        self.state.arguments = Some(all.clone());
        Ok(all)
    }

    /// A null-terminated array of C strings.
    fn string_array(&mut self, strings: &[Vec<u8>]) -> Result<Slot, Fault> {
        let word = self.state.memory.word();
        let size = (strings.len() + 1) as u64 * word as u64;
        let array = self.state.memory.allocate(ObjectKind::Argument, size, 16, Content::Zero)?;
        for (i, text) in strings.iter().enumerate() {
            let string = self.c_string_object(text)?;
            let to = Slot { bits: array.bits + (i * word) as u64, ..array };
            self.state.memory.store(to, word, string)?;
        }
        Ok(array)
    }

    pub(crate) fn c_string_object(&mut self, text: &[u8]) -> Result<Slot, Fault> {
        let string = self.state.memory.allocate(ObjectKind::Argument, text.len() as u64 + 1, 1, Content::Zero)?;
        for (i, &byte) in text.iter().enumerate() {
            let to = Slot { bits: string.bits + i as u64, ..string };
            self.state.memory.store(to, 1, Slot::int(u64::from(byte)))?;
        }
        Ok(string)
    }

    // ---- leaks ----

    fn leaks(&self) -> Vec<Leak> {
        let registers = self.state.threads.iter().flat_map(|thread| {
            let used = thread.frames.last().map_or(0, |frame| {
                let code = self.codes[frame.func.index()].as_ref().expect("running functions are compiled");
                frame.base as usize + code.slots
            });
            thread.regs[..used].iter().filter(|slot| slot.is_defined()).map(|slot| slot.prov)
        });
        let found = self.state.memory.leaks(registers.chain(self.state.held_outside.iter().copied()));
        let leak = |rule: Rule, prov, reach| Leak { rule, object: self.object_info(prov).expect("still there"), reach };
        let lost = found.lost.into_iter().map(|prov| leak(Rule::MemoryLeak, prov, Reach::Lost));
        let kept = found.reachable.into_iter().map(|(prov, reach)| leak(Rule::MemoryNotFreedAtExit, prov, reach));
        lost.chain(kept).collect()
    }
}
