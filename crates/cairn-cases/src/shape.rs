//! The cases of `cases/shape`: programs on linked structures whose size is the input's choice.
//!
//! `GROUP/NAME.c` is right for every input; `GROUP/NAME.KIND.c` is the same program with one thing wrong, and says in
//! a mark (`//~ rule`) or header (`//@ expect: rule in function`) what an execution of it reports, for some inputs.
//!
//! Not here: what engines say about them (`judge`).

use crate::case::{Case, Expectation, find_cases};
use crate::execute::{Found, execute};
use cairn_driver::{Input, Loader};
use cairn_interp::{Config, End, NondetSource};
use cairn_ir::Program;
use std::collections::BTreeSet;
use std::path::Path;

/// Inputs for each case, and for a wrong one as long as its error does not show.
const INPUTS: u64 = 80;
const MOST_INPUTS: u64 = 4_000;
const MAX_STEPS: u64 = 200_000;

/// One program and what is known about it.
#[derive(Clone, Debug)]
pub struct ShapeCase {
    pub group: String,
    pub name: String,
    /// What is wrong with it, in a word or two; nothing is, if `None`.
    pub kind: Option<String>,
    pub case: Case,
}

/// Every case, by group and name.
pub fn shape_cases() -> Result<Vec<ShapeCase>, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/shape");
    find_cases(&folder)?.into_iter().map(ShapeCase::new).collect()
}

impl ShapeCase {
    fn new(case: Case) -> Result<ShapeCase, String> {
        let text = |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
        let (group, stem) = (text(case.path.parent().and_then(Path::file_name)), text(case.path.file_stem()));
        let (name, kind) = stem.split_once('.').map_or((&stem[..], None), |(name, kind)| (name, Some(kind)));
        if kind.is_some() == (case.expect == Expectation::Nothing) {
            return Err(format!("{}: the name and the expectation do not agree", case.path.display()));
        }
        Ok(ShapeCase { group, name: name.to_owned(), kind: kind.map(str::to_owned), case })
    }

    /// `group/name`, or `group/name.kind`.
    pub fn id(&self) -> String {
        let kind = self.kind.as_ref().map_or_else(String::new, |kind| format!(".{kind}"));
        format!("{}/{}{kind}", self.group, self.name)
    }

    /// No execution of it goes wrong.
    pub fn is_right(&self) -> bool {
        self.kind.is_none()
    }

    /// The program, compiled and linked.
    pub fn load(&self, loader: &Loader) -> Result<Program, String> {
        let inputs: Vec<Input> = self.case.sources.iter().map(|file| Input::new(file, &self.case.flags)).collect();
        let loaded = loader.load(&inputs).map_err(|error| match error.detail() {
            Some(detail) => format!("{error}: {detail}"),
            None => error.to_string(),
        })?;
        Ok(loaded.program)
    }

    /// Is everything that the case expects among what was found?
    fn is_complete(&self, found: &BTreeSet<Found>) -> bool {
        match &self.case.expect {
            Expectation::Nothing => true,
            Expectation::Rule(_) | Expectation::RuleIn(..) => !found.is_empty(),
            Expectation::Marks(marks) => marks.iter().all(|mark| found.iter().any(|found| found.matches(mark))),
        }
    }
}

/// Executes a case on a handful of inputs: a right program ends well on all of them; of a wrong one some show the error
/// and none shows another. `Err` says what is different.
pub fn check_executions(loader: &Loader, case: &ShapeCase) -> Result<(), String> {
    let program = case.load(loader)?;
    let mut found = BTreeSet::new();
    for number in 0..MOST_INPUTS {
        if number >= INPUTS && case.is_complete(&found) {
            return Ok(());
        }
        let config = Config { nondet: input(number), max_steps: MAX_STEPS, ..Config::default() };
        let execution = execute(&program, config);
        let here = execution.findings(&program, false);
        if let Some(other) = here.iter().find(|found| !found.is_expected(&case.case.expect)) {
            return Err(format!("{other} is not expected (input {number}; {})", execution.end_text()));
        }
        if !matches!(execution.outcome.end, End::Exit(0) | End::Error(_) | End::AssumeFalse) {
            return Err(format!("{} (input {number})", execution.end_text()));
        }
        found.extend(here);
    }
    Err(format!("expected {:?}, found {found:?}", case.case.expect))
}

/// The first ones say yes to so many questions and no to all others; then come random values, and by turns random small
/// numbers of which most are odd: longer structures.
fn input(number: u64) -> NondetSource {
    match number {
        0..8 => NondetSource::Vector(vec![1; number as usize].into()),
        _ if number.is_multiple_of(2) => NondetSource::Seed(number),
        _ => NondetSource::Vector(mostly_odd(number).into()),
    }
}

fn mostly_odd(seed: u64) -> Vec<u128> {
    // SplitMix64: any generator does.
    let random = |at: u64| {
        let mixed = (seed << 32 | at).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed ^ mixed >> 29
    };
    let odd_for = |bits: u64| u128::from(bits % 8 < 6);
    (0..20 + seed % 60).map(|at| u128::from(random(at) >> 8 & 14) | odd_for(random(at) >> 32)).collect()
}
