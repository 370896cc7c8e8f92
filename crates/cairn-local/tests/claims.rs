//! What the engine proves and, more important, what it must not: each case in a right and in a wrong form.

use cairn_driver::{Input, Loader, Options};
use cairn_engine::{Budget, Engine, Task, Terms};
use cairn_ir::Rule;
use cairn_ir::obligation::{ObligationOptions, obligations_with};
use cairn_local::Local;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU32, Ordering};

/// The rules that are proved on the line with the mark `HERE`, and those that are left open there.
fn at_mark(source: &str) -> (BTreeSet<Rule>, BTreeSet<Rule>) {
    static SERIAL: AtomicU32 = AtomicU32::new(0);
    let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
    let file = std::env::temp_dir().join(format!("cairn-local-{}-{serial}.c", std::process::id()));
    std::fs::write(&file, source).expect("written");
    let loaded = Loader::new(Options::default()).load(&[Input::new(&file, &["-w".to_owned()])]);
    std::fs::remove_file(&file).ok();
    let program = loaded.expect("it compiles").program;
    let goals = obligations_with(&program, &ObligationOptions::for_users());
    let (terms, all) = (Terms::default(), (0..goals.len()).collect::<Vec<_>>());
    let verdicts = Local.analyse(&Task::new(&program, &goals, &terms), &all, &mut Budget::new(1 << 30)).verdicts;
    let proved: BTreeSet<usize> = verdicts.iter().map(|(goal, _)| *goal).collect();
    let mark = 1 + source.lines().position(|line| line.contains("HERE")).expect("a mark") as u32;
    let here = (0..goals.len()).filter(|&goal| goals[goal].span.line == mark);
    let (holds, open): (Vec<usize>, Vec<usize>) = here.partition(|goal| proved.contains(goal));
    let rules = |goals_here: Vec<usize>| goals_here.into_iter().map(|goal| goals[goal].rule).collect::<BTreeSet<_>>();
    let (holds, open) = (rules(holds), rules(open));
    (&holds - &open, open)
}

#[track_caller]
fn proves(source: &str, rules: &[Rule]) {
    let (holds, open) = at_mark(source);
    rules.iter().for_each(|rule| assert!(holds.contains(rule), "{rule} is not proved; open: {open:?}\n{source}"));
}

#[track_caller]
fn leaves_open(source: &str, rules: &[Rule]) {
    let (_, open) = at_mark(source);
    rules.iter().for_each(|rule| assert!(open.contains(rule), "{rule} is not open; open: {open:?}\n{source}"));
}

use Rule::{
    DivisionByZero, InvalidPointer, NullDereference, OutOfBounds, UninitializedRead, UseAfterFree, UseAfterScope,
};

const ALL: &[Rule] = &[InvalidPointer, NullDereference, OutOfBounds, UninitializedRead, UseAfterFree, UseAfterScope];

#[test]
fn what_worked_once_works_again() {
    proves("struct s { int a, b; };\nint f(struct s *p) { int a = p->b;\n return a + p->b; /* HERE */ }", ALL);
    leaves_open("struct s { int a, b; };\nint f(struct s *p) {\n return p->b; /* HERE */ }", ALL);
}

#[test]
fn another_member_is_not_null_but_may_be_outside() {
    let source = "struct s { int a, b; };\nint f(struct s *p) { int a = p->a;\n return a + p->b; /* HERE */ }";
    proves(source, &[NullDereference, UninitializedRead]);
    leaves_open(source, &[OutOfBounds, InvalidPointer]);
}

#[test]
fn reading_does_not_mean_that_one_may_write() {
    let read = "void f(int *p) { int a = *p;\n *p = a + 1; /* HERE */ }";
    leaves_open(read, &[InvalidPointer]);
    proves(read, &[NullDereference, OutOfBounds, UninitializedRead, UseAfterFree, UseAfterScope]);
    proves("void f(int *p) { *p = 1;\n *p = 2; /* HERE */ }", ALL);
}

#[test]
fn after_a_free_nothing_is_sure() {
    let freed = "#include <stdlib.h>\nint f(int *p, int *q) { int a = *p; free(q);\n return a + *p; /* HERE */ }";
    leaves_open(freed, &[UseAfterFree]);
    proves(freed, &[NullDereference, UninitializedRead]);
}

#[test]
fn on_every_way_here() {
    let one = "#include <stdlib.h>\nint f(int *p, int c) { int a = *p; if (c) free(p);\n return a + *p; /* HERE */ }";
    leaves_open(one, &[UseAfterFree]);
    let none = "int f(int *p, int c) { int a = *p; if (c) a++; else a--;\n return a + *p; /* HERE */ }";
    proves(none, ALL);
    let only_one = "int f(int *p, int c) { int a = 0; if (c) a = *p;\n return a + *p; /* HERE */ }";
    leaves_open(only_one, ALL);
}

#[test]
fn a_loop_comes_back_with_another_pointer() {
    let list = "struct n { struct n *next; };\nint f(struct n *p) { int k = 0; while (k++ < 3)\n p = p->next; /* HERE */ return k; }";
    leaves_open(list, ALL);
}

#[test]
fn unknown_code_may_free_and_known_code_does_not() {
    leaves_open("void g(void);\nint f(int *p) { int a = *p; g();\n return a + *p; /* HERE */ }", &[UseAfterFree]);
    let source = "int k; static void g(void) { k++; }\nint f(int *p) { int a = *p; g();\n return a + *p; /* HERE */ }";
    proves(source, ALL);
    let deep = "#include <stdlib.h>\nint *k; static void h(void) { free(k); } static void g(void) { h(); }\nint f(int *p) { int a = *p; g();\n return a + *p; /* HERE */ }";
    leaves_open(deep, &[UseAfterFree]);
}

#[test]
fn other_threads_may_free_at_any_time() {
    let source = "#include <pthread.h>\n#include <stdlib.h>\nint *k; void *g(void *x) { free(k); return x; }\nint main(void) { pthread_t t; k = malloc(4); if (!k) return 1; int *p = k; *p = 1; pthread_create(&t, 0, g, 0);\n *p = 2; *p = 3; /* HERE */ return 0; }";
    leaves_open(source, &[UseAfterFree]);
}

#[test]
fn threads_of_unknown_code_may_free_at_any_time() {
    let source = "#include <stdlib.h>\nextern int start(void (*f)(void *), void *data);\nstatic void worker(void *data) { free(data); }\nint main(void) { int *p = malloc(sizeof *p); if (!p) return 1; *p = 0; start(worker, p);\n *p = 1; *p = 2; /* HERE */ return 0; }";
    leaves_open(source, &[UseAfterFree]);
}

#[test]
fn handlers_of_signals_may_free_at_any_time() {
    let source = "#include <signal.h>\n#include <stdlib.h>\nint *k; void g(int s) { free(k); k = 0; }\nint main(void) { k = malloc(4); if (!k) return 1; int *p = k; signal(SIGALRM, g); *p = 1;\n *p = 2; /* HERE */ return 0; }";
    leaves_open(source, &[UseAfterFree]);
    proves(&source.replace("free(k);", ""), &[UseAfterFree]);
    proves(&source.replace("signal(SIGALRM, g);", "raise(SIGALRM);"), &[UseAfterFree]);
}

#[test]
fn the_library_may_return_something_else() {
    let source =
        "#include <unistd.h>\nint main(void) { int ends[2]; unsigned n = pipe(ends);\n return 10u / n; /* HERE */ }";
    proves(source, &[UninitializedRead]);
    leaves_open(source, &[DivisionByZero]);
}

#[test]
fn who_calls_what_is_called_by_nobody() {
    for attribute in ["constructor", "destructor"] {
        let source = format!(
            "__attribute__(({attribute})) static void g(int x) {{\n if (x) __builtin_trap(); /* HERE */ }}\nint main(void) {{ g(0); return 0; }}"
        );
        leaves_open(&source, &[UninitializedRead]);
    }
    let named = "int g(int x) {\n if (x) return 1; /* HERE */ return 2; }\nint main(void) { g(3); __asm__(\"call g\"); return 0; }";
    leaves_open(named, &[UninitializedRead]);
    proves(&named.replace("call g", "call h"), &[UninitializedRead]);
}

#[test]
fn locals_in_their_scope() {
    proves("int g(int *);\nint f(int i) { int a[3]; g(a);\n return a[i]; /* HERE */ }", &[UseAfterScope]);
    let gone = "int g(int *);\nint f(int i) { int *p; { int a[3]; g(a); p = a; }\n return p[1]; /* HERE */ }";
    leaves_open(gone, &[UseAfterScope]);
    let again = "int g(int *);\nint f(int n) { int s = 0; for (int i = 0; i < n; i++) { int a[3]; g(a);\n s += a[1]; /* HERE */ } return s; }";
    proves(again, &[UseAfterScope]);
}

#[test]
fn a_jump_from_elsewhere_brings_another_state() {
    let source = "#include <setjmp.h>\n#include <stdlib.h>\njmp_buf b; int *q; void g(void) { free(q); longjmp(b, 1); }\nint f(int *p) { q = p; int a = *p; if (setjmp(b) == 0) g();\n return a + *p; /* HERE */ }";
    leaves_open(source, &[UseAfterFree]);
}

#[test]
fn an_address_near_null_is_not_zero() {
    // A caller may pass a member of a null pointer.
    leaves_open("int f(char *p) { if (p)\n return *p; /* HERE */ return 0; }", &[NullDereference]);
}

#[test]
fn allocations_that_were_tested() {
    let head = "#include <stdlib.h>\nint f(void) { int *p = malloc(4); ";
    let tested = format!("{head}if (!p) return 1;\n *p = 1; /* HERE */\n free(p); return 0; }}");
    proves(&tested, &[NullDereference, InvalidPointer, UseAfterScope, UninitializedRead]);
    leaves_open(&format!("{head}\n *p = 1; /* HERE */\n free(p); return 0; }}"), &[NullDereference]);
    leaves_open(&format!("{head}if (p) return 1;\n *p = 1; /* HERE */ return 0; }}"), &[NullDereference]);
}

#[test]
fn arguments_of_all_calls() {
    let defined = "static int g(int x) {\n if (x) return 1; /* HERE */ return 2; }\nint main(int c, char **v) { return g(3) + g(4); }";
    proves(defined, &[UninitializedRead]);
    let one_is_not = "static int g(int x) {\n if (x) return 1; /* HERE */ return 2; }\nint main(void) { int u; return g(3) + g(u); }";
    leaves_open(one_is_not, &[UninitializedRead]);
    let by_address = "static int g(int x) {\n if (x) return 1; /* HERE */ return 2; }\nint (*h)(int) = g; int main(void) { int u; return g(3) + h(u); }";
    leaves_open(by_address, &[UninitializedRead]);
    // Anybody may call it in a library.
    leaves_open(
        "int g(int x) {\n if (x) return 1; /* HERE */ return 2; }\nint h(void) { return g(3); }",
        &[UninitializedRead],
    );
}

#[test]
fn divisors_that_were_tested() {
    proves(
        "unsigned f(unsigned a, unsigned b) { if (b == 0) return 0;\n return a / b; /* HERE */ }",
        &[DivisionByZero],
    );
    leaves_open(
        "unsigned f(unsigned a, unsigned b) { if (a == 0) return 0;\n return a / b; /* HERE */ }",
        &[DivisionByZero],
    );
    // The smallest number by -1.
    leaves_open("int f(int a, int b) { if (b == 0) return 0;\n return a / b; /* HERE */ }", &[DivisionByZero]);
}

#[test]
fn undefined_values_stay_undefined() {
    leaves_open(
        "int f(int c) { int x; if (c > 3) x = 1;\n if (x) return 1; /* HERE */ return 2; }",
        &[UninitializedRead],
    );
    proves(
        "int f(void) { int x = 0; for (int i = 0; i < 4; i++) x += i;\n if (x) return 1; /* HERE */ return 2; }",
        &[UninitializedRead],
    );
    // Too far a shift has no result.
    leaves_open(
        "int f(void) { int n = 0; for (int i = 0; i < 40; i++) n++;\n if (1 << n) return 1; /* HERE */ return 2; }",
        &[UninitializedRead],
    );
}

#[test]
fn errno_is_where_it_is() {
    let source =
        "#include <errno.h>\nint f(void) {\n errno = 0; return 0; /* HERE */ }\nint main(void) { return f(); }";
    proves(source, ALL);
    let own = "static _Thread_local int a[2];\nint *mine(void) { return a; }\nint main(void) {\n mine()[1] = 3; /* HERE */ return 0; }";
    proves(own, ALL);
    leaves_open(&own.replace("[1] =", "[2] ="), &[OutOfBounds]);
    let several = "static int a[2], b;\nint n;\nint *mine(void) { return n ? a : &b; }\nint main(void) {\n mine()[1] = 3; /* HERE */ return 0; }";
    leaves_open(several, &[OutOfBounds]);
}

#[test]
fn variable_arguments_need_a_declaration() {
    let source = "#include <stdio.h>\nint main(void) { int n = 3;\n printf(\"%d\", n); /* HERE */\n return 0; }";
    proves(source, ALL);
    for wrong in ["int printf();", "int printf(const char *, int);", "int printf(long, ...);"] {
        leaves_open(&source.replace("#include <stdio.h>", wrong), &[UninitializedRead]);
    }
}

#[test]
fn variables_hold_what_was_stored_in_them() {
    let source = "int get(void);\nstatic int level;\nint main(int argc, char **argv) { if (argc > 1) level = argc;\n if (level) return 1; /* HERE */ return 2; }";
    proves(source, &[UninitializedRead]);
    let wrong = [
        // Something undefined is stored, or something that nobody knows.
        source.replace("level = argc", "{ int x; level = x; }"),
        source.replace("level = argc", "level = get()"),
        // A pointer leads there.
        source.replace("static int level;", "static int level; int *p = &level;"),
        source.replace("level = argc", "__builtin_memcpy(&level, argv, 4)"),
        source.replace("level = argc", "*((char *)&level + 1) = argc"),
        // Somebody outside, and assembly.
        source.replace("static int level;", "int level;").replace("argc;", "argc, get();"),
        source.replace("level = argc", "__asm__ volatile(\"nop\" ::: \"memory\")"),
        source.replace("static int", "static volatile int"),
    ];
    wrong.iter().for_each(|source| leaves_open(source, &[UninitializedRead]));
    let pointer = "static int a, *at = &a;\nint main(int argc, char **argv) { static int b; if (argc > 1) at = &b;\n return *at; /* HERE */ }";
    proves(pointer, &[NullDereference, UseAfterFree, UseAfterScope, InvalidPointer]);
    leaves_open(&pointer.replace("at = &b", "at = 0"), &[NullDereference]);
    leaves_open(&pointer.replace("static int b", "int b"), &[UseAfterScope]);
    leaves_open(&pointer.replace("at = &b", "at = (int *)main"), &[InvalidPointer]);
    // Two parts of a variable that overlap, and a part that is read with another type.
    let union = "static union { long l; int i[2]; } u;\nint main(int argc, char **argv) { long x; if (argc > 1) u.l = x;\n if (u.i[0]) return 1; /* HERE */ return 2; }";
    leaves_open(union, &[UninitializedRead]);
}

#[test]
fn what_is_handed_back_is_what_was_given() {
    let source = "#include <stdio.h>\nstatic const char *same(int n, const char *text) { return text; }\nint main(void) {\n puts(same(1, \"text\")); /* HERE */ return 0; }";
    proves(source, ALL);
    leaves_open(&source.replace("return text", "return n ? text : 0"), &[NullDereference]);
    leaves_open(&source.replace("{ return text", "{ text = 0; return text"), &[NullDereference]);
    leaves_open(&source.replace("\"text\"))", "(char *)0))"), &[NullDereference]);
    let translated = "#include <stdio.h>\n#include <libintl.h>\nint main(void) {\n fputs(dcgettext(0, \"text\", 5), stderr); /* HERE */ return 0; }";
    proves(translated, ALL);
}

#[test]
fn what_runs_at_the_end_is_a_function() {
    let source = "#include <stdlib.h>\nint get(void);\nstatic void bye(void) {}\nint main(void) { atexit(bye);\n exit(2); /* HERE */ }";
    proves(source, &[NullDereference, InvalidPointer, OutOfBounds, UseAfterScope, UninitializedRead]);
    leaves_open(&source.replace("atexit(bye)", "atexit(0)"), &[NullDereference]);
    leaves_open(&source.replace("atexit(bye)", "void (*f)(void) = get() ? bye : 0; atexit(f)"), &[NullDereference]);
    leaves_open(&source.replace("atexit(bye)", "int (*f)(void (*)(void)) = atexit; f(0)"), &[NullDereference]);
    leaves_open(
        &source.replace("atexit(bye)", "static int (*volatile f)(void (*)(void)) = atexit; f(bye)"),
        &[NullDereference],
    );
    let of_library = source.replace("atexit(bye)", "static int x; on_exit((void (*)(int, void *))free, &x)");
    leaves_open(&format!("#define _GNU_SOURCE\n{of_library}"), &[NullDereference, Rule::InvalidFree]);
    leaves_open(&source.replace("exit(2)", "int x; exit(x)"), &[UninitializedRead]);
    let returns = source.replace("exit(2)", "return 2");
    proves(&returns, &[NullDereference, InvalidPointer, OutOfBounds, UseAfterScope, UninitializedRead]);
    leaves_open(&returns.replace("atexit(bye)", "atexit(0)"), &[NullDereference]);
    // Without its program, others may have registered anything.
    leaves_open(
        "#include <stdlib.h>\nvoid bye(void) {}\nvoid f(void) { atexit(bye);\n exit(2); /* HERE */ }",
        &[NullDereference],
    );
}

#[test]
fn the_arguments_of_the_program_are_there() {
    let source = "int main(int argc, char **argv) {\n return argv[1] != 0; /* HERE */ }";
    proves(source, &[NullDereference, InvalidPointer, UseAfterFree, UseAfterScope]);
    leaves_open(source, &[OutOfBounds, UninitializedRead]);
    leaves_open(&source.replace("{\n", "{ if (argc == 7) return main(8, 0);\n"), &[NullDereference]);
}

#[test]
fn an_allocation_breaks_no_rule_but_may_be_lost() {
    let source = "#include <stdlib.h>\nint main(void) {\n void *p = malloc(4); /* HERE */ return p != 0; }";
    proves(source, &[UninitializedRead]);
    leaves_open(source, &[Rule::MemoryLeak]);
    leaves_open(&source.replace("malloc(4)", "calloc(4, 4)"), &[Rule::MemoryLeak]);
    leaves_open(&source.replace("void *p = malloc(4)", "size_t n; void *p = malloc(n)"), &[UninitializedRead]);
}

#[test]
fn what_callers_hold_lasts_as_long_as_the_call() {
    let callers =
        "int main(void) { struct s x = { 1 }; { struct s y = { 2 }; x.n += f(&y); } return f(&x) + f(&all); }";
    let head = "struct s { int n; }; static struct s all; static struct s *kept;";
    let direct = format!("{head}\nstatic int f(struct s *p) {{\n return p->n; /* HERE */ }}\n{callers}");
    proves(&direct, &[UseAfterScope]);
    let below = format!(
        "{head}\nstatic int g(struct s *p) {{\n return p->n; /* HERE */ }}\nstatic int f(struct s *p) {{ return g(p); }}\n{callers}"
    );
    proves(&below, &[UseAfterScope]);
    let returned = format!(
        "{head}\nstatic struct s *same(struct s *p) {{ kept = p; return p; }}\nstatic int f(struct s *p) {{ return p->n; }}\n         static struct s *leak(void) {{ struct s x = {{ 1 }}; return same(&x); }}\n{callers}\n         int other(void) {{ struct s *p = leak();\n return p->n; /* HERE */ }}"
    );
    leaves_open(&returned, &[UseAfterScope]);
    let stored = format!(
        "{head}\nstatic int f(struct s *p) {{ kept = p; return 0; }}\n{callers}\nint other(void) {{\n return kept->n; /* HERE */ }}"
    );
    leaves_open(&stored, &[UseAfterScope]);
}

#[test]
fn what_is_gone_before_the_call_does_not_last() {
    let gone = "static int f(int *p) {\n return *p; /* HERE */ }\n\
                int main(void) { int *p; { int x = 1; p = &x; } return f(p); }";
    leaves_open(gone, &[UseAfterScope]);
    let made_anew = "static int f(int *p) {\n return *p; /* HERE */ }\n\
                     int main(int n, char **v) { int *p = 0; for (int i = 0; i < n; i++) { int x = i; if (p) f(p); p = &x; } return 0; }";
    leaves_open(made_anew, &[UseAfterScope]);
    let sized = "static int f(int *p) {\n return *p; /* HERE */ }\n\
                 int main(int n, char **v) { int *p; { int x[n]; x[0] = 1; p = x; } return f(p); }";
    leaves_open(sized, &[UseAfterScope]);
}
