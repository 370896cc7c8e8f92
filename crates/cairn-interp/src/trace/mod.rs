//! What an execution did, in the order in which it did it: calls, decisions, chosen values, the life of blocks, and where
//! a null pointer came from.
//!
//! A trace is made by executing again, with a recorder that looks at every instruction. Calls in which nothing worth
//! telling happens leave no trace, and of a decision that is taken again and again in one activation the last is kept;
//! so a trace stays small however long the execution is. `picture` is the heap as it was at chosen moments.
//!
//! Not here: which of the events matter for an error, and the words for them (the reports).

mod inputs;
mod lost;
mod null;
mod picture;
mod record;
mod registers;
mod shown;

pub use lost::lost_at;
pub use picture::{Picture, PictureObject, PictureVar};
pub use shown::Shown;

pub(crate) use record::Recorder;

use crate::config::{Config, Schedule};
use crate::exec::Machine;
use crate::host::Output;
use crate::memory::Life;
use crate::report::{InfoKind, ObjectInfo, ObjectKey, Outcome};
use cairn_ir::{BlockId, FuncId, Program, Span, ValueId, VarId};
use std::collections::BTreeMap;

/// Instructions that are looked at; of a longer execution, the last ones.
const WATCHED_STEPS: u64 = 4_000_000;

/// What happened in one execution.
#[derive(Clone, Debug)]
pub struct Trace {
    pub outcome: Outcome,
    /// In the order in which they happened.
    pub events: Vec<Event>,
    /// Values in the statement of the user's code at which the execution ended.
    pub at_end: Vec<(FuncId, ValueId, Shown)>,
    /// Every object that an event mentions.
    pub objects: BTreeMap<ObjectKey, TracedObject>,
    /// The beginning is missing.
    pub cut: bool,
    /// The heap after each of the steps that were asked for, as soon as the user's code goes on; the last is that of the end.
    pub pictures: Vec<Picture>,
}

/// Something that happened in the user's code.
#[derive(Clone, PartialEq, Debug)]
pub struct Event {
    /// Instructions executed before.
    pub step: u64,
    pub thread: usize,
    /// Active functions of the user's below this one.
    pub depth: usize,
    /// The function in which it happened; of `Enter` the one that is entered.
    pub func: FuncId,
    /// Where; of `Enter` the call.
    pub span: Span,
    pub kind: EventKind,
}

#[derive(Clone, PartialEq, Debug)]
pub enum EventKind {
    Enter {
        args: Vec<(VarId, Shown)>,
    },
    Leave {
        result: Option<Shown>,
    },
    /// The branch at the end of a block; `before` counts earlier decisions of the same activation that are left out.
    Branch {
        block: BlockId,
        taken: bool,
        before: u32,
        values: Vec<(ValueId, Shown)>,
    },
    Switch {
        block: BlockId,
        value: Shown,
    },
    /// A nondeterministic value.
    Chosen {
        value: u128,
        width: u32,
    },
    Allocated(ObjectKey),
    AllocationFailed,
    Freed(ObjectKey),
    ScopeEnded(ObjectKey),
    /// The null pointer of the error was stored here, or (`returned`) came back from this call.
    NullFrom {
        returned: Option<FuncId>,
    },
}

/// An object as it was when the execution ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TracedObject {
    pub info: ObjectInfo,
    /// Counts heap blocks from 1, in the order of their allocation.
    pub number: Option<u32>,
    pub live: bool,
}

/// Executes once more and tells what happened; `pictures` are the steps (ascending) at which the heap is to be drawn.
/// `None` if there is nothing to execute.
pub fn trace(program: &Program, config: &Config, pictures: &[u64]) -> Option<Trace> {
    let mut machine = Machine::new(program, config.clone(), Silence).ok()?;
    let skipped = skipped_steps(program, config);
    if skipped > 0 && machine.advance(skipped).is_some() {
        return None;
    }
    machine.recorder = Some(Box::new(Recorder::new(pictures.to_vec())));
    let outcome = machine.run();
    let recorder = *machine.recorder.take()?;
    Some(recorder.finish(&machine, outcome, skipped > 0))
}

/// How much of the beginning is left out. Other schedules than the cooperative one cannot be divided.
fn skipped_steps(program: &Program, config: &Config) -> u64 {
    if config.schedule != Schedule::Cooperative {
        return 0;
    }
    let steps = crate::run(program, config.clone(), Silence).steps;
    steps.saturating_sub(WATCHED_STEPS)
}

/// Output of a program that is executed again goes nowhere.
struct Silence;

impl Output for Silence {
    fn write(&mut self, _: crate::Stream, _: &[u8]) {}
}

impl Machine<'_> {
    /// What is left to say of the objects that were mentioned.
    fn traced_objects(
        &self,
        keys: impl Iterator<Item = ObjectKey>,
        number: impl Fn(ObjectKey) -> Option<u32>,
    ) -> BTreeMap<ObjectKey, TracedObject> {
        let object = |key: ObjectKey| {
            let info = self.object_info(key.prov())?;
            let live = self.state.memory.object(key.prov()).is_some_and(|object| object.life == Life::Live);
            Some((key, TracedObject { number: number(key), live, info }))
        };
        keys.filter_map(object).collect()
    }
}

impl TracedObject {
    /// Does it live until somebody frees it?
    pub fn is_heap(&self) -> bool {
        matches!(self.info.kind, InfoKind::Heap | InfoKind::Given)
    }
}
