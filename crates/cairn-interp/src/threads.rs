//! Threads: who runs next, starting and joining, locks.

use crate::config::Schedule;
use crate::exec::{Machine, Trap};
use crate::memory::Fault;
use crate::report::End;
use crate::state::{Status, Thread};
use crate::value::Slot;
use cairn_ir::{FuncId, GlobalId};

/// Longest turn that a seeded schedule gives to a thread, in instructions.
const LONGEST_TURN: u64 = 64;
/// How many instructions a thread executes at most before another one gets its turn, so that a thread that spins until
/// another one does something does not spin forever. Turns end at multiples of this, however the execution is divided
/// into calls of `advance`.
const COOPERATIVE_TURN: u64 = 1 << 20;

impl Machine<'_> {
    /// Runs threads until the program ends.
    pub(crate) fn run_threads(&mut self) -> End {
        loop {
            if self.state.steps >= self.config.max_steps {
                return End::StepBudget;
            }
            if !self.choose_thread() {
                let stack = self.full_stack(self.state.current);
                return End::Deadlock { stack };
            }
            let until = self.turn_ends();
            let turn = self.state.steps / COOPERATIVE_TURN;
            let end = match self.run_current(until) {
                Err(Trap::Started) => None,
                Ok(()) if self.state.steps / COOPERATIVE_TURN == turn => None,
                Ok(()) | Err(Trap::Yield) => {
                    self.give_way();
                    None
                }
                Err(Trap::Wait(status)) => {
                    self.state.threads[self.state.current].status = status;
                    None
                }
                Err(Trap::Finished) => self.thread_finished(),
                Err(Trap::Exit(code)) => self.exit(code),
                Err(trap) => Some(self.end_of(trap)),
            };
            if let Some(end) = end {
                return end;
            }
        }
    }

    /// Makes a thread that may run the current one; `false` if every thread waits.
    fn choose_thread(&mut self) -> bool {
        let current = self.state.current;
        let alone = self.state.threads.len() == 1 || self.state.threads[current].atomic > 0;
        if alone && self.may_run(current) {
            self.state.threads[current].status = Status::Running;
            return true;
        }
        let runnable: Vec<usize> = (0..self.state.threads.len()).filter(|&thread| self.may_run(thread)).collect();
        if runnable.is_empty() {
            return false;
        }
        let chosen = self.choice(&runnable);
        self.state.current = chosen;
        self.state.threads[chosen].status = Status::Running;
        true
    }

    /// The current thread has had its turn: a cooperative choice begins with the next one.
    fn give_way(&mut self) {
        let (current, count) = (self.state.current, self.state.threads.len());
        if self.state.threads[current].atomic > 0 {
            return;
        }
        let others = (1..count).map(|distance| (current + distance) % count);
        if let Some(next) = others.into_iter().find(|&thread| self.may_run(thread)) {
            self.state.current = next;
        }
    }

    fn choice(&mut self, runnable: &[usize]) -> usize {
        let scripted = match &self.config.schedule {
            Schedule::Cooperative => None,
            Schedule::Seed(_) => Some(next_random(&mut self.state.schedule_random) as usize),
            Schedule::Choices { choices, .. } => choices.get(self.state.choices_made).map(|&choice| choice as usize),
        };
        self.state.choices_made += 1;
        match scripted {
            Some(number) => runnable[number % runnable.len()],
            // Goes on with the same thread if it can, otherwise with the next one.
            None => *runnable.iter().find(|&&thread| thread >= self.state.current).unwrap_or(&runnable[0]),
        }
    }

    fn turn_ends(&mut self) -> u64 {
        let several = self.state.threads.len() > 1;
        let turn = match &self.config.schedule {
            Schedule::Seed(_) if several => 1 + next_random(&mut self.state.schedule_random) % LONGEST_TURN,
            Schedule::Choices { quantum, .. } if several => (*quantum).max(1),
            _ if several => COOPERATIVE_TURN - self.state.steps % COOPERATIVE_TURN,
            _ => u64::MAX,
        };
        self.state.steps.saturating_add(turn).min(self.config.max_steps)
    }

    fn may_run(&self, thread: usize) -> bool {
        let word = |address: Slot| self.state.memory.load(address, 4);
        match self.state.threads[thread].status {
            Status::Running => true,
            Status::Done(_) => false,
            Status::Joining(other) => matches!(self.state.threads[other].status, Status::Done(_)),
            // An access that fails now must be reported, so the thread runs into it.
            Status::Locking(address) => word(address).map_or(true, |word| word.bits == 0),
            Status::WaitingWhile(address, value) => word(address).map_or(true, |word| word.bits != u64::from(value)),
        }
    }

    /// Starts a thread that runs `func(arg)` and returns its number.
    pub(crate) fn start_thread(&mut self, func: FuncId, arg: Slot) -> Result<usize, Fault> {
        self.state.observed.threads = true;
        let stack = self.state.memory.add_stack(self.config.max_stack)?;
        let number = self.state.threads.len();
        self.state.threads.push(Thread::new(stack));
        let creator = std::mem::replace(&mut self.state.current, number);
        self.begin_function(func, &[arg]);
        self.state.current = creator;
        Ok(number)
    }

    /// Ends what belonged to a thread that has ended: its thread-local variables; another thread may have its stack.
    pub(crate) fn end_thread(&mut self, thread: usize) {
        let thread = &mut self.state.threads[thread];
        thread.regs = Vec::new();
        let mut objects: Vec<_> = thread.thread_locals.drain().map(|(_, address)| address.prov).collect();
        objects.sort_unstable();
        objects.retain(|object| object.is_object());
        objects.into_iter().for_each(|object| self.state.memory.end_thread_local(object));
        self.state.memory.give_back_stack(thread.stack);
    }

    /// The running thread's copy of a thread-local variable.
    pub(crate) fn thread_local(&mut self, global: GlobalId) -> Result<Slot, Trap> {
        let current = self.state.current;
        if let Some(&address) = self.state.threads[current].thread_locals.get(&global) {
            return Ok(address);
        }
        let address =
            self.make_global(global).map_err(|fault: Fault| Trap::Fault(fault, crate::exec::Access::Allocate))?;
        self.fill_global(global, address);
        self.state.threads[current].thread_locals.insert(global, address);
        Ok(address)
    }
}

/// A small generator (splitmix64).
pub(crate) fn next_random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
