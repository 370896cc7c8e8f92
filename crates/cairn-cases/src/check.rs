//! Compares what a case does under the interpreter with what it says it does and with what it does natively.

use crate::case::{Case, Expectation};
use crate::execute::{Execution, Found, execute};
use crate::native::{Ended, Native, TempDir, build, run_program};
use cairn_driver::{Input, Loader};
use cairn_interp::{AllocFailures, Checks, Config, End, NondetSource, RandomNumbers, Schedule, Stdin};
use cairn_ir::{DataModel, Program};
use std::time::Duration;

const NATIVE_LIMIT: Duration = Duration::from_secs(20);
const MAX_STEPS: u64 = 2_000_000_000;

/// The data models that a case is for.
pub fn models_of(case: &Case) -> Vec<DataModel> {
    match case.only {
        Some(model) => vec![model],
        None => vec![DataModel::Lp64, DataModel::Ilp32],
    }
}

/// Runs the case in the data model that `loader` is for. `Err` says what is different.
pub fn check(loader: &Loader, case: &Case, model: DataModel) -> Result<(), String> {
    let program = load(loader, case)?;
    let execution = execute(&program, config(case)?);
    check_findings(case, &program, &execution)?;
    match (case.exit, &execution.outcome.end) {
        (Some(exit), End::Exit(code)) if exit != *code => return Err(format!("exit code {code}, expected {exit}")),
        _ => {}
    }
    if case.native && case.expect == Expectation::Nothing {
        compare(&run_natively(loader, case, model)?, &execution)?;
    }
    Ok(())
}

/// The program of a case.
pub(crate) fn load(loader: &Loader, case: &Case) -> Result<Program, String> {
    let inputs: Vec<Input> = case.sources.iter().map(|source| Input::new(source, &case.flags)).collect();
    let loaded = loader.load(&inputs).map_err(|error| match error.detail() {
        Some(detail) => format!("{error}: {detail}"),
        None => error.to_string(),
    })?;
    Ok(loaded.program)
}

/// The interpreter's settings for a case.
pub(crate) fn config(case: &Case) -> Result<Config, String> {
    let mut args = vec![b"program".to_vec()];
    args.extend(case.args.iter().map(|arg| arg.clone().into_bytes()));
    let has_values = case.seed.is_some() || !case.nondet.is_empty();
    let nondet = match case.seed {
        Some(seed) => NondetSource::Seed(seed),
        None => NondetSource::Vector(case.nondet.iter().map(|&value| value as u128).collect()),
    };
    Ok(Config {
        args,
        env: case.env.iter().map(|(name, value)| (name.clone().into_bytes(), value.clone().into_bytes())).collect(),
        stdin: Stdin::Bytes(case.stdin.clone().into()),
        random: if has_values { RandomNumbers::Nondet } else { RandomNumbers::Usual },
        nondet,
        checks: checks(case)?,
        max_steps: MAX_STEPS,
        alloc_failures: case.alloc_fail.map_or(AllocFailures::Never, AllocFailures::Nth),
        schedule: case.schedule.map_or(Schedule::Cooperative, Schedule::Seed),
        ..Config::default()
    })
}

fn checks(case: &Case) -> Result<Checks, String> {
    let mut checks = Checks::default();
    for name in &case.checks {
        match name.as_str() {
            "integer-overflow" => checks.integer_overflow = true,
            "invalid-shift" => checks.invalid_shift = true,
            "inside-object" => checks.inside_object = true,
            "invalid-pointer-arithmetic" => checks.pointer_arithmetic = true,
            "memory-not-freed-at-exit" => {}
            _ => return Err(format!("there is no check `{name}`")),
        }
    }
    Ok(checks)
}

fn check_findings(case: &Case, program: &Program, execution: &Execution) -> Result<(), String> {
    let reachable = case.checks.iter().any(|check| check == "memory-not-freed-at-exit");
    let found = execution.findings(program, reachable);
    let describe = || found.iter().map(Found::to_string).collect::<Vec<_>>().join(", ");
    match &case.expect {
        Expectation::Nothing if found.is_empty() => match &execution.outcome.end {
            End::Exit(_) | End::Abort { .. } => Ok(()),
            _ => Err(execution.end_text()),
        },
        Expectation::Nothing => Err(format!("{} where nothing is expected ({})", describe(), execution.end_text())),
        expected @ (Expectation::Rule(_) | Expectation::RuleIn(..)) => match &found[..] {
            [only] if only.is_expected(expected) => Ok(()),
            _ => Err(format!("expected {expected:?}, got [{}] ({})", describe(), execution.end_text())),
        },
        Expectation::Marks(marks) => match marks.iter().find(|mark| !found.iter().any(|found| found.matches(mark))) {
            None if marks.len() == found.len() => Ok(()),
            None => Err(format!("more than expected: [{}]", describe())),
            Some(mark) => Err(format!(
                "expected {} on line {}, got [{}] ({})",
                mark.rule,
                mark.line,
                describe(),
                execution.end_text()
            )),
        },
    }
}

fn run_natively(loader: &Loader, case: &Case, model: DataModel) -> Result<Native, String> {
    let clang = loader.clang().map_err(|error| error.to_string())?;
    let folder = TempDir::new().map_err(|error| error.to_string())?;
    let program = folder.path().join("program");
    build(clang, &case.sources, &case.flags, model, &program).map_err(|error| error.to_string())?;
    run_program(&program, folder.path(), &case.args, &case.env, &case.stdin, NATIVE_LIMIT)
        .map_err(|error| error.to_string())
}

/// Same output, same end.
fn compare(native: &Native, execution: &Execution) -> Result<(), String> {
    let same_end = match (&execution.outcome.end, native.ended) {
        (End::Exit(ours), Ended::Exit(theirs)) => (*ours & 0xff) == theirs,
        (End::Abort { .. }, Ended::Signal(6)) => true,
        _ => false,
    };
    if !same_end {
        return Err(format!("{}, natively {:?}", execution.end_text(), native.ended));
    }
    if native.stdout != execution.stdout {
        return Err(first_difference(&native.stdout, &execution.stdout));
    }
    Ok(())
}

/// The first line that differs.
fn first_difference(native: &[u8], ours: &[u8]) -> String {
    let mut theirs_lines = native.split(|&byte| byte == b'\n');
    let mut our_lines = ours.split(|&byte| byte == b'\n');
    let mut line = 1;
    loop {
        let (theirs, ours) = (theirs_lines.next(), our_lines.next());
        if theirs != ours || theirs.is_none() {
            let show = |part: Option<&[u8]>| part.map_or("the end".to_owned(), |p| format!("`{}`", p.escape_ascii()));
            return format!("output line {line}: {}, natively {}", show(ours), show(theirs));
        }
        line += 1;
    }
}
