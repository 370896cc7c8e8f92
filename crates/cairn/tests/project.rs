//! A whole project: databases, programs told apart, recorded builds, what cannot be read, configuration.

mod support;

use serde_json::{Value, json};
use std::path::Path;
use support::{Folder, code, stderr, stdout};

const HEADER: &str = "int twice(int);\nint *get(void);\nvoid put(int *);\n";
const LIBRARY: &str = "#include <stdlib.h>\n#include \"l.h\"\nint twice(int x) { return 2 * x; }\n\
                       int *get(void) {\n    return malloc(sizeof(int));\n}\nvoid put(int *p) {\n    free(p);\n}\n";
const FIRST: &str = "#include \"l.h\"\nint main(void) {\n    int *p = get();\n    if (p) *p = 1;\n    put(p);\n    return twice(2) - 4;\n}\n";
const SECOND: &str =
    "#include \"l.h\"\nint main(void) {\n    int *p = get();\n    put(p);\n    put(p);\n    return 0;\n}\n";
const SPARE: &str = "int spare(int *p) {\n    return *p;\n}\n";

/// The entries of a database for files, all with the same flags.
pub fn database(folder: &Folder, files: &[&str], flags: &[&str]) -> Vec<Value> {
    let entry = |file: &&str| {
        let mut arguments = vec!["gcc"];
        arguments.extend(flags);
        arguments.extend(["-c", file]);
        json!({"directory": folder.path("").to_str(), "file": file, "arguments": arguments})
    };
    files.iter().map(entry).collect()
}

fn two_programs() -> Folder {
    let folder = Folder::new().with("l.h", HEADER).with("l.c", LIBRARY).with("first.c", FIRST).with("second.c", SECOND);
    let folder = folder.with("spare.c", SPARE);
    let entries = database(&folder, &["l.c", "first.c", "second.c", "spare.c"], &["-O2"]);
    folder.with("compile_commands.json", Value::from(entries).to_string())
}

fn obligations(text: &str) -> Vec<Value> {
    let report: Value = serde_json::from_str(text).expect("JSON");
    report["obligations"].as_array().expect("a list").clone()
}

#[test]
fn programs_of_one_database_are_told_apart() {
    let folder = two_programs();
    let output = folder.cairn(&["check", "--format", "json"]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let found = obligations(&stdout(&output));
    let refuted: Vec<&Value> = found.iter().filter(|one| one["verdict"] == "refuted").collect();
    assert_eq!(refuted.len(), 1, "{refuted:?}");
    assert_eq!((&refuted[0]["rule"], &refuted[0]["function"]), (&json!("double-free"), &json!("put")));
    // The first program frees once, so what is left of it is proved there; the spare function is a library.
    let in_file = |file: &str| found.iter().filter(|one| one["place"]["file"] == file).count();
    assert!(in_file("first.c") > 0 && in_file("l.c") > 0 && in_file("spare.c") > 0);
    let of_first = found.iter().filter(|one| one["place"]["file"] == "first.c");
    assert!(of_first.into_iter().all(|one| one["verdict"] == "proved"), "{found:?}");
}

#[test]
fn a_line_of_the_project_is_explained_as_the_project_is_checked() {
    let folder = two_programs();
    std::fs::create_dir(folder.path(".cairn")).expect("a folder");
    std::fs::rename(folder.path("compile_commands.json"), folder.path(".cairn/compile_commands.json")).expect("moved");
    for arguments in [&["explain", "l.c:8"][..], &["explain", "-p", ".", "l.c:8"]] {
        let output = folder.cairn(arguments);
        assert!(stdout(&output).contains("double-free"), "{}{}", stdout(&output), stderr(&output));
    }
}

#[test]
fn the_order_of_files_and_the_number_of_threads_change_nothing() {
    let folder = two_programs();
    let first = stdout(&folder.cairn(&["check", "--no-cache", "--all", "-j", "1"]));
    let mut entries = database(&folder, &["spare.c", "second.c", "first.c", "l.c"], &["-O2"]);
    entries.push(entries[0].clone());
    let folder = folder.with("compile_commands.json", Value::from(entries).to_string());
    assert_eq!(stdout(&folder.cairn(&["check", "--no-cache", "--all", "-j", "7"])), first);
    let files = |order: &[&str]| stdout(&folder.cairn(&[&["check", "--all"], order].concat()));
    assert_eq!(files(&["second.c", "l.c", "spare.c"]), files(&["l.c", "spare.c", "second.c"]));
}

#[test]
fn a_second_run_prints_the_same_and_compiles_nothing() {
    let folder = two_programs();
    let cold = folder.cairn(&["check", "--all"]);
    let warm = folder.cairn(&["check", "--all"]);
    assert_eq!(stdout(&cold), stdout(&warm));
    assert!(stderr(&warm).is_empty(), "{}", stderr(&warm));
    assert!(folder.path(".cairn/store").is_file() && folder.path(".cairn/.gitignore").is_file());
    // A Clang that can say its name and nothing else is enough.
    let script = "#!/bin/sh\n[ \"$1\" = --version ] && exec clang-real --version\nexit 99\n";
    let folder = folder.with("lame", script.replace("clang-real", &support::clang()));
    make_executable(&folder.path("lame"));
    let lame = folder.path("lame");
    let other = folder.cairn(&["check", "--clang", lame.to_str().expect("UTF-8")]);
    assert_eq!(code(&other), 2, "another compiler is another result");
    assert!(stderr(&other).contains("lame"), "{}", stderr(&other));
}

fn make_executable(file: &Path) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o755)).expect("temporary");
}

#[test]
fn files_that_do_not_compile_are_listed_and_the_rest_goes_on() {
    let folder = two_programs().with("broken.c", "int x;\nint y = ;\n");
    let files = ["l.c", "first.c", "broken.c", "missing.c", "tables.S", "other.cpp"];
    let entries = database(&folder, &files, &[]);
    let folder = folder.with("compile_commands.json", Value::from(entries).to_string());
    let output = folder.cairn(&["check"]);
    let (text, messages) = (stdout(&output), stderr(&output));
    assert_eq!(code(&output), 4, "{text}{messages}");
    assert!(messages.contains("broken.c:2:9") && messages.contains("expected expression"), "{messages}");
    assert!(messages.contains("missing.c") && messages.contains("tables.S is skipped: assembly"), "{messages}");
    assert!(messages.contains("other.cpp is skipped: C++"), "{messages}");
    assert!(text.contains("not read         2") && !text.contains("PROVED"), "{text}");
    assert!(text.ends_with("Nothing refuted. Not a proof: 2 files not read.\n"), "{text}");
    assert_eq!(code(&folder.cairn(&["check", "--keep-going"])), 0);
    assert_eq!(code(&folder.cairn(&["check", "--keep-going", "--fail-on", "open"])), 3, "an unread file is no proof");
    let report: Value = serde_json::from_str(&stdout(&folder.cairn(&["check", "--format", "json"]))).expect("JSON");
    assert_eq!(report["unread"].as_array().map(Vec::len), Some(2), "{report}");
    let entries = database(&folder, &["broken.c"], &[]);
    let folder = folder.with("compile_commands.json", Value::from(entries).to_string());
    assert_eq!(code(&folder.cairn(&["check"])), 2, "nothing could be read");
}

#[test]
fn the_same_file_with_other_flags_is_another_unit() {
    let folder = Folder::new().with("m.c", "int main(void) {\n    int d = D;\n    return 1 / d;\n}\n");
    let entries = [database(&folder, &["m.c"], &["-DD=0"]), database(&folder, &["m.c"], &["-DD=1"])].concat();
    let folder = folder.with("compile_commands.json", Value::from(entries).to_string());
    let output = folder.cairn(&["check"]);
    assert_eq!(code(&output), 1, "one of the two divides by zero: {}", stdout(&output));
}

#[test]
fn a_recorded_build_says_what_is_linked() {
    let makefile = "all: pa pb\n%.o: %.c\n\t$(CC) -c $< -o $@\nliba.a: sa.o\n\tar rcs $@ $^\nlibb.a: sb.o\n\tar rcs $@ $^\n\
                    pa: m.o liba.a\n\tcc -o $@ m.o -L. -la\npb: m.o libb.a\n\tgcc -o $@ m.o libb.a\n";
    let folder = Folder::new()
        .with("Makefile", makefile)
        .with("m.c", "int f(void);\nint main(void) {\n    return 7 / f();\n}\n")
        .with("sa.c", "int f(void) {\n    return 1;\n}\n")
        .with("sb.c", "int f(void) {\n    return 0;\n}\n");
    let output = folder.cairn(&["capture", "--", "make", "-s", "-j2"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stderr(&output).contains("3 compilations and 2 links"), "{}", stderr(&output));
    assert!(folder.path("pa").is_file(), "the build does what it does");
    let output = folder.cairn(&["check"]);
    assert_eq!(code(&output), 1, "{}{}", stdout(&output), stderr(&output));
    assert!(stdout(&output).contains("division-by-zero"), "{}", stdout(&output));
    assert!(!stderr(&output).contains("is defined in"), "no doubt is left: {}", stderr(&output));
    let again = folder.cairn(&["capture", "--", "make", "-s"]);
    assert_eq!(code(&again), 2, "nothing was compiled");
    assert!(stderr(&again).contains("make clean"), "{}", stderr(&again));
    // Without link commands nobody knows which `f` it is, and no verdict is given about either.
    std::fs::remove_file(folder.path(".cairn/link_commands.json")).expect("recorded above");
    let output = folder.cairn(&["check"]);
    assert_eq!(code(&output), 0, "{}", stdout(&output));
    assert!(stderr(&output).contains("`f` is defined in"), "{}", stderr(&output));
    // The user can say it, too.
    let output = folder.cairn(&["check", "--program", "pb=m.c,sb.c"]);
    assert_eq!(code(&output), 1, "{}", stdout(&output));
}

#[test]
fn a_failed_build_is_recorded_as_far_as_it_came() {
    let folder = Folder::new().with("a.c", "int a;\n").with("b.c", "int b = ;\n");
    let output = folder.cairn(&["capture", "-o", "db.json", "--", "sh", "-c", "cc -c a.c && cc -c b.c"]);
    assert_eq!(code(&output), 4, "{}", stderr(&output));
    let entries: Value =
        serde_json::from_slice(&std::fs::read(folder.path("db.json")).expect("written")).expect("JSON");
    assert_eq!(entries.as_array().map(Vec::len), Some(2), "{entries}");
    assert_eq!(code(&folder.cairn(&["capture", "--", "/nonexistent/build"])), 2);
}

#[test]
fn settings_come_from_the_project_and_the_command_line_wins() {
    let unchecked =
        "#include <stdlib.h>\nint main(void) {\n    int *p = malloc(4);\n    *p = 1;\n    free(p);\n    return 0;\n}\n";
    let folder =
        Folder::new().with("m.c", unchecked).with("cairn.toml", "[analysis]\nalloc-may-fail = false\njobs = 1\n");
    assert_eq!(code(&folder.cairn(&["check", "m.c"])), 0);
    assert_eq!(code(&folder.cairn(&["check", "--alloc-may-fail", "yes", "m.c"])), 1);
    assert_eq!(code(&folder.cairn(&["check", "--no-config", "m.c"])), 1);
    let shown = stdout(&folder.cairn(&["check", "--show-config"]));
    assert!(shown.contains("cairn.toml") && shown.contains("--alloc-may-fail=no"), "{shown}");
    let folder = folder.with("cairn.toml", "[analysis]\nallok-may-fail = false\n");
    let output = folder.cairn(&["check", "m.c"]);
    assert_eq!(code(&output), 2);
    assert!(
        stderr(&output).contains("line 2: unknown key `allok-may-fail`; did you mean `alloc-may-fail`?"),
        "{}",
        stderr(&output)
    );
    let folder = folder.with("cairn.toml", "[analysis]\neffort = \"huge\"\n");
    assert_eq!(code(&folder.cairn(&["check", "m.c"])), 2, "values are checked as on the command line");
}

#[test]
fn reports_can_leave_files_out() {
    let folder = two_programs();
    let files = |args: &[&str]| {
        let output = folder.cairn(&[&["check", "--format", "json"], args].concat());
        let mut files: Vec<String> = obligations(&stdout(&output))
            .iter()
            .filter_map(|one| Some(one["place"]["file"].as_str()?.to_owned()))
            .collect();
        files.sort();
        files.dedup();
        files
    };
    assert_eq!(files(&["--include", "f*.c"]), ["first.c"]);
    assert_eq!(files(&["--exclude", "l.c", "--exclude", "spare.c"]), ["first.c"]);
}

#[test]
fn engines_can_run_alone() {
    let folder = two_programs();
    let names = stderr(&folder.cairn(&["check", "--engine", "magic"]));
    assert!(names.contains("explore"), "{names}");
    let output = folder.cairn(&["check", "--engine", "explore", "--format", "json"]);
    let engines: Vec<Value> = obligations(&stdout(&output)).iter().map(|one| one["engine"].clone()).collect();
    assert!(engines.iter().all(|engine| engine == "explore" || engine.is_null()), "{engines:?}");
    let output = folder.cairn(&["check", "--engine", "summary,local", "--format", "json"]);
    let engines: Vec<Value> = obligations(&stdout(&output)).iter().map(|one| one["engine"].clone()).collect();
    assert!(engines.iter().any(|engine| engine == "local"), "{engines:?}");
    assert!(engines.iter().all(|engine| engine == "local" || engine == "summary" || engine.is_null()), "{engines:?}");
    assert_eq!(code(&folder.cairn(&["check", "--engine", "local,magic"])), 2);
}

#[test]
fn without_anything_to_check_it_says_what_to_do() {
    let folder = Folder::new();
    let output = folder.cairn(&["check"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("cairn capture"), "{}", stderr(&output));
    let folder = folder.with("compile_commands.json", "{]");
    let output = folder.cairn(&["check"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("compile_commands.json"), "{}", stderr(&output));
}

#[test]
fn the_doctor_looks_at_everything() {
    let folder = two_programs().with("cairn.toml", "[analysis]\njobs = 2\n");
    let output = folder.cairn(&["doctor"]);
    let text = stdout(&output);
    assert_eq!(code(&output), 0, "{text}{}", stderr(&output));
    for part in ["clang version", "library models compile", "cairn.toml (1 options)", "4 units", "does not exist yet"] {
        assert!(text.contains(part), "no {part:?} in {text}");
    }
    folder.cairn(&["check"]);
    assert!(stdout(&folder.cairn(&["doctor"])).contains("entries"));
    assert!(stdout(&folder.cairn(&["cache", "stats"])).contains("entries"));
    assert!(stdout(&folder.cairn(&["cache", "clear"])).contains(" 0 entries"));
    let output = folder.with("cairn.toml", "jobs = 2\n").cairn(&["doctor", "--clang", "/nonexistent"]);
    assert_eq!(code(&output), 2);
    assert_eq!(stdout(&output).matches("WRONG").count(), 4, "{}", stdout(&output));
}

#[test]
fn cairns_own_text_is_an_input() {
    let folder = two_programs();
    let printed = folder.cairn(&["ir", "--with-models", "second.c", "l.c", "--output", "program.cairn"]);
    assert_eq!(code(&printed), 0, "{}", stderr(&printed));
    let direct = stdout(&folder.cairn(&["check", "--no-cache", "second.c", "l.c"]));
    assert_eq!(stdout(&folder.cairn(&["check", "--no-cache", "program.cairn"])), direct);
}

/// So much code, in one file, that a project with it is large: assignments that no pass can drop.
fn much_code() -> String {
    let function = |i: usize| format!("int much_{i}(void) {{\n{}    return v;\n}}\n", "    v += 3;\n".repeat(400));
    format!("static volatile int v;\n{}", (0..40).map(function).collect::<String>())
}

#[test]
fn in_a_large_project_only_quick_engines_look_at_small_programs() {
    let small = "#include <setjmp.h>\nstatic jmp_buf at;\nstatic int get(const int *p) { return *p; }\n\
                 static void again(int n) { if (n > 0) longjmp(at, n); }\nstatic void down(int n) { if (n > 2) down(n - 2); again(n); }\n\
                 int main(int argc, char **argv) {\n    int a[8] = {0};\n    (void)argv;\n    if (setjmp(at) != 0) return get(a + 3);\n    \
                 down(argc & 3);\n    a[argc & 7] = argc;\n    return get(a + (argc & 3));\n}\n";
    let folder = Folder::new().with("small.c", small).with("much.c", much_code());
    let engines_of_small = |files: &[&str]| {
        let entries = Value::from(database(&folder, files, &[])).to_string();
        std::fs::write(folder.path("compile_commands.json"), entries).expect("a writable folder");
        let found = obligations(&stdout(&folder.cairn(&["check", "--no-cache", "--format", "json"])));
        let in_small = found.iter().filter(|one| one["place"]["file"] == "small.c");
        in_small.filter_map(|one| one["engine"].as_str().map(str::to_owned)).collect::<std::collections::BTreeSet<_>>()
    };
    assert!(engines_of_small(&["small.c"]).contains("inline"));
    let among_much = engines_of_small(&["small.c", "much.c"]);
    assert!(!among_much.is_empty() && !among_much.contains("inline"));
}
