//! Primitives of the library models, executed.

use crate::config::{AllocFailures, NondetSource, RandomNumbers, World};
use crate::exec::{Access, Cx, Machine, Trap, error, undefined_use};
use crate::host::{self, OpenMode, Whence};
use crate::memory::Fault;
use crate::ops::Wide;
use crate::report::End;
use crate::state::Status;
use crate::threads::next_random;
use crate::value::{Slot, mask};
use cairn_ir::{FILLED_ONE_BY_ONE, FloatKind, HostFn, Operand, Rule, ValueId};

/// The longest C string that a primitive reads.
const LONGEST_STRING: u64 = 1 << 20;
/// A Friday in 2024: the clock of every execution starts here and moves with the instructions executed.
const START_OF_TIME: u64 = 1_717_200_000;
const INSTRUCTIONS_PER_MICROSECOND: u64 = 100;

impl Machine<'_> {
    pub(crate) fn host_call(
        &mut self,
        cx: &mut Cx,
        func: HostFn,
        args: &[Operand],
        result: Option<ValueId>,
    ) -> Result<(), Trap> {
        let args: Vec<Slot> = args.iter().map(|&arg| cx.operand(arg)).collect();
        let value = self.host_value(cx, func, &args)?;
        cx.set_value(result, value);
        if func == HostFn::ThreadStart { Err(Trap::Started) } else { Ok(()) }
    }

    fn host_value(&mut self, cx: &mut Cx, func: HostFn, args: &[Slot]) -> Result<Slot, Trap> {
        let word = mask(self.pointer_bits());
        let failure = |width: u32| Slot::int(mask(width));
        let status = |done: Option<()>| Slot::int(if done.is_some() { 0 } else { mask(32) });
        self.state.observed.world |= asks_the_world(func);
        match func {
            HostFn::Write => {
                let (fd, len) = (self.number(args[0])? as i32, self.number(args[2])?);
                let bytes = self.output_bytes(args[1], len)?;
                let written = self.state.files.write(fd, &bytes, &mut *self.output);
                Ok(written.map_or(failure(64), |count| Slot::int(count as u64)).cut(word))
            }
            HostFn::Read => {
                let (fd, len) = (self.number(args[0])? as i32, self.number(args[2])?);
                let got = self.state.files.read(fd, len.min(1 << 30) as usize);
                let Some(bytes) = got else { return Ok(failure(64).cut(word)) };
                self.write_bytes(args[1], &bytes)?;
                Ok(Slot::int(bytes.len() as u64))
            }
            HostFn::Open => {
                let (path, mode) = (self.string_argument(args[0])?, self.number(args[1])? as u32);
                let opened = OpenMode::from_number(mode).and_then(|mode| self.state.files.open(&path, mode));
                Ok(opened.map_or(failure(32), |fd| Slot::int(u64::from(fd))))
            }
            HostFn::Close => {
                let fd = self.number(args[0])? as i32;
                Ok(status(self.state.files.close(fd)))
            }
            HostFn::Seek => {
                let (fd, offset) = (self.number(args[0])? as i32, self.number(args[1])? as i64);
                let whence = Whence::from_number(self.number(args[2])? as u32);
                let position = whence.and_then(|whence| self.state.files.seek(fd, offset, whence));
                Ok(position.map_or(failure(64), Slot::int))
            }
            HostFn::Unlink => {
                let path = self.string_argument(args[0])?;
                Ok(status(self.state.files.unlink(&path)))
            }
            HostFn::Rename => {
                let (from, to) = (self.string_argument(args[0])?, self.string_argument(args[1])?);
                Ok(status(self.state.files.rename(&from, &to)))
            }
            HostFn::Time => Ok(Slot::int(START_OF_TIME + self.clock() / 1_000_000)),
            HostFn::Clock => Ok(Slot::int(self.clock())),
            HostFn::Getenv => {
                let name = self.string_argument(args[0])?;
                self.environment_variable(&name)
            }
            HostFn::Connect => Ok(self.state.files.connect().map_or(failure(32), |fd| Slot::int(u64::from(fd)))),
            HostFn::Random => match self.config.random {
                RandomNumbers::Usual => {
                    self.state.observed.unspecified = true;
                    Ok(Slot::int(self.number(args[0])?))
                }
                RandomNumbers::Nondet => Ok(Slot::int(self.nondet(31) as u64)),
            },
            HostFn::Exit => Err(Trap::Exit(self.number(args[0])? as i32)),
            HostFn::Abort => Err(Trap::End(Box::new(End::Abort { stack: Vec::new() }))),
            HostFn::Unspecified => {
                self.state.observed.unspecified = true;
                Ok(Slot::int(0))
            }
            HostFn::Contract => Ok(Slot::int(0)),
            HostFn::Coarse => Ok(Slot::bool(false)),
            HostFn::Known => Ok(Slot::bool(true)),
            HostFn::AllocFails => Ok(Slot::bool(self.allocation_fails())),
            HostFn::Fill => {
                let (size, word) = (self.number(args[1])?, self.number(args[2])?);
                let bytes = self.input_bytes(size, word);
                self.write_bytes(args[0], &bytes)?;
                Ok(Slot::int(0))
            }
            HostFn::FormatDouble => {
                let bits = u128::from(self.number(args[3])?);
                self.format_float(args, FloatKind::F64, bits)
            }
            HostFn::FormatLongDouble => {
                let value = self.load_wide(args[3], FloatKind::X86Fp80.bits())?;
                if value.undef.iter().any(|&undef| undef != 0) {
                    return Err(undefined_use("output depends on", value.prov));
                }
                let bits = u128::from(value.bits[0]) | u128::from(value.bits[1]) << 64;
                self.format_float(args, FloatKind::X86Fp80, bits)
            }
            HostFn::ParseFloat => {
                let (bits, _) = self.parse_float(args[0], args[1], FloatKind::F32)?;
                Ok(Slot::int(bits as u64))
            }
            HostFn::ParseDouble => {
                let (bits, _) = self.parse_float(args[0], args[1], FloatKind::F64)?;
                Ok(Slot::int(bits as u64))
            }
            HostFn::ParseLongDouble => {
                let (bits, _) = self.parse_float(args[0], args[1], FloatKind::X86Fp80)?;
                let limbs = vec![bits as u64, (bits >> 64) as u64];
                self.store_wide(args[2], 80, &Wide { undef: vec![0; 2], bits: limbs, prov: Default::default() })?;
                Ok(Slot::int(0))
            }
            HostFn::ThreadStart
            | HostFn::ThreadJoin
            | HostFn::ThreadSelf
            | HostFn::ThreadExit
            | HostFn::Lock
            | HostFn::Unlock
            | HostFn::WaitWhile
            | HostFn::AtomicBegin
            | HostFn::AtomicEnd
            | HostFn::Yield => self.thread_call(cx, func, args),
            HostFn::IsList
            | HostFn::IsDlist
            | HostFn::IsCyclic
            | HostFn::IsTree
            | HostFn::AreDisjoint
            | HostFn::Reaches => {
                for &arg in args {
                    self.defined(arg, "a shape predicate depends on")?;
                }
                Ok(Slot::bool(self.shape_holds(func, args)))
            }
            _ => {
                let (result, same_everywhere) = mathematics(func, args);
                self.state.observed.unspecified |= !same_everywhere;
                Ok(result)
            }
        }
    }

    // ---- threads ----

    fn thread_call(&mut self, cx: &mut Cx, func: HostFn, args: &[Slot]) -> Result<Slot, Trap> {
        let current = self.state.current;
        match func {
            HostFn::ThreadStart => {
                let start = self.call_target(args[0])?;
                if !self.program.funcs[start].is_defined() {
                    let name = self.program.func_name(start).to_owned();
                    return Err(Trap::End(Box::new(End::UnknownFunction { name, stack: Vec::new() })));
                }
                let number = self.start_thread(start, args[1]);
                Ok(Slot::int(number.map_err(|fault| Trap::Fault(fault, Access::Allocate))? as u64))
            }
            HostFn::ThreadJoin => {
                let number = self.number(args[0])? as usize;
                match self.state.threads.get(number).map(|thread| thread.status) {
                    Some(Status::Done(result)) => Ok(result),
                    Some(_) => Err(Trap::Wait(Status::Joining(number))),
                    None => Err(error(Rule::PreconditionViolation, "waits for a thread that was never started")),
                }
            }
            HostFn::ThreadSelf => Ok(Slot::int(current as u64)),
            HostFn::ThreadExit => {
                self.end_locals(cx, self.state.threads[current].frames.len());
                self.state.threads[current].frames.clear();
                self.state.threads[current].status = Status::Done(args[0]);
                self.first_thread_may_leave();
                Err(Trap::Finished)
            }
            HostFn::Lock => match self.word_at(args[0])? {
                0 => self.set_word(args[0], 1),
                _ => Err(Trap::Wait(Status::Locking(args[0]))),
            },
            HostFn::Unlock => self.set_word(args[0], 0),
            HostFn::WaitWhile => {
                let value = self.number(args[1])? as u32;
                if self.word_at(args[0])? == value {
                    return Err(Trap::Wait(Status::WaitingWhile(args[0], value)));
                }
                Ok(Slot::int(0))
            }
            HostFn::AtomicBegin => {
                self.state.threads[current].atomic += 1;
                Ok(Slot::int(0))
            }
            HostFn::AtomicEnd => {
                let depth = &mut self.state.threads[current].atomic;
                *depth = depth.saturating_sub(1);
                Ok(Slot::int(0))
            }
            _ => Err(Trap::Yield),
        }
    }

    fn word_at(&self, address: Slot) -> Result<u32, Trap> {
        let word = self.state.memory.load(address, 4).map_err(|fault| Trap::Fault(fault, Access::Read(4)))?;
        Ok(self.defined(word, "a lock depends on")? as u32)
    }

    fn set_word(&mut self, address: Slot, value: u64) -> Result<Slot, Trap> {
        let stored = self.state.memory.store(address, 4, Slot::int(value));
        stored.map_err(|fault| Trap::Fault(fault, Access::Write(4)))?;
        Ok(Slot::int(0))
    }

    // ---- arguments and results ----

    fn number(&self, value: Slot) -> Result<u64, Trap> {
        self.defined(value, "a library call depends on")
    }

    /// Bytes about to be seen by somebody: every bit must be defined.
    fn output_bytes(&self, address: Slot, len: u64) -> Result<Vec<u8>, Trap> {
        if len == 0 {
            return Ok(Vec::new());
        }
        let place = self.state.memory.access(address, len, false);
        let place = place.map_err(|fault| Trap::Fault(fault, Access::Read(len)))?;
        let object = self.state.memory.get(place.index);
        let range = place.offset..place.offset + len;
        if range.clone().any(|at| object.undef_at(at) != 0) {
            return Err(undefined_use("output depends on", self.state.memory.prov_of(place.index)));
        }
        Ok(object.bytes()[range.start as usize..range.end as usize].to_vec())
    }

    /// So many bytes of input, in words of so many bytes.
    fn input_bytes(&mut self, size: u64, word: u64) -> Vec<u8> {
        let words = size.div_ceil(word);
        let asked = if words <= FILLED_ONE_BY_ONE { words } else { 1 };
        let mut bytes: Vec<u8> = Vec::new();
        for _ in 0..asked {
            let value = self.nondet(8 * word as u32);
            bytes.extend(&value.to_le_bytes()[..word as usize]);
        }
        bytes.into_iter().cycle().take(if size == 0 { 0 } else { size as usize }).collect()
    }

    fn write_bytes(&mut self, address: Slot, bytes: &[u8]) -> Result<(), Trap> {
        let fault = |fault: Fault| Trap::Fault(fault, Access::Write(bytes.len() as u64));
        self.state
            .memory
            .access(address, bytes.len() as u64, true)
            .map(|_| ())
            .or_else(|found| if bytes.is_empty() { Ok(()) } else { Err(fault(found)) })?;
        for (i, &byte) in bytes.iter().enumerate() {
            let to = self.add_to_address(address, i as u64);
            self.state.memory.store(to, 1, Slot::int(u64::from(byte))).map_err(fault)?;
        }
        Ok(())
    }

    fn string_argument(&self, address: Slot) -> Result<Vec<u8>, Trap> {
        let mut text = Vec::new();
        while (text.len() as u64) < LONGEST_STRING {
            let at = self.add_to_address(address, text.len() as u64);
            let byte = self.state.memory.load(at, 1).map_err(|fault| Trap::Fault(fault, Access::Read(1)))?;
            match self.defined(byte, "a string depends on")? as u8 {
                0 => return Ok(text),
                byte => text.push(byte),
            }
        }
        Err(error(Rule::PreconditionViolation, "a string for the system is longer than 1 MiB"))
    }

    /// A C string for a message, if it is one.
    pub(crate) fn c_string(&self, address: Slot) -> Option<Vec<u8>> {
        self.string_argument(address).ok()
    }

    fn format_float(&mut self, args: &[Slot], kind: FloatKind, bits: u128) -> Result<Slot, Trap> {
        let (size, spec) = (self.number(args[1])?, self.string_argument(args[2])?);
        let Some(text) = host::format_float(&spec, kind, bits) else {
            return Err(error(Rule::PreconditionViolation, "not a conversion for floating-point numbers"));
        };
        if size > 0 {
            let mut written = text[..text.len().min(size as usize - 1)].to_vec();
            written.push(0);
            self.write_bytes(args[0], &written)?;
        }
        Ok(Slot::int(text.len() as u64))
    }

    fn parse_float(&mut self, text: Slot, end: Slot, kind: FloatKind) -> Result<(u128, usize), Trap> {
        let bytes = self.string_argument(text)?;
        let (bits, consumed) = host::parse_float(&bytes, kind);
        if end.bits != 0 || end.undef != 0 {
            let (word, after) = (self.state.memory.word(), self.add_to_address(text, consumed as u64));
            let stored = self.state.memory.store(end, word, after);
            stored.map_err(|fault| Trap::Fault(fault, Access::Write(word as u64)))?;
        }
        Ok((bits, consumed))
    }

    // ---- choices and clock ----

    fn clock(&self) -> u64 {
        self.state.steps / INSTRUCTIONS_PER_MICROSECOND
    }

    fn environment_variable(&mut self, name: &[u8]) -> Result<Slot, Trap> {
        if let Some(&address) = self.state.environment.get(name) {
            return Ok(address);
        }
        let given = self.config.env.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone());
        let Some(value) = given.or_else(|| self.worlds_variable()) else { return Ok(Slot::int(0)) };
        let address = self.c_string_object(&value).map_err(|fault| Trap::Fault(fault, Access::Allocate))?;
        self.state.environment.insert(name.to_vec(), address);
        Ok(address)
    }

    /// The value of any variable that was not given: the first line of the world's text.
    fn worlds_variable(&self) -> Option<Vec<u8>> {
        let World::Text(text) = &self.config.world else { return None };
        text.split(|byte| matches!(byte, 0 | b'\n')).next().map(<[u8]>::to_vec)
    }

    fn allocation_fails(&mut self) -> bool {
        self.state.allocations += 1;
        match self.config.alloc_failures {
            AllocFailures::Never => false,
            AllocFailures::Nth(n) => self.state.allocations == n,
            AllocFailures::Nondet => self.nondet(1) == 1,
        }
    }

    /// The next nondeterministic value of at most 128 bits.
    pub(crate) fn nondet(&mut self, width: u32) -> u128 {
        let value = match &self.config.nondet {
            NondetSource::Vector(values) => values.get(self.state.nondet.len()).copied().unwrap_or(0),
            NondetSource::Seed(_) => self.random_value(width),
        };
        let value = if width >= 128 { value } else { value & ((1 << width) - 1) };
        self.state.nondet.push(value);
        self.state.observed.nondet_widths.push(width);
        value
    }

    /// Small numbers of either sign are likely, and so are the ends of the range.
    fn random_value(&mut self, width: u32) -> u128 {
        let random = &mut self.state.random;
        let (choice, raw) = (next_random(random) % 8, next_random(random));
        match choice {
            0..=3 => u128::from(raw % 16),
            4 => u128::from(raw % 16).wrapping_neg(),
            5 => u128::from(raw % 1000),
            6 => (1u128 << (width.clamp(1, 128) - 1)).wrapping_sub(u128::from(raw % 2)),
            _ => u128::from(raw) | u128::from(next_random(random)) << 64,
        }
    }
}

impl Slot {
    fn cut(self, keep: u64) -> Slot {
        Slot { bits: self.bits & keep, undef: self.undef & keep, ..self }
    }
}

/// Does the result depend on what is outside of the program? Output is taken to succeed.
fn asks_the_world(func: HostFn) -> bool {
    use HostFn::*;
    matches!(func, Read | Open | Close | Seek | Unlink | Rename | Time | Clock | Getenv | Connect)
}

/// The result, and whether every library gives the same.
fn mathematics(func: HostFn, args: &[Slot]) -> (Slot, bool) {
    if let Some(undefined) = args.iter().find(|arg| arg.undef != 0) {
        return (Slot { bits: 0, undef: u64::MAX, prov: undefined.prov }, true);
    }
    let numbers: Vec<f64> = args.iter().map(|arg| f64::from_bits(arg.bits)).collect();
    let result = host::math(func, &numbers).expect("every other primitive is handled before");
    (Slot::int(result.to_bits()), host::is_same_everywhere(func, &numbers, result))
}
