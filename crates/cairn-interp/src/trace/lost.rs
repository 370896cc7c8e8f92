//! Where the last pointer to a block was lost.
//!
//! A block that nothing leads to stays like that, so the moment is found by halving: snapshots make going back cheap.
//! A register counts as long as its value may still be used.

use super::{Silence, WATCHED_STEPS};
use crate::canon::live_slots;
use crate::config::{Config, Schedule};
use crate::exec::Machine;
use crate::memory::StackEntry;
use crate::report::ObjectKey;
use cairn_ir::{Id, Program};

/// Halvings look at the whole heap, so only small ones are searched.
const MAX_LIVE_BLOCKS: usize = 5_000;
/// Blocks times values of a function whose live registers are computed.
const MAX_LIVENESS: usize = 4_000_000;

/// The step after which nothing leads to the block any more, and the call stack there. `None` if that is not known: the
/// execution is very long, or the block is never lost.
pub fn lost_at(program: &Program, config: &Config, block: ObjectKey, from: u64) -> Option<(u64, Vec<StackEntry>)> {
    let end = crate::run(program, config.clone(), Silence);
    if config.schedule != Schedule::Cooperative || end.steps > WATCHED_STEPS || end.live_blocks > MAX_LIVE_BLOCKS {
        return None;
    }
    let mut machine = Machine::new(program, config.clone(), Silence).ok()?;
    machine.advance(from + 1);
    let (mut low, mut high) = (machine.state.steps, end.steps);
    if machine.is_lost(block) {
        return None;
    }
    let mut kept = machine.state.snapshot();
    while low + 1 < high {
        let middle = low + (high - low) / 2;
        let ended = machine.advance(middle - machine.state.steps).is_some();
        if ended || machine.is_lost(block) {
            high = middle;
            machine.state = kept.snapshot();
        } else {
            low = machine.state.steps.max(middle);
            kept = machine.state.snapshot();
        }
    }
    let stack = machine.full_stack(machine.state.current);
    // What is executed next loses it.
    let next = machine.next_stack(stack);
    Some((low, next))
}

impl Machine<'_> {
    /// Does nothing that is still needed lead to the block?
    fn is_lost(&self, block: ObjectKey) -> bool {
        let mut registers = Vec::new();
        for thread in &self.state.threads {
            for frame in &thread.frames {
                let Some(body) = self.program.funcs[frame.func].body.as_ref() else { continue };
                let Some(code) = self.codes[frame.func.index()].as_ref() else { continue };
                let slots = match body.blocks.len().saturating_mul(body.values.len()) {
                    0..=MAX_LIVENESS => live_slots(body, code, frame.pc as usize, self.pointer_bits()),
                    // Too large to ask: whatever is in a register counts, and the loss shows a little later.
                    _ => (0..code.slots).collect(),
                };
                registers.extend(slots.into_iter().map(|slot| thread.regs[frame.base as usize + slot]));
            }
        }
        let registers = registers.into_iter().filter(|slot| slot.is_defined()).map(|slot| slot.prov);
        self.state.memory.leaks(registers).lost.contains(&block.prov())
    }

    /// The call stack with the innermost function at the instruction that it executes next.
    fn next_stack(&self, mut stack: Vec<StackEntry>) -> Vec<StackEntry> {
        let frame = self.state.threads[self.state.current].frames.last();
        if let (Some(frame), Some(innermost)) = (frame, stack.first_mut()) {
            innermost.span = self.span_at(frame.func, frame.pc as usize + 1);
            innermost.at = self.origin_at(frame.func, frame.pc as usize + 1);
        }
        stack
    }
}
