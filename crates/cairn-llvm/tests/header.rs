//! `cairn.h` outside of Cairn: accepted without a warning by a strict compiler, and without effect.

use cairn_llvm::clang;
use std::path::Path;
use std::process::Command;

const PROGRAM: &str = r#"
#include <cairn.h>
struct node { struct node *next, *prev; };
int main(void) {
    struct node *p = 0, *q = 0;
    int effects = 0;
    cairn_assert(effects++), cairn_assume(effects++);
    cairn_list(p, next), cairn_dlist(p, next, prev), cairn_cyclic(p, next), cairn_tree(p, next, prev);
    cairn_disjoint(p, q, next), cairn_disjoint(p, q, next, prev), cairn_reach(p, q, next);
    if (!cairn_is_list(p, next) || !cairn_is_dlist(p, next, prev) || !cairn_is_cyclic(p, next)) return 1;
    if (!cairn_is_tree(p, next, prev) || !cairn_are_disjoint(p, q, next) || !cairn_reaches(p, q, next)) return 2;
    return effects + cairn_nondet_int() + (int)cairn_nondet_double() + cairn_nondet_bool();
}
"#;

#[test]
fn an_ordinary_compiler_takes_the_header_and_does_nothing_with_it() {
    let clang = clang::find(None).expect("the tests need Clang").path;
    let folder = std::env::temp_dir().join(format!("cairn-header-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a place for temporary files");
    let (source, program) = (folder.join("program.c"), folder.join("program"));
    std::fs::write(&source, PROGRAM).expect("writable");
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("include");
    let built = Command::new(clang)
        .args(["-std=c99", "-pedantic-errors", "-Wall", "-Wextra", "-Werror", "-I"])
        .args([&include, &source])
        .arg("-o")
        .arg(&program)
        .output()
        .expect("Clang runs");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let code = Command::new(&program).status().expect("it runs").code();
    _ = std::fs::remove_dir_all(&folder);
    assert_eq!(code, Some(0));
}
