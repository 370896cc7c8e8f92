//! What C leaves open, or implementations do: no engine may take one possibility for all of them.

mod support;

use support::{Folder, stdout};

const ENGINES: [&str; 8] =
    ["explore", "local", "summary", "summary-flat", "inline", "shape", "shape-powerset", "shape-decompose"];

fn program(body: &str) -> Folder {
    Folder::new().with("t.c", format!("#include <cairn.h>\n#include <stdlib.h>\n{body}\n"))
}

fn check(folder: &Folder, engine: Option<&str>) -> String {
    let choice: &[&str] = &engine.map_or(vec![], |engine| vec!["--engine", engine]);
    let args = [&["check", "--alloc-may-fail", "no"], choice, &["t.c"]].concat();
    stdout(&folder.cairn(&args))
}

fn assert_not_proved(body: &str) {
    let folder = program(body);
    for engine in ENGINES.map(Some).into_iter().chain([None]) {
        let text = check(&folder, engine);
        assert!(!text.contains("PROVED"), "{engine:?}: {body}\n{text}");
    }
}

fn assert_proved(body: &str) {
    let text = check(&program(body), None);
    assert!(text.contains("PROVED"), "{body}\n{text}");
}

const DIFFERS: &str = "static int differs(const char *a, const char *b) { return a != b; }\n";

#[test]
fn string_literals_may_share_their_bytes() {
    assert_not_proved("int main(void) { const char *a = \"abc\", *b = \"bc\"; cairn_assert(a + 1 != b); return 0; }");
    assert_not_proved("static const char c[] = \"abc\"; int main(void) { cairn_assert(c != \"abc\"); return 0; }");
    assert_not_proved(
        "static const char *pick(int i) { return i ? \"abc\" : \"zabc\"; }
         int main(void) { cairn_assert(pick(1) != pick(0) + 1); return 0; }",
    );
    assert_not_proved(&format!("{DIFFERS} int main(void) {{ cairn_assert(differs(\"abc\" + 1, \"bc\")); return 0; }}"));
    assert_not_proved(&format!(
        "{DIFFERS} static int pass(const char *a) {{ return differs(a, \"bc\"); }}
         int main(void) {{ cairn_assert(pass(\"abc\" + 1)); return 0; }}"
    ));
    assert_not_proved(
        "static int is_mine(const char *a) { return a == \"abc\"; }
         int main(void) { cairn_assert(!is_mine(\"zabc\" + 1)); return 0; }",
    );
}

#[test]
fn other_objects_do_not_share_theirs() {
    assert_proved("int main(void) { const char *a = \"abc\", *b = \"xy\"; cairn_assert(a + 1 != b); return 0; }");
    assert_proved("int main(void) { const char *a = \"abc\"; char b[] = \"abc\"; cairn_assert(a != b); return 0; }");
    assert_proved("static const char c[] = \"abc\", d[] = \"abc\"; int main(void) { cairn_assert(c != d); return 0; }");
    assert_proved(&format!("{DIFFERS} int main(void) {{ cairn_assert(differs(\"abc\", \"xy\")); return 0; }}"));
}

#[test]
fn variables_of_no_bytes_may_lie_where_others_do() {
    assert_not_proved("int z[0]; int y; int main(void) { cairn_assert((void *)z != (void *)&y); return 0; }");
    assert_not_proved(
        "struct e {}; int main(void) { struct e a, b; struct e *p = &a, *q = &b; cairn_assert(p != q); return 0; }",
    );
    assert_proved("int x; int y; int main(void) { cairn_assert(&x != &y); return 0; }");
}

#[test]
fn what_is_volatile_may_be_undefined_all_the_same() {
    assert_not_proved(
        "int main(void) { volatile int *x = malloc(4); int r = 0; if (*x) r = 1; free((void *)x); return r; }",
    );
    assert_not_proved("int main(void) { volatile int x; int r = 0; if (x) r = 1; return r; }");
    assert_proved("volatile int x; int main(void) { int r = 0; if (x) r = 1; return r; }");
}

#[test]
fn what_is_volatile_may_change_at_any_time() {
    assert_not_proved(
        "struct s { int x, y; }; volatile struct s v;
         int main(void) { struct s a = v, b = v; cairn_assert(a.x == b.x); return 0; }",
    );
    assert_not_proved(
        "int x; int *volatile p = &x; int main(void) { int *a = p, *b = p; cairn_assert(a == b); return 0; }",
    );
    assert_proved(
        "struct s { int x, y; }; int main(void) { volatile struct s v = {1, 2}; struct s a = v; return a.x; }",
    );
}

#[test]
fn what_was_written_before_a_jump_may_be_lost() {
    let jumps = |kind: &str| {
        format!(
            "#include <setjmp.h>\njmp_buf env;
             int main(void) {{ {kind} int x = 0; if (setjmp(env) == 0) {{ x = 1; longjmp(env, 1); }} cairn_assert(x == 1); return 0; }}"
        )
    };
    assert_not_proved(&jumps(""));
    assert_proved(&jumps("volatile"));
}

/// The assertion is not proved, whatever becomes of the rest. (That memory is not known is open anyway.)
fn assert_assertion_open(body: &str) {
    let folder = program(body);
    for engine in ENGINES.into_iter().filter(|engine| *engine != "explore") {
        let text = stdout(&folder.cairn(&["check", "--all", "--engine", engine, "t.c"]));
        assert!(text.contains("[assertion-failure]"), "{engine}: {body}\n{text}");
    }
}

#[test]
fn variables_of_other_files_hold_addresses_of_what_is_not_static() {
    let writes = "*q = 5; cairn_assert(g == 3); return 0; }";
    assert_assertion_open(&format!("extern int *e; int g = 3; int main(void) {{ int *q = e; {writes}"));
    assert_assertion_open(&format!(
        "extern struct {{ int *p; }} e; int g = 3; int main(void) {{ int *q = e.p; {writes}"
    ));
    assert_assertion_open(&format!("extern int *(*e)(int); int g; int main(void) {{ int *q = e(1); g = 3; {writes}"));
    assert_assertion_open(
        "extern int *e; int g; static void f(int *q) { g = 3; *q = 5; cairn_assert(g == 3); }
         int main(void) { f(e); return 0; }",
    );
}

#[test]
fn what_is_lost_before_a_loop_without_end_is_not_freed() {
    assert_not_proved(
        "static void spin(void) { for (;;) ; } int main(void) { int *p = malloc(4); p = 0; spin(); return 0; }",
    );
    assert_not_proved(
        "static void rec(int n) { if (n > 0) rec(n - 1); else for (;;) ; }
         static void below(void) { rec(3); }
         int main(void) { int *p = malloc(4); p = 0; below(); return 0; }",
    );
}

#[test]
fn the_library_may_answer_otherwise() {
    let fails = "return *(int *)0; return 0; }";
    assert_not_proved(&format!("#include <unistd.h>\nint main(void) {{ if (getpid() != 1000) {fails}"));
    assert_not_proved(&format!("#include <unistd.h>\nint main(void) {{ if (fork() == 0) {fails}"));
    assert_not_proved(&format!("#include <unistd.h>\nint main(void) {{ if (isatty(0)) {fails}"));
    assert_not_proved(&format!("int main(void) {{ if (system(\"true\") == 0) {fails}"));
    assert_not_proved(&format!("#include <stdio.h>\nint main(void) {{ if (popen(\"true\", \"r\")) {fails}"));
    assert_not_proved(&format!("int main(void) {{ if (aligned_alloc(3, 6)) {fails}"));
    assert_not_proved(&format!(
        "#include <math.h>\nint main(void) {{ float x = 7.3f; if (tgammaf(x) != (float)tgamma(x)) {fails}"
    ));
    assert_not_proved(&format!(
        "#include <stdio.h>\nint main(void) {{ char b[] = \"abc\"; FILE *f = fmemopen(b, 3, \"r+\"); if (!f) return 0;
         fputc('x', f); if (b[0] != 'x') {fails}"
    ));
    assert_not_proved("#include <stdio.h>\nint main(void) { printf(\"%s\\n\", (char *)0); return 0; }");
    assert_not_proved(&format!(
        "#include <pthread.h>\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
         int main(void) {{ if (pthread_mutex_unlock(&m)) {fails}"
    ));
    assert_not_proved(&format!("#include <dirent.h>\nint main(void) {{ if (opendir(\"/\")) {fails}"));
    assert_not_proved(
        "#include <signal.h>\nstatic int *p, n; static void on(int s) { n = *p; }
         int main(void) { signal(SIGTERM, on); return n; }",
    );
}

/// Nobody says how precise mathematical functions are, also where the right result is a whole number.
#[test]
fn mathematics_may_be_a_bit_off() {
    let not_proved = |test: &str| {
        assert_not_proved(&format!(
            "#define _GNU_SOURCE\n#include <math.h>\nint main(void) {{ cairn_assert({test}); return 0; }}"
        ));
    };
    not_proved("exp10(3.0) == 1000.0");
    not_proved("tgammaf(3.0f) == 2.0f");
    not_proved("cbrt(27.0) == 3.0");
    not_proved("log10(1000.0) == 3.0");
    assert_proved("#include <math.h>\nint main(void) { cairn_assert(pow(10, 3) == 1000 && exp(0) == 1); return 0; }");
}

/// Of what no standard says what becomes of it, nothing is proved.
#[test]
fn dates_numbers_and_formats_may_be_none() {
    let not_proved = |body: &str| {
        let head = "#define _GNU_SOURCE\n#include <stdio.h>\n#include <string.h>\n#include <time.h>";
        assert_not_proved(&format!("{head}\nint main(void) {{ char b[50]; {body} return 0; }}"));
    };
    not_proved("struct tm t = {.tm_hour = 25}; strftime(b, 50, \"%I\", &t); cairn_assert(strcmp(b, \"01\") == 0);");
    not_proved("struct tm t = {.tm_year = -1800}; strftime(b, 50, \"%Y\", &t); cairn_assert(strcmp(b, \"100\") == 0);");
    not_proved(
        "struct tm t = {.tm_year = 124}; b[0] = 'z'; if (!strftime(b, 3, \"%Y\", &t)) cairn_assert(b[0] == '2');",
    );
    not_proved("cairn_assert(atoi(\"99999999999999999999\") == -1);");
    not_proved("long n; sscanf(\"99999999999999999999\", \"%ld\", &n); cairn_assert(n > 0);");
    not_proved("snprintf(b, 50, \"%1$d %3$d\", 1, 2, 3); cairn_assert(b[2] == '0');");
    not_proved(
        "char *m; size_t s; FILE *f = open_memstream(&m, &s); if (!f) return 0; fputs(\"hello\", f); fseek(f, 1, SEEK_SET);
         fputc('E', f); fflush(f); fseek(f, 0, SEEK_END); fputs(\"!!\", f); fclose(f); int n = s; free(m); cairn_assert(n == 7);",
    );
}

#[test]
fn who_is_said_not_to_return_may_do_so() {
    assert_not_proved(
        "static void end(int code) { (void)code; }
         int main(void) { __attribute__((noreturn)) void (*stop)(int) = (__attribute__((noreturn)) void (*)(int))end; stop(1); }",
    );
}

#[test]
fn weak_definitions_of_files_by_themselves_may_be_replaced() {
    assert_not_proved(
        "__attribute__((weak)) int limit(void) { return 4; }
         int f(void) { cairn_assert(limit() == 4); return 0; }",
    );
    assert_not_proved("__attribute__((weak)) int limit = 4; int f(void) { cairn_assert(limit == 4); return 0; }");
    assert_proved(
        "__attribute__((weak)) int limit(void) { return 4; } __attribute__((weak)) int most = 4;
         int main(void) { cairn_assert(limit() == most); return 0; }",
    );
}

/// The linker gives names to places, and several to one.
#[test]
fn variables_of_unknown_length_may_lie_where_others_do() {
    assert_not_proved(
        "extern char edata[], __bss_start[]; int x;
         int main(void) { cairn_assert(edata != __bss_start); return 0; }",
    );
    assert_not_proved(
        "extern char __bss_start[]; int x;
         int main(void) { cairn_assert(__bss_start != (char *)&x); return 0; }",
    );
    assert_not_proved(&format!(
        "{DIFFERS}extern char edata[], __bss_start[];
         int main(void) {{ cairn_assert(differs(edata, __bss_start)); return 0; }}"
    ));
}

#[test]
fn environments_are_as_long_as_they_are() {
    assert_not_proved("int main(int argc, char **argv, char **envp) { return argc >= 3 && envp[2] != 0; }");
    assert_proved("int main(int argc, char **argv, char **envp) { return argc >= 3 && argv[2] != 0 && envp[0] != 0; }");
}

#[test]
fn frames_of_callers_have_addresses_that_nobody_knows() {
    assert_not_proved("int main(void) { cairn_assert(__builtin_frame_address(1) == 0); return 0; }");
}

/// Where a variable is declared without a length, it may be as long as it needs to be.
#[test]
fn arrays_of_unknown_length_are_long_enough_for_recursion() {
    assert_not_proved(
        "extern int tab[];
         static int rec(int *p, int n) { if (n <= 0) return *p; return rec(p, n - 1); }
         int main(void) { int r = rec(tab + 2, 3); cairn_assert(r == 5); return 0; }",
    );
}

const CHANGED: &str = "if (cairn_nondet_int()) cairn_assert(v == 1); return 0; }";

#[test]
fn assembly_uses_what_it_names() {
    for linkage in ["static __attribute__((used))", ""] {
        assert_not_proved(&format!(
            "{linkage} int v = 1;
             int main(void) {{ v = 1; __asm__ volatile(\"movl $5, v\" ::: \"memory\"); {CHANGED}"
        ));
    }
    for linkage in ["static", ""] {
        assert_not_proved(&format!(
            "static int v; {linkage} __attribute__((used)) void set(void) {{ v = 0; }}
             int main(void) {{ v = 1; __asm__ volatile(\"call set\" ::: \"memory\"); {CHANGED}"
        ));
    }
    let held = "int *held; int main(void) { held = malloc(4); if (held == NULL) return 0; *held = 1;
        __asm__ volatile(\"call drop\" ::: \"memory\"); cairn_assert(*held == 1); return 0; }";
    assert_not_proved(&format!("void drop(void) {{ free(held); }} {held}").replacen(
        "void",
        "extern int *held; void",
        1,
    ));
}

#[test]
fn assembly_on_operands_leaves_the_rest_alone() {
    assert_proved(&format!(
        "static int v; static unsigned swap(unsigned x) {{ __asm__(\"bswap %0\" : \"+r\"(x)); return x; }}
         int main(void) {{ v = 1; swap(2); {CHANGED}"
    ));
}

#[test]
fn assembly_outside_of_functions_may_name_and_change_variables() {
    for linkage in ["static __attribute__((used))", ""] {
        let alias = format!("{linkage} int v = 1; extern int al; __asm__(\".globl al\\n.set al, v\\n\");");
        assert_not_proved(&format!("{alias} int main(void) {{ v = 1; al = 5; {CHANGED}"));
        assert_not_proved(&format!(
            "{alias} static void set(void) {{ al = 5; }} int main(void) {{ v = 1; set(); {CHANGED}"
        ));
        assert_not_proved(&format!(
            "{linkage} int v = 1; void set(void); __asm__(\".globl set\\nset: movl $5, v\\nret\\n\");
             int main(void) {{ v = 1; set(); {CHANGED}"
        ));
    }
}

#[test]
fn the_linker_leads_to_what_lies_in_a_section_and_to_everything() {
    for (weak, begin) in [("", "__start_foo"), ("__attribute__((weak))", "__start_foo"), ("", "begin")] {
        assert_not_proved(&format!(
            "static int v __attribute__((section(\"foo\"), used)) = 1;
             extern int __start_foo[] {weak}, __stop_foo[] {weak}; int *begin = __start_foo;
             int main(void) {{ for (int *p = {begin}; p < __stop_foo; p++) *p = 0; {CHANGED}"
        ));
    }
    assert_not_proved(&format!(
        "static int v; extern char __bss_start[], _end[];
         static void set(void) {{ for (char *p = __bss_start; p < _end; p++) *p = 2; }}
         int main(void) {{ v = 1; set(); {CHANGED}"
    ));
}

#[test]
fn what_stands_in_the_section_of_constructors_runs() {
    for section in [".init_array", ".init_array.200", ".preinit_array"] {
        assert_not_proved(&format!(
            "static int v = 1; static void set(void) {{ v = 2; }}
             static void (*start)(void) __attribute__((section(\"{section}\"), used)) = set;
             int main(void) {{ {CHANGED}"
        ));
    }
}

#[test]
fn code_that_is_not_there_sets_errno() {
    assert_not_proved(
        "#include <errno.h>
         void other(void); int main(void) { errno = 0; other(); cairn_assert(errno == 0); return 0; }",
    );
}

#[test]
fn proofs_beside_variables_of_others_say_what_they_assume() {
    let folder = program(
        "extern int *view; static int s = 1; int *give(void) { return &s; }
         int main(void) { s = 1; *view = 5; if (cairn_nondet_int()) cairn_assert(s == 1); return 0; }",
    );
    let report: serde_json::Value =
        serde_json::from_str(&stdout(&folder.cairn(&["check", "--format", "json", "t.c"]))).expect("JSON");
    let goals = report["obligations"].as_array().expect("a list");
    let asserts = goals.iter().filter(|goal| goal["rule"] == "assertion-failure" && goal["verdict"] != "open");
    assert!(asserts.into_iter().all(|goal| {
        let assumed = goal["assumptions"].as_array().expect("a list");
        assumed.iter().any(|name| name == "callbacks-by-address")
    }));
}
