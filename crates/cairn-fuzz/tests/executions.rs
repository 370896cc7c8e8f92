//! Random programs under the interpreter: valid ones do the same as natively, others end with an error or by themselves.
//!
//! `cargo xtask suite random` compares errors with sanitizers; here nothing but Clang is needed.

use cairn_cases::{Ended, Execution, TempDir, build, execute, run_program};
use cairn_driver::{Input, Loader, Options, parallel_map, thread_count};
use cairn_fuzz::program;
use cairn_interp::{Config, End, NondetSource};
use cairn_ir::DataModel;
use std::path::{Path, PathBuf};
use std::time::Duration;

const INPUTS: [[i32; 3]; 2] = [[0, 0, 0], [5, -3, 70_000]];
const MAX_STEPS: u64 = 20_000_000;
const LIMIT: Duration = Duration::from_secs(20);

/// Natively, the inputs come from a variable of the environment.
const NONDET: &str = r#"
#include <stdlib.h>
int __VERIFIER_nondet_int(void) {
    static char *rest;
    if (rest == NULL) rest = getenv("INPUTS");
    return (int)strtol(rest, &rest, 10);
}
"#;

#[test]
fn valid_programs_do_the_same_as_natively() {
    check_all(DataModel::Lp64, 1..31, true);
    check_all(DataModel::Ilp32, 31..41, true);
}

#[test]
fn programs_with_errors_end_with_a_finding_or_by_themselves() {
    check_all(DataModel::Lp64, 100..130, false);
}

fn check_all(model: DataModel, seeds: std::ops::Range<u64>, valid: bool) {
    let loader = Loader::new(Options { data_model: Some(model), threads: 1, ..Options::default() });
    let seeds: Vec<u64> = seeds.collect();
    let results = parallel_map(&seeds, thread_count(), |&seed| check(&loader, model, seed, valid));
    let wrong: Vec<String> = seeds
        .iter()
        .zip(results)
        .filter_map(|(seed, result)| Some(format!("seed {seed}: {}", result.err()?)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn check(loader: &Loader, model: DataModel, seed: u64, valid: bool) -> Result<(), String> {
    let folder = TempDir::new().map_err(|error| error.to_string())?;
    let source = folder.path().join("random.c");
    let options = cairn_fuzz::Options { valid, ..cairn_fuzz::Options::default() };
    std::fs::write(&source, program(seed, &options)).map_err(|error| error.to_string())?;
    let loaded = loader.load(&[Input::new(&source, &[])]).map_err(|error| error.to_string())?;
    let native = if valid { Some(build_natively(loader, model, folder.path(), &source)?) } else { None };
    for inputs in INPUTS {
        let ours = execute(&loaded.program, config(inputs));
        match &native {
            Some(native) => same_as_natively(native, folder.path(), inputs, &ours)?,
            None => ends(&ours)?,
        }
    }
    Ok(())
}

fn config(inputs: [i32; 3]) -> Config {
    let nondet = NondetSource::Vector(inputs.iter().map(|&value| u128::from(value as u32)).collect());
    Config { nondet, max_steps: MAX_STEPS, ..Config::default() }
}

fn build_natively(loader: &Loader, model: DataModel, folder: &Path, source: &Path) -> Result<PathBuf, String> {
    let nondet = folder.join("nondet.c");
    std::fs::write(&nondet, NONDET).map_err(|error| error.to_string())?;
    let clang = loader.clang().map_err(|error| error.to_string())?;
    let native = folder.join("native");
    build(clang, &[source.to_owned(), nondet], &[], model, &native).map_err(|error| error.to_string())?;
    Ok(native)
}

fn same_as_natively(program: &Path, folder: &Path, inputs: [i32; 3], ours: &Execution) -> Result<(), String> {
    let env = [("INPUTS".to_owned(), inputs.map(|value| value.to_string()).join(" "))];
    let native = run_program(program, folder, &[], &env, &[], LIMIT).map_err(|error| error.to_string())?;
    match (&ours.outcome.end, native.ended) {
        (End::Exit(0), Ended::Exit(0)) if native.stdout == ours.stdout && ours.outcome.leaks.is_empty() => Ok(()),
        _ => Err(format!(
            "inputs {inputs:?}: {} with {} leaks, natively {:?}",
            ours.end_text(),
            ours.outcome.leaks.len(),
            native
        )),
    }
}

fn ends(ours: &Execution) -> Result<(), String> {
    match ours.outcome.end {
        End::Exit(_) | End::Error(_) => Ok(()),
        _ => Err(ours.end_text()),
    }
}
