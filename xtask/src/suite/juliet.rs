//! Juliet: each case has a `bad` part, which must be reported, and `good` parts, which must not.
//!
//! Both are compiled from the same files (`OMITGOOD`, `OMITBAD`) and executed without input. A bad part counts as
//! found if a finding has a rule of the case's weakness, or one under which it is rightly reported
//! (`JulietCase::also`; the table gives both numbers). Variant 12 tosses a coin: it is run with several clocks until
//! one shows the weakness. Where only a failing allocation shows it, that allocation fails.
//!
//! A good part is a false alarm if anything is reported, except that a `memory-leak` counts apart for weaknesses other
//! than leaks: many good parts never free what they allocate (some say so in a comment, others do not).
//!
//! These choices were made by looking at what was missed. `--strict` undoes them: no case without input is left out, and
//! only the exact rule counts; both numbers belong in a report.

use super::juliet_case::{JulietCase, find};
use super::{loader, percent, run_all, spread};
use crate::JulietArgs;
use cairn_cases::{TempDir, execute};
use cairn_driver::{Input, Loader};
use cairn_interp::{AllocFailures, Config, End};
use cairn_ir::{DataModel, Rule};
use cairn_llvm::clang::{self, Unit};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Clocks that variant 12 is tried with.
const CLOCKS: u32 = 16;

/// Lines that are printed of each kind of disappointment.
const SHOWN: usize = 40;

/// What running both parts of a case showed.
struct Verdict {
    found: bool,
    /// By a rule that is the weakness itself.
    exactly: bool,
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
    let model = args.data_model.into();
    let before = cases.len();
    cases.retain(|case| args.strict || !case.is_harmless_here(model));
    let harmless = before - cases.len();
    let with_input = cases.iter().filter(|case| case.needs_input(args.strict)).count();
    if !args.with_input {
        cases.retain(|case| !case.needs_input(args.strict));
    }
    let mut by_cwe: BTreeMap<u32, Vec<JulietCase>> = BTreeMap::new();
    for case in cases {
        by_cwe.entry(case.cwe).or_default().push(case);
    }
    let cases: Vec<JulietCase> = by_cwe.into_values().flat_map(|cases| spread(cases, args.limit)).collect();
    let temp = TempDir::new().map_err(|error| error.to_string())?;
    let loader = loader(&args.common, Some(model), true);
    let support = args.folder.join("testcasesupport");
    let include = format!("-I{}", support.display());
    let shared = ["io.c", "std_thread.c"].map(|file| support.join(file));
    let shared = shared.iter().map(|file| compile_once(&loader, model, file, std::slice::from_ref(&include), &temp));
    let setting = Setting {
        loader: &loader,
        args,
        support: shared.collect::<Result<_, _>>()?,
        include,
        clocks: clock_files(&loader, model, &temp)?,
    };
    let results = run_all(&cases, args.common.jobs, |case| one(&setting, case));
    print(&cases, &results);
    println!("{harmless} cases have no weakness in this data model and library, and were left out");
    println!(
        "{with_input} cases that read input are counted apart{}",
        if args.with_input { ", and were run" } else { "" }
    );
    Ok(results.iter().all(Result::is_ok))
}

/// Files that define `time`, so that the clock can be chosen: the program's definitions win over the models.
fn clock_files(loader: &Loader, model: DataModel, temp: &TempDir) -> Result<Vec<PathBuf>, String> {
    let write = |clock: u32| {
        let text = format!("long time(long *t) {{ if (t) *t = {clock}; return {clock}; }}\n");
        let file = temp.path().join(format!("clock{clock}.c"));
        std::fs::write(&file, text).map_err(|error| error.to_string())?;
        compile_once(loader, model, &file, &[], temp)
    };
    (1..=CLOCKS).map(write).collect()
}

/// Compiles what all cases share; a `.ll` file is quicker to load than C.
fn compile_once(
    loader: &Loader,
    model: DataModel,
    file: &Path,
    flags: &[String],
    temp: &TempDir,
) -> Result<PathBuf, String> {
    let unit = Unit { file: file.to_owned(), flags: flags.to_vec(), data_model: Some(model), ..Unit::default() };
    let clang = loader.clang().map_err(|error| error.to_string())?;
    let compiled = clang::compile(clang, &unit).map_err(|error| error.to_string())?;
    let target = temp.path().join(file.file_name().unwrap_or_default()).with_extension("ll");
    std::fs::write(&target, compiled.text).map_err(|error| error.to_string())?;
    Ok(target)
}

fn one(setting: &Setting, case: &JulietCase) -> Result<Verdict, String> {
    let clocks = if case.is_random() { &setting.clocks[..] } else { &setting.clocks[..1] };
    let (mut found, mut exactly, mut bad_end) = (false, false, String::new());
    for clock in clocks {
        let (rules, end) = run_part(setting, case, "-DOMITGOOD", clock)?;
        exactly = rules.iter().any(|rule| case.rules().contains(rule));
        found = exactly || !setting.args.strict && rules.iter().any(|rule| case.also().contains(rule));
        let names: Vec<&str> = rules.iter().map(|rule| rule.name()).collect();
        bad_end = if names.is_empty() { end.unwrap_or_else(|| "exit".to_owned()) } else { names.join(", ") };
        if found {
            break;
        }
    }
    let (good, good_end) = run_part(setting, case, "-DOMITBAD", &setting.clocks[0])?;
    Ok(Verdict { found, exactly, bad_end, good, good_end })
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
    let alloc_failures = case.failing_allocation().map_or(AllocFailures::Never, AllocFailures::Nth);
    let config = Config { max_steps: setting.args.max_steps, alloc_failures, ..Config::default() };
    let execution = execute(&loaded.program, config);
    let reachable = case.also().contains(&Rule::MemoryNotFreedAtExit);
    let findings = execution.findings(&loaded.program, reachable).into_iter().map(|found| found.rule).collect();
    let ended = matches!(execution.outcome.end, End::Exit(_) | End::Error(_));
    Ok((findings, (!ended).then(|| execution.end_text())))
}

impl Verdict {
    /// Findings of the good part that are wrong.
    fn false_alarms(&self, case: &JulietCase) -> impl Iterator<Item = Rule> {
        let leaks_count = case.cwe == 401;
        self.good.iter().copied().filter(move |rule| leaks_count || *rule != Rule::MemoryLeak)
    }
}

/// One line of the table.
#[derive(Default)]
struct Row {
    cases: usize,
    failed: usize,
    found: usize,
    exactly: usize,
    false_alarms: usize,
    /// Good parts that lose memory.
    leaks: usize,
    /// Good parts that did not run to their end.
    stopped: usize,
}

impl Row {
    const HEAD: &str =
        "weakness   cases  failed   bad found  (exact rule)  good reported  good that leaks  good stopped";

    fn print(&self, title: &str) {
        let run = self.cases - self.failed;
        println!(
            "{title:<8} {:>7} {:>7} {:>9.2} % {:>11.2} % {:>12.2} % {:>14.2} % {:>13}",
            self.cases,
            self.failed,
            percent(self.found, run),
            percent(self.exactly, run),
            percent(self.false_alarms, run),
            percent(self.leaks, run),
            self.stopped
        );
    }

    fn add(&mut self, case: &JulietCase, result: &Result<Verdict, String>) {
        self.cases += 1;
        let Ok(verdict) = result else {
            self.failed += 1;
            return;
        };
        let false_alarm = verdict.false_alarms(case).next().is_some();
        self.found += usize::from(verdict.found);
        self.exactly += usize::from(verdict.exactly);
        self.false_alarms += usize::from(false_alarm);
        self.leaks += usize::from(!false_alarm && !verdict.good.is_empty());
        self.stopped += usize::from(verdict.good_end.is_some());
    }
}

fn print(cases: &[JulietCase], results: &[Result<Verdict, String>]) {
    let (mut rows, mut total) = (BTreeMap::<u32, Row>::new(), Row::default());
    for (case, result) in cases.iter().zip(results) {
        rows.entry(case.cwe).or_default().add(case, result);
        total.add(case, result);
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
            let verdict = result.as_ref().ok()?;
            let mut words: Vec<String> = verdict.false_alarms(case).map(|rule| rule.to_string()).collect();
            words.extend(verdict.good_end.clone());
            (!words.is_empty()).then(|| (case, words.join(", ")))
        }),
    );
    println!("{}", Row::HEAD);
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
