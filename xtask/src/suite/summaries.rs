//! What strong updates at calls and refined alias classes are worth: every program with them and without.
//!
//! Three ways of making summaries: as they are (`strong`), with weak updates at calls (`weak`), and with alias classes by type
//! (`typed`). A report is what may fail in calls from `main`; in a program without `main`, what callers cannot prevent. With
//! `--strong` only the first, for what functions cost and how large summaries are.

use super::read_programs::{ProgramFiles, find};
use super::{linked, loader, run_all, spread};
use crate::SummariesArgs;
use cairn_driver::{LoadError, Loader};
use cairn_engine::{Budget, Effort, Engine, Task, Terms};
use cairn_ir::graph::CallGraph;
use cairn_ir::obligation::{ObligationOptions, obligations_with};
use cairn_ir::{FuncOrigin, Program};
use cairn_summary::{Check, Figures, Limits, Modules, Rules, Summary};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// So many functions without summary are named for each reason.
const EXAMPLES: usize = 60;

/// One program, looked at in one way.
struct Seen {
    reports: BTreeSet<Check>,
    /// Some of the reports, in words.
    listed: Vec<String>,
    classes: BTreeMap<usize, usize>,
    /// With the names of functions.
    figures: Vec<(String, Figures)>,
    /// Functions without summary, by why there is none.
    without: BTreeMap<String, Vec<String>>,
    time: Duration,
}

struct Compared {
    strong: Seen,
    /// With weak updates, and with typed classes.
    others: Option<[Seen; 2]>,
    /// How long it takes to enter every call.
    whole: Option<Duration>,
}

pub fn run(args: &SummariesArgs) -> Result<bool, String> {
    let loader = loader(&args.common, None, true);
    let mut programs = Vec::new();
    for path in &args.paths {
        programs.extend(match args.program.is_empty() {
            true => find(path, &args.flags)?,
            false => linked::find(&loader, path, &args.program)?,
        });
    }
    let programs = spread(programs, args.limit);
    let results = run_all(&programs, args.common.jobs, |program| one(&loader, program, args));
    Ok(print(&programs, &results))
}

fn one(loader: &Loader, program: &ProgramFiles, args: &SummariesArgs) -> Result<Option<Compared>, String> {
    let loaded = match loader.load(&program.inputs) {
        Ok(loaded) => loaded,
        Err(LoadError::Clang(_)) => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    let program = &loaded.program;
    let entry = program.func_named("main").filter(|&main| program.funcs[main].is_defined());
    let look = |rules: Rules| {
        let start = Instant::now();
        let modules = Modules::of(
            program,
            entry,
            Limits { rules, effort: args.effort, thorough: !args.flat, ..Limits::default() },
            1,
        );
        let time = start.elapsed();
        let figures = modules.figures().into_iter().map(|of| (program.func_name(of.func).to_owned(), of)).collect();
        let mut without: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (func, why) in modules.without_summary() {
            without.entry(why.to_string()).or_default().push(program.func_name(func).to_owned());
        }
        let mut reports = modules.reports(entry);
        if let Some(entry) = entry {
            let calls = CallGraph::new(program);
            let reached = calls.reached(calls.address_taken.iter().copied().chain([entry]));
            reports.retain(|check| reached.contains(&check.func));
        }
        let is_own = |check: &&Check| program.funcs[check.func].origin == FuncOrigin::User;
        let own: Vec<Check> = reports.iter().filter(is_own).copied().collect();
        let some = args.list.map(|most| spread(own, Some(most))).unwrap_or_default();
        let listed = some.iter().map(|check| told(program, &modules, check)).collect();
        Seen { reports, listed, classes: modules.class_sizes(), figures, without, time }
    };
    let others = || {
        let weak = look(Rules { weak_calls: true, ..Rules::default() });
        [weak, look(Rules { typed_classes: true, ..Rules::default() })]
    };
    let whole = || {
        let start = Instant::now();
        let goals = obligations_with(program, &ObligationOptions::for_users());
        let all: Vec<usize> = (0..goals.len()).collect();
        Summary.analyse(&Task::new(program, &goals, &Terms::default()), &all, &mut Budget::new(Effort::Normal.steps()));
        start.elapsed()
    };
    let strong = look(Rules::default());
    Ok(Some(Compared { strong, others: (!args.strong).then(others), whole: args.whole.then(whole) }))
}

/// A report in one line: where, what, and why it is open.
fn told(program: &Program, modules: &Modules, check: &Check) -> String {
    let block = &program.funcs[check.func].body.as_ref().expect("it was looked at").blocks[check.block];
    let span = block.insts.get(check.inst as usize).map_or(block.term_span, |inst| inst.span);
    let place = program.describe_span(span).unwrap_or_default();
    let why: Vec<String> =
        modules.why_open(check).iter().map(|why| format!("{}: {}", why.cause, why.subject)).collect();
    format!("    {place} [{}] in {}: {}", check.rule, program.func_name(check.func), why.join("; "))
}

/// Prints tables; `false` if a program could not be looked at, or a strong report is none of the weak ones.
fn print(programs: &[ProgramFiles], results: &[Result<Option<Compared>, String>]) -> bool {
    let mut fine = true;
    let mut totals = [Total::default(), Total::default(), Total::default()];
    let mut figures = Vec::new();
    println!(
        "{:40} {:>9} {:>7} {:>7} {:>7} {:>9} {:>8}",
        "program", "functions", "strong", "weak", "typed", "seconds", "whole"
    );
    for (program, result) in programs.iter().zip(results) {
        match result {
            Ok(Some(compared)) => {
                fine &= print_program(&program.name, compared);
                totals[0].add(&compared.strong);
                compared.others.iter().flatten().zip(&mut totals[1..]).for_each(|(seen, total)| total.add(seen));
                figures.extend(compared.strong.figures.iter().map(|(name, of)| (name.as_str(), *of)));
            }
            Ok(None) => println!("{:40} Clang refuses it", program.name),
            Err(message) => {
                println!("FAILED {}: {message}", program.name);
                fine = false;
            }
        }
    }
    print_totals(&totals);
    print_costs(figures.clone(), totals[0].time);
    print_without(results.iter().filter_map(|result| result.as_ref().ok()?.as_ref()));
    print_heights(&figures);
    fine
}

fn print_program(name: &str, Compared { strong, others, whole }: &Compared) -> bool {
    let count = |of: usize| others.as_ref().map_or("-".to_owned(), |others| others[of].reports.len().to_string());
    let (weak, typed) = (count(0), count(1));
    let whole = whole.map_or("-".to_owned(), |time| format!("{:.1}", time.as_secs_f64()));
    println!(
        "{name:40} {:>9} {:>7} {weak:>7} {typed:>7} {:>9.1} {whole:>8}",
        strong.figures.len(),
        strong.reports.len(),
        strong.time.as_secs_f64()
    );
    strong.listed.iter().for_each(|line| println!("{line}"));
    let Some([weak, _]) = others else { return true };
    let more = strong.reports.difference(&weak.reports).count();
    if more > 0 {
        println!("    {more} strong reports are no weak ones");
    }
    more == 0
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

/// What functions cost: of all, and of the dearest.
fn print_costs(mut figures: Vec<(&str, Figures)>, time: Duration) {
    figures.sort_by_key(|(name, of)| (std::cmp::Reverse(of.logic_steps), *name));
    let (count, all) = (figures.len().max(1), figures.iter().map(|(_, of)| of.logic_steps).sum::<u64>());
    println!(
        "\n{count} functions, {:.2} ms each, {all} steps on conditions",
        time.as_secs_f64() * 1000.0 / count as f64
    );
    let coarse = figures.iter().filter(|(_, of)| of.coarse).count();
    let without = figures.iter().filter(|(_, of)| of.size.is_none()).count();
    println!("{coarse} looked at coarsely, {without} without summary");
    println!("the share of them that takes a share of the steps:");
    for share in [1, 2, 5, 10, 25, 50] {
        let first = figures.iter().take(count * share / 100).map(|(_, of)| of.logic_steps).sum::<u64>();
        println!("{share:>5} % take {:>5.1} %", 100.0 * first as f64 / all.max(1) as f64);
    }
    println!("the dearest:");
    for (name, of) in figures.iter().take(12) {
        println!("{:>10} steps on conditions, {:>8} steps, height {:>3}   {name}", of.logic_steps, of.steps, of.height);
    }
}

/// Why functions have no summary, with some of them.
fn print_without<'a>(programs: impl Iterator<Item = &'a Compared>) {
    let mut by_reason: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (why, funcs) in programs.flat_map(|compared| &compared.strong.without) {
        by_reason.entry(why).or_default().extend(funcs.iter().map(String::as_str));
    }
    println!("functions without summary (by name):");
    for (why, funcs) in by_reason {
        let examples: Vec<&str> = funcs.iter().copied().take(EXAMPLES).collect();
        println!("{:>10} {why}: {}", funcs.len(), examples.join(", "));
    }
}

/// How large summaries are, by how deep calls go below.
fn print_heights(figures: &[(&str, Figures)]) {
    let mut by_height: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    figures.iter().for_each(|(_, of)| by_height.entry(of.height).or_default().extend(of.size));
    println!("\ncalls go so deep below   functions   mean size   median   largest");
    for (height, mut sizes) in by_height.into_iter().filter(|(_, sizes)| !sizes.is_empty()) {
        sizes.sort_unstable();
        let mean = sizes.iter().sum::<usize>() / sizes.len();
        println!(
            "{height:>23} {:>11} {mean:>11} {:>8} {:>9}",
            sizes.len(),
            sizes[sizes.len() / 2],
            sizes[sizes.len() - 1]
        );
    }
}
