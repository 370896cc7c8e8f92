//! Juliet: each case has a `bad` part, which must be reported, and `good` parts, which must not.
//!
//! Both are compiled from the same files (`OMITGOOD`, `OMITBAD`) and executed without input. A bad part counts as
//! found if a finding has a rule of the case's weakness. Variant 12 tosses a coin; it is run with several clocks until
//! one shows the weakness. Cases of CWE 690 are run with the first allocation failing.

use super::juliet_case::{JulietCase, find};
use super::{loader, percent, run_all, spread};
use crate::JulietArgs;
use cairn_cases::{TempDir, execute};
use cairn_driver::{Input, Loader};
use cairn_interp::{AllocFailures, Config, End};
use cairn_ir::Rule;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Clocks that variant 12 is tried with.
const CLOCKS: u32 = 16;

/// Lines that are printed of each kind of disappointment.
const SHOWN: usize = 40;

/// What running both parts of a case showed.
struct Verdict {
    found: bool,
    /// The end of the bad part, or what was found instead.
    bad_end: String,
    /// Findings in the good part.
    good: Vec<Rule>,
    good_end: Option<String>,
}

/// What is the same for all cases.
struct Setting<'a> {
    loader: &'a Loader,
    args: &'a JulietArgs,
    include: String,
    support: Vec<PathBuf>,
    /// Files that define `time`, one per clock.
    clocks: Vec<PathBuf>,
}

pub fn run(args: &JulietArgs) -> Result<bool, String> {
    let mut cases = find(&args.folder.join("testcases"), &args.cwe)?;
    cases.retain(|case| args.only.as_ref().is_none_or(|only| case.name.contains(only)));
    let with_input = cases.iter().filter(|case| case.needs_input()).count();
    if !args.with_input {
        cases.retain(|case| !case.needs_input());
    }
    let mut by_cwe: BTreeMap<u32, Vec<JulietCase>> = BTreeMap::new();
    for case in cases {
        by_cwe.entry(case.cwe).or_default().push(case);
    }
    let cases: Vec<JulietCase> = by_cwe.into_values().flat_map(|cases| spread(cases, args.limit)).collect();
    let temp = TempDir::new().map_err(|error| error.to_string())?;
    let loader = loader(&args.common, None, true);
    let support = args.folder.join("testcasesupport");
    let setting = Setting {
        loader: &loader,
        args,
        include: format!("-I{}", support.display()),
        support: ["io.c", "std_thread.c"].iter().map(|file| support.join(file)).collect(),
        clocks: clock_files(&temp).map_err(|error| error.to_string())?,
    };
    let results = run_all(&cases, args.common.jobs, |case| one(&setting, case));
    print(&cases, &results);
    println!(
        "{with_input} cases that read input are counted apart{}",
        if args.with_input { ", and were run" } else { "" }
    );
    Ok(results.iter().all(Result::is_ok))
}

fn clock_files(temp: &TempDir) -> std::io::Result<Vec<PathBuf>> {
    let write = |clock: u32| {
        let file = temp.path().join(format!("clock{clock}.c"));
        let text = format!("long time(long *t) {{ if (t) *t = {clock}; return {clock}; }}\n");
        std::fs::write(&file, text).map(|()| file)
    };
    (1..=CLOCKS).map(write).collect()
}

fn one(setting: &Setting, case: &JulietCase) -> Result<Verdict, String> {
    let clocks = if case.is_random() { &setting.clocks[..] } else { &setting.clocks[..1] };
    let (mut found, mut bad_end) = (false, String::new());
    for clock in clocks {
        let (rules, end) = run_part(setting, case, "-DOMITGOOD", clock)?;
        found = rules.iter().any(|rule| case.rules().contains(rule));
        let names: Vec<&str> = rules.iter().map(|rule| rule.name()).collect();
        bad_end = if names.is_empty() { end.unwrap_or_else(|| "exit".to_owned()) } else { names.join(", ") };
        if found {
            break;
        }
    }
    let (good, good_end) = run_part(setting, case, "-DOMITBAD", &setting.clocks[0])?;
    Ok(Verdict { found, bad_end, good, good_end })
}

/// Findings, and how the execution ended if not by itself.
fn run_part(
    setting: &Setting,
    case: &JulietCase,
    part: &str,
    clock: &PathBuf,
) -> Result<(Vec<Rule>, Option<String>), String> {
    let flags = [setting.include.clone(), "-DINCLUDEMAIN".to_owned(), part.to_owned()];
    let files = case.files.iter().chain(&setting.support).chain(std::iter::once(clock));
    let inputs: Vec<Input> = files.map(|file| Input::new(file, &flags)).collect();
    let loaded =
        setting.loader.load(&inputs).map_err(|error| format!("{error} {}", error.detail().unwrap_or_default()))?;
    let alloc_failures = if case.needs_failing_allocation() { AllocFailures::Nth(1) } else { AllocFailures::Never };
    let config = Config { max_steps: setting.args.max_steps, alloc_failures, ..Config::default() };
    let execution = execute(&loaded.program, config);
    let findings = execution.findings(&loaded.program).into_iter().map(|(rule, _)| rule).collect();
    let ended = matches!(execution.outcome.end, End::Exit(_) | End::Error(_));
    Ok((findings, (!ended).then(|| execution.end_text())))
}

#[derive(Default)]
struct Row {
    cases: usize,
    found: usize,
    silent: usize,
    failed: usize,
}

impl Row {
    fn print(&self, title: &str) {
        let run = self.cases - self.failed;
        println!(
            "{title:<8} {:>6} {:>6} {:>9.2} % {:>11.2} %",
            self.cases,
            self.failed,
            percent(self.found, run),
            percent(run - self.silent, run)
        );
    }

    fn add(&mut self, result: &Result<Verdict, String>) {
        self.cases += 1;
        match result {
            Err(_) => self.failed += 1,
            Ok(verdict) => {
                self.found += usize::from(verdict.found);
                self.silent += usize::from(verdict.good.is_empty() && verdict.good_end.is_none());
            }
        }
    }
}

fn print(cases: &[JulietCase], results: &[Result<Verdict, String>]) {
    let (mut rows, mut total) = (BTreeMap::<u32, Row>::new(), Row::default());
    for (case, result) in cases.iter().zip(results) {
        rows.entry(case.cwe).or_default().add(result);
        total.add(result);
    }
    let pairs = || cases.iter().zip(results);
    list("FAILED", pairs().filter_map(|(case, result)| Some((case, result.as_ref().err()?.clone()))));
    list(
        "MISSED",
        pairs().filter_map(|(case, result)| {
            let verdict = result.as_ref().ok().filter(|verdict| !verdict.found)?;
            Some((case, verdict.bad_end.clone()))
        }),
    );
    list(
        "GOOD",
        pairs().filter_map(|(case, result)| {
            let verdict = result.as_ref().ok().filter(|v| !v.good.is_empty() || v.good_end.is_some())?;
            let names: Vec<&str> = verdict.good.iter().map(|rule| rule.name()).collect();
            Some((case, verdict.good_end.clone().unwrap_or_else(|| names.join(", "))))
        }),
    );
    println!("{:<8} {:>6} {:>6} {:>11} {:>13}", "weakness", "cases", "failed", "bad found", "good reported");
    for (cwe, row) in &rows {
        row.print(&format!("CWE-{cwe}"));
    }
    total.print("all");
}

fn list<'a>(title: &str, lines: impl Iterator<Item = (&'a JulietCase, String)>) {
    let lines: Vec<_> = lines.collect();
    for (case, text) in lines.iter().take(SHOWN) {
        println!("{title} {}: {text}", case.name);
    }
    if lines.len() > SHOWN {
        println!("{title} … {} more", lines.len() - SHOWN);
    }
}
