//! `cairn summary`: the triple of a function, and clear words if there is none.

use std::process::Command;

fn summary(text: &str, function: &str) -> (bool, String, String) {
    let file = std::env::temp_dir().join(format!("cairn-summary-command-{}-{function}.c", std::process::id()));
    std::fs::write(&file, text).expect("written");
    let output =
        Command::new(env!("CARGO_BIN_EXE_cairn")).arg("summary").arg(&file).arg(function).output().expect("runs");
    std::fs::remove_file(&file).ok();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.success(), text(output.stdout), text(output.stderr))
}

#[test]
fn needs_effects_and_results_are_listed() {
    let (ok, text, errors) = summary("int G; int r(int *p, int *q) { *p = 1; G = 2; return *q; }\n", "r");
    assert!(ok, "{errors}");
    assert!(text.contains("no null-dereference at") && text.contains("null = object(p)"), "{text}");
    assert!(text.contains("*p (4 bytes) := 1"), "{text}");
    assert!(text.contains("G (4 bytes) := 2"), "{text}");
    // What is read behind the writes depends on whether the arguments are one object.
    assert!(text.contains("object(p) = object(q)"), "{text}");
}

#[test]
fn allocations_are_part_of_it() {
    let text = "#include <stdlib.h>\nint *mk(int v) { int *p = malloc(sizeof *p); if (p) *p = v; return p; }\n";
    let (ok, text, errors) = summary(text, "mk");
    assert!(ok, "{errors}");
    assert!(
        text.contains("new1: a block of 4 bytes") && text.contains("new1[+0] (4 bytes) := ") && text.contains("v if "),
        "{text}"
    );
}

#[test]
fn a_wrong_name_is_said_to_be_wrong() {
    let (ok, _, errors) = summary("int apple(void) { return 1; }\n", "app");
    assert!(!ok && errors.contains("no function `app` has a body; there is apple"), "{errors}");
}
