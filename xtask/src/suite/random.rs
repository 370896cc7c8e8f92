//! Random programs with memory errors: the interpreter and the native sanitizers must find the same.
//!
//! Each program runs on several input vectors: natively with AddressSanitizer, LeakSanitizer and UBSan, natively with
//! MemorySanitizer (only x86-64 has it), and under the interpreter. `random_native` builds and runs, `random_report` reads what
//! sanitizers write, `random_compare` decides. The generator is `cairn-fuzz`.

use super::random_compare::{Agreement, compare};
use super::random_native::Builds;
use super::{loader, run_all};
use crate::RandomArgs;
use cairn_cases::{TempDir, execute};
use cairn_driver::{Input, Loader};
use cairn_fuzz::{ErrorRates, Options, program};
use cairn_interp::{Checks, Config, NondetSource};
use cairn_ir::{DataModel, Program};
use std::collections::BTreeMap;
use std::path::Path;

const MAX_STEPS: u64 = 20_000_000;

/// How the runs of one program came out.
#[derive(Default)]
struct Counts {
    agreements: BTreeMap<Agreement, usize>,
    mismatches: Vec<String>,
}

pub fn run(args: &RandomArgs) -> Result<bool, String> {
    let model = args.data_model.into();
    let loader = loader(&args.common, Some(model), true);
    let options = options(args, model);
    let builds = Builds::new(loader.clang().map_err(|error| error.to_string())?.clone(), model)?;
    let seeds: Vec<u64> = (args.seed..args.seed.saturating_add(args.count)).collect();
    let results = run_all(&seeds, args.common.jobs, |&seed| one(args, &loader, &builds, &options, seed));
    Ok(print(&seeds, &results, args, model))
}

fn options(args: &RandomArgs, model: DataModel) -> Options {
    let mut errors = ErrorRates::default();
    if model == DataModel::Ilp32 {
        // There is no MemorySanitizer to compare with.
        errors.uninitialized = 0;
    }
    Options { valid: args.valid, size: args.size, inputs: 3, errors }
}

fn print(seeds: &[u64], results: &[Result<Counts, String>], args: &RandomArgs, model: DataModel) -> bool {
    let mut agreements: BTreeMap<Agreement, usize> = BTreeMap::new();
    let mut different = 0;
    for (seed, result) in seeds.iter().zip(results) {
        let mismatches = match result {
            Ok(counts) => {
                for (&agreement, count) in &counts.agreements {
                    *agreements.entry(agreement).or_default() += count;
                }
                counts.mismatches.clone()
            }
            Err(message) => vec![message.clone()],
        };
        different += mismatches.len();
        for message in mismatches {
            println!("seed {seed}: {message}");
        }
    }
    println!("{} programs with {} inputs each ({model:?}):", seeds.len(), args.inputs);
    for (agreement, count) in &agreements {
        println!("{count:8}  {agreement}");
    }
    println!("{different:8}  different");
    different == 0
}

fn one(args: &RandomArgs, loader: &Loader, builds: &Builds, options: &Options, seed: u64) -> Result<Counts, String> {
    let folder = TempDir::new().map_err(|error| error.to_string())?;
    let source = folder.path().join("random.c");
    std::fs::write(&source, program(seed, options)).map_err(|error| error.to_string())?;
    let native = builds.build(folder.path(), &source)?;
    let loaded = loader.load(&[Input::new(&source, &[])]).map_err(|error| error.to_string())?;
    let mut counts = Counts::default();
    for vector in 0..args.inputs {
        let inputs = inputs(seed, vector, options.inputs);
        let natively = native.run(&inputs)?;
        let ours = execute(&loaded.program, config(&inputs));
        match compare(&natively, || native.strict_lines(&inputs), &ours, &findings(&loaded.program, &ours)) {
            Ok(agreement) => *counts.agreements.entry(agreement).or_default() += 1,
            Err(message) => {
                let inputs: Vec<String> = inputs.iter().map(i32::to_string).collect();
                counts.mismatches.push(format!("inputs {}: {message}", inputs.join(",")));
            }
        }
    }
    if let (Some(keep), false) = (&args.keep, counts.mismatches.is_empty()) {
        keep_source(keep, seed, &source)?;
    }
    Ok(counts)
}

fn keep_source(folder: &Path, seed: u64, source: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    std::fs::copy(source, folder.join(format!("{seed}.c"))).map_err(|error| error.to_string())?;
    Ok(())
}

fn findings(program: &Program, ours: &cairn_cases::Execution) -> Vec<(cairn_ir::Rule, u32)> {
    ours.findings(program, false)
        .into_iter()
        .map(|found| (found.rule, found.place.map_or(0, |(_, line)| line)))
        .collect()
}

/// The optional checks that correspond to what UBSan looks for.
fn config(inputs: &[i32]) -> Config {
    Config {
        nondet: NondetSource::Vector(inputs.iter().map(|&value| u128::from(value as u32)).collect()),
        checks: Checks { integer_overflow: true, invalid_shift: true, inside_object: true, pointer_arithmetic: false },
        max_steps: MAX_STEPS,
        ..Config::default()
    }
}

/// Small numbers mostly; the first vector is all zeros.
fn inputs(seed: u64, vector: u32, count: u32) -> Vec<i32> {
    let mut state = seed.wrapping_mul(31).wrapping_add(u64::from(vector)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as i32
    };
    let mut one = |_| match next() % 4 {
        _ if vector == 0 => 0,
        0 => next(),
        1 => next() % 4,
        _ => next() % 32,
    };
    (0..count).map(&mut one).collect()
}
