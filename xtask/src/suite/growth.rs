//! How the work of the summary engine grows: generated families of programs, each twice as large as the one before.
//!
//! Work is counted in steps, which are the same on every machine: instructions that were looked at, and steps on conditions. The
//! last column compares both together with n log n for n instructions; it should not grow from row to row.

use super::loader;
use crate::GrowthArgs;
use cairn_driver::{Input, Loader};
use cairn_ir::{FuncOrigin, Program};
use cairn_summary::{Limits, Modules};
use std::fmt::Write;
use std::time::Instant;

struct Family {
    name: &'static str,
    /// A program of a size.
    text: fn(usize) -> String,
    sizes: &'static [usize],
}

const SIZES: &[usize] = &[8, 16, 32, 64, 128, 256, 512];

const FAMILIES: &[Family] = &[
    Family { name: "straight line", text: straight_line, sizes: SIZES },
    Family { name: "branches in a row", text: branches_in_a_row, sizes: SIZES },
    // Clang takes no more than 256 brackets in each other.
    Family { name: "nested branches", text: nested_branches, sizes: &[8, 16, 32, 64, 128, 240] },
    Family { name: "cases of a switch", text: cases_of_a_switch, sizes: SIZES },
    Family { name: "loops in a row", text: loops_in_a_row, sizes: &[2, 4, 8, 16, 32, 64] },
    Family { name: "nested loops", text: nested_loops, sizes: &[1, 2, 3, 4, 5, 6, 8, 10] },
    Family { name: "a chain of calls", text: chain, sizes: SIZES },
    Family { name: "one more case per call", text: chain_of_cases, sizes: SIZES },
    Family { name: "many callees", text: many_callees, sizes: SIZES },
    Family { name: "many allocations", text: many_allocations, sizes: &[8, 16, 32, 64] },
];

pub fn run(args: &GrowthArgs) -> Result<bool, String> {
    let loader = loader(&args.common, None, true);
    for family in FAMILIES.iter().filter(|family| args.only.as_ref().is_none_or(|only| family.name.contains(only))) {
        println!(
            "\n{:22} {:>12} {:>10} {:>12} {:>10} {:>8} {:>10}",
            family.name, "instructions", "steps", "logic steps", "summaries", "ms", "/ n log n"
        );
        for &size in family.sizes {
            println!("{}", row(&loader, family, size)?);
        }
    }
    Ok(true)
}

fn row(loader: &Loader, family: &Family, size: usize) -> Result<String, String> {
    let file = std::env::temp_dir().join(format!("cairn-growth-{}.c", std::process::id()));
    std::fs::write(&file, (family.text)(size)).map_err(|error| error.to_string())?;
    let loaded = loader.load(&[Input::new(&file, &["-w".to_owned()])]);
    std::fs::remove_file(&file).ok();
    let program = loaded.map_err(|error| error.to_string())?.program;
    let start = Instant::now();
    let modules = Modules::of(&program, None, Limits { alloc_may_fail: false, ..Limits::default() }, 1);
    let milliseconds = start.elapsed().as_millis();
    let figure =
        |name: &str| modules.statistics().iter().find(|(known, _)| *known == name).map_or(0, |(_, value)| *value);
    let (steps, logic, sizes) = (figure("steps"), figure("steps on conditions"), figure("size of all summaries"));
    let n = own_instructions(&program) as f64;
    let share = (steps + logic) as f64 / (n * n.log2());
    let lost = figure("functions without summary") + figure("functions looked at coarsely");
    let remark = if lost > 0 { format!("   {lost} functions given up or looked at coarsely") } else { String::new() };
    Ok(format!("{size:>22} {n:>12} {steps:>10} {logic:>12} {sizes:>10} {milliseconds:>8} {share:>10.2}{remark}"))
}

fn own_instructions(program: &Program) -> usize {
    let own = program.funcs.iter().filter(|func| func.origin == FuncOrigin::User);
    own.filter_map(|func| func.body.as_ref()).map(|body| body.inst_count()).sum()
}

/// Text for every number below a size.
fn each(size: usize, mut text: impl FnMut(usize) -> String) -> String {
    (0..size).fold(String::new(), |mut all, number| {
        _ = writeln!(all, "{}", text(number));
        all
    })
}

fn straight_line(size: usize) -> String {
    let body = each(size, |i| format!("p->a{} = p->a{} + x; x = x * 3 + p->a{};", i % 8, (i + 3) % 8, (i + 5) % 8));
    format!("struct s {{ int a0, a1, a2, a3, a4, a5, a6, a7; }};\nint f(struct s *p, int x) {{\n{body}return x; }}\n")
}

fn branches_in_a_row(size: usize) -> String {
    let body = each(size, |i| format!("if (x & {}) p->a{} = x; else y += p->a{};", 1 << (i % 30), i % 8, (i + 1) % 8));
    format!(
        "struct s {{ int a0, a1, a2, a3, a4, a5, a6, a7; }};\nint f(struct s *p, int x, int y) {{\n{body}return y; }}\n"
    )
}

fn nested_branches(size: usize) -> String {
    let open = each(size, |i| format!("if (x > {i}) {{ *p = {i};"));
    format!("int f(int *p, int x) {{\n{open}{} return *p; }}\n", "}".repeat(size))
}

/// Half of the cases lead to one place.
fn cases_of_a_switch(n: usize) -> String {
    let case = |i: usize| match i % 2 {
        0 => format!("    case {}: x += {i}; break;\n", 3 * i),
        _ => format!("    case {}:\n", 3 * i),
    };
    let cases: String = (0..n).map(case).collect();
    let plain: String = (n..2 * n).map(|i| format!("    case {}:\n", 3 * i)).collect();
    format!(
        "int f(int x) {{\n    switch (x) {{\n{cases}{plain}        return 1;\n    default: return 0;\n    }}\n    return x;\n}}\n"
    )
}

fn loops_in_a_row(size: usize) -> String {
    let body = each(size, |i| format!("for (int i = 0; i < n; i++) a[i] += {i};"));
    format!("void f(int *a, int n) {{\n{body}}}\n")
}

fn nested_loops(size: usize) -> String {
    let open = each(size, |i| format!("for (int i{i} = 0; i{i} < n; i{i}++)"));
    let index = each(size, |i| format!("+ i{i}"));
    format!("int f(int *a, int n) {{ int s = 0;\n{open} s += a[0 {index}];\nreturn s; }}\n")
}

/// What there is to say of each function is as much as of the one below.
fn chain(size: usize) -> String {
    let body = each(size, |i| {
        format!("int f{}(int *p, int x) {{ if (x < 0) x = 0; *p += {i}; return f{i}(p, x) + 1; }}", i + 1)
    });
    format!("int f0(int *p, int x) {{ return *p + x; }}\n{body}")
}

/// What there is to say grows by one case and one thing that may go wrong with each function.
fn chain_of_cases(size: usize) -> String {
    let body =
        each(size, |i| format!("int f{}(int *p, int x) {{ if (x > {i}) *p = x; return f{i}(p, x + 1); }}", i + 1));
    format!("int f0(int *p, int x) {{ return *p + x; }}\n{body}")
}

fn many_callees(size: usize) -> String {
    let callees =
        each(size, |i| format!("static void g{i}(int *p, int x) {{ if (x & {}) p[{}] = x; }}", 1 << (i % 30), i % 16));
    let calls = each(size, |i| format!("g{i}(p, x);"));
    format!("{callees}int f(int *p, int x) {{\n{calls}return p[0]; }}\n")
}

fn many_allocations(size: usize) -> String {
    let body = each(size, |i| {
        format!("struct n *p{i} = malloc(sizeof *p{i}); p{i}->next = last; p{i}->value = x + {i}; last = p{i};")
    });
    format!(
        "#include <stdlib.h>\nstruct n {{ struct n *next; int value; }};\nstruct n *f(struct n *last, int x) {{\n{body}return last; }}\n"
    )
}
