//! Random programs of csmith: the same output and exit code natively and under the interpreter.
//!
//! csmith's programs are free of undefined behaviour but may not terminate: those that take too long natively, or more
//! steps than the budget under the interpreter, say nothing.

use crate::execute::execute;
use crate::native::{Ended, TempDir, build, run_program};
use cairn_driver::{Input, Loader};
use cairn_interp::{Config, End};
use cairn_ir::DataModel;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const NATIVE_LIMIT: Duration = Duration::from_secs(5);

/// Smaller programs than by default: more of them, and easier to look at.
const OPTIONS: &[&str] =
    &["--max-funcs", "6", "--max-block-depth", "4", "--max-expr-complexity", "8", "--no-packed-struct"];

/// What running a random program twice showed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Agreement {
    Same,
    /// Natively, or under the interpreter, it did not end in time.
    TooLong,
}

/// Makes and runs the program of a seed. `Err` says what is different. `loader` must be for the same data model.
pub fn random_program(
    loader: &Loader,
    model: DataModel,
    include: &Path,
    seed: u64,
    max_steps: u64,
) -> Result<Agreement, String> {
    let folder = TempDir::new().map_err(|error| error.to_string())?;
    let source = folder.path().join("random.c");
    generate(seed, folder.path(), &source)?;
    let flags = vec![format!("-I{}", include.display())];
    let program = folder.path().join("random");
    let clang = loader.clang().map_err(|error| error.to_string())?;
    build(clang, std::slice::from_ref(&source), &flags, model, &program).map_err(|error| error.to_string())?;
    let native =
        run_program(&program, folder.path(), &[], &[], &[], NATIVE_LIMIT).map_err(|error| error.to_string())?;
    if native.ended == Ended::Timeout {
        return Ok(Agreement::TooLong);
    }
    let loaded = loader.load(&[Input::new(&source, &flags)]).map_err(|error| error.to_string())?;
    let ours = execute(&loaded.program, Config { max_steps, ..Config::default() });
    let same = match (&ours.outcome.end, native.ended) {
        (End::StepBudget, _) => return Ok(Agreement::TooLong),
        (End::Exit(code), Ended::Exit(theirs)) => (*code & 0xff) == theirs && ours.stdout == native.stdout,
        _ => false,
    };
    if same {
        return Ok(Agreement::Same);
    }
    let (our_output, their_output) = (ours.stdout.escape_ascii(), native.stdout.escape_ascii());
    Err(format!("{} `{our_output}`, natively {:?} `{their_output}`", ours.end_text(), native.ended))
}

/// Where csmith's headers are: `CSMITH_INCLUDE`, or where distributions put them.
pub fn csmith_headers() -> Result<PathBuf, String> {
    let mut candidates: Vec<PathBuf> = std::env::var_os("CSMITH_INCLUDE").map(PathBuf::from).into_iter().collect();
    for base in ["/usr/include", "/usr/local/include", "/opt/homebrew/include"] {
        let entries = std::fs::read_dir(base).into_iter().flatten().flatten();
        let folders = entries.map(|entry| entry.path()).filter(|path| path.display().to_string().contains("csmith"));
        candidates.extend(folders);
    }
    candidates.into_iter().find(|folder| folder.join("csmith.h").is_file()).ok_or_else(|| {
        "csmith.h not found: run scripts/setup.sh, or install csmith with its headers and set CSMITH_INCLUDE".to_owned()
    })
}

fn generate(seed: u64, folder: &Path, file: &Path) -> Result<(), String> {
    // csmith leaves a file where it runs.
    let output = Command::new("csmith")
        .current_dir(folder)
        .args(["--seed", &seed.to_string()])
        .args(OPTIONS)
        .output()
        .map_err(|error| format!("cannot run csmith: {error}"))?;
    if !output.status.success() {
        return Err(format!("csmith: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    std::fs::write(file, output.stdout).map_err(|error| error.to_string())
}
