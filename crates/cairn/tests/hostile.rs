//! Input from elsewhere that means no good: a clear error, bounded use of the machine, and nothing executed but Clang.

#![cfg(unix)]

mod support;

use serde_json::json;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use support::{Folder, code, stderr, stdout};

fn cairn_in(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cairn"));
    command.current_dir(folder).args(args).stdin(Stdio::null()).output().expect("cairn runs")
}

const LEAK: &str = "#include \"odd.h\"\nint main(void) {\n    malloc(SIZE);\n    return 0;\n}\n";

/// Spaces, quotes, newlines, signs of the shell, and bytes that are no characters.
#[test]
fn a_project_may_lie_anywhere() {
    let odd: [&[u8]; 5] = [b"two words", b"it's \"here\"", b"line\nbreak", b"$(touch x);`y`&|*?", b"caf\xe9 \xff"];
    for name in odd {
        let folder = Folder::new();
        let project = folder.path("").join(OsStr::from_bytes(name));
        let inner = project.join("include it");
        std::fs::create_dir_all(&inner).expect("temporary");
        std::fs::write(inner.join("odd.h"), "#include <stdlib.h>\n#define SIZE 3\n").expect("temporary");
        std::fs::write(project.join("leak.c"), LEAK).expect("temporary");
        std::fs::write(project.join("Makefile"), "leak: leak.c\n\tcc '-Iinclude it' -o leak leak.c\n")
            .expect("temporary");
        let output = cairn_in(&project, &["capture", "--", "make", "-s"]);
        assert_eq!(code(&output), 0, "{name:?}: {}", stderr(&output));
        for _ in 0..2 {
            let output = cairn_in(&project, &["check"]);
            assert_eq!(code(&output), 1, "{name:?}: {}{}", stdout(&output), stderr(&output));
            assert!(stdout(&output).contains("memory-leak"), "{name:?}: {}", stdout(&output));
        }
        // Seen from elsewhere, where the whole path matters.
        let database = project.join(".cairn");
        let mut command = Command::new(env!("CARGO_BIN_EXE_cairn"));
        let output = command.current_dir(folder.path("")).args(["check", "--no-cache", "-p"]).arg(&database).output();
        assert_eq!(code(&output.expect("cairn runs")), 1, "{name:?}");
        let entries: Vec<_> = std::fs::read_dir(folder.path("")).expect("temporary").flatten().collect();
        assert_eq!(entries.len(), 1, "nothing was made beside it: {entries:?}");
    }
}

/// Whatever a database says, Clang is the only program that runs, and it writes no file.
#[test]
fn a_database_executes_nothing_and_writes_nothing() {
    let folder =
        Folder::new().with("a.c", "int main(void) {\n    return 0;\n}\n").with("flags", "-fplugin=./evil.so -o pwned5");
    let evil = "#!/bin/sh\ntouch pwned\n";
    for name in ["evil", "gcc", "evil.so", "as", "ld", "clang"] {
        std::fs::write(folder.path(name), evil).expect("temporary");
        std::fs::set_permissions(folder.path(name), std::fs::Permissions::from_mode(0o755)).expect("temporary");
    }
    let here = folder.path("");
    let commands = [
        "./evil -c a.c",
        "gcc -c a.c -o pwned1 && touch pwned2",
        "gcc -c a.c; touch pwned3",
        "gcc -c a.c `touch pwned4` $(touch pwned4)",
        "gcc @flags -c a.c",
        "gcc -fplugin=./evil.so -Xclang -load -Xclang ./evil.so -c a.c",
        "gcc -B. -fno-integrated-as -fno-integrated-cc1 -no-integrated-as -c a.c",
        "gcc -MD -MF pwned6 -MJ pwned7 --output=pwned8 -save-temps -ftime-trace=pwned9 -c a.c",
        "gcc -Wp,-MD,pwned10 -Wp,-load,./evil.so -Xpreprocessor -load -Xpreprocessor ./evil.so -c a.c",
        "gcc -wrapper ./evil -specs=evil --config evil -c a.c",
        "gcc -cc1 -load ./evil.so a.c",
        "gcc -serialize-diagnostics pwned11 -fcrash-diagnostics-dir=pwned12 -gsplit-dwarf -c a.c",
        "clang --coverage -fprofile-instr-generate=pwned13 -fsave-optimization-record -c a.c",
    ];
    let entries = commands.iter().map(|command| json!({"directory": here, "file": "a.c", "command": command}));
    let entries = serde_json::Value::from_iter(entries).to_string();
    let folder = folder.with("compile_commands.json", entries);
    let before = names(&folder);
    let output = folder.cairn(&["check", "--cache-dir", ".cairn"]);
    assert!(code(&output) == 0 || code(&output) == 4, "{}", stderr(&output));
    assert!(stdout(&output).contains("PROVED") || stdout(&output).contains("not read"), "{}", stdout(&output));
    let mut after = names(&folder);
    after.retain(|name| name != ".cairn");
    assert_eq!(before, after, "{}", stderr(&output));
    assert!(
        stderr(&output).contains("not passed on to Clang") && stderr(&output).contains("`-fplugin=./evil.so`"),
        "{}",
        stderr(&output)
    );
}

fn names(folder: &Folder) -> Vec<String> {
    let entries = std::fs::read_dir(folder.path("")).expect("temporary").flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_configuration_executes_nothing_and_writes_only_in_its_project() {
    let outside = Folder::new();
    let folder =
        Folder::new().with("a.c", "int main(void) {\n    return 0;\n}\n").with("evil", "#!/bin/sh\ntouch pwned\n");
    std::fs::set_permissions(folder.path("evil"), std::fs::Permissions::from_mode(0o755)).expect("temporary");
    let victim = outside.path("victim");
    std::fs::write(&victim, "precious").expect("temporary");
    std::os::unix::fs::symlink(&victim, folder.path("link")).expect("temporary");
    std::os::unix::fs::symlink(outside.path(""), folder.path("way")).expect("temporary");
    let victim_name = victim.display().to_string();
    let configurations = [
        "[project]\nclang = \"./evil\"\n".to_owned(),
        format!("[project]\nclang = \"{}\"\n", folder.path("evil").display()),
        format!("[report]\nformat = [\"sarif={victim_name}\"]\n"),
        "[report]\nformat = \"json=../x.json\"\n".to_owned(),
        "[report]\nformat = \"json=link\"\n".to_owned(),
        "[report]\nformat = \"json=way/x.json\"\n".to_owned(),
        "[models]\nnoreturn = [\"x(void) { } int y\"]\n".to_owned(),
        "[project]\ncapture = [\"./evil\"]\n".to_owned(),
        format!("x = {}", "[".repeat(100_000)),
        "\u{0}\u{1}".to_owned(),
        "a".repeat(2 << 20),
    ];
    for text in configurations {
        std::fs::write(folder.path("cairn.toml"), &text).expect("temporary");
        let output = folder.cairn(&["check", "a.c"]);
        let shown: String = text.chars().take(80).collect();
        assert_eq!(code(&output), 2, "{shown}: {}", stdout(&output));
        assert!(stderr(&output).starts_with("error: ") && !stderr(&output).contains("internal"), "{}", stderr(&output));
    }
    assert_eq!(std::fs::read_to_string(&victim).expect("there"), "precious");
    assert!(!folder.path("pwned").exists() && !outside.path("x.json").exists());
}

#[test]
fn a_header_that_never_ends_is_stopped() {
    let folder = Folder::new()
        .with("h.h", "#if __INCLUDE_LEVEL__ < 60\n#include \"h.h\"\n#include \"h.h\"\n#endif\n")
        .with("bomb.c", "#include \"h.h\"\nint main(void) {\n    return 0;\n}\n");
    let output = folder.cairn(&["check", "--max-compile-time", "1", "bomb.c"]);
    assert_eq!(code(&output), 2, "{}", stdout(&output));
    assert!(stderr(&output).contains("bomb.c: Clang was stopped"), "{}", stderr(&output));
}

#[test]
fn a_macro_that_doubles_for_ever_is_stopped() {
    let macros: String = (1..40).map(|level| format!("#define A{level} A{} A{}\n", level - 1, level - 1)).collect();
    let folder = Folder::new().with("bomb.c", format!("#define A0 1,\n{macros}int a[] = {{ A39 }};\n"));
    let output = folder.cairn(&["check", "--max-memory", "512MiB", "--max-compile-time", "60", "bomb.c"]);
    assert_eq!(code(&output), 2, "{}", stdout(&output));
    assert!(stderr(&output).contains("bomb.c: Clang"), "{}", stderr(&output));
}

#[test]
fn a_very_long_function_is_analysed() {
    let lines: String = (0..100_000).map(|line| format!("    x += {}; a[{line} % 10] = x;\n", line % 7)).collect();
    let source = format!("int main(void) {{\n    int x = 0;\n    int a[10];\n{lines}    return a[3] == -1;\n}}\n");
    let folder = Folder::new().with("long.c", source);
    let output = folder.cairn(&["check", "long.c"]);
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
    assert!(stdout(&output).contains("PROVED"), "{}", stdout(&output));
}

#[test]
fn a_very_long_function_with_many_branches_ends_in_a_verdict() {
    let lines: String = (0..20_000).map(|line| format!("    if (x == {line}) p[{line} % 3]++;\n")).collect();
    let folder = Folder::new().with("long.c", format!("int f(int x, int *p) {{\n{lines}    return x;\n}}\n"));
    let output = folder.cairn(&["check", "--effort", "quick", "long.c"]);
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
}

#[test]
fn text_that_is_no_program_is_refused() {
    let programs = [
        "@g = global [9223372036854775807 x i8] zeroinitializer\ndefine i32 @main() {\n  ret i32 0\n}\n",
        "define i32 @main() {\n  %a = alloca [4611686018427387904 x i64]\n  %b = load i8, ptr %a\n  ret i32 0\n}\n",
        "define i8388608 @main() {\n  ret i8388608 0\n}\n",
        "define i32 @main() {\nb:\n  br label %b\n}\n",
    ];
    for text in programs {
        let folder = Folder::new().with("x.ll", text);
        let output = folder.cairn(&["check", "--effort", "quick", "x.ll"]);
        assert!(code(&output) < 4, "{text}: {}", stderr(&output));
        assert!(!stderr(&output).contains("internal error"), "{text}: {}", stderr(&output));
    }
    for text in ["", "func", "\u{0}", "target x86_64-pc-linux-gnu 64\nfile 0 \"", "target x 64\nfunc @f"] {
        let folder = Folder::new().with("x.cairn", text);
        let output = folder.cairn(&["check", "x.cairn"]);
        assert_eq!(code(&output), 2, "{text:?}: {}{}", stdout(&output), stderr(&output));
    }
}
