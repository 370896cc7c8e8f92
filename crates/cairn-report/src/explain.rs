//! From what the interpreter says to what the user reads: names and places instead of ids.

use crate::{End, Finding, Frame, Note, Path, Place, RunReport, Stop};
use cairn_interp::{InfoKind, Leak, ObjectInfo, Outcome, Report, StackEntry};
use cairn_ir::{FuncOrigin, Program, Rule};

/// The report of one execution; `reachable` if blocks that were still reachable at the end are findings.
pub fn run_report(program: &Program, outcome: Outcome, reachable: bool) -> RunReport {
    let mut findings = Vec::new();
    let end = match outcome.end {
        cairn_interp::End::Exit(code) => End::Exit(code),
        cairn_interp::End::Abort { .. } => End::Abort,
        cairn_interp::End::Error(report) => {
            findings.push(error(program, &report));
            End::Error
        }
        other => stopped(program, &other),
    };
    let leaks = outcome.leaks.iter().filter(|leak| reachable || leak.rule == Rule::MemoryLeak);
    findings.extend(leaks.map(|found| leak(program, found)));
    RunReport { end, findings, steps: outcome.steps }
}

/// An end that is neither the program's own nor an error.
fn stopped(program: &Program, end: &cairn_interp::End) -> End {
    use cairn_interp::End as E;
    let none: &[StackEntry] = &[];
    let (id, why, help, stack) = match end {
        E::AssumeFalse => {
            ("assumption", "an assumption does not hold: this execution does not count".to_owned(), None, none)
        }
        E::StepBudget => {
            ("step-budget", "the step budget is spent".to_owned(), Some("give it more: --max-steps"), none)
        }
        E::MemoryBudget { stack } => ("memory-budget", "the program needs too much memory".to_owned(), None, &**stack),
        E::Unsupported { reason, stack } => ("unsupported", format!("not supported: {reason}"), None, &**stack),
        E::UnknownFunction { name, stack } => {
            let help = Some("name the file that defines it, or write a model: --model FILE.c");
            ("unknown-function", format!("`{name}` is called and defined nowhere"), help, &**stack)
        }
        E::UnknownVariable { name, stack } => {
            ("unknown-variable", format!("`{name}` is used and defined nowhere"), None, &**stack)
        }
        E::Deadlock { stack } => ("deadlock", "every thread waits for another".to_owned(), None, &**stack),
        E::NoEntry(name) => ("no-entry", format!("there is no function `{name}` to start with"), None, none),
        E::Exit(_) | E::Abort { .. } | E::Error(_) => unreachable!("ends of their own"),
    };
    End::Stopped(Stop { id, why, help, place: user_place(program, stack), stack: frames(program, stack) })
}

pub(crate) fn error(program: &Program, report: &Report) -> Finding {
    let library = report.stack.iter().take_while(|entry| is_model(program, entry)).last();
    let callee = library.map(|entry| program.func_name(entry.func));
    // What `assert` expands to calls a function that no user has heard of.
    let asserted = report.rule == Rule::AssertionFailure && matches!(callee, Some("__assert_fail" | "__assert"));
    let (message, label) = match (asserted, callee) {
        (true, _) => (format!("the assertion `{}` does not hold", report.message), None),
        (false, callee) => (report.message.clone(), callee.map(|name| format!("in `{name}`, called here"))),
    };
    Finding {
        rule: report.rule,
        message,
        place: user_place(program, &report.stack),
        label,
        notes: report.object.as_ref().map(|object| notes(program, report.rule, object)).unwrap_or_default(),
        remarks: report.object.as_ref().map(|object| ("object", describe(object))).into_iter().collect(),
        stack: frames(program, &report.stack),
        path: Path::default(),
    }
}

pub(crate) fn leak(program: &Program, leak: &Leak) -> Finding {
    let size = bytes(leak.object.size);
    let message = match leak.rule {
        Rule::MemoryLeak => format!("a block of {size} is lost: nothing points to it when the program ends"),
        _ => format!("a block of {size} is not freed when the program ends"),
    };
    Finding {
        rule: leak.rule,
        message,
        place: user_place(program, &leak.object.made),
        label: Some("allocated here".to_owned()),
        notes: Vec::new(),
        remarks: Vec::new(),
        stack: frames(program, &leak.object.made),
        path: Path::default(),
    }
}

/// Where the last pointer to a block is lost.
pub(crate) fn lost_note(place: Place) -> Note {
    Note { place: Some(place), message: "the last pointer to it is lost here".to_owned() }
}

/// Where the object came from and where it went.
fn notes(program: &Program, rule: Rule, object: &ObjectInfo) -> Vec<Note> {
    let mut notes = Vec::new();
    let made = match object.kind {
        InfoKind::Heap => (user_place(program, &object.made), format!("allocated here, {}", bytes(object.size))),
        _ => (Place::of_span(program, object.declared), format!("declared here, {}", bytes(object.size))),
    };
    let gone = match object.kind {
        InfoKind::Heap | InfoKind::Given => "freed here",
        _ => "its scope ended here",
    };
    if made.0.is_some() {
        notes.push(Note { place: made.0, message: made.1 });
    }
    let matters = matches!(rule, Rule::UseAfterFree | Rule::DoubleFree | Rule::UseAfterScope | Rule::InvalidFree);
    if let Some(place) = user_place(program, &object.gone).filter(|_| matters) {
        notes.push(Note { place: Some(place), message: gone.to_owned() });
    }
    notes
}

fn describe(object: &ObjectInfo) -> String {
    let kind = match object.kind {
        InfoKind::Global(_) => "the global variable",
        InfoKind::Function(_) => "the function",
        InfoKind::Heap => "a heap block",
        InfoKind::Stack => "the local variable",
        InfoKind::Argument => "an argument of the program",
        InfoKind::Given => "an object of the caller's",
    };
    match &object.name {
        Some(name) => format!("{kind} `{name}`, {}", bytes(object.size)),
        None if object.kind == InfoKind::Stack => format!("memory of the stack, {}", bytes(object.size)),
        None => format!("{kind}, {}", bytes(object.size)),
    }
}

pub(crate) fn bytes(count: u64) -> String {
    if count == 1 { "1 byte".to_owned() } else { format!("{count} bytes") }
}

fn is_model(program: &Program, entry: &StackEntry) -> bool {
    program.funcs[entry.func].origin == FuncOrigin::Model
}

/// The innermost place in the user's own code.
fn user_place(program: &Program, stack: &[StackEntry]) -> Option<Place> {
    let user = stack.iter().filter(|entry| !program.funcs[entry.func].origin.is_behind_calls());
    user.clone()
        .chain(stack.iter().filter(|entry| !is_model(program, entry)))
        .find_map(|entry| Place::of_span(program, entry.span))
}

fn frames(program: &Program, stack: &[StackEntry]) -> Vec<Frame> {
    let frame = |entry: &StackEntry| Frame {
        function: program.func_name(entry.func).to_owned(),
        place: Place::of_span(program, entry.span),
        model: is_model(program, entry),
    };
    stack.iter().map(frame).collect()
}
