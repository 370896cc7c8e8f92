//! Pictures of memory where executions end, and of loop invariants. For the former, the program must be loaded without promotion, so that variables are in memory.

use crate::failure::Failure;
use crate::output;
use cairn_driver::{Checked, Input, LoadError, Loader, Options};
use cairn_engine::Verdict;
use cairn_interp::{Config, End, Machine, MemoryView, Outcome, Output, Stream};
use cairn_ir::{Program, Rule};
use cairn_report::{Level, RunReport};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Variables in memory cost steps: a budget that was enough without them is multiplied by this.
const STEPS_FOR_VARIABLES: u64 = 16;

/// Runs the program to its end; memory is as it is then.
pub fn execute<'p>(program: &'p Program, config: Config, output: impl Output + Copy + 'p) -> (Outcome, MemoryView) {
    match Machine::new(program, config.clone(), output) {
        Ok(mut machine) => (machine.run(), machine.view()),
        // It says so itself, without anything being executed.
        Err(_) => (cairn_interp::run(program, config, output), MemoryView::default()),
    }
}

/// One picture of the end of an execution.
pub fn of_run(file: &Path, program: &Program, memory: &MemoryView, report: &RunReport) -> Result<(), Failure> {
    let title = report.findings.first().map_or_else(
        || "At the end of the execution".to_owned(),
        |finding| heading(finding.rule, &finding.message, finding.place.as_ref().map_or(0, |place| place.line)),
    );
    output::write_result(Some(file), &cairn_report::heap_svg(program, memory, &title))
}

/// Pictures for the obligations that are refuted in any program of a project, by their ids. Programs may come from several
/// threads and share obligations; the collection is the same in any order.
pub struct Gallery {
    loader: Loader,
    pictures: Mutex<Result<Pictures, LoadError>>,
}

/// No picture: the execution went another way.
type Pictures = BTreeMap<String, Option<String>>;

impl Gallery {
    pub fn new(options: &Options) -> Gallery {
        let loader = Loader::new(Options { promote: false, ..options.clone() });
        Gallery { loader, pictures: Mutex::new(Ok(Pictures::new())) }
    }

    /// Draws what is refuted in the program of these inputs, and the loop invariants that proofs rest on.
    pub fn add(&self, inputs: &[Input], checked: &Checked) {
        let drawn = match checked.results.refuted.is_empty() {
            true => Ok(of_loops(checked)),
            false => self.loader.load(inputs).map(|loaded| {
                let mut pictures = of_refuted(&loaded.program, checked);
                pictures.extend(of_loops(checked));
                pictures
            }),
        };
        let mut pictures = self.pictures.lock().unwrap_or_else(PoisonError::into_inner);
        match (&mut *pictures, drawn) {
            (Ok(pictures), Ok(drawn)) => {
                for (id, picture) in drawn {
                    let kept = pictures.entry(id).or_default();
                    *kept = kept.take().max(picture);
                }
            }
            (Ok(_), Err(error)) => *pictures = Err(error),
            (Err(_), _) => {}
        }
    }

    /// Writes every picture into the folder.
    pub fn write(self, folder: &Path) -> Result<(), Failure> {
        std::fs::create_dir_all(folder).map_err(|error| Failure::file("make", folder, &error))?;
        for (id, picture) in self.pictures.into_inner().unwrap_or_else(PoisonError::into_inner)? {
            match picture {
                Some(picture) => output::write_result(Some(&folder.join(format!("{id}.svg"))), &picture)?,
                None => no_picture(&id),
            }
        }
        Ok(())
    }
}

/// One picture for each abstract heap of the invariants that proofs rest on, named by function, line and number.
fn of_loops(checked: &Checked) -> Pictures {
    let proofs = checked.results.verdicts.iter().filter_map(|verdict| match verdict {
        Verdict::Proved(proof) => Some(proof),
        _ => None,
    });
    let mut pictures = Pictures::new();
    for invariant in proofs.flat_map(|proof| &proof.invariants) {
        for (number, heap) in (1..).zip(&invariant.heaps) {
            // Names in LLVM IR may be anything, also a path.
            let function = invariant.function.replace(|c: char| !c.is_ascii_alphanumeric() && c != '_', "-");
            let name = format!("loop-{function}-{}-{number}", invariant.line);
            let title = format!("{}: at the head of the loop, line {}", invariant.function, invariant.line);
            let draw = || Some(cairn_report::abstract_heap_svg(heap, &title));
            pictures.entry(name).or_insert_with(draw);
        }
    }
    pictures
}

/// One picture for each obligation that was refuted, named by its id: the same execution again.
fn of_refuted(program: &Program, checked: &Checked) -> Pictures {
    let mut pictures = Pictures::new();
    for &goal in &checked.results.refuted {
        let (obligation, verdict) = (&checked.goals[goal], &checked.results.verdicts[goal]);
        let Verdict::Refuted(refutation) = verdict else { continue };
        let execution = refutation.execution();
        let max_steps = execution.max_steps.saturating_mul(STEPS_FOR_VARIABLES);
        let (outcome, memory) = execute(program, Config { max_steps, ..execution.config() }, Silent);
        let picture = failure_message(&outcome, obligation.rule).map(|message| {
            let title = heading(obligation.rule, &message, obligation.span.line);
            cairn_report::heap_svg(program, &memory, &title)
        });
        pictures.insert(obligation.id.to_string()[..8].to_owned(), picture);
    }
    pictures
}

/// What went wrong, if it is an error of the rule.
fn failure_message(outcome: &Outcome, rule: Rule) -> Option<String> {
    match &outcome.end {
        End::Error(report) if report.rule == rule => Some(report.message.clone()),
        End::Exit(_) if outcome.leaks.iter().any(|leak| leak.rule == rule) => Some("a block is lost".to_owned()),
        _ => None,
    }
}

fn no_picture(id: &str) {
    let message = format!("no picture for {id}: its execution goes another way with variables in memory");
    anstream::eprintln!("{}", cairn_report::message(Level::WARNING, message, None, None));
}

fn heading(rule: Rule, message: &str, line: u32) -> String {
    let place = if line == 0 { String::new() } else { format!("line {line}: ") };
    format!("{place}{rule}: {message}")
}

/// The program's output was seen before.
#[derive(Clone, Copy)]
struct Silent;

impl Output for Silent {
    fn write(&mut self, _: Stream, _: &[u8]) {}
}
