//! The example of a whole project does what its comments say.

mod support;

use std::path::Path;
use support::{Folder, code, stderr, stdout};

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("temporary");
    for entry in std::fs::read_dir(from).expect("the example").flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).expect("temporary");
        }
    }
}

#[test]
fn a_project_with_models_of_its_own_is_recorded_and_checked() {
    let folder = Folder::new();
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/project"), &folder.path(""));
    let output = folder.cairn(&["capture", "--", "make", "-s", "objects"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let cold = folder.cairn(&["check"]);
    let text = stdout(&cold);
    assert_eq!(code(&cold), 1, "{text}{}", stderr(&cold));
    assert!(text.contains("error[use-after-free]") && text.contains("src/bad.c:10:12"), "{text}");
    assert!(!text.contains("unknown-function"), "{text}");
    assert_eq!(text.matches("error[").count(), 1, "{text}");
    // Good is proved: only what lies behind the error of the other program is open.
    let good = folder.cairn(&["check", "--include", "src/good.c", "--fail-on", "open"]);
    assert_eq!(code(&good), 0, "{}", stdout(&good));
    // A model is a part of the input, with all that it includes.
    let header = folder.path("verify/region.h");
    let changed = std::fs::read_to_string(&header)
        .expect("copied")
        .replace("struct piece *pieces;", "int unused; struct piece *pieces;");
    std::fs::write(&header, changed).expect("temporary");
    let warm = folder.cairn(&["check"]);
    assert_eq!((code(&warm), stdout(&warm)), (1, text), "{}", stderr(&warm));
    std::fs::write(&header, "#error not any more\n").expect("temporary");
    let broken = folder.cairn(&["check"]);
    assert_eq!(code(&broken), 2, "{}", stdout(&broken));
    assert!(stderr(&broken).contains("not any more"), "{}", stderr(&broken));
}

#[test]
fn a_library_without_source_is_described_in_a_header() {
    let folder = Folder::new();
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/models"), &folder.path(""));
    let without = folder.cairn(&["check", "tape.c"]);
    assert_eq!(code(&without), 0, "{}", stdout(&without));
    assert!(stdout(&without).contains("unknown-function"), "{}", stdout(&without));
    let with = folder.cairn(&["check", "tape.c", "--model", "tape_model.h"]);
    assert_eq!(code(&with), 1, "{}{}", stdout(&with), stderr(&with));
    assert!(stdout(&with).contains("error[memory-leak]") && stdout(&with).contains("tape.c:6"), "{}", stdout(&with));
    // Closed in time, nothing is wrong; read after it was closed, the model says so.
    let text = std::fs::read_to_string(folder.path("tape.c")).expect("copied");
    let right = text.replace("return 2;", "{ tape_close(tape); return 2; }");
    std::fs::write(folder.path("right.c"), &right).expect("temporary");
    let right_run = folder.cairn(&["check", "right.c", "--model", "tape_model.h"]);
    assert_eq!(code(&right_run), 0, "{}", stdout(&right_run));
    let wrong = right.replace("    return 0;", "    return (int)tape_read(tape, buffer, 1);");
    std::fs::write(folder.path("wrong.c"), wrong).expect("temporary");
    let wrong_run = folder.cairn(&["check", "wrong.c", "--model", "tape_model.h"]);
    assert_eq!(code(&wrong_run), 1, "{}", stdout(&wrong_run));
    assert!(stdout(&wrong_run).contains("use-after-free"), "{}", stdout(&wrong_run));
}
