//! What the documentation shows is what happens.

mod support;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use support::{code, stdout};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the project")
}

fn read(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The command in the project's folder.
fn cairn(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cairn"));
    command.current_dir(root()).args(args).stdin(Stdio::null()).output().expect("cairn runs")
}

#[test]
fn the_picture_of_the_first_run_is_of_this_version() {
    let text = stdout(&cairn(&["check", "examples/list.c"]));
    let picture = read("docs/images/check.svg");
    let finding: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).collect();
    for line in finding.iter().filter(|line| line.contains("line ")) {
        let words = line.trim().replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let words = words.strip_prefix("= path:").unwrap_or(&words).trim().to_owned();
        assert!(picture.contains(&words), "not in the picture, make it anew by `cargo xtask picture`: {words}");
    }
    for line in ["4. line 12", "9. line 29    block #3 is freed", "values: n = block #3 (freed)"] {
        assert!(text.contains(line), "{text}");
    }
}

#[test]
fn the_example_of_a_finding_is_real() {
    let text = stdout(&cairn(&["check", "examples/list.c"]));
    let page = read("docs/reading-a-finding.md");
    let example = page.split("```").nth(1).expect("a block");
    for line in example.lines().filter(|line| !line.trim().is_empty() && line.trim() != "…") {
        assert!(text.contains(line.trim_end()), "{line:?} is not in\n{text}");
    }
}

#[test]
fn the_example_of_a_model_closes_what_was_open() {
    let without = cairn(&["check", "examples/models/pool.c"]);
    assert_eq!(code(&without), 0);
    assert!(stdout(&without).contains("unknown-function"), "{}", stdout(&without));
    let model = "examples/models/pool_model.c";
    let with = cairn(&["check", "--model", model, "examples/models/pool.c"]);
    assert_eq!(code(&with), 1, "{}", stdout(&with));
    assert!(stdout(&with).contains("error[use-after-free]"), "{}", stdout(&with));
    let shown = read("docs/models.md");
    for line in read(model).lines().filter(|line| line.contains("pool_")) {
        assert!(shown.contains(line), "{line}");
    }
}

#[test]
fn links_lead_to_files() {
    let folders = ["", "docs", "docs/engines"];
    for folder in folders {
        let entries = std::fs::read_dir(root().join(folder)).expect("a folder").flatten();
        for file in entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|end| end == "md")) {
            let text = std::fs::read_to_string(&file).expect("text");
            for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
                let target = link.split('#').next().unwrap_or_default();
                let outside = target.is_empty() || target.contains("://");
                assert!(outside || file.with_file_name(target).exists(), "{} links to {link}", file.display());
            }
        }
    }
}
