//! Random programs of csmith: the same output and exit code natively and under the interpreter.
//!
//! csmith's programs are free of undefined behaviour but may not terminate: those that take longer than a few seconds
//! natively, or more steps than the budget under the interpreter, are counted apart.

use super::{loader, percent, run_all};
use crate::CsmithArgs;
use cairn_cases::{Ended, TempDir, build, execute, run_program};
use cairn_driver::{Input, Loader};
use cairn_interp::{Config, End};
use cairn_ir::DataModel;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

const NATIVE_LIMIT: Duration = Duration::from_secs(5);

/// Smaller programs than by default: more of them, and easier to look at.
const OPTIONS: &[&str] =
    &["--max-funcs", "6", "--max-block-depth", "4", "--max-expr-complexity", "8", "--no-packed-struct"];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Same,
    /// Natively, or under the interpreter, it did not end in time.
    TooLong,
}

pub fn run(args: &CsmithArgs) -> Result<bool, String> {
    let include = include_folder()?;
    let model = args.data_model.into();
    let loader = loader(&args.common, Some(model), true);
    let seeds: Vec<u64> = (args.seed..args.seed.saturating_add(args.count)).collect();
    let results = run_all(&seeds, args.common.jobs, |&seed| one(&loader, model, args.max_steps, &include, seed));
    let count = |verdict| results.iter().filter(|result| result.as_ref().is_ok_and(|v| *v == verdict)).count();
    for (seed, result) in seeds.iter().zip(&results) {
        if let Err(message) = result {
            println!("seed {seed}: {message}");
        }
    }
    let (same, long) = (count(Verdict::Same), count(Verdict::TooLong));
    let different = results.len() - same - long;
    println!("{} programs ({model:?}): {same} same, {different} different, {long} too long", results.len());
    println!("{:.2} % of those that end agree", percent(same, same + different));
    Ok(different == 0)
}

/// Where csmith's headers are: `CSMITH_INCLUDE`, or where distributions put them.
fn include_folder() -> Result<PathBuf, String> {
    let given = std::env::var_os("CSMITH_INCLUDE").map(PathBuf::from);
    let mut candidates: Vec<PathBuf> = given.into_iter().collect();
    candidates.extend(
        ["/usr/include/csmith", "/usr/local/include/csmith", "/opt/homebrew/include/csmith"].map(PathBuf::from),
    );
    for base in ["/usr/include", "/usr/local/include"] {
        let entries = std::fs::read_dir(base).into_iter().flatten().flatten();
        candidates
            .extend(entries.map(|entry| entry.path()).filter(|path| path.display().to_string().contains("csmith")));
    }
    candidates.into_iter().find(|folder| folder.join("csmith.h").is_file()).ok_or_else(|| {
        "csmith.h not found: install csmith and its headers (libcsmith-dev), or set CSMITH_INCLUDE".to_owned()
    })
}

fn one(
    loader: &Loader,
    model: DataModel,
    max_steps: u64,
    include: &std::path::Path,
    seed: u64,
) -> Result<Verdict, String> {
    let folder = TempDir::new().map_err(|error| error.to_string())?;
    let source = folder.path().join("random.c");
    generate(seed, &source)?;
    let flags = vec![format!("-I{}", include.display())];
    let program = folder.path().join("random");
    let clang = loader.clang().map_err(|error| error.to_string())?;
    build(clang, std::slice::from_ref(&source), &flags, model, &program).map_err(|error| error.to_string())?;
    let native =
        run_program(&program, folder.path(), &[], &[], &[], NATIVE_LIMIT).map_err(|error| error.to_string())?;
    if native.ended == Ended::Timeout {
        return Ok(Verdict::TooLong);
    }
    let loaded = loader.load(&[Input::new(&source, &flags)]).map_err(|error| error.to_string())?;
    let ours = execute(&loaded.program, Config { max_steps, ..Config::default() });
    match (&ours.outcome.end, native.ended) {
        (End::StepBudget, _) => Ok(Verdict::TooLong),
        (End::Exit(code), Ended::Exit(theirs)) if (*code & 0xff) == theirs && ours.stdout == native.stdout => {
            Ok(Verdict::Same)
        }
        _ => Err(format!(
            "{} `{}`, natively {:?} `{}`",
            ours.end_text(),
            ours.stdout.escape_ascii(),
            native.ended,
            native.stdout.escape_ascii()
        )),
    }
}

fn generate(seed: u64, file: &std::path::Path) -> Result<(), String> {
    let output = Command::new("csmith")
        .args(["--seed", &seed.to_string()])
        .args(OPTIONS)
        .output()
        .map_err(|error| format!("cannot run csmith: {error}"))?;
    if !output.status.success() {
        return Err(format!("csmith: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    std::fs::write(file, output.stdout).map_err(|error| error.to_string())
}
