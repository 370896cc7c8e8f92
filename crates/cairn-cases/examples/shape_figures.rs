//! Figures of the shape engine beside those of the literature, as Markdown:
//! `cargo run --release -p cairn-cases --example shape_figures > docs/engines/shape_figures.md`.

use cairn_cases::{ShapeCase, judge, shape_cases};
use cairn_driver::{Input, Loader, Options};
use cairn_engine::{Budget, Effort, Engine, Task, Terms};
use cairn_ir::obligation::{ObligationOptions, obligations_with};
use cairn_ir::{DataModel, Program};
use cairn_shape::{Join, ShapeWith};
use std::fmt::Write;
use std::time::Instant;

/// Procedures with up to three clients each; seconds of the iterative and of the recursive variant.
const PROCEDURES: &[(&str, [Option<f64>; 6])] = &[
    ("create", [Some(0.004), None, None, Some(0.004), None, None]),
    ("deallocate", [Some(0.004), Some(0.005), Some(0.007), Some(0.003), Some(0.005), Some(0.005)]),
    ("traverse", [Some(0.004), Some(0.005), Some(0.011), Some(0.004), Some(0.005), Some(0.008)]),
    ("find", [Some(0.004), Some(0.008), Some(0.022), Some(0.005), Some(0.010), Some(0.034)]),
    ("insert", [Some(0.007), Some(0.019), Some(0.082), Some(0.006), Some(0.014), Some(0.057)]),
    ("remove_absent", [Some(0.006), Some(0.025), Some(0.115), Some(0.006), Some(0.010), Some(0.022)]),
    ("remove_present", [Some(0.004), Some(0.006), Some(0.007), Some(0.004), Some(0.005), Some(0.006)]),
    ("reverse", [Some(0.006), Some(0.015), Some(0.066), Some(0.004), Some(0.007), Some(0.015)]),
    ("reverse_panhandle", [Some(0.030), Some(0.032), Some(0.175), None, None, None]),
    ("reverse_via_append", [Some(0.006), Some(0.020), Some(0.142), Some(0.006), Some(0.013), Some(0.047)]),
    ("append", [Some(0.005), Some(0.015), Some(0.066), Some(0.004), Some(0.008), Some(0.021)]),
    ("merge", [Some(0.150), Some(0.036), Some(0.884), Some(0.009), Some(0.051), Some(1.138)]),
    ("splice", [Some(0.010), Some(0.024), Some(0.041), Some(0.006), Some(0.010), Some(0.019)]),
    ("reverse8", [Some(0.011), Some(0.072), Some(0.540), Some(0.008), Some(0.024), Some(0.090)]),
];

/// Sorting: seconds, iterative and recursive.
const SORTING: &[(&str, Option<f64>, Option<f64>)] = &[
    ("mergesort", Some(6.159), Some(0.211)),
    ("quicksort", None, Some(0.300)),
    ("insertionsort", Some(0.058), Some(0.042)),
    ("tailsort", Some(0.008), Some(0.007)),
];

/// List programs: seconds and graphs of the domain of whole heaps, and of decomposition.
const LISTS: &[(&str, f64, f64, u32, u32)] = &[
    ("lists/create", 0.03, 0.19, 27, 36),
    ("lists/delete", 0.17, 0.27, 202, 260),
    ("lists/delete_all", 0.05, 0.09, 35, 64),
    ("lists/get_last", 0.06, 0.13, 67, 99),
    ("lists/get_last_cyclic", 0.08, 0.09, 53, 59),
    ("lists/insert_anywhere", 0.14, 0.28, 167, 222),
    ("lists/merge", 0.34, 0.58, 517, 542),
    ("lists/remove_segment", 0.19, 0.33, 253, 283),
    ("lists/reverse", 0.09, 0.12, 82, 117),
    ("lists/reverse_cyclic", 0.14, 0.36, 129, 392),
    ("lists/reverse_panhandle", 0.2, 0.6, 198, 561),
    ("lists/rotate", 0.05, 0.08, 33, 50),
    ("lists/search.no-null-test", 0.06, 0.1, 48, 62),
    ("lists/swap", 0.05, 0.09, 35, 62),
    ("many/enqueue_events", 0.2, 0.2, 248, 178),
    ("many/queue_2_stacks", 0.1, 0.2, 110, 216),
    ("many/join_5", 12.5, 0.5, 14_704, 1_227),
    ("many/split_5", 28.5, 0.3, 27_701, 827),
    ("many/firewire", 26.2, 1.8, 10_737, 4_493),
    ("many/serial_4", 36.9, 1.7, 27_851, 6_020),
    ("many/serial_5", 552.6, 2.6, 89_430, 7_733),
];

const JOINS: [Join; 3] = [Join::Powerset, Join::Merge, Join::Decompose];

/// One analysis.
struct Figure {
    millis: f64,
    heaps: u64,
    steps: u64,
    /// A right program is proved, or the error of a wrong one is found.
    complete: bool,
}

struct Bench {
    loader: Loader,
    cases: Vec<ShapeCase>,
}

impl Bench {
    fn new() -> Result<Bench, String> {
        let loader = Loader::new(Options { data_model: Some(DataModel::Lp64), ..Options::default() });
        Ok(Bench { loader, cases: shape_cases()? })
    }

    fn case(&self, id: &str) -> Option<&ShapeCase> {
        self.cases.iter().find(|case| case.id() == id)
    }

    fn figure(&self, id: &str, join: Join) -> Result<Option<Figure>, String> {
        let Some(case) = self.case(id) else { return Ok(None) };
        let program = case.load(&self.loader)?;
        measure(&program, Some(case), join).map(Some)
    }

    fn cell(&self, id: &str, theirs: Option<f64>) -> Result<String, String> {
        let theirs = theirs.map_or_else(|| "–".to_owned(), |s| format!("{:.0}", s * 1e3));
        Ok(match self.figure(id, Join::Merge)? {
            None => "–".to_owned(),
            Some(figure) => format!("{} / {theirs}", figure.time()),
        })
    }
}

impl Figure {
    fn time(&self) -> String {
        format!("{:.1}{}", self.millis, if self.complete { "" } else { "*" })
    }
}

/// Processor time of this thread, where the system says it; otherwise time that passes.
struct Clock {
    wall: Instant,
    spent: Option<u64>,
}

impl Clock {
    fn start() -> Clock {
        Clock { wall: Instant::now(), spent: Clock::spent() }
    }

    /// Nanoseconds.
    fn spent() -> Option<u64> {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split_whitespace().next()?.parse().ok()
    }

    fn millis(&self) -> f64 {
        match (self.spent, Clock::spent()) {
            (Some(start), Some(end)) => (end - start) as f64 / 1e6,
            _ => self.wall.elapsed().as_secs_f64() * 1e3,
        }
    }
}

/// Processor time that one measurement takes at least, since the system counts in ticks; and how many are made.
const LONG_ENOUGH: f64 = 60.0;
const MEASUREMENTS: u32 = 3;

/// Milliseconds of what is repeated until its time can be told, at best: whatever else the machine does only adds to it.
fn time<T>(mut what: impl FnMut() -> T) -> f64 {
    let measurement = |_| {
        let (clock, mut times) = (Clock::start(), 0);
        while times == 0 || clock.millis() < LONG_ENOUGH {
            what();
            times += 1;
        }
        clock.millis() / f64::from(times)
    };
    (0..MEASUREMENTS).map(measurement).fold(f64::INFINITY, f64::min)
}

fn measure(program: &Program, case: Option<&ShapeCase>, join: Join) -> Result<Figure, String> {
    let goals = obligations_with(program, &ObligationOptions::for_users());
    let terms = Terms { entry: "main".to_owned(), alloc_may_fail: false, locals_hold_at_exit: false };
    let task = Task::new(program, &goals, &terms);
    let all: Vec<usize> = (0..goals.len()).collect();
    let analyse = || ShapeWith(join).analyse(&task, &all, &mut Budget::new(Effort::Normal.steps()));
    let analysis = analyse();
    let millis = time(analyse);
    let count = |of: &str| analysis.statistics.iter().find(|(name, _)| *name == of).map_or(0, |(_, count)| *count);
    let complete = match case {
        None => analysis.verdicts.iter().all(|(_, verdict)| !verdict.is_open()),
        Some(case) => {
            let judgement = judge(case, program, analysis.verdicts.iter().map(|(goal, v)| (&goals[*goal], v)));
            if let Some(wrong) = judgement.wrong.first() {
                return Err(format!("{}: {wrong}", case.id()));
            }
            judgement.is_complete(case)
        }
    };
    Ok(Figure { millis, heaps: count("heaps"), steps: count("steps"), complete })
}

fn main() -> Result<(), String> {
    let bench = Bench::new()?;
    println!("# Figures of the shape engine\n");
    println!(
        "Written by `cargo run --release -p cairn-cases --example shape_figures > docs/engines/shape_figures.md`. Milliseconds of"
    );
    println!(
        "processor time (one thread, the shortest of three measurements) for the analysis of one program of `cases/shape`,"
    );
    println!("compiled, by the shape engine alone; `*`: not everything is proved, or the error is not found.\n");
    procedures(&bench)?;
    sorting(&bench)?;
    lists(&bench)?;
    many(&bench)?;
    large(&bench)
}

fn procedures(bench: &Bench) -> Result<(), String> {
    println!("## Procedures and their clients\n");
    println!("Ours / theirs (A. Gotsman, J. Berdine, B. Cook, SAS 2006; a machine of 2006), by client.\n");
    println!("| program | it 1 | it 2 | it 3 | rec 1 | rec 2 | rec 3 |\n|---|---|---|---|---|---|---|");
    for (name, theirs) in PROCEDURES {
        let mut row = format!("| {name} |");
        for (i, theirs) in theirs.iter().enumerate() {
            let id = format!("calls/{name}_{}_{}", if i < 3 { "it" } else { "rec" }, i % 3 + 1);
            let _ = write!(row, " {} |", bench.cell(&id, *theirs)?);
        }
        println!("{row}");
    }
    println!();
    Ok(())
}

fn sorting(bench: &Bench) -> Result<(), String> {
    println!("| sorting | iterative | recursive |\n|---|---|---|");
    for (name, it, rec) in SORTING {
        let (it, rec) =
            (bench.cell(&format!("calls/{name}_it"), *it)?, bench.cell(&format!("calls/{name}_rec"), *rec)?);
        println!("| {name} | {it} | {rec} |");
    }
    println!();
    Ok(())
}

fn lists(bench: &Bench) -> Result<(), String> {
    println!("## List programs, by the way to join\n");
    println!(
        "Theirs (R. Manevich, 2009): seconds and graphs over all places, whole heaps and decomposed. Ours: milliseconds,"
    );
    println!("and heaps (parts of heaps with a block) at the heads of loops.\n");
    println!("| program | whole s | parts s | whole | parts | powerset | merge | decompose |");
    println!("|---|---|---|---|---|---|---|---|");
    for (id, whole_s, parts_s, whole, parts) in LISTS {
        let mut row = format!("| {id} | {whole_s} | {parts_s} | {whole} | {parts} |");
        for join in JOINS {
            let figure = bench.figure(id, join)?;
            let text = figure.map_or_else(|| "–".to_owned(), |f| format!("{} ms, {}", f.time(), f.heaps));
            let _ = write!(row, " {text} |");
        }
        println!("{row}");
    }
    println!();
    Ok(())
}

/// How heaps grow with the number of lists.
fn many(bench: &Bench) -> Result<(), String> {
    println!("## k lists\n");
    println!(
        "Heaps (with decomposition: parts of heaps that have a block) at the heads of loops of `main` and what it calls, steps of"
    );
    println!(
        "the analysis, and milliseconds. A queue has three states, so there are 3^k heaps of k queues and 3k parts of heaps; one more"
    );
    println!("stands at the loop that frees. The assertions that lists are disjoint look at k(k-1)/2 pairs of them.\n");
    println!("| program | k | powerset | merge | decompose |\n|---|---|---|---|---|");
    for name in ["enqueue", "split"] {
        for k in 1..=6 {
            let mut row = format!("| {name} | {k} |");
            for join in JOINS {
                let figure = bench.figure(&format!("many/{name}_{k}"), join)?;
                let text = figure
                    .map_or_else(|| "–".to_owned(), |f| format!("{}, {} steps, {} ms", f.heaps, f.steps, f.time()));
                let _ = write!(row, " {text} |");
            }
            println!("{row}");
        }
    }
    println!();
    Ok(())
}

fn large(bench: &Bench) -> Result<(), String> {
    let text = program(10, 2_000);
    let file = std::env::temp_dir().join(format!("cairn-shape-large-{}.c", std::process::id()));
    std::fs::write(&file, &text).map_err(|error| error.to_string())?;
    let loaded = bench.loader.load(&[Input::new(&file, &["-w".to_owned()])]).map_err(|error| error.to_string());
    std::fs::remove_file(&file).ok();
    let figure = measure(&loaded?.program, None, Join::Merge)?;
    println!("## A large program\n");
    println!(
        "A generated program of {} lines with ten types of lists (`program` in the example): {} ms, {} steps.",
        text.lines().count(),
        figure.time(),
        figure.steps
    );
    Ok(())
}

/// A program with so many types of lists and so many lines: each type with the usual operations, used again and again.
fn program(types: usize, lines: usize) -> String {
    let mut text = "#include <stdlib.h>\nint __VERIFIER_nondet_int(void);\n".to_owned();
    for t in 0..types {
        text += &OPERATIONS.replace('#', &t.to_string());
    }
    let per_use = USE.lines().count();
    let uses = (lines - text.lines().count() - types - 4) / per_use;
    for u in 0..uses {
        text += &USE.replace('#', &(u % types).to_string()).replace('@', &u.to_string());
    }
    text += "int main(void) {\n";
    for u in 0..uses {
        let _ = writeln!(text, "    use{u}();");
    }
    text + "    return 0;\n}\n"
}

const OPERATIONS: &str = "struct n# { long pad[#]; struct n# *next; int data; };
static struct n# *make#(struct n# *next, int data) {
    struct n# *n = malloc(sizeof *n);
    if (!n) abort();
    n->next = next;
    n->data = data;
    return n;
}
static struct n# *build#(void) {
    struct n# *l = 0;
    while (__VERIFIER_nondet_int()) l = make#(l, __VERIFIER_nondet_int());
    return l;
}
static struct n# *reverse#(struct n# *l) {
    struct n# *r = 0;
    while (l) {
        struct n# *t = l->next;
        l->next = r;
        r = l;
        l = t;
    }
    return r;
}
static struct n# *append#(struct n# *a, struct n# *b) {
    if (!a) return b;
    struct n# *p = a;
    while (p->next) p = p->next;
    p->next = b;
    return a;
}
static struct n# *remove#(struct n# *l, int data) {
    struct n# **pp = &l;
    while (*pp && (*pp)->data != data) pp = &(*pp)->next;
    if (*pp) {
        struct n# *gone = *pp;
        *pp = gone->next;
        free(gone);
    }
    return l;
}
static struct n# *insert#(struct n# *l, int data) {
    if (!l || l->data >= data) return make#(l, data);
    struct n# *p = l;
    while (p->next && p->next->data < data) p = p->next;
    p->next = make#(p->next, data);
    return l;
}
static void destroy#(struct n# *l) {
    while (l) {
        struct n# *t = l->next;
        free(l);
        l = t;
    }
}
";

const USE: &str = "static void use@(void) {
    struct n# *a = build#();
    struct n# *b = build#();
    a = reverse#(a);
    if (__VERIFIER_nondet_int()) a = insert#(a, @);
    a = append#(a, b);
    a = remove#(a, @);
    for (struct n# *p = a; p; p = p->next) p->data++;
    destroy#(a);
}
";
