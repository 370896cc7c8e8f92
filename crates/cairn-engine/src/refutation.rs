//! Why an obligation does not hold: an execution that fails there, and all that is needed to execute it again.
//!
//! A `Refutation` has no public constructor but `confirm`, which looks at what the interpreter said. So *refuted* is never
//! a guess.

use crate::site::GoalIndex;
use crate::{Cause, Degraded, GoalId, Task};
use cairn_interp::{
    AllocFailures, Config, End, EntryHeap, Given, Leak, NondetSource, Outcome, RandomNumbers, Report, Schedule, Stdin,
    World,
};
use cairn_ir::{Rule, Span};
use std::fmt;
use std::sync::Arc;

/// One execution of a program, as a value: the same steps whenever it is executed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Execution {
    pub entry: String,
    /// Nondeterministic values and random numbers in the order in which they are asked for, the entry's arguments first
    /// unless it is `main`; zero after the last.
    pub nondet: Arc<[u128]>,
    pub alloc_failures: AllocFailures,
    /// Its text is standard input as well.
    pub world: World,
    pub schedule: Schedule,
    /// What pointers lead to that are parameters of an entry other than `main`; they are null without it.
    pub given: Option<Given>,
    /// Instead, the memory that such an entry finds and its arguments, written out.
    pub heap: Option<Arc<EntryHeap>>,
    pub max_steps: u64,
}

/// The evidence of *refuted*.
#[derive(Clone, Debug)]
pub struct Refutation {
    engine: &'static str,
    execution: Execution,
    failure: Failure,
    depends_on_layout: bool,
}

#[derive(Clone, Debug)]
enum Failure {
    Error(Box<Report>),
    Leak(Box<Leak>),
}

/// The outcome of the execution is not a failure of the obligation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotConfirmed;

impl Execution {
    pub fn new(entry: &str, nondet: &[u128], max_steps: u64) -> Execution {
        Execution {
            entry: entry.to_owned(),
            nondet: Arc::from(nondet),
            alloc_failures: AllocFailures::Never,
            world: World::Empty,
            schedule: Schedule::Cooperative,
            given: None,
            heap: None,
            max_steps,
        }
    }

    /// What the interpreter is given.
    pub fn config(&self) -> Config {
        let input: Arc<[u8]> = match &self.world {
            World::Text(text) => text.clone(),
            World::Empty | World::Refusing => Arc::new([]),
        };
        Config {
            entry: self.entry.clone(),
            stdin: Stdin::Bytes(input),
            world: self.world.clone(),
            nondet: NondetSource::Vector(self.nondet.clone()),
            random: RandomNumbers::Nondet,
            alloc_failures: self.alloc_failures.clone(),
            schedule: self.schedule.clone(),
            given: self.given.clone(),
            heap: self.heap.clone(),
            max_steps: self.max_steps,
            max_memory: 1 << 30,
            ..Config::default()
        }
    }

    /// The options of `cairn run` that make it again, if it does not start with `main` and they can say all of it.
    pub fn options(&self) -> Option<String> {
        if self.entry == "main" || self.world != World::Empty || self.schedule != Schedule::Cooperative {
            return None;
        }
        let mut options = format!("--entry {}", self.entry);
        if let Some(given) = &self.given {
            options += &format!(" --given '{given}'");
        }
        if let Some(heap) = &self.heap {
            options += &format!(" --heap '{heap}'");
        }
        let values: Vec<String> = self.nondet.iter().map(u128::to_string).collect();
        options += &format!(" --nondet {}", if values.is_empty() { "0".to_owned() } else { values.join(",") });
        match self.alloc_failures {
            AllocFailures::Never => {}
            AllocFailures::Nth(nth) => options += &format!(" --alloc-fail {nth}"),
            AllocFailures::Nondet => return None,
        }
        Some(options)
    }

    /// How to make it, or what it is.
    pub fn told(&self) -> String {
        match self.options() {
            Some(options) => format!("`cairn run {options}`"),
            None => format!("an execution of {self}"),
        }
    }

    /// Why a failure in it is not sure: the function fails whenever it goes this way, but callers may keep it from that.
    pub fn up_to_callers(&self) -> Degraded {
        let subject = format!("it does in {}, if callers call it like that", self.told());
        Degraded::new(Cause::MissingContract, Span::NONE, subject)
    }
}

impl Refutation {
    /// A refutation of `goal`, if the outcome of the execution is an error of its rule at its place.
    pub fn confirm(
        task: &Task<'_>,
        index: &GoalIndex<'_>,
        goal: GoalId,
        engine: &'static str,
        execution: &Execution,
        outcome: &Outcome,
    ) -> Result<Refutation, NotConfirmed> {
        if outcome.observed.made_up {
            return Err(NotConfirmed);
        }
        let rule = task.goals[goal].rule;
        let failure = match &outcome.end {
            End::Error(report) if report.rule == rule && index.of_error(report) == Some(goal) => {
                Failure::Error(report.clone())
            }
            End::Exit(_) if rule == Rule::MemoryLeak => {
                let lost = outcome.leaks.iter().find(|leak| leak.rule == rule && index.of_leak(leak) == Some(goal));
                Failure::Leak(Box::new(lost.ok_or(NotConfirmed)?.clone()))
            }
            _ => return Err(NotConfirmed),
        };
        let depends_on_layout = outcome.observed.addresses;
        Ok(Refutation { engine, execution: execution.clone(), failure, depends_on_layout })
    }

    pub fn engine(&self) -> &'static str {
        self.engine
    }

    pub fn execution(&self) -> &Execution {
        &self.execution
    }

    /// Did the execution look at addresses as numbers? With objects elsewhere it could have gone differently.
    pub fn depends_on_layout(&self) -> bool {
        self.depends_on_layout
    }

    /// The interpreter's report, unless the failure is a lost block.
    pub fn error(&self) -> Option<&Report> {
        match &self.failure {
            Failure::Error(report) => Some(report),
            Failure::Leak(_) => None,
        }
    }

    pub fn leak(&self) -> Option<&Leak> {
        match &self.failure {
            Failure::Error(_) => None,
            Failure::Leak(leak) => Some(leak),
        }
    }
}

impl fmt::Display for Execution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.entry)?;
        if !self.nondet.is_empty() {
            write!(f, ", values {}", shown_values(&self.nondet))?;
        }
        if let Some(given) = &self.given {
            write!(f, ", given {}", shown_given(given))?;
        }
        if let Some(heap) = &self.heap {
            write!(f, ", arguments and memory {heap}")?;
        }
        if let AllocFailures::Nth(nth) = self.alloc_failures {
            write!(f, ", allocation {nth} fails")?;
        }
        match &self.world {
            World::Empty => Ok(()),
            World::Refusing => f.write_str(", no file can be opened"),
            World::Text(text) => write!(f, ", input from outside is \"{}\"", shown_text(text)),
        }
    }
}

/// Values that are shown one by one, and bytes of a text that are shown.
const SHOWN: usize = 48;

/// One by one; of many that are nearly all zero, those that are not. The last value is what all after it are, if there are many.
fn shown_values(values: &[u128]) -> String {
    let others: Vec<String> = (1..)
        .zip(values)
        .filter(|(_, value)| **value != 0)
        .map(|(at, value)| format!("number {at} is {value}"))
        .collect();
    if values.len() > 8 && 4 * others.len() <= values.len() && others.len() <= SHOWN / 4 {
        return format!("all 0 but these: {}", others.join(", "));
    }
    let shown: Vec<String> = values.iter().take(SHOWN).map(u128::to_string).collect();
    let rest = if values.len() > SHOWN { format!(", … ({} in all)", values.len()) } else { String::new() };
    shown.join(", ") + &rest
}

fn shown_given(given: &Given) -> String {
    let Given { depth, number, step, text, null, odd, ends } = given;
    let on = if *step == 0 { String::new() } else { format!(", {}, …", number.wrapping_add(*step)) };
    let odd = odd.map(|(at, number)| format!(" (number {at} is {number})")).unwrap_or_default();
    let null = null.map(|at| format!(", pointer {at} is null")).unwrap_or_default();
    let ends = if *ends { " where lists end" } else { "" };
    format!("objects {depth} deep{ends} with numbers {number}{on}{odd} and strings \"{}\"{null}", shown_text(text))
}

fn shown_text(text: &[u8]) -> String {
    let rest = if text.len() > SHOWN { format!("… ({} bytes)", text.len()) } else { String::new() };
    text[..text.len().min(SHOWN)].escape_ascii().to_string() + &rest
}
