//! Random programs of the core language, called with their arguments aliased in every possible way: what the caller knows after
//! the call by summary is what the naive oracle says, and what inlining says; with choices or recursion, never too much.
//!
//! `CAIRN_ORACLE=FIRST,COUNT` looks at other programs.

#[path = "oracle/core.rs"]
mod core;
#[path = "oracle/run.rs"]
mod run;

use crate::core::{Core, Style, Ty, c_type};
use cairn_driver::{Input, Loader, Options};
use cairn_ir::{FuncId, Program, Rule};
use cairn_summary::{Analysis, Check, Limits, Modules, Rules};
use run::{End, Skeleton, Value, ends, initial};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::atomic::{AtomicUsize, Ordering};

const PRELUDE: &str = "#include <stdlib.h>\n#include <assert.h>\nint __VERIFIER_nondet_int(void);\n\
                       #define choose if (__VERIFIER_nondet_int())\n";
/// Programs in one file.
const BATCH: u64 = 20;
const FIRST: u64 = 1;

#[derive(Default, Debug)]
struct Tally {
    programs: u64,
    callers: u64,
    proved: u64,
    /// What is said too much: never.
    wrong: Vec<String>,
    /// What is not said.
    missed: Vec<String>,
    missed_by_inlining: Vec<String>,
}

/// A function that calls the program under test in one way, and what is known of it.
struct Caller {
    name: String,
    /// Something must be open there: it fails in some run.
    fails: Option<Rule>,
    /// The assertions in it hold in every run.
    holds: bool,
    /// One of its assertions fails in some run.
    wrong: bool,
}

impl Caller {
    fn func(&self, program: &Program) -> FuncId {
        program.func_named(&self.name).expect("it was written")
    }
}

#[test]
fn summaries_say_what_the_oracle_says() {
    let tally = compare_all(Style { choices: false, recursion: false }, 300);
    assert!(tally.missed.is_empty(), "not known after a call by summary:\n{}", tally.missed.join("\n"));
    assert!(tally.missed_by_inlining.is_empty(), "not known inline:\n{}", tally.missed_by_inlining.join("\n"));
}

#[test]
fn with_choices_summaries_say_nothing_wrong() {
    compare_all(Style { choices: true, recursion: false }, 100);
}

#[test]
fn with_recursion_summaries_say_nothing_wrong() {
    compare_all(Style { choices: true, recursion: true }, 100);
}

/// Reports in callers that never fail: with weak updates at calls there are many, and those with strong ones are among them.
#[test]
fn weak_updates_at_calls_report_much_more() {
    let (mut strong, mut weak) = (BTreeSet::new(), BTreeSet::new());
    let style = Style { choices: false, recursion: false };
    in_batches(60, |first, count| {
        let (program, callers) = programs(first, count, style);
        let right: Vec<FuncId> = callers
            .iter()
            .filter(|caller| caller.holds && caller.fails.is_none())
            .map(|caller| caller.func(&program))
            .collect();
        for (weak_calls, reports) in [(false, &mut strong), (true, &mut weak)] {
            let rules = Rules { weak_calls, ..Rules::default() };
            let modules = Modules::of(&program, None, Limits { rules, ..limits() }, 1);
            for &func in &right {
                let name = program.func_name(func);
                reports.extend(may_fail(&modules, func).map(|check| (name.to_owned(), check)));
            }
        }
    });
    println!(
        "reports where nothing fails: {} with strong updates at calls, {} with weak ones",
        strong.len(),
        weak.len()
    );
    assert!(strong.is_subset(&weak), "only with strong updates: {:?}", strong.difference(&weak).collect::<Vec<_>>());
    assert!(weak.len() >= 20 * strong.len().max(1));
}

/// A leak was taken to end the execution, so that a recursive function that leaks never returned. Of two objects that were
/// first written in one step, the one that was written again could come first in a summary. A check that was met through two calls
/// had so many cases, most of which the summary excludes, that it was only said that it may fail.
#[test]
fn what_was_once_wrong_stays_right() {
    let (mut plain, mut tally) = (Tally::default(), Tally::default());
    for seed in [500_123, 500_216] {
        compare(seed, 1, Style { choices: true, recursion: true }, &mut tally);
    }
    for seed in [107_651, 507_489, 804_785] {
        compare(seed, 1, Style { choices: false, recursion: false }, &mut plain);
    }
    let wrong = [tally.wrong, plain.wrong].concat();
    assert!(wrong.is_empty(), "proved, and yet it fails:\n{}", wrong.join("\n"));
    assert!(plain.missed.is_empty(), "not known after a call by summary:\n{}", plain.missed.join("\n"));
}

fn compare_all(style: Style, count: u64) -> Tally {
    let mut tally = Tally::default();
    in_batches(count, |first, count| compare(first, count, style, &mut tally));
    println!(
        "{style:?}: {} programs, {} callers, {} proved, {} wrong, {} missed, {} missed by inlining",
        tally.programs,
        tally.callers,
        tally.proved,
        tally.wrong.len(),
        tally.missed.len(),
        tally.missed_by_inlining.len()
    );
    assert!(tally.wrong.is_empty(), "proved, and yet it fails:\n{}", tally.wrong.join("\n"));
    tally
}

/// The first seed and how many there are, for each file: so many in all, unless the environment says otherwise.
fn in_batches(count: u64, mut look: impl FnMut(u64, u64)) {
    let range = std::env::var("CAIRN_ORACLE").unwrap_or_default();
    let mut numbers = range.split(',').filter_map(|number| number.parse::<u64>().ok());
    let (first, count) = (numbers.next().unwrap_or(FIRST), numbers.next().unwrap_or(count));
    let mut seed = first;
    while seed < first + count {
        let batch = BATCH.min(first + count - seed);
        look(seed, batch);
        seed += batch;
    }
}

fn compare(first: u64, count: u64, style: Style, tally: &mut Tally) {
    let (program, callers) = programs(first, count, style);
    tally.programs += count;
    let modules = Modules::of(&program, None, limits(), 1);
    for caller in &callers {
        let func = caller.func(&program);
        judge(&program, &modules, func, caller, tally);
        if caller.holds && !style.choices && !style.recursion {
            inline(&program, func, caller, tally);
        }
    }
}

/// Random programs in one file, with their callers.
fn programs(first: u64, count: u64, style: Style) -> (Program, Vec<Caller>) {
    let (mut text, mut callers) = (PRELUDE.to_owned(), Vec::new());
    for seed in first..first + count {
        let core = Core::random(seed, style);
        let prefix = format!("p{seed}_");
        text.push_str(&core.to_c(&prefix));
        add_callers(&mut text, &mut callers, &core, &prefix, seed);
    }
    (load(&format!("{first}-{}{}", style.choices, style.recursion), &text), callers)
}

/// Rules are compared here: conditions may be larger than usual, so that no limit on them is met.
fn limits() -> Limits {
    Limits { alloc_may_fail: false, effort: 2, ..Limits::default() }
}

/// Tests that run beside each other look at the same programs, each in a file of its own.
fn load(name: &str, text: &str) -> Program {
    static FILES: AtomicUsize = AtomicUsize::new(0);
    let number = FILES.fetch_add(1, Ordering::Relaxed);
    let file = std::env::temp_dir().join(format!("cairn-oracle-{}-{number}-{name}.c", std::process::id()));
    std::fs::write(&file, text).expect("written");
    let loaded = Loader::new(Options::default()).load(&[Input::new(&file, &["-w".to_owned()])]);
    std::fs::remove_file(&file).ok();
    loaded.unwrap_or_else(|error| panic!("{name}: {error}")).program
}

/// What may fail in a caller, or in calls that were not followed, whoever makes them. That blocks are lost is not asked: the
/// programs free nothing.
fn may_fail(modules: &Modules, func: FuncId) -> impl Iterator<Item = Check> + '_ {
    let not_followed = modules.not_followed().flat_map(|func| modules.may_fail(func));
    modules.may_fail(func).chain(not_followed).filter(|check| check.rule != Rule::MemoryLeak)
}

fn judge(program: &Program, modules: &Modules, func: FuncId, caller: &Caller, tally: &mut Tally) {
    tally.callers += 1;
    let stopped = modules.summary(func).is_none_or(|summary| summary.is_err());
    let open: BTreeSet<Check> = may_fail(modules, func).collect();
    let says = |what: &str| format!("{}: {what}", caller.name);
    if stopped {
        if caller.holds {
            tally.missed.push(says("no summary"));
        }
        return;
    }
    if let Some(rule) = caller.fails
        && !open.iter().any(|check| check.rule == rule)
    {
        tally.wrong.push(says(rule.name()));
    }
    let own = open.iter().any(|check| check.func == func && check.rule == Rule::AssertionFailure);
    if caller.wrong && !own {
        tally.wrong.push(says("an assertion that fails"));
    }
    if caller.holds && open.is_empty() {
        tally.proved += 1;
    } else if caller.holds && caller.fails.is_none() {
        let which: Vec<String> =
            open.iter().map(|check| format!("{} in {}", check.rule, program.func_name(check.func))).collect();
        tally.missed.push(says(&which.join(", ")));
    }
}

fn inline(program: &Program, func: FuncId, caller: &Caller, tally: &mut Tally) {
    let mut analysis = Analysis::new(program, limits());
    let end = analysis.run(func);
    let open = analysis.verdicts.sorted().into_iter();
    let open = open.filter(|(check, status)| status.open.is_some() && check.rule != Rule::MemoryLeak);
    let open: Vec<String> =
        open.map(|(check, _)| format!("{} in {}", check.rule, program.func_name(check.func))).collect();
    if end.is_err() || !open.is_empty() {
        tally.missed_by_inlining.push(format!("{}: {}, {end:?}", caller.name, open.join(", ")));
    }
}

// ---- callers ----

fn add_callers(text: &mut String, callers: &mut Vec<Caller>, core: &Core, prefix: &str, seed: u64) {
    let last = core.funcs.last().expect("there is one");
    let params = &last.vars[..last.params];
    let mut random = core::Random::new(seed ^ 0x5eed);
    for (number, skeleton) in Skeleton::all(params).iter().enumerate() {
        let Some(ends) = ends(core, skeleton) else { continue };
        let returned: Vec<(&[Value], Value)> = ends
            .iter()
            .filter_map(|end| match end {
                End::Returned(cells, value) => Some((&cells[..], *value)),
                _ => None,
            })
            .collect();
        let fails = ends.iter().find_map(|end| match end {
            End::NullDereference => Some(Rule::NullDereference),
            End::AssertionFailure => Some(Rule::AssertionFailure),
            _ => None,
        });
        let start = setup(core, skeleton, prefix);
        let name = format!("{prefix}k{number}");
        let facts: Vec<Vec<String>> = returned.iter().map(|(cells, value)| facts(skeleton, cells, *value)).collect();
        let asserts = all_facts(&facts);
        writeln!(text, "int {name}(void) {{ {start} {asserts} return 0; }}").expect("a string");
        let holds = fails.is_none() && !facts.is_empty();
        callers.push(Caller { name, fails, holds, wrong: false });
        if let Some(run) = facts.get(random.below(facts.len())) {
            // What is so in some run must not be excluded.
            let fact = &run[random.below(run.len())];
            let name = format!("{prefix}n{number}");
            writeln!(text, "int {name}(void) {{ {start} assert(!({fact})); return 0; }}").expect("a string");
            callers.push(Caller { name, fails, holds: false, wrong: true });
        }
    }
}

fn setup(core: &Core, skeleton: &Skeleton, prefix: &str) -> String {
    let mut text = String::new();
    for cell in 0..skeleton.numbers {
        write!(text, "int x{cell} = {}; ", initial(cell)).expect("a string");
    }
    for (cell, target) in skeleton.pointers.iter().enumerate() {
        let target = target.map_or("0".to_owned(), |target| format!("&x{target}"));
        write!(text, "int *p{cell} = {target}; ").expect("a string");
    }
    let args: Vec<String> = skeleton.args.iter().map(|value| value_in_c(skeleton, *value)).collect();
    let last = core.funcs.last().expect("there is one");
    let ty: Ty = last.vars[last.result];
    write!(text, "{}r = {prefix}f{}({});", c_type(ty), core.funcs.len() - 1, args.join(", ")).expect("a string");
    text
}

fn value_in_c(skeleton: &Skeleton, value: Value) -> String {
    match value {
        Value::Number(number) => number.to_string(),
        Value::Pointer(None) => "0".to_owned(),
        Value::Pointer(Some(cell)) if cell < skeleton.numbers => format!("&x{cell}"),
        Value::Pointer(Some(cell)) => format!("&p{}", cell - skeleton.numbers),
    }
}

/// What is so after one run.
fn facts(skeleton: &Skeleton, cells: &[Value], result: Value) -> Vec<String> {
    let caller = skeleton.numbers + skeleton.pointers.len();
    let mut fresh = cells[caller..].iter();
    let mut facts = Vec::new();
    let names =
        (0..skeleton.numbers).map(|i| format!("x{i}")).chain((0..skeleton.pointers.len()).map(|i| format!("p{i}")));
    for (name, &value) in names.chain(["r".to_owned()]).zip(cells[..caller].iter().chain([&result])) {
        if value != Value::Pointer(Some(usize::MAX)) {
            facts.push(format!("{name} == {}", value_in_c(skeleton, value)));
            continue;
        }
        let others = (0..skeleton.numbers).map(|cell| format!(" && {name} != &x{cell}")).collect::<String>();
        let content = match fresh.next() {
            Some(Value::Number(number)) => format!(" && *{name} == {number}"),
            _ => String::new(),
        };
        facts.push(format!("{name} != 0{others}{content}"));
    }
    facts
}

/// In each run one of the possible facts holds.
fn all_facts(runs: &[Vec<String>]) -> String {
    let count = runs.first().map_or(0, Vec::len);
    let one_of = |index: usize| {
        let facts: BTreeSet<String> = runs.iter().map(|run| format!("({})", run[index])).collect();
        format!("assert({}); ", facts.into_iter().collect::<Vec<_>>().join(" || "))
    };
    (0..count).map(one_of).collect()
}
