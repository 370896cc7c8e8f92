//! The command as its users meet it: streams, exit codes, and one clear error for every bad input.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder with files that goes away with the value.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static SERIAL: AtomicU32 = AtomicU32::new(0);
        let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("cairn-cli-{}-{serial}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }

    fn with(self, name: &str, content: impl AsRef<[u8]>) -> Folder {
        std::fs::write(self.0.join(name), content).expect("a temporary file");
        self
    }

    fn cairn(&self, args: &[&str]) -> Output {
        command(&self.0).args(args).stdin(Stdio::null()).output().expect("cairn runs")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = std::fs::remove_dir_all(&self.0);
    }
}

fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cairn"));
    command.current_dir(folder);
    command
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("no signal")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

const LEAK: &str = "#include <stdlib.h>\nint main(void) { malloc(3); return 0; }\n";
const DOUBLE_FREE: &str = "#include <stdio.h>\n#include <stdlib.h>\nint main(void) {\n    char *p = malloc(3);\n    \
                           puts(\"before\");\n    free(p);\n    free(p);\n    return 0;\n}\n";

#[test]
fn bad_input_is_one_clear_error_with_exit_code_2() {
    let folder = Folder::new()
        .with("empty.c", "")
        .with("empty.ll", "")
        .with("broken.c", "int x;\nint y = ;\n")
        .with("broken.i", "# 1 \"t.c\"\nint y = ;\n")
        .with("broken.ll", "define i32 @f() {\n  %x = add i32 1, ,\n  ret i32 0\n}\n")
        .with("senseless.ll", "define i32 @main() {\n  %x = load i64, ptr null\n  ret i64 %x\n}\n")
        .with("cut.ll", "define i32 @f() {\n  ret i32")
        .with("not_utf8.ll", b"; ok\n; \xff\n")
        .with("not_utf8.c", b"int x;\n\xff\xaa y;\n")
        .with("note.txt", "hello")
        .with("no_main.c", "int f(void) { return 1; }")
        .with("twice.c", "int f(void) { return 1; } int main(void) { return 0; }")
        .with("bad_include.c", "int x;\n#include \"no such file.h\"\n");
    std::fs::create_dir(folder.0.join("folder.c")).expect("a temporary folder");
    let table: &[(&[&str], &[&str])] = &[
        (&["missing.c"], &["missing.c", "no such file"]),
        (&["empty.c"], &["empty.c", "empty"]),
        (&["empty.ll"], &["empty.ll", "empty"]),
        (&["folder.c"], &["folder.c", "directory"]),
        (&["broken.c"], &["broken.c:2:9", "expected expression"]),
        (&["broken.i"], &["t.c:1:9", "expected expression"]),
        (&["broken.ll"], &["broken.ll:2", "damaged"]),
        (&["senseless.ll"], &["senseless.ll"]),
        (&["cut.ll"], &["cut.ll:2", "damaged"]),
        (&["not_utf8.ll"], &["not_utf8.ll", "UTF-8", "line 2"]),
        (&["not_utf8.c"], &["not_utf8.c:2:1", "not valid UTF-8"]),
        (&["note.txt"], &["note.txt", "`.c`, `.h`, `.i` and `.ll`"]),
        (&["bad_include.c"], &["bad_include.c:2:10", "file not found"]),
        (&["twice.c", "no_main.c"], &["cannot link", "`f`"]),
        (&["no_main.c"], &["no function `main`"]),
        (&["--entry", "g", "no_main.c"], &["no function `g`"]),
        (&["--clang", "/nonexistent/clang", "no_main.c"], &["--clang", "/nonexistent/clang"]),
        (&["--nondet", "x", "twice.c"], &["`x` is not an integer"]),
        (&["--stdin", "nothing", "twice.c"], &["nothing"]),
        (&["--frobnicate", "twice.c"], &["--frobnicate"]),
        (&[], &["FILE"]),
    ];
    for (args, expected) in table {
        let args: Vec<&str> = std::iter::once("run").chain(args.iter().copied()).collect();
        let output = folder.cairn(&args);
        let message = stderr(&output);
        assert_eq!(code(&output), 2, "{args:?}: {message}");
        assert!(output.stdout.is_empty(), "{args:?} printed {:?}", stdout(&output));
        assert_eq!(message.matches("error:").count(), 1, "{args:?}: {message}");
        for part in *expected {
            assert!(message.contains(part), "{args:?}: no {part:?} in {message}");
        }
        assert!(!message.contains("panicked") && !message.contains("internal error"), "{message}");
    }
}

#[test]
fn the_programs_own_streams_and_exit_code_pass_through() {
    let source = "#include <stdio.h>\nint main(int argc, char **argv) {\n  int n = 0; scanf(\"%d\", &n);\n  \
                  printf(\"%s %d\\n\", argv[1], n); fprintf(stderr, \"err\\n\"); return argc + 40; }\n";
    let folder = Folder::new().with("echo.c", source).with("input", "17\n");
    let output = folder.cairn(&["run", "-q", "--stdin", "input", "echo.c", "--", "hello"]);
    assert_eq!((stdout(&output).as_str(), code(&output)), ("hello 17\n", 42));
    assert_eq!(stderr(&output), "err\n");
    let inherited = command(&folder.0)
        .args(["run", "-q", "echo.c", "--", "x"])
        .stdin(std::fs::File::open(folder.0.join("input")).expect("written above"))
        .output()
        .expect("cairn runs");
    assert_eq!(stdout(&inherited), "x 17\n");
}

#[test]
fn a_finding_is_reported_on_standard_error_with_exit_code_1() {
    let folder = Folder::new().with("twice.c", DOUBLE_FREE);
    let output = folder.cairn(&["run", "twice.c"]);
    assert_eq!((code(&output), stdout(&output).as_str()), (1, "before\n"));
    let report = stderr(&output);
    for part in ["error[double-free]", "twice.c:7:5", "allocated here, 3 bytes", "freed here", "= help:", "1 error"] {
        assert!(report.contains(part), "no {part:?} in {report}");
    }
    assert!(!report.contains('\u{1b}'), "no colours in a pipe: {report:?}");
    assert_eq!(code(&folder.cairn(&["run", "--error-exitcode", "99", "twice.c"])), 99);
}

#[test]
fn leaks_are_findings_and_reachable_blocks_on_request() {
    let reachable = "#include <stdlib.h>\nchar *p;\nint main(void) { p = malloc(3); return 0; }\n";
    let folder = Folder::new().with("leak.c", LEAK).with("kept.c", reachable);
    let leak = folder.cairn(&["run", "leak.c"]);
    assert_eq!(code(&leak), 1);
    assert!(stderr(&leak).contains("error[memory-leak]"), "{}", stderr(&leak));
    assert_eq!(code(&folder.cairn(&["run", "kept.c"])), 0);
    let kept = folder.cairn(&["run", "--check", "memory-not-freed-at-exit", "kept.c"]);
    assert_eq!(code(&kept), 1);
    assert!(stderr(&kept).contains("error[memory-not-freed-at-exit]"), "{}", stderr(&kept));
}

#[test]
fn json_tells_every_end_apart() {
    let folder = Folder::new()
        .with("leak.c", LEAK)
        .with("three.c", "int main(void) { return 3; }")
        .with("loop.c", "int main(void) { for (;;) ; }")
        .with("unknown.c", "int ext(void); int main(void) { return ext(); }")
        .with("abort.c", "#include <stdlib.h>\nint main(void) { abort(); }");
    let table = [
        ("leak.c", 1, "\"end\": \"exit\"", "\"rule\": \"memory-leak\""),
        ("three.c", 3, "\"end\": \"exit\"", "\"exit_code\": 3"),
        ("loop.c", 3, "\"end\": \"step-budget\"", "\"exit_code\": null"),
        ("unknown.c", 3, "\"end\": \"unknown-function\"", "`ext`"),
        ("abort.c", 134, "\"end\": \"abort\"", "\"findings\": []"),
    ];
    for (file, expected, first, second) in table {
        let output = folder.cairn(&["run", "--max-steps", "10000", "--format", "json", file]);
        let report = stderr(&output);
        assert_eq!(code(&output), expected, "{file}: {report}");
        assert!(report.contains(first) && report.contains(second), "{file}: {report}");
    }
}

#[test]
fn the_report_can_go_to_a_file() {
    let folder = Folder::new().with("leak.c", LEAK);
    let output = folder.cairn(&["run", "--output", "report.txt", "leak.c"]);
    assert_eq!((code(&output), stderr(&output).as_str()), (1, ""));
    let report = std::fs::read_to_string(folder.0.join("report.txt")).expect("written");
    assert!(report.contains("error[memory-leak]") && !report.contains('\u{1b}'), "{report}");
}

#[test]
fn ir_is_printed_for_both_data_models_and_reads_flags() {
    let folder = Folder::new().with("size.c", "#ifdef BIG\nlong size(long x) { return x + sizeof(long); }\n#endif\n");
    for (model, int) in [("ILP32", "i32"), ("lp64", "i64")] {
        let output = folder.cairn(&["ir", "--data-model", model, "size.c", "--", "-DBIG"]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        assert!(stdout(&output).contains(&format!("-> {int}")), "{}", stdout(&output));
    }
    let without = folder.cairn(&["ir", "size.c"]);
    assert!(!stdout(&without).contains("fn @size"), "{}", stdout(&without));
    let unpromoted = folder.cairn(&["ir", "--no-promote", "--clang-arg", "-DBIG", "size.c"]);
    assert!(stdout(&unpromoted).contains("alloca"), "{}", stdout(&unpromoted));
}

#[test]
fn the_printed_ir_can_go_to_a_file() {
    let folder = Folder::new().with("x.c", "int x;");
    let output = folder.cairn(&["ir", "--output", "x.ir", "x.c"]);
    assert_eq!((code(&output), stdout(&output).as_str()), (0, ""));
    assert!(std::fs::read_to_string(folder.0.join("x.ir")).expect("written").contains("@x"));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let folder = Folder::new().with("x.c", "int x;");
    let mut child = command(&folder.0)
        .args(["ir", "x.c"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("cairn runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("cairn ends");
    assert_eq!((code(&output), stderr(&output).as_str()), (0, ""));
}

#[test]
fn clang_output_is_an_input_too() {
    let folder = Folder::new().with("x.c", "int main(void) { return 5; }");
    let clang = cairn_llvm::clang::find(None).expect("the tests need Clang");
    let status =
        Command::new(&clang.path).args(["-S", "-emit-llvm", "x.c", "-o", "x.ll"]).current_dir(&folder.0).status();
    assert!(status.expect("Clang runs").success());
    assert_eq!(code(&folder.cairn(&["run", "x.ll"])), 5);
    let other = folder.cairn(&["run", "--data-model", "ILP32", "x.ll"]);
    assert_eq!(code(&other), 2);
    assert!(stderr(&other).contains("data model"), "{}", stderr(&other));
}

#[test]
fn several_files_are_one_program_and_models_of_the_user_fill_gaps() {
    let folder = Folder::new()
        .with("main.c", "int twice(int); int ext(void); int main(void) { return twice(ext()); }")
        .with("twice.c", "int twice(int x) { return 2 * x; }")
        .with("model.c", "int ext(void) { return 4; }");
    let output = folder.cairn(&["run", "--model", "model.c", "main.c", "twice.c"]);
    assert_eq!(code(&output), 8, "{}", stderr(&output));
}

#[test]
fn old_c_runs_with_a_warning() {
    let folder = Folder::new().with("old.c", "main() { return f(20); }\nf(x) { return x + 1; }\n");
    let output = folder.cairn(&["run", "old.c"]);
    assert_eq!(code(&output), 21);
    assert!(stderr(&output).contains("warning:") && stderr(&output).contains("old.c:1"), "{}", stderr(&output));
    assert_eq!(stderr(&folder.cairn(&["run", "-q", "old.c"])), "");
}

#[test]
fn choices_are_given_on_the_command_line() {
    let source = "extern int __VERIFIER_nondet_int(void);\nint main(void) { return __VERIFIER_nondet_int() + \
                  __VERIFIER_nondet_int(); }";
    let folder = Folder::new().with("nondet.c", source).with("values", "30\n0x2\n");
    assert_eq!(code(&folder.cairn(&["run", "--nondet", "40,-3", "nondet.c"])), 37);
    assert_eq!(code(&folder.cairn(&["run", "--nondet-file", "values", "nondet.c"])), 32);
    let seeded = |seed: &str| code(&folder.cairn(&["run", "--seed", seed, "nondet.c"]));
    assert_eq!(seeded("5"), seeded("5"));
}

#[test]
fn an_allocation_can_fail() {
    let source = "#include <stdlib.h>\nint main(void) { char *p = malloc(1), *q = malloc(1); *p = 1; *q = 1; free(p); \
                  free(q); return 0; }";
    let folder = Folder::new().with("unchecked.c", source);
    assert_eq!(code(&folder.cairn(&["run", "unchecked.c"])), 0);
    let output = folder.cairn(&["run", "--alloc-fail", "2", "unchecked.c"]);
    assert!(stderr(&output).contains("error[null-dereference]"), "{}", stderr(&output));
}

#[test]
fn files_of_a_folder_are_in_the_sandbox_and_stay_as_they_are() {
    let source = "#include <stdio.h>\nint main(void) { FILE *f = fopen(\"sub/a.txt\", \"r+\"); if (!f) return 1; \
                  int c = fgetc(f); rewind(f); fputc('z', f); fclose(f); return c; }";
    let folder = Folder::new().with("read.c", source);
    std::fs::create_dir_all(folder.0.join("world/sub")).expect("a temporary folder");
    std::fs::write(folder.0.join("world/sub/a.txt"), "A").expect("a temporary file");
    let output = folder.cairn(&["run", "--dir", "world", "read.c"]);
    assert_eq!(code(&output), 65, "{}", stderr(&output));
    assert_eq!(std::fs::read_to_string(folder.0.join("world/sub/a.txt")).expect("still there"), "A");
}
