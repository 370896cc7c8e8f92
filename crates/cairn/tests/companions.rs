//! Definitions from C files next to headers, as the users of `cairn check` meet them.

mod support;

use serde_json::Value;
use support::{Folder, stdout};

const HEADER: &str = "extern int limit;\nint is_even(int n);\nint last(const int *numbers, int count);\n";
const LIBRARY: &str = "#include \"numbers.h\"\nint limit = 3;\nint is_even(int n) { return n % 2 == 0; }\n\
                       int last(const int *numbers, int count) { return numbers[count]; }\n";
const USER: &str = "#include \"numbers.h\"\nint main(void) {\n    int a[3] = {1, 2, 3};\n    \
                    if (!is_even(4)) return *(int *)0;\n    return last(a, limit);\n}\n";

fn project() -> Folder {
    Folder::new().with("lib/numbers.h", HEADER).with("lib/numbers.c", LIBRARY).with("main.c", USER)
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn what_is_lacking_comes_from_the_file_next_to_the_header_and_its_errors_belong_to_the_call() {
    let folder = project();
    let report = json(&stdout(&folder.cairn(&["check", "--format", "json", "main.c", "--", "-Ilib"])));
    let obligations = report["obligations"].as_array().expect("a list");
    assert!(obligations.iter().all(|obligation| obligation["function"] == "main"), "{report:#}");
    let refuted: Vec<&Value> = obligations.iter().filter(|obligation| obligation["verdict"] == "refuted").collect();
    assert_eq!(refuted.len(), 1, "{report:#}");
    assert_eq!((refuted[0]["rule"].as_str(), refuted[0]["place"]["line"].as_u64()), (Some("out-of-bounds"), Some(5)));
    let proof = obligations.iter().find(|obligation| obligation["verdict"] == "proved").expect("some");
    assert!(proof["assumptions"].as_array().is_some_and(|list| list.contains(&"companion-files".into())), "{proof}");
    let notes = report["notes"].as_array().expect("a list");
    assert_eq!(notes.len(), 1, "{notes:?}");
    let note = notes[0].as_str().expect("text");
    assert!(note.contains("`is_even`, `last`, `limit`") && note.contains("numbers.c"), "{note}");
}

#[test]
fn every_format_says_which_files_took_part_and_an_option_leaves_them_out() {
    let folder = project();
    let text = stdout(&folder.cairn(&["check", "main.c", "--", "-Ilib"]));
    assert!(
        text.contains("error[out-of-bounds]") && text.contains("calls `last`") && text.contains("lib/numbers.c:4"),
        "{text}"
    );
    assert!(text.contains("note: `is_even`"), "{text}");
    let sarif = json(&stdout(&folder.cairn(&["check", "--format", "sarif", "main.c", "--", "-Ilib"])));
    let notification = &sarif["runs"][0]["invocations"][0]["toolExecutionNotifications"][0];
    assert!(notification["message"]["text"].as_str().is_some_and(|text| text.contains("numbers.c")), "{sarif:#}");
    let alone = stdout(&folder.cairn(&["check", "--no-companions", "main.c", "--", "-Ilib"]));
    assert!(alone.contains("unknown-function") && !alone.contains("error["), "{alone}");
}

#[test]
fn files_that_would_change_the_program_are_not_taken() {
    let lacking = |name: &str, content: &str| {
        let folder = Folder::new().with("lib/numbers.h", HEADER).with(&format!("lib/{name}"), content);
        let folder = folder.with("main.c", USER);
        stdout(&folder.cairn(&["check", "main.c", "--", "-Ilib"]))
    };
    for (name, content) in [
        ("with_main.c", format!("{LIBRARY}int main(void) {{ return 0; }}\n")),
        ("broken.c", format!("{LIBRARY}int x = ;\n")),
        ("mentions_only.c", "#include \"numbers.h\"\nint odd(int n) { return !is_even(n); }\n".to_owned()),
        ("numbers.txt", LIBRARY.to_owned()),
    ] {
        let text = lacking(name, &content);
        assert!(text.contains("unknown-function") && !text.contains("note:"), "{name}: {text}");
    }
    let rivals = project().with("lib/other.c", "#include \"numbers.h\"\nint is_even(int n) { return n & 1; }\n");
    let text = stdout(&rivals.cairn(&["check", "main.c", "--", "-Ilib"]));
    assert!(text.contains("unknown-function") && !text.contains("note:"), "which of the two? {text}");
    let folder = project().with("mine.c", "int is_even(int n) { return (n & 1) == 0; }\n");
    let text = stdout(&folder.cairn(&["check", "main.c", "mine.c", "--", "-Ilib"]));
    assert!(!text.contains("out-of-bounds") && !text.contains("note:"), "is_even would be defined twice: {text}");
}

#[test]
fn companions_of_companions_are_found_and_given_files_are_not_taken_twice() {
    let folder = Folder::new()
        .with("a/a.h", "int a(int);\n")
        .with("a/a.c", "#include \"a.h\"\n#include \"b.h\"\nint a(int n) { return b(n) + 1; }\n")
        .with("b/b.h", "int b(int);\n")
        .with("b/b.c", "#include \"b.h\"\nint b(int n) { return 1 / n; }\n")
        .with("main.c", "#include \"a.h\"\nint main(void) {\n    return a(0);\n}\n");
    let text = stdout(&folder.cairn(&["check", "main.c", "--", "-Ia", "-Ib"]));
    assert!(text.contains("error[division-by-zero]") && text.contains("main.c:3"), "{text}");
    let all = ["check", "main.c", "a/a.c", "b/b.c", "--", "-Ia", "-Ib"];
    let text = stdout(&folder.cairn(&all));
    assert!(text.contains("error[division-by-zero]") && text.contains("b/b.c:2") && !text.contains("note:"), "{text}");
}

#[test]
fn files_outside_the_current_directory_are_shown_with_their_whole_path() {
    let folder = project();
    let outside = Folder::new();
    let (main, include) = (folder.path("main.c"), format!("-I{}", folder.path("lib").display()));
    let main = main.to_str().expect("a plain name");
    let report = json(&stdout(&outside.cairn(&["check", "--format", "sarif", main, "--", &include])));
    let uri = &report["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(*uri, format!("file://{main}"), "{report:#}");
}
