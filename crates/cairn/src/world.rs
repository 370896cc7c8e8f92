//! From the options of `cairn run` to what the interpreter is given.

use crate::args::{OptionalRule, RunArgs, WorldArgs};
use crate::failure::Failure;
use cairn_interp::{
    AllocFailures, Checks, Config, EntryHeap, Given, NondetSource, RandomNumbers, Schedule, Stdin, World,
};
use std::path::Path;
use std::sync::Arc;

/// Names with what belongs to them: environment variables, files.
type Named = Vec<(Vec<u8>, Vec<u8>)>;

/// Instructions of one turn when the schedule is given as a list.
const QUANTUM: u64 = 50;

pub fn config(args: &RunArgs) -> Result<Config, Failure> {
    let world = &args.world;
    Ok(Config {
        entry: world.entry.clone(),
        args: program_args(args),
        env: environment(world)?,
        stdin: standard_input(world)?,
        files: sandbox(world)?,
        world: outside(world)?,
        nondet: nondet(world)?,
        random: if has_values(world) { RandomNumbers::Nondet } else { RandomNumbers::Usual },
        checks: checks(&args.check),
        max_steps: args.limits.max_steps,
        max_stack: args.limits.max_stack,
        max_depth: args.limits.max_frames as usize,
        alloc_failures: world.alloc_fail.map_or(AllocFailures::Never, AllocFailures::Nth),
        given: given(world)?,
        heap: heap(world)?,
        schedule: world.schedule.as_deref().map_or(Ok(Schedule::Cooperative), schedule)?,
        ..Config::default()
    })
}

/// Are blocks that the program could still reach a finding?
pub fn reports_reachable(args: &RunArgs) -> bool {
    args.check.contains(&OptionalRule::MemoryNotFreedAtExit)
}

fn program_args(args: &RunArgs) -> Vec<Vec<u8>> {
    let name = args.inputs.files.first().and_then(|file| file.file_stem());
    let name = name.map_or(b"program".to_vec(), |name| name.as_encoded_bytes().to_vec());
    std::iter::once(name).chain(args.args.iter().map(|arg| arg.clone().into_bytes())).collect()
}

fn environment(world: &WorldArgs) -> Result<Named, Failure> {
    let split = |variable: &String| match variable.split_once('=') {
        Some((name, value)) => Ok((name.as_bytes().to_vec(), value.as_bytes().to_vec())),
        None => Err(Failure::Input(format!("--env `{variable}`: it must be NAME=VALUE"))),
    };
    world.env.iter().map(split).collect()
}

fn standard_input(world: &WorldArgs) -> Result<Stdin, Failure> {
    match world.stdin.as_ref().or(world.outside.as_ref()) {
        None => Ok(Stdin::Inherit),
        Some(path) => Ok(Stdin::Bytes(read(path)?.into())),
    }
}

fn outside(world: &WorldArgs) -> Result<World, Failure> {
    match &world.outside {
        None => Ok(World::Empty),
        Some(path) => Ok(World::Text(read(path)?.into())),
    }
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).map_err(|error| Failure::file("read", path, &error))
}

/// The files of a folder, under their paths relative to it.
fn sandbox(world: &WorldArgs) -> Result<Named, Failure> {
    let mut files = Vec::new();
    if let Some(folder) = &world.dir {
        collect_files(folder, &mut Vec::new(), &mut files)?;
    }
    files.sort();
    Ok(files)
}

fn collect_files(folder: &Path, prefix: &mut Vec<u8>, files: &mut Named) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::file("read", folder, &error);
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let length = prefix.len();
        prefix.extend(entry.file_name().as_encoded_bytes());
        let path = entry.path();
        if path.is_dir() {
            prefix.push(b'/');
            collect_files(&path, prefix, files)?;
        } else if path.is_file() {
            let bytes = std::fs::read(&path).map_err(|error| Failure::file("read", &path, &error))?;
            files.push((prefix.clone(), bytes));
        }
        prefix.truncate(length);
    }
    Ok(())
}

fn given(world: &WorldArgs) -> Result<Option<Given>, Failure> {
    let parse =
        |text: &String| text.parse().map_err(|part| Failure::Input(format!("--given: `{part}` is not understood")));
    world.given.as_ref().map(parse).transpose()
}

fn heap(world: &WorldArgs) -> Result<Option<Arc<EntryHeap>>, Failure> {
    let parse =
        |text: &String| text.parse().map_err(|word| Failure::Input(format!("--heap: `{word}` is not understood")));
    Ok(world.heap.as_ref().map(parse).transpose()?.map(Arc::new))
}

/// Are the values of the execution given one by one?
fn has_values(world: &WorldArgs) -> bool {
    !world.nondet.is_empty() || world.nondet_file.is_some()
}

fn nondet(world: &WorldArgs) -> Result<NondetSource, Failure> {
    if let Some(seed) = world.seed {
        return Ok(NondetSource::Seed(seed));
    }
    let values = match &world.nondet_file {
        Some(path) => {
            let text = std::fs::read_to_string(path).map_err(|error| Failure::file("read", path, &error))?;
            let separator = |c: char| c.is_whitespace() || c == ',';
            text.split(separator).filter(|word| !word.is_empty()).map(value).collect::<Result<_, _>>()?
        }
        None => world.nondet.iter().map(|word| value(word)).collect::<Result<_, _>>()?,
    };
    Ok(NondetSource::Vector(values))
}

/// `-3`, `17`, `0x1F`.
fn value(word: &str) -> Result<u128, Failure> {
    let word = word.trim();
    let (negative, digits) = word.strip_prefix('-').map_or((false, word), |digits| (true, digits));
    let parsed = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) => u128::from_str_radix(hex, 16),
        None => digits.parse(),
    };
    let value = parsed.map_err(|_| Failure::Input(format!("`{word}` is not an integer")))?;
    Ok(if negative { value.wrapping_neg() } else { value })
}

fn checks(rules: &[OptionalRule]) -> Checks {
    let has = |rule| rules.contains(&rule);
    Checks {
        integer_overflow: has(OptionalRule::IntegerOverflow),
        invalid_shift: has(OptionalRule::InvalidShift),
        inside_object: has(OptionalRule::InsideObject),
        pointer_arithmetic: has(OptionalRule::InvalidPointerArithmetic),
    }
}

/// One number is a seed, several are choices.
fn schedule(text: &str) -> Result<Schedule, Failure> {
    let wrong = || Failure::Input(format!("--schedule `{text}`: it must be a seed or thread numbers with commas"));
    if !text.contains(',') {
        return text.trim().parse().map(Schedule::Seed).map_err(|_| wrong());
    }
    let words = text.split(',').map(str::trim).filter(|word| !word.is_empty());
    let choices = words.map(str::parse).collect::<Result<Arc<[u32]>, _>>().map_err(|_| wrong())?;
    Ok(Schedule::Choices { choices, quantum: QUANTUM })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_in_c_notation() {
        let read = |text: &str| value(text).ok();
        assert_eq!((read("17"), read("0x1F"), read("-1"), read("x")), (Some(17), Some(31), Some(u128::MAX), None));
    }

    #[test]
    fn a_schedule_is_a_seed_or_a_list() {
        assert_eq!(schedule("7").ok(), Some(Schedule::Seed(7)));
        assert!(matches!(schedule("0,1,"), Ok(Schedule::Choices { choices, .. }) if *choices == [0, 1]));
        assert!(schedule("soon").is_err());
    }
}
