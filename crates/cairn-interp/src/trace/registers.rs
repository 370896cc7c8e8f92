//! Reads values and places of frames, for whoever tells what happened.

use super::Shown;
use crate::code::Origin;
use crate::exec::{Cx, Machine};
use crate::report::ObjectKey;
use crate::value::Prov;
use cairn_ir::{FuncId, Id, Span, ValueId};

impl Machine<'_> {
    /// A value of the frame with this base while `cx` is out of the thread.
    pub(super) fn register(&self, cx: &Cx, func: FuncId, base: usize, value: ValueId) -> Shown {
        let (Some(body), Some(code)) = (&self.program.funcs[func].body, &self.codes[func.index()]) else {
            return Shown::Wide;
        };
        let slot = cx.regs.get(base + code.slot_of(value) as usize).copied().unwrap_or_default();
        self.shown(slot, body.values[value].ty)
    }

    /// A value of a frame of a thread that does not run.
    pub(super) fn kept_register(&self, thread: usize, frame: usize, value: ValueId) -> Shown {
        let Some(frame) = self.state.threads[thread].frames.get(frame) else { return Shown::Wide };
        let (Some(body), Some(code)) = (&self.program.funcs[frame.func].body, &self.codes[frame.func.index()]) else {
            return Shown::Wide;
        };
        let at = frame.base as usize + code.slot_of(value) as usize;
        let slot = self.state.threads[thread].regs.get(at).copied().unwrap_or_default();
        self.shown(slot, body.values[value].ty)
    }

    /// Where a frame stands that is not the innermost one, or whose thread does not run.
    pub(super) fn frame_origin(&self, thread: usize, frame: usize) -> Option<Origin> {
        let frame = self.state.threads[thread].frames.get(frame)?;
        self.origin_at(frame.func, frame.pc as usize)
    }

    pub(super) fn frame_span(&self, thread: usize, frame: usize) -> Span {
        let frame = &self.state.threads[thread].frames[frame];
        self.span_at(frame.func, frame.pc as usize)
    }
}

impl ObjectKey {
    pub(crate) fn of(prov: Prov) -> ObjectKey {
        ObjectKey(u64::from(prov.generation) << 32 | u64::from(prov.index))
    }

    pub(crate) fn prov(self) -> Prov {
        Prov { index: self.0 as u32, generation: (self.0 >> 32) as u32 }
    }
}
