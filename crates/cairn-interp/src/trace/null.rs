//! Where a null pointer came from: follows the address of the failed access back through the active functions.

use super::record::{Active, Recorder};
use super::{Event, Shown};
use crate::exec::Machine;
use crate::report::{End, Outcome};
use cairn_ir::describe::{Def, Defs};
use cairn_ir::{Body, Op, Operand, Rule, Type};

/// Definitions that are followed.
const FUEL: u32 = 64;

impl Recorder {
    /// The store or the call that the null pointer of the error came from, if the error is about one and its way is known.
    pub(super) fn null_origin(&self, machine: &Machine<'_>, outcome: &Outcome) -> Vec<Event> {
        let about_null = matches!(&outcome.end, End::Error(report) if report.rule == Rule::NullDereference);
        let thread = machine.state.current;
        let Some(active) = self.threads.get(thread).filter(|_| about_null) else { return Vec::new() };
        let mut search = Search { recorder: self, machine, thread, active, fuel: FUEL };
        search.failed_statement().into_iter().collect()
    }
}

struct Search<'a, 'p> {
    recorder: &'a Recorder,
    machine: &'a Machine<'p>,
    thread: usize,
    active: &'a [Active],
    fuel: u32,
}

impl Search<'_, '_> {
    fn failed_statement(&mut self) -> Option<Event> {
        let level = self.active.len().checked_sub(1)?;
        let body = self.body(level)?;
        let at = self.machine.frame_origin(self.thread, self.active[level].frame)?;
        let mut operands = Vec::new();
        match &body.blocks[at.block].insts.get(at.inst as usize)?.op {
            Op::Load { addr, .. } | Op::Store { addr, .. } => operands.push(*addr),
            op => op.for_each_operand(|operand| operands.push(operand)),
        }
        operands.retain(|&operand| body.operand_type(operand) == Type::Ptr);
        operands.into_iter().find_map(|operand| self.origin(level, operand))
    }

    fn body(&self, level: usize) -> Option<&'_ Body> {
        self.machine.program.funcs[self.active.get(level)?.func].body.as_ref()
    }

    fn origin(&mut self, level: usize, operand: Operand) -> Option<Event> {
        self.fuel = self.fuel.checked_sub(1)?;
        let Operand::Value(value) = operand else { return None };
        let machine = self.machine;
        let active = self.active.get(level)?;
        let body = machine.program.funcs[active.func].body.as_ref()?;
        let defs = Defs::new(body);
        match defs.get(value) {
            Def::Param { block, index } if block == body.entry() => self.argument(level, index as usize),
            Def::Param { block, index } => {
                let from = *active.entered_from.get(&block)?;
                let target = body.blocks[from].term.targets().find(|target| target.block == block)?;
                self.origin(level, *target.args.get(index as usize)?)
            }
            Def::Inst { block, inst, .. } => match &body.blocks[block].insts.get(inst as usize)?.op {
                Op::Field { base, .. } | Op::Index { base, .. } => self.origin(level, *base),
                Op::Cast { value, .. } | Op::Freeze { value } => self.origin(level, *value),
                Op::Load { addr: Operand::Value(addr), .. } => {
                    let address = machine.kept_bits(self.thread, active.frame, *addr)?;
                    self.recorder.null_stores.get(&address).cloned()
                }
                Op::Call { .. } => {
                    self.recorder.null_returns.get(&(active.serial, crate::code::Origin { block, inst })).cloned()
                }
                _ => None,
            },
            Def::Nowhere => None,
        }
    }

    /// Null was passed by the caller.
    fn argument(&mut self, level: usize, index: usize) -> Option<Event> {
        let caller = level.checked_sub(1)?;
        // Only if no library function stands between.
        if self.active[caller].frame + 1 != self.active[level].frame {
            return None;
        }
        let body = self.body(caller)?;
        let at = self.machine.frame_origin(self.thread, self.active[caller].frame)?;
        let Op::Call { args, .. } = &body.blocks[at.block].insts.get(at.inst as usize)?.op else { return None };
        let arg = *args.get(index)?;
        let is_null = match arg {
            Operand::Value(value) => {
                self.machine.kept_register(self.thread, self.active[caller].frame, value) == Shown::Null
            }
            Operand::Const(_) => false,
        };
        if is_null { self.origin(caller, arg) } else { None }
    }
}

impl Machine<'_> {
    /// The number in a register of a thread that does not run.
    fn kept_bits(&self, thread: usize, frame: usize, value: cairn_ir::ValueId) -> Option<u64> {
        let frame = self.state.threads[thread].frames.get(frame)?;
        let code = self.codes[cairn_ir::Id::index(frame.func)].as_ref()?;
        let slot = self.state.threads[thread].regs.get(frame.base as usize + code.slot_of(value) as usize)?;
        slot.is_defined().then_some(slot.bits)
    }
}
