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
