//! Findings as their readers meet them: the path, baselines, suppressions, changed lines, several formats at once, HTML.

mod support;

use serde_json::Value;
use std::process::Command;
use support::{Folder, code, stderr, stdout};

const TWICE: &str = "#include <stdlib.h>\nstatic void drop(char *p) {\n    free(p);\n}\nint main(void) {\n    \
                     char *p = malloc(3);\n    drop(p);\n    drop(p);\n    return 0;\n}\n";
const LEAK: &str = "#include <stdlib.h>\nstruct node { struct node *next; };\nstatic struct node *make(void) {\n    \
                    struct node *n = malloc(sizeof *n);\n    if (n == NULL)\n        exit(1);\n    n->next = NULL;\n    return n;\n}\n\
                    int main(void) {\n    struct node *a = make();\n    a->next = make();\n    free(a);\n    return 0;\n}\n";
const LOOKUP: &str = "struct item { int key; struct item *next; };\nstatic struct item *find(struct item *list, int key) {\n    \
                      for (; list; list = list->next)\n        if (list->key == key)\n            return list;\n    return 0;\n}\n\
                      int main(void) {\n    struct item a = {1, 0}, b = {2, &a};\n    return find(&b, 3)->key;\n}\n";

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The steps of the only finding: line and text.
fn steps(folder: &Folder, args: &[&str]) -> Vec<(u64, String)> {
    let args: Vec<&str> = ["check", "--format", "json"].iter().chain(args).copied().collect();
    let report = json(&stdout(&folder.cairn(&args)));
    let obligations = report["obligations"].as_array().expect("a list");
    let refuted: Vec<&Value> = obligations.iter().filter(|item| item["verdict"] == "refuted").collect();
    assert_eq!(refuted.len(), 1, "{refuted:#?}");
    let path = refuted[0]["finding"]["path"].as_array().expect("a path");
    path.iter()
        .map(|step| (step["place"]["line"].as_u64().unwrap_or(0), step["text"].as_str().expect("text").to_owned()))
        .collect()
}

fn expect(steps: &[(u64, String)], expected: &[(u64, &str)]) {
    let steps: Vec<(u64, &str)> = steps.iter().map(|(line, text)| (*line, text.as_str())).collect();
    assert_eq!(steps, expected);
}

#[test]
fn the_path_tells_who_freed_the_block_and_who_called() {
    let folder = Folder::new().with("t.c", TWICE);
    expect(
        &steps(&folder, &["t.c"]),
        &[
            (5, "`main` starts"),
            (6, "block #1 is allocated, 3 bytes"),
            (7, "calls `drop` with p = block #1"),
            (3, "block #1 is freed"),
            (4, "`drop` returns"),
            (8, "calls `drop` with p = block #1"),
            (3, "frees a block that was freed before"),
        ],
    );
    let text = stdout(&folder.cairn(&["check", "t.c"]));
    assert!(text.contains("4. line 3    block #1 is freed") && text.contains("values: p = block #1 (freed)"), "{text}");
}

#[test]
fn the_path_of_a_leak_shows_where_the_last_pointer_was_lost() {
    let folder = Folder::new().with("t.c", LEAK);
    let steps = steps(&folder, &["t.c"]);
    assert!(steps.contains(&(13, "the last pointer to block #2 is lost".to_owned())), "{steps:#?}");
    assert!(steps.contains(&(4, "block #2 is allocated, 8 bytes".to_owned())), "{steps:#?}");
    assert!(!steps.iter().any(|(_, text)| text.contains("block #1 is allocated")), "{steps:#?}");
}

#[test]
fn what_happens_after_a_loss_is_not_part_of_the_path() {
    let source = "#include <stdlib.h>\nstatic int *p;\nint main(void) {\n    p = malloc(4);\n    if (p)\n        p = 0;\n    int sum = 0;\n    \
                  for (int i = 0; i < 30; i++)\n        if (i % 2) sum += i;\n    return sum == 1;\n}\n";
    let folder = Folder::new().with("t.c", source);
    let steps = steps(&folder, &["t.c"]);
    assert!(steps.iter().any(|(line, text)| *line == 5 && text.contains("is true")), "what led to it: {steps:#?}");
    assert!(steps.contains(&(6, "the last pointer to block #1 is lost".to_owned())), "{steps:#?}");
    assert!(!steps.iter().any(|(_, text)| text.contains("i < 30")), "{steps:#?}");
}

#[test]
fn the_path_shows_where_a_null_pointer_came_from() {
    let folder = Folder::new().with("t.c", LOOKUP);
    let steps = steps(&folder, &["t.c"]);
    assert!(steps.contains(&(10, "`find` returns NULL".to_owned())), "{steps:#?}");
    let stored = "struct s { int *p; };\nstatic void clear(struct s *s) {\n    s->p = 0;\n}\nint main(void) {\n    int x = 1;\n    \
                  struct s s = {&x};\n    clear(&s);\n    return *s.p;\n}\n";
    let folder = Folder::new().with("t.c", stored);
    let steps = self::steps(&folder, &["t.c"]);
    assert!(steps.contains(&(3, "NULL is stored here".to_owned())), "{steps:#?}");
}

#[test]
fn decisions_and_inputs_have_their_values() {
    let source = "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n    int a[3] = {0};\n    int n = __VERIFIER_nondet_int();\n    \
                  if (n > 2 && n < 5)\n        a[n] = 1;\n    return a[0];\n}\n";
    let folder = Folder::new().with("t.c", source);
    let steps = steps(&folder, &["t.c"]);
    let has = |line: u64, part: &str| steps.iter().any(|(at, text)| *at == line && text.contains(part));
    assert!(has(4, "an input of 32 bits is 3"), "{steps:#?}");
    assert!(has(5, "`n > 2` is true (n = 3)"), "{steps:#?}");
}

#[test]
fn a_path_goes_across_files() {
    let folder = Folder::new()
        .with("a.c", "void give(char *p);\n#include <stdlib.h>\nint main(void) {\n    char *p = malloc(2);\n    give(p);\n    free(p);\n    return 0;\n}\n")
        .with("b.c", "#include <stdlib.h>\nvoid give(char *p) {\n    free(p);\n}\n");
    let report = json(&stdout(&folder.cairn(&["check", "--format", "json", "a.c", "b.c"])));
    let refuted = report["obligations"].as_array().expect("a list").iter().find(|item| item["verdict"] == "refuted");
    let path = refuted.expect("a finding")["finding"]["path"].as_array().expect("a path").clone();
    let files: Vec<&str> = path.iter().filter_map(|step| step["place"]["file"].as_str()).collect();
    assert!(files.contains(&"a.c") && files.contains(&"b.c"), "{files:?}");
    let text = stdout(&folder.cairn(&["check", "a.c", "b.c"]));
    assert!(text.contains("b.c:3") && text.contains("line 6"), "{text}");
}

#[test]
fn known_findings_do_not_fail_and_survive_moved_lines() {
    let folder = Folder::new().with("t.c", TWICE);
    assert_eq!(code(&folder.cairn(&["check", "t.c"])), 1);
    let written = folder.cairn(&["baseline", "write", "t.c"]);
    assert_eq!(code(&written), 0, "{}", stderr(&written));
    assert!(stderr(&written).contains("1 known finding"), "{}", stderr(&written));
    let checked = folder.cairn(&["check", "t.c"]);
    assert_eq!(code(&checked), 0, "{}", stdout(&checked));
    assert!(
        stdout(&checked).contains("1 in the baseline") && !stdout(&checked).contains("error["),
        "{}",
        stdout(&checked)
    );
    assert_eq!(code(&folder.cairn(&["check", "--no-baseline", "t.c"])), 1);

    let folder = folder.with("t.c", format!("/* a new\n   comment */\nint other(int *p) {{ return *p; }}\n{TWICE}"));
    assert_eq!(code(&folder.cairn(&["check", "t.c"])), 0, "moved lines are no news");

    let more = TWICE.replace("    return 0;", "    int *q = 0;\n    if (p == 0) return *q;\n    return 0;");
    let folder = folder.with(
        "t.c",
        more.replace("    drop(p);\n    drop(p);", "    drop(p);\n    drop(p = 0);\n    return *(int *)p;"),
    );
    let new = folder.cairn(&["check", "t.c"]);
    assert_eq!(code(&new), 1, "a new finding fails: {}", stdout(&new));
    assert!(stderr(&new).contains("cairn baseline prune"), "{}", stderr(&new));
    assert_eq!(code(&folder.cairn(&["baseline", "prune", "t.c"])), 0);
    let baseline = json(&std::fs::read_to_string(folder.path("cairn-baseline.json")).expect("written"));
    assert_eq!(baseline["findings"].as_array().map(Vec::len), Some(0), "{baseline}");
}

#[test]
fn a_baseline_of_one_program_says_nothing_of_another() {
    let text = "int main(void) {\n    int a[4] = {0};\n    a[4] = 1;\n    return 0;\n}\n";
    let folder = Folder::new().with("one.c", text).with("two.c", text);
    assert_eq!(code(&folder.cairn(&["baseline", "write", "one.c"])), 0);
    assert_eq!(code(&folder.cairn(&["check", "one.c"])), 0);
    let other = folder.cairn(&["check", "two.c"]);
    assert_eq!(code(&other), 1, "{}", stdout(&other));
    assert!(stdout(&other).contains("CWE-787"), "what is written is not read: {}", stdout(&other));
}

#[test]
fn a_damaged_baseline_is_an_error() {
    let folder = Folder::new().with("t.c", TWICE).with("b.json", "{\"findings\": []}");
    let output = folder.cairn(&["check", "--baseline", "b.json", "t.c"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("b.json") && stderr(&output).contains("schema"), "{}", stderr(&output));
    assert_eq!(code(&folder.cairn(&["check", "--baseline", "none.json", "t.c"])), 2);
}

#[test]
fn comments_with_a_reason_suppress_and_are_counted() {
    let allow = |comment: &str| TWICE.replace("    free(p);", &format!("    free(p); {comment}"));
    let folder = Folder::new().with("t.c", allow("// cairn: allow double-free a test of the allocator"));
    let output = folder.cairn(&["check", "t.c"]);
    assert_eq!(code(&output), 0, "{}", stdout(&output));
    assert!(stdout(&output).contains("1 suppressed"), "{}", stdout(&output));
    let log = json(&stdout(&folder.cairn(&["check", "--format", "sarif", "t.c"])));
    let result = &log["runs"][0]["results"][0];
    assert_eq!(result["suppressions"][0]["justification"], "a test of the allocator");

    let folder = folder.with("t.c", allow("/* cairn: allow(double-free) */"));
    let output = folder.cairn(&["check", "t.c"]);
    assert_eq!(code(&output), 1, "no reason, no suppression");
    assert!(stderr(&output).contains("[bad-suppression]"), "{}", stderr(&output));

    let folder = folder.with("t.c", allow("// cairn: allow use-after-free wrong rule"));
    let output = folder.cairn(&["check", "t.c"]);
    assert_eq!(code(&output), 1);
    assert!(stderr(&output).contains("[unused-suppression]"), "{}", stderr(&output));

    let function =
        TWICE.replace("static void drop", "// cairn: allow(double-free, \"the whole function\")\nstatic void drop");
    let folder = folder.with("t.c", function);
    assert_eq!(code(&folder.cairn(&["check", "t.c"])), 0);
}

#[test]
fn only_what_was_changed_since_a_revision_fails() {
    let folder = Folder::new().with("t.c", TWICE);
    let git = |args: &[&str]| {
        let mut command = Command::new("git");
        let identity = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"];
        let done = command.current_dir(folder.path("")).args(identity).args(args).output().expect("git runs");
        assert!(done.status.success(), "{}", stderr(&done));
    };
    git(&["init", "-q"]);
    git(&["add", "t.c"]);
    git(&["commit", "-q", "-m", "first"]);
    let same = folder.cairn(&["check", "--since", "HEAD", "t.c"]);
    assert_eq!(code(&same), 0, "{}", stdout(&same));
    assert!(stdout(&same).contains("1 unchanged"), "{}", stdout(&same));
    let elsewhere = TWICE.replace("    return 0;", "    return 1;");
    std::fs::write(folder.path("t.c"), elsewhere).expect("written");
    assert_eq!(code(&folder.cairn(&["check", "--since", "HEAD", "t.c"])), 0, "another function was changed");
    std::fs::write(folder.path("t.c"), TWICE.replace("drop(p);\n    return", "drop((p));\n    return"))
        .expect("written");
    let on_the_way = folder.cairn(&["check", "--since", "HEAD", "t.c"]);
    assert_eq!(code(&on_the_way), 1, "the call was changed: {}", stdout(&on_the_way));
    std::fs::write(folder.path("t.c"), TWICE.replace("    free(p);", "    free((p));")).expect("written");
    assert_eq!(code(&folder.cairn(&["check", "--since", "HEAD", "t.c"])), 1);
    std::fs::write(folder.path("new.c"), LEAK).expect("written");
    assert_eq!(code(&folder.cairn(&["check", "--since", "HEAD", "new.c"])), 1, "a new file is changed as a whole");
    for wrong in ["nothing", "--output=x"] {
        let output = folder.cairn(&["check", &format!("--since={wrong}"), "t.c"]);
        assert_eq!(code(&output), 2, "{}", stderr(&output));
    }
}

#[test]
fn several_formats_are_written_at_once() {
    let folder = Folder::new().with("t.c", TWICE);
    let formats =
        ["--format", "sarif=r.sarif", "--format", "json=r.json", "--format=junit=r.xml", "--format", "html=site"];
    let args: Vec<&str> = ["check"].iter().chain(&formats).chain(&["t.c"]).copied().collect();
    let output = folder.cairn(&args);
    assert_eq!(code(&output), 1);
    assert!(stdout(&output).contains("error[double-free]"), "text still goes to standard output");
    let read = |name: &str| std::fs::read_to_string(folder.path(name)).expect("written");
    assert_eq!(json(&read("r.sarif"))["version"], "2.1.0");
    assert_eq!(json(&read("r.json"))["schema"], "cairn-report/1");
    let junit = read("r.xml");
    assert!(junit.contains("tests=\"2\" failures=\"1\"") && junit.contains("<failure type=\"double-free\""), "{junit}");
    assert!(read("site/index.html").contains("double-free"));
    let bad = folder.cairn(&["check", "--format", "html", "t.c"]);
    assert_eq!((code(&bad), stderr(&bad).contains("html=DIR")), (2, true));
}

#[test]
fn pages_stand_alone_and_hold_hostile_text_as_text() {
    let source = "#include <stdlib.h>\n/* </script><script>alert(1)</script> */\nint main(void) {\n    \
                  const char *s = \"</script><b>&'\\\"\";\n    char *p = malloc(1);\n    free(p);\n    if (s[0] == '<') free(p);\n    return 0;\n}\n";
    let name = "a<img src=x onerror=alert(1)>'\".c";
    let folder = Folder::new().with(name, source);
    let output = folder.cairn(&["check", "--format", "html=site", name]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let mut pages = 0;
    for entry in std::fs::read_dir(folder.path("site")).expect("a folder").flatten() {
        let text = std::fs::read_to_string(entry.path()).expect("a page");
        pages += 1;
        assert!(!text.contains("<script>alert") && !text.contains("<img") && !text.contains("<b>&"), "{text}");
        for outside in ["http://", "https://", "src=\"", "@import", "url("] {
            assert!(!text.contains(outside), "{outside} in {:?}", entry.path());
        }
        assert!(text.contains("Content-Security-Policy") && text.contains("prefers-color-scheme: dark"));
    }
    assert_eq!(pages, 2);
    std::fs::write(folder.path("site/finding-0123456789ab.html"), "old").expect("written");
    std::fs::write(folder.path("site/mine.html"), "mine").expect("written");
    folder.cairn(&["check", "--format", "html=site", name]);
    assert!(!folder.path("site/finding-0123456789ab.html").exists(), "pages of an earlier report are removed");
    assert!(folder.path("site/mine.html").exists(), "nothing else is");
}

#[test]
fn a_page_has_the_steps_and_a_drawing_for_each() {
    let folder = Folder::new().with("t.c", LEAK);
    folder.cairn(&["check", "--format", "html=site", "t.c"]);
    let entries = std::fs::read_dir(folder.path("site")).expect("a folder").flatten();
    let page =
        entries.map(|entry| entry.path()).find(|path| path.to_string_lossy().contains("finding-")).expect("a page");
    let text = std::fs::read_to_string(page).expect("a page");
    let (steps, drawings) = (text.matches("<li data-line").count(), text.matches("<svg class=\"drawing\"").count());
    assert!(steps > 5 && steps == drawings, "{steps} steps, {drawings} drawings");
    assert!(text.contains("struct node, 8 bytes") && text.contains("next"), "members have names");
}

#[test]
fn one_finding_is_explained_by_its_id_or_its_line() {
    let folder =
        Folder::new().with("t.c", TWICE).with("ext.c", "int ext(int);\nint main(void) {\n    return 1 / ext(2);\n}\n");
    let log = json(&stdout(&folder.cairn(&["check", "--format", "sarif", "t.c"])));
    let id = log["runs"][0]["results"][0]["partialFingerprints"]["cairn/v1"].as_str().expect("an id").to_owned();
    for what in [&id[..8], "t.c:3", "t.c:3:5"] {
        let output = folder.cairn(&["explain", what, "t.c"]);
        let text = stdout(&output);
        assert_eq!(code(&output), 0, "{text}{}", stderr(&output));
        assert!(
            text.contains("error[double-free]") && text.contains("The heap when it fails") && text.contains(&id),
            "{text}"
        );
    }
    let by_line = stdout(&folder.cairn(&["explain", "ext.c:3"]));
    assert!(by_line.contains("is open") && by_line.contains("unknown-function: ext"), "{by_line}");
    let all = stdout(&folder.cairn(&["explain", "ext.c"]));
    assert!(all.contains("What would close most") && all.contains("--model FILE.c"), "{all}");
    assert!(stdout(&folder.cairn(&["explain", "--cause", "solver", "ext.c"])).contains("Nothing is open"));
    assert_eq!(code(&folder.cairn(&["explain", "t.c:999", "t.c"])), 2);
    assert_eq!(code(&folder.cairn(&["explain", "abcdef012345", "t.c"])), 2);
}
