//! The way to an error as numbered steps: which calls were made, how branches were decided, where the object of the error
//! came from and went.
//!
//! The interpreter's trace has more than anybody wants to read. What stays: the calls that are active at the end, with the
//! last decision of each branch in them; calls that ended, if the object of the error was made or released there; chosen
//! values and failed allocations; where a null pointer came from.
//!
//! Not here: recording (`cairn-interp`), the heap at each step (`snapshot`).

use crate::check_text::plural;
use crate::snapshot::{Heap, heaps};
use crate::source::Place;
use crate::words::Words;
use cairn_interp::{Config, End, Event, EventKind, ObjectKey, Shown, Trace, lost_at, trace};
use cairn_ir::describe::Describer;
use cairn_ir::{BlockId, FuncId, FuncOrigin, Program, Terminator, ValueId, VarId};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

/// Decisions and chosen values beyond these many are left out, the oldest first.
const MAX_DECISIONS: usize = 12;
const MAX_CHOSEN: usize = 12;
/// The moment of the last step.
const END: u64 = u64::MAX;

/// One step on the way to an error.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Step {
    pub kind: StepKind,
    pub place: Option<Place>,
    pub function: String,
    /// How deep the call is, from 0.
    pub depth: usize,
    pub text: String,
    /// Instructions executed before.
    pub(crate) at: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum StepKind {
    Call,
    Return,
    Decision,
    Input,
    Allocation,
    Release,
    Null,
    Error,
}

/// The way to an error, and the facts at its end.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Path {
    pub steps: Vec<Step>,
    /// `n = block #3 (freed)`: what the failing statement works with.
    pub values: Vec<String>,
    /// The heap after each step; empty if nobody asked.
    pub heaps: Vec<Heap>,
    /// The beginning of a very long execution is missing.
    pub cut: bool,
}

impl StepKind {
    /// A word for programs.
    pub fn id(self) -> &'static str {
        match self {
            StepKind::Call => "call",
            StepKind::Return => "return",
            StepKind::Decision => "branch",
            StepKind::Input => "input",
            StepKind::Allocation => "allocation",
            StepKind::Release => "release",
            StepKind::Null => "null",
            StepKind::Error => "error",
        }
    }

    /// Would the story be wrong without it?
    pub fn is_essential(self) -> bool {
        !matches!(self, StepKind::Return | StepKind::Decision)
    }
}

/// The way of an execution to its error, or to the loss of a block; `about` is the object that it is about. What the program
/// does after a loss is not told.
pub(crate) fn path(
    program: &Program,
    trace: &Trace,
    about: Option<ObjectKey>,
    last: (&str, Option<Place>),
    loss: Option<Step>,
) -> Path {
    let words = Words { program, trace };
    let events = match &loss {
        Some(loss) => &trace.events[..trace.events.partition_point(|event| event.step <= loss.at)],
        None => &trace.events[..],
    };
    let keep = select(events, about);
    let mut steps: Vec<Step> =
        events.iter().zip(&keep).filter(|(_, keep)| **keep).filter_map(|(event, _)| step(&words, event)).collect();
    steps.dedup_by(|later, earlier| later.text == earlier.text && later.place == earlier.place);
    steps.extend(loss);
    let ends_in_error = matches!(trace.outcome.end, End::Error(_));
    let (text, place) = last;
    let function = steps.last().map(|step| step.function.clone()).unwrap_or_default();
    if ends_in_error {
        let depth = deepest_open(&trace.events);
        let function = open_functions(&trace.events).last().map_or(function, |&f| program.func_name(f).to_owned());
        steps.push(Step { kind: StepKind::Error, place, function, depth, text: text.to_owned(), at: END });
    } else {
        let text = "the program ends, and nobody can free the block".to_owned();
        steps.push(Step { kind: StepKind::Error, place: None, function, depth: 0, text, at: END });
    }
    let values = if ends_in_error { values_at_end(&words) } else { Vec::new() };
    Path { steps, values, heaps: Vec::new(), cut: trace.cut }
}

/// The moment at which the last pointer to a block is lost.
pub(crate) fn loss(program: &Program, config: &Config, block: ObjectKey, trace: &Trace) -> Option<Step> {
    let made = trace.events.iter().find(|event| event.kind == EventKind::Allocated(block))?;
    let (at, stack) = lost_at(program, config, block, made.step)?;
    let own = stack.iter().find(|entry| program.funcs[entry.func].origin != FuncOrigin::Model)?;
    let depth = stack.iter().filter(|entry| program.funcs[entry.func].origin != FuncOrigin::Model).count() - 1;
    let place = Place::of_span(program, own.span);
    let name = Words { program, trace }.object(block);
    let text = format!("the last pointer to {name} is lost");
    let function = program.func_name(own.func).to_owned();
    Some(Step { kind: StepKind::Release, place, function, depth, text, at })
}

/// Draws the heap after each step of a path.
pub(crate) fn add_heaps(program: &Program, config: &Config, path: &mut Path) {
    let moments: Vec<u64> = path.steps.iter().map(|step| step.at).filter(|&at| at != END).collect();
    let Some(trace) = replay(program, config, &moments) else { return };
    // The end has a picture without being asked for.
    path.heaps = heaps(&Words { program, trace: &trace });
    path.heaps.truncate(path.steps.len());
}

/// Executes again; `None` if there is nothing to execute.
pub(crate) fn replay(program: &Program, config: &Config, pictures: &[u64]) -> Option<Trace> {
    trace(program, config, pictures)
}

// ---- what to keep ----

fn select(events: &[Event], about: Option<ObjectKey>) -> Vec<bool> {
    let calls = Calls::new(events);
    let concerns = |event: &Event| match &event.kind {
        EventKind::Allocated(key) | EventKind::Freed(key) | EventKind::ScopeEnded(key) => Some(*key) == about,
        EventKind::AllocationFailed | EventKind::NullFrom { .. } | EventKind::Chosen { .. } => true,
        _ => false,
    };
    let mut told: FxHashSet<usize> = calls.open.iter().copied().collect();
    for (at, _) in events.iter().enumerate().filter(|(_, event)| concerns(event)) {
        let mut call = calls.of[at];
        while let Some(enter) = call.filter(|enter| told.insert(*enter)) {
            call = calls.of[enter];
        }
    }
    let mut keep: Vec<bool> = events
        .iter()
        .enumerate()
        .map(|(at, event)| match &event.kind {
            EventKind::Enter { .. } => told.contains(&at),
            EventKind::Leave { .. } | EventKind::Branch { .. } | EventKind::Switch { .. } => {
                calls.of[at].is_none_or(|enter| told.contains(&enter))
            }
            _ => concerns(event),
        })
        .collect();
    let decision = |event: &Event| matches!(event.kind, EventKind::Branch { .. } | EventKind::Switch { .. });
    drop_oldest(events, &mut keep, MAX_DECISIONS, decision);
    drop_oldest(events, &mut keep, MAX_CHOSEN, |event| matches!(event.kind, EventKind::Chosen { .. }));
    keep
}

fn drop_oldest(events: &[Event], keep: &mut [bool], most: usize, is_kind: impl Fn(&Event) -> bool) {
    let kept: Vec<usize> = (0..events.len()).filter(|&at| keep[at] && is_kind(&events[at])).collect();
    for &at in kept.iter().take(kept.len().saturating_sub(most)) {
        keep[at] = false;
    }
}

/// Which call each event belongs to.
struct Calls {
    /// By event: the `Enter` of the function that it happened in; of an `Enter`, that of the caller; of a `Leave`, its own.
    of: Vec<Option<usize>>,
    /// `Enter`s without a `Leave`.
    open: Vec<usize>,
}

impl Calls {
    fn new(events: &[Event]) -> Calls {
        let mut stacks: Vec<Vec<usize>> = Vec::new();
        let mut of = Vec::with_capacity(events.len());
        for (at, event) in events.iter().enumerate() {
            while stacks.len() <= event.thread {
                stacks.push(Vec::new());
            }
            let stack = &mut stacks[event.thread];
            match event.kind {
                EventKind::Enter { .. } => {
                    stack.truncate(event.depth);
                    of.push(stack.last().copied());
                    stack.push(at);
                }
                EventKind::Leave { .. } => {
                    stack.truncate(event.depth + 1);
                    of.push(stack.pop());
                }
                _ => of.push(stack.get(event.depth).copied()),
            }
        }
        Calls { of, open: stacks.into_iter().flatten().collect() }
    }
}

fn open_functions(events: &[Event]) -> Vec<FuncId> {
    Calls::new(events).open.iter().map(|&at| events[at].func).collect()
}

fn deepest_open(events: &[Event]) -> usize {
    Calls::new(events).open.iter().map(|&at| events[at].depth).max().unwrap_or(0)
}

// ---- words ----

fn step(words: &Words<'_>, event: &Event) -> Option<Step> {
    let program = words.program;
    let (kind, text) = told(words, event)?;
    let is_call = kind == StepKind::Call;
    let place = match is_call && event.depth == 0 {
        true => Place::of_span(program, program.funcs[event.func].span),
        false => Place::of_span(program, event.span),
    };
    let function = if is_call && event.depth > 0 { String::new() } else { program.func_name(event.func).to_owned() };
    // A call stands in its caller.
    let depth = event.depth - usize::from(event.depth > 0 && is_call);
    Some(Step { kind, place, function, depth, text, at: event.step })
}

/// What an event is, in words.
fn told(words: &Words<'_>, event: &Event) -> Option<(StepKind, String)> {
    let name = words.program.func_name(event.func);
    Some(match &event.kind {
        EventKind::Enter { args } => (StepKind::Call, call(words, event, args)),
        EventKind::Leave { result } => {
            let result = result.map(|shown| format!(" {}", words.value(shown, None))).unwrap_or_default();
            (StepKind::Return, format!("`{name}` returns{result}"))
        }
        EventKind::Branch { block, taken, before, values } => {
            (StepKind::Decision, decision(words, event.func, *block, *taken, *before, values)?)
        }
        EventKind::Switch { block, value } => (StepKind::Decision, switch(words, event.func, *block, *value)?),
        EventKind::Chosen { value, width } => {
            let number = Shown::Int { bits: *value as u64, width: (*width).min(64) };
            (
                StepKind::Input,
                format!("an input of {} is {}", plural(*width as usize, "bit"), words.value(number, None)),
            )
        }
        EventKind::Allocated(key) => {
            let size = words.trace.objects.get(key).map_or(0, |object| object.info.size);
            (StepKind::Allocation, format!("{} is allocated, {}", words.object(*key), crate::explain::bytes(size)))
        }
        EventKind::AllocationFailed => (StepKind::Allocation, "the allocation fails: NULL".to_owned()),
        EventKind::Freed(key) => (StepKind::Release, format!("{} is freed", words.object(*key))),
        EventKind::ScopeEnded(key) => (StepKind::Release, format!("the scope of `{}` ends", words.object(*key))),
        EventKind::NullFrom { returned: Some(callee) } => {
            (StepKind::Null, format!("`{}` returns NULL", words.program.func_name(*callee)))
        }
        EventKind::NullFrom { returned: None } => (StepKind::Null, "NULL is stored here".to_owned()),
    })
}

fn call(words: &Words<'_>, event: &Event, args: &[(VarId, Shown)]) -> String {
    let program = words.program;
    let name = program.func_name(event.func);
    let arg = |(var, shown): &(VarId, Shown)| {
        let var = program.funcs[event.func].body.as_ref()?.vars.get(*var)?;
        Some(format!("{} = {}", program.names.text(var.name), words.value(*shown, var.ty)))
    };
    let args: Vec<String> = args.iter().filter_map(arg).collect();
    let with = if args.is_empty() { String::new() } else { format!(" with {}", args.join(", ")) };
    if event.depth == 0 { format!("`{name}` starts{with}") } else { format!("calls `{name}`{with}") }
}

fn switch(words: &Words<'_>, func: FuncId, block: BlockId, value: Shown) -> Option<String> {
    let body = words.program.funcs[func].body.as_ref()?;
    let Terminator::Switch(switch) = &body.blocks.get(block)?.term else { return None };
    let subject = Describer::new(words.program, func)?.value(switch.value);
    Some(format!("`switch ({subject})` goes by {}", words.value(value, None)))
}

fn decision(
    words: &Words<'_>,
    func: FuncId,
    block: BlockId,
    taken: bool,
    before: u32,
    values: &[(ValueId, Shown)],
) -> Option<String> {
    let body = words.program.funcs[func].body.as_ref()?;
    let Terminator::Branch { cond, .. } = &body.blocks.get(block)?.term else { return None };
    let describer = Describer::new(words.program, func)?;
    let condition = describer.value(*cond);
    let named = value_list(words, func, values.iter().map(|(value, shown)| (*value, *shown)), false);
    let with = if named.is_empty() { String::new() } else { format!(" ({})", named.join(", ")) };
    let again = match before {
        0 => String::new(),
        1 => ", at the second time".to_owned(),
        _ => format!(", at the {} time", ordinal(before + 1)),
    };
    Some(format!("`{condition}` is {taken}{with}{again}"))
}

fn ordinal(number: u32) -> String {
    let suffix = match (number % 10, number % 100) {
        (1, 11) | (2, 12) | (3, 13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{suffix}")
}

/// `x = 3` for each value; `last` says whether objects are gone.
fn value_list(
    words: &Words<'_>,
    func: FuncId,
    values: impl Iterator<Item = (ValueId, Shown)>,
    last: bool,
) -> Vec<String> {
    let program = words.program;
    let (Some(describer), Some(body)) = (Describer::new(program, func), program.funcs[func].body.as_ref()) else {
        return Vec::new();
    };
    let mut texts: Vec<String> = values
        .filter(|(_, shown)| *shown != Shown::Wide)
        .map(|(value, shown)| {
            let ty = body.values[value].var.and_then(|var| body.vars.get(var)?.ty);
            let text = if last { words.last_value(shown, ty) } else { words.value(shown, ty) };
            (describer.value(value.into()), text)
        })
        .filter(|(name, text)| name != "…" && name != text)
        .map(|(name, text)| format!("{name} = {text}"))
        .collect();
    texts.dedup();
    texts
}

fn values_at_end(words: &Words<'_>) -> Vec<String> {
    let Some((func, ..)) = words.trace.at_end.first() else { return Vec::new() };
    let values = words.trace.at_end.iter().map(|(_, value, shown)| (*value, *shown));
    value_list(words, *func, values, true)
}

#[cfg(test)]
mod tests {
    use super::ordinal;

    #[test]
    fn ordinals() {
        let texts: Vec<String> = [3, 4, 11, 21, 112, 1003].into_iter().map(ordinal).collect();
        assert_eq!(texts, ["3rd", "4th", "11th", "21st", "112th", "1003rd"]);
    }
}
