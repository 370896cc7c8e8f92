//! The recorder: sees every instruction before it is executed.

use super::inputs::{branch_inputs, statement_inputs};
use super::picture::Pictures;
use super::{Event, EventKind, Shown, Trace};
use crate::code::{Ins, Origin};
use crate::exec::{Cx, Machine};
use crate::report::{End, ObjectKey, Outcome};
use crate::value::compare_bits;
use cairn_ir::describe::Defs;
use cairn_ir::{BlockId, Body, FuncId, FuncOrigin, HostFn, Inst, Op, Span, Terminator, ValueId, VarId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// More events than this are not kept.
const MAX_EVENTS: usize = 20_000;

pub(crate) struct Recorder {
    pub(super) threads: Vec<Vec<Active>>,
    /// Events of functions that have ended and had no caller in the user's code.
    done: Vec<Event>,
    /// The activation that ran last: thread and serial number of its frame.
    last: Option<(usize, u64)>,
    pending: Option<Pending>,
    inputs: FxHashMap<(FuncId, BlockId), Rc<[ValueId]>>,
    defs: FxHashMap<FuncId, Defs>,
    numbers: FxHashMap<ObjectKey, u32>,
    /// When locals went out of scope.
    scope_ends: FxHashMap<ObjectKey, Event>,
    /// Null pointers that were stored, by address.
    pub(super) null_stores: FxHashMap<u64, Event>,
    /// Null pointers that calls gave back, by the caller's activation and the call.
    pub(super) null_returns: FxHashMap<(u64, Origin), Event>,
    kept: usize,
    cut: bool,
    pictures: Pictures,
}

/// A function of the user's that is active.
pub(super) struct Active {
    /// Index of its frame.
    pub(super) frame: usize,
    pub(super) serial: u64,
    pub(super) func: FuncId,
    enter: Event,
    events: Vec<Event>,
    /// Where in `events` the decision of a block stands.
    decisions: FxHashMap<BlockId, usize>,
    notable: bool,
    /// The value that a variable has now.
    pub(super) latest: FxHashMap<VarId, ValueId>,
    last: Option<Origin>,
    /// From which block each block was entered last.
    pub(super) entered_from: FxHashMap<BlockId, BlockId>,
    result: Option<Shown>,
    locals: Vec<ObjectKey>,
}

/// An instruction whose result is not known before it has been executed.
struct Pending {
    thread: usize,
    step: u64,
    value: ValueId,
    what: PendingKind,
}

#[derive(Clone, Copy)]
enum PendingKind {
    HeapAlloc,
    Alloca,
    AllocFails,
    Nondet(u32),
}

impl Recorder {
    pub(super) fn new(pictures: Vec<u64>) -> Recorder {
        Recorder {
            threads: Vec::new(),
            done: Vec::new(),
            last: None,
            pending: None,
            inputs: FxHashMap::default(),
            defs: FxHashMap::default(),
            numbers: FxHashMap::default(),
            scope_ends: FxHashMap::default(),
            null_stores: FxHashMap::default(),
            null_returns: FxHashMap::default(),
            kept: 0,
            cut: false,
            pictures: Pictures::new(pictures),
        }
    }

    /// The instruction at `cx.pc` is about to be executed.
    pub(crate) fn before(&mut self, machine: &Machine<'_>, cx: &Cx) {
        let thread = machine.state.current;
        let Some(top) = machine.state.threads[thread].frames.last() else { return };
        self.settle(machine, cx);
        if self.last != Some((thread, top.serial)) {
            self.synchronise(machine, cx, thread);
            self.last = Some((thread, top.serial));
        }
        let ins = cx.code.ins[cx.pc];
        let in_user = self.threads[thread].last().is_some_and(|active| active.serial == top.serial);
        if in_user {
            self.in_user_code(machine, cx, ins, top.func);
            self.take_picture(machine, cx);
        }
        if matches!(ins, Ins::Op) {
            self.operation(machine, cx, top.func, in_user);
        }
    }

    /// Draws the heap for the steps before this instruction, now that control is back in the user's code.
    fn take_picture(&mut self, machine: &Machine<'_>, cx: &Cx) {
        if self.pictures.is_due(machine.state.steps) {
            let picture = machine.picture(&self.threads, Some(cx), &self.numbers);
            self.pictures.add(picture, machine.state.steps);
        }
    }

    /// Makes the list of active functions that of the machine.
    fn synchronise(&mut self, machine: &Machine<'_>, cx: &Cx, thread: usize) {
        while self.threads.len() <= thread {
            self.threads.push(Vec::new());
        }
        let frames = &machine.state.threads[thread].frames;
        while let Some(active) = self.threads[thread].last() {
            if frames.get(active.frame).is_some_and(|frame| frame.serial == active.serial) {
                break;
            }
            self.close(machine, thread);
        }
        let first = self.threads[thread].last().map_or(0, |active| active.frame + 1);
        for (at, frame) in frames.iter().enumerate().skip(first) {
            if machine.program.funcs[frame.func].origin == FuncOrigin::User {
                self.open(machine, cx, thread, at);
            }
        }
    }

    fn open(&mut self, machine: &Machine<'_>, cx: &Cx, thread: usize, at: usize) {
        let frame = &machine.state.threads[thread].frames[at];
        let body = machine.program.funcs[frame.func].body.as_ref().expect("only defined functions run");
        let mut args = Vec::new();
        let mut latest = FxHashMap::default();
        for &param in &body.blocks[body.entry()].params {
            let Some(var) = body.values[param].var else { continue };
            latest.insert(var, param);
            args.push((var, machine.register(cx, frame.func, frame.base as usize, param)));
        }
        let depth = self.threads[thread].len();
        let span = self.threads[thread].last().map_or(Span::NONE, |caller| machine.frame_span(thread, caller.frame));
        let enter =
            Event { step: machine.state.steps, thread, depth, func: frame.func, span, kind: EventKind::Enter { args } };
        self.threads[thread].push(Active {
            frame: at,
            serial: frame.serial,
            func: frame.func,
            enter,
            events: Vec::new(),
            decisions: FxHashMap::default(),
            notable: false,
            latest,
            last: None,
            entered_from: FxHashMap::default(),
            result: None,
            locals: Vec::new(),
        });
    }

    /// The innermost active function has ended.
    fn close(&mut self, machine: &Machine<'_>, thread: usize) {
        let Some(ended) = self.threads[thread].pop() else { return };
        let step = machine.state.steps;
        let body = machine.program.funcs[ended.func].body.as_ref();
        let last = ended.last.and_then(|at| body.map(|body| span_of(body, at)));
        let leave = Event {
            step,
            span: last.unwrap_or(Span::NONE),
            kind: EventKind::Leave { result: ended.result },
            ..ended.enter.clone()
        };
        for key in ended.locals {
            let gone = Event { kind: EventKind::ScopeEnded(key), ..leave.clone() };
            self.scope_ends.entry(key).or_insert(gone);
        }
        if ended.result == Some(Shown::Null) {
            self.null_came_back(machine, thread, &ended.enter, step);
        }
        if !ended.notable || self.kept > MAX_EVENTS {
            self.cut |= ended.notable;
            return;
        }
        self.kept += ended.events.len() + 2;
        let into = match self.threads[thread].last_mut() {
            Some(caller) => {
                caller.notable = true;
                &mut caller.events
            }
            None => &mut self.done,
        };
        into.push(ended.enter);
        into.extend(ended.events);
        into.push(leave);
    }

    fn null_came_back(&mut self, machine: &Machine<'_>, thread: usize, enter: &Event, step: u64) {
        let Some(caller) = self.threads[thread].last() else { return };
        let Some(at) = machine.frame_origin(thread, caller.frame) else { return };
        let kind = EventKind::NullFrom { returned: Some(enter.func) };
        let (func, depth) = (caller.func, self.threads[thread].len() - 1);
        self.null_returns.insert((caller.serial, at), Event { step, func, depth, kind, ..enter.clone() });
    }

    // ---- instructions ----

    fn in_user_code(&mut self, machine: &Machine<'_>, cx: &Cx, ins: Ins, func: FuncId) {
        let body = machine.program.funcs[func].body.as_ref().expect("only defined functions run");
        let at = cx.code.origin(cx.pc);
        self.follow(machine, body, at);
        match ins {
            Ins::Branch { cond, .. } => {
                let cond = cx.get(cond);
                if cond.is_defined() {
                    self.decided(machine, cx, at.block, cond.bits & 1 != 0);
                }
            }
            Ins::CompareJump { op, width, a, b, .. } => {
                let (a, b) = (cx.get(a), cx.get(b));
                if a.is_defined() && b.is_defined() {
                    self.decided(machine, cx, at.block, compare_bits(op, u32::from(width), a.bits, b.bits));
                }
            }
            Ins::Switch { .. } => self.switched(machine, cx, body, at.block),
            Ins::Return { site } => {
                let result = cx.code.returns[site as usize].first().map(|(src, _)| cx.get(*src));
                let ty = machine.program.funcs[func].sig.results.first();
                let result = result.zip(ty).map(|(slot, ty)| machine.shown(slot, *ty));
                self.active(machine).result = result;
            }
            Ins::Store { src, addr, bytes } if usize::from(bytes) == machine.state.memory.word() => {
                let (value, addr) = (cx.get(src), cx.get(addr));
                if value.is_defined() && value.bits == 0 && !value.prov.is_object() {
                    let event = self.here(machine, EventKind::NullFrom { returned: None }, span_of(body, at));
                    self.null_stores.insert(addr.bits, event);
                }
            }
            _ => {}
        }
    }

    fn active(&mut self, machine: &Machine<'_>) -> &mut Active {
        self.threads[machine.state.current].last_mut().expect("asked in the user's code")
    }

    /// Keeps track of which value each variable has.
    fn follow(&mut self, machine: &Machine<'_>, body: &Body, at: Origin) {
        let active = self.active(machine);
        let Some(last) = active.last.replace(at) else { return };
        if let Some(inst) = body.blocks[last.block].insts.get(last.inst as usize) {
            for value in inst.results.iter() {
                if let Some(var) = body.values[value].var {
                    active.latest.insert(var, value);
                }
            }
        }
        let entered = last.block != at.block || at.inst < last.inst;
        if entered {
            active.entered_from.insert(at.block, last.block);
            for &param in &body.blocks[at.block].params {
                if let Some(var) = body.values[param].var {
                    active.latest.insert(var, param);
                }
            }
        }
    }

    fn decided(&mut self, machine: &Machine<'_>, cx: &Cx, block: BlockId, taken: bool) {
        let func = self.active(machine).func;
        let body = machine.program.funcs[func].body.as_ref().expect("only defined functions run");
        let defs = self.defs.entry(func).or_insert_with(|| Defs::new(body));
        let inputs =
            self.inputs.entry((func, block)).or_insert_with(|| branch_inputs(body, defs, block).into()).clone();
        let values = inputs.iter().map(|&value| (value, machine.register(cx, func, cx.base, value))).collect();
        let span = body.blocks[block].term_span;
        let mut event = self.here(machine, EventKind::Branch { block, taken, before: 0, values }, span);
        let active = self.active(machine);
        match active.decisions.get(&block) {
            Some(&index) => {
                let old = &mut active.events[index];
                if let (EventKind::Branch { before: so_far, .. }, EventKind::Branch { before, .. }) =
                    (&old.kind, &mut event.kind)
                {
                    *before = so_far + 1;
                }
                *old = event;
            }
            None => {
                active.decisions.insert(block, active.events.len());
                active.events.push(event);
            }
        }
    }

    fn switched(&mut self, machine: &Machine<'_>, cx: &Cx, body: &Body, block: BlockId) {
        let Terminator::Switch(switch) = &body.blocks[block].term else { return };
        let value = machine.shown(cx.get(cx.code.src(switch.value)), body.operand_type(switch.value));
        let event = self.here(machine, EventKind::Switch { block, value }, body.blocks[block].term_span);
        let active = self.active(machine);
        match active.decisions.get(&block) {
            Some(&index) => active.events[index] = event,
            None => {
                active.decisions.insert(block, active.events.len());
                active.events.push(event);
            }
        }
    }

    fn operation(&mut self, machine: &Machine<'_>, cx: &Cx, func: FuncId, in_user: bool) {
        let body = machine.program.funcs[func].body.as_ref().expect("only defined functions run");
        let at = cx.code.origin(cx.pc);
        let Some(Inst { op, results, .. }) = body.blocks[at.block].insts.get(at.inst as usize) else { return };
        let what = match op {
            Op::HeapAlloc { .. } => PendingKind::HeapAlloc,
            Op::Alloca { .. } if in_user => PendingKind::Alloca,
            Op::Host { func: HostFn::AllocFails, .. } => PendingKind::AllocFails,
            Op::Nondet { ty } => PendingKind::Nondet(ty.bits(machine.pointer_bits())),
            Op::HeapFree { ptr } => {
                let prov = cx.get(cx.code.src(*ptr)).prov;
                if prov.is_object() && machine.state.memory.freeable(cx.get(cx.code.src(*ptr))).is_ok() {
                    self.notable(machine, cx.pc + 1, machine.state.steps, EventKind::Freed(ObjectKey::of(prov)));
                }
                return;
            }
            Op::ScopeEnd { object } if in_user => {
                let key = ObjectKey::of(cx.get(cx.code.src(*object)).prov);
                let event = self.here(machine, EventKind::ScopeEnded(key), span_of(body, at));
                self.scope_ends.insert(key, event);
                return;
            }
            Op::ScopeStart { object } if in_user => {
                self.scope_ends.remove(&ObjectKey::of(cx.get(cx.code.src(*object)).prov));
                return;
            }
            _ => return,
        };
        if let Some(value) = results.single() {
            self.pending = Some(Pending { thread: machine.state.current, step: machine.state.steps, value, what });
        }
    }

    /// The instruction before this one has been executed.
    fn settle(&mut self, machine: &Machine<'_>, cx: &Cx) {
        let Some(Pending { thread, step, value, what }) = self.pending.take() else { return };
        if thread != machine.state.current {
            return;
        }
        let slot = cx.regs[cx.base + cx.code.slot_of(value) as usize];
        match what {
            PendingKind::HeapAlloc => {
                let key = ObjectKey::of(slot.prov);
                let number = self.numbers.len() as u32 + 1;
                self.numbers.insert(key, number);
                self.notable(machine, cx.pc, step, EventKind::Allocated(key));
            }
            PendingKind::Alloca => {
                if let Some(active) = self.threads[thread].last_mut() {
                    active.locals.push(ObjectKey::of(slot.prov));
                }
            }
            PendingKind::AllocFails if slot.bits & 1 != 0 => {
                self.notable(machine, cx.pc, step, EventKind::AllocationFailed);
            }
            PendingKind::AllocFails => {}
            PendingKind::Nondet(width) => {
                let value = machine.state.nondet.last().copied().unwrap_or(u128::from(slot.bits));
                self.notable(machine, cx.pc, step, EventKind::Chosen { value, width });
            }
        }
    }

    /// Adds an event that makes the active functions worth telling of; `next_pc` is behind its instruction.
    fn notable(&mut self, machine: &Machine<'_>, next_pc: usize, step: u64, kind: EventKind) {
        if self.kept > MAX_EVENTS {
            self.cut = true;
            return;
        }
        let thread = machine.state.current;
        let Some(active) = self.threads[thread].last() else { return };
        let innermost = active.frame + 1 == machine.state.threads[thread].frames.len();
        let span = match innermost {
            true => machine.span_at(active.func, next_pc),
            false => machine.frame_span(thread, active.frame),
        };
        let event = Event { step, ..self.here(machine, kind, span) };
        self.kept += 1;
        let active = self.active(machine);
        active.notable = true;
        active.events.push(event);
    }

    fn here(&mut self, machine: &Machine<'_>, kind: EventKind, span: Span) -> Event {
        let thread = machine.state.current;
        let depth = self.threads[thread].len() - 1;
        let func = self.active(machine).func;
        Event { step: machine.state.steps, thread, depth, func, span, kind }
    }

    // ---- the end ----

    pub(super) fn finish(mut self, machine: &Machine<'_>, outcome: Outcome, cut: bool) -> Trace {
        let at_end = self.values_at_end(machine);
        let mut extra = self.null_origin(machine, &outcome);
        let about = match &outcome.end {
            End::Error(report) => report.object.as_ref().map(|object| object.key),
            _ => None,
        };
        extra.extend(about.and_then(|key| self.scope_ends.remove(&key)));
        self.pictures.finish(machine.picture(&self.threads, None, &self.numbers));
        let mut events = std::mem::take(&mut self.done);
        for active in self.threads.drain(..).flatten() {
            events.push(active.enter);
            events.extend(active.events);
        }
        events.extend(extra);
        events.sort_by_key(|event| event.step);
        let keys = events.iter().flat_map(|event| event.mentions());
        let keys = keys.chain(at_end.iter().filter_map(|(_, _, shown)| shown.object())).chain(about);
        let keys: Vec<ObjectKey> = keys.chain(self.pictures.mentions()).collect();
        let numbers = &self.numbers;
        let objects = machine.traced_objects(keys.into_iter(), |key| numbers.get(&key).copied());
        let cut = cut || self.cut;
        Trace { outcome, events, at_end, objects, cut, pictures: self.pictures.into_list() }
    }

    /// What the statement of the user's code at which the execution stands depends on.
    fn values_at_end(&self, machine: &Machine<'_>) -> Vec<(FuncId, ValueId, Shown)> {
        let thread = machine.state.current;
        let Some(active) = self.threads.get(thread).and_then(|active| active.last()) else { return Vec::new() };
        let Some(at) = machine.frame_origin(thread, active.frame) else { return Vec::new() };
        let Some(body) = machine.program.funcs[active.func].body.as_ref() else { return Vec::new() };
        let values = statement_inputs(body, at).into_iter();
        values.map(|value| (active.func, value, machine.kept_register(thread, active.frame, value))).collect()
    }
}

pub(super) fn span_of(body: &Body, at: Origin) -> Span {
    let block = &body.blocks[at.block];
    block.insts.get(at.inst as usize).map_or(block.term_span, |inst| inst.span)
}

impl Event {
    fn mentions(&self) -> Vec<ObjectKey> {
        match &self.kind {
            EventKind::Enter { args } => args.iter().filter_map(|(_, shown)| shown.object()).collect(),
            EventKind::Leave { result } => result.and_then(|shown| shown.object()).into_iter().collect(),
            EventKind::Branch { values, .. } => values.iter().filter_map(|(_, shown)| shown.object()).collect(),
            EventKind::Allocated(key) | EventKind::Freed(key) | EventKind::ScopeEnded(key) => vec![*key],
            EventKind::Switch { .. }
            | EventKind::Chosen { .. }
            | EventKind::AllocationFailed
            | EventKind::NullFrom { .. } => Vec::new(),
        }
    }
}
