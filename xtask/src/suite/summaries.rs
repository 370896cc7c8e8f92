//! What strong updates at calls and refined alias classes are worth: every program with them and without.
//!
//! Three ways of making summaries: as they are (`strong`), with weak updates at calls (`weak`), and with alias classes by type
//! (`typed`). A report is what may fail in calls from `main`; in a program without `main`, what callers cannot prevent.

use super::read_programs::{ProgramFiles, find};
use super::{loader, run_all, spread};
use crate::SummariesArgs;
use cairn_driver::{LoadError, Loader};
use cairn_summary::{Check, Limits, Modules, Rules};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// One program, looked at in one way.
struct Seen {
    reports: BTreeSet<Check>,
    classes: BTreeMap<usize, usize>,
    functions: u64,
    time: Duration,
}

struct Compared {
    strong: Seen,
    weak: Seen,
    typed: Seen,
}

pub fn run(args: &SummariesArgs) -> Result<bool, String> {
    let mut programs = Vec::new();
    for path in &args.paths {
        programs.extend(find(path, &args.flags)?);
    }
    let programs = spread(programs, args.limit);
    let loader = loader(&args.common, None, true);
    let results = run_all(&programs, args.common.jobs, |program| one(&loader, program));
    Ok(print(&programs, &results))
}

fn one(loader: &Loader, program: &ProgramFiles) -> Result<Option<Compared>, String> {
    let loaded = match loader.load(&program.inputs) {
        Ok(loaded) => loaded,
        Err(LoadError::Clang(_)) => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    let program = &loaded.program;
    let entry = program.func_named("main").filter(|&main| program.funcs[main].is_defined());
    let look = |rules: Rules| {
        let start = Instant::now();
        let modules = Modules::of(program, entry, Limits { rules, ..Limits::default() }, 1);
        let functions = modules.statistics().first().map_or(0, |(_, count)| *count);
        Seen { reports: modules.reports(entry), classes: modules.class_sizes(), functions, time: start.elapsed() }
    };
    Ok(Some(Compared {
        strong: look(Rules::default()),
        weak: look(Rules { weak_calls: true, ..Rules::default() }),
        typed: look(Rules { typed_classes: true, ..Rules::default() }),
    }))
}

/// Prints tables; `false` if a program could not be looked at, or a strong report is none of the weak ones.
fn print(programs: &[ProgramFiles], results: &[Result<Option<Compared>, String>]) -> bool {
    let mut fine = true;
    let mut totals = [Total::default(), Total::default(), Total::default()];
    println!("{:32} {:>9} {:>7} {:>7} {:>7}", "program", "functions", "strong", "weak", "typed");
    for (program, result) in programs.iter().zip(results) {
        match result {
            Ok(Some(Compared { strong, weak, typed })) => {
                let counts = [strong, weak, typed].map(|seen| seen.reports.len());
                println!(
                    "{:32} {:>9} {:>7} {:>7} {:>7}",
                    program.name, strong.functions, counts[0], counts[1], counts[2]
                );
                if !strong.reports.is_subset(&weak.reports) {
                    let more = strong.reports.difference(&weak.reports).count();
                    println!("    {more} strong reports are no weak ones");
                    fine = false;
                }
                totals.iter_mut().zip([strong, weak, typed]).for_each(|(total, seen)| total.add(seen));
            }
            Ok(None) => println!("{:32} Clang refuses it", program.name),
            Err(message) => {
                println!("FAILED {}: {message}", program.name);
                fine = false;
            }
        }
    }
    print_totals(&totals);
    fine
}

#[derive(Default)]
struct Total {
    reports: usize,
    classes: BTreeMap<usize, usize>,
    time: Duration,
}

impl Total {
    fn add(&mut self, seen: &Seen) {
        self.reports += seen.reports.len();
        self.time += seen.time;
        seen.classes.iter().for_each(|(size, count)| *self.classes.entry(*size).or_default() += count);
    }
}

fn print_totals([strong, weak, typed]: &[Total; 3]) {
    println!("\nreports: strong {}, weak {}, typed {}", strong.reports, weak.reports, typed.reports);
    println!("seconds: strong {:.1}, weak {:.1}, typed {:.1}", seconds(strong), seconds(weak), seconds(typed));
    println!("\nclasses of objects of entry by size   refined    typed");
    let sizes: BTreeSet<usize> = strong.classes.keys().chain(typed.classes.keys()).copied().collect();
    for size in sizes {
        let count = |total: &Total| total.classes.get(&size).copied().unwrap_or(0);
        println!("{size:>35} {:>9} {:>8}", count(strong), count(typed));
    }
}

fn seconds(total: &Total) -> f64 {
    total.time.as_secs_f64()
}
