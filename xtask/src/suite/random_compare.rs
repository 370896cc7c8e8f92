//! Decides whether the interpreter and the sanitizers agree about one run.
//!
//! Where they may differ, and why, is said in `docs/assumptions.md` under *Compared with sanitizers*.

use super::random_native::{Run, Runs};
use super::random_report::SanitizerError;
use cairn_cases::{Ended, Execution};
use cairn_interp::End;
use cairn_ir::Rule;
use std::collections::BTreeSet;
use std::fmt;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Agreement {
    /// No finding, same output.
    Clean,
    /// The same finding.
    Same(&'static str),
    SameLeaks,
    /// Only MemorySanitizer in its strict mode sees it, too: by default it does not carry undefined bits through sums,
    /// products and quotients.
    CarriedBits,
}

impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Agreement::Clean => write!(f, "no finding, same output"),
            Agreement::Same(rule) => write!(f, "same: {rule}"),
            Agreement::CarriedBits => write!(f, "same: uninitialized-read, by bits that an operation carried"),
            Agreement::SameLeaks => write!(f, "same: memory-leak"),
        }
    }
}

/// `Err` says what is different. `strict` gives the lines where MemorySanitizer sees undefined bits in its strict mode.
pub fn compare(
    native: &Runs,
    strict: impl FnOnce() -> Result<BTreeSet<u32>, String>,
    ours: &Execution,
    findings: &[(Rule, u32)],
) -> Result<Agreement, String> {
    match &ours.outcome.end {
        End::Error(report) => {
            let line = findings.first().map_or(0, |finding| finding.1);
            let result = compare_error(native, ours, report.rule, line);
            if result.is_err() && report.rule == Rule::UninitializedRead && may_be_first(native, ours) {
                return if strict()?.contains(&line) { Ok(Agreement::CarriedBits) } else { result };
            }
            result
        }
        End::Exit(code) => compare_exit(native, ours, *code, findings),
        _ => Err(format!("{}; natively {}", ours.end_text(), describe(native))),
    }
}

fn compare_error(native: &Runs, ours: &Execution, rule: Rule, line: u32) -> Result<Agreement, String> {
    let all = native.memory.iter().chain([&native.address]);
    let confirmed = all.clone().any(|run| match &run.found.error {
        Some(error) => error.line == line && same_rule(error, rule) && run.native.stdout == ours.stdout,
        None => {
            rule == Rule::AssertionFailure && run.native.ended == Ended::Signal(6) && run.native.stdout == ours.stdout
        }
    });
    if !confirmed {
        return Err(format!("{} on line {line}; natively {}", ours.end_text(), describe(native)));
    }
    // What another build found before that is something that we have missed.
    let shorter = |run: &&Run| run.found.error.is_some() && run.native.stdout.len() < ours.stdout.len();
    match all.clone().find(shorter) {
        Some(_) => Err(format!("{} on line {line} is too late; natively {}", ours.end_text(), describe(native))),
        None => Ok(Agreement::Same(rule.name())),
    }
}

/// No sanitizer stopped the program before it printed what it printed here.
fn may_be_first(native: &Runs, ours: &Execution) -> bool {
    native.memory.iter().chain([&native.address]).all(|run| run.native.stdout.starts_with(&ours.stdout))
}

fn compare_exit(native: &Runs, ours: &Execution, code: i32, findings: &[(Rule, u32)]) -> Result<Agreement, String> {
    let all = native.memory.iter().chain([&native.address]);
    for run in all {
        if run.found.error.is_some() || run.native.stdout != ours.stdout {
            return Err(format!("{}; natively {}", ours.end_text(), describe(native)));
        }
    }
    let leaks: BTreeSet<u32> = findings.iter().map(|finding| finding.1).collect();
    if leaks != native.address.found.leaks {
        return Err(format!("leaks of {leaks:?}; natively {:?}", native.address.found.leaks));
    }
    if !leaks.is_empty() {
        return Ok(Agreement::SameLeaks);
    }
    match native.address.native.ended {
        Ended::Exit(theirs) if theirs == code & 0xff => Ok(Agreement::Clean),
        _ => Err(format!("exit {code}; natively {}", describe(native))),
    }
}

fn same_rule(error: &SanitizerError, ours: Rule) -> bool {
    error.rule == Some(ours)
}

fn describe(native: &Runs) -> String {
    let one = |run: &Run| match &run.found.error {
        Some(error) => format!("`{}` on line {}", error.message, error.line),
        None if run.found.leaks.is_empty() => format!("{:?}", run.native.ended),
        None => format!("leaks of {:?}", run.found.leaks),
    };
    let memory = native.memory.as_ref().map_or(String::new(), |run| format!(", with MemorySanitizer {}", one(run)));
    format!("{}{memory}", one(&native.address))
}
