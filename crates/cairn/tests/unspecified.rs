//! What C leaves open, or implementations do: no engine may take one possibility for all of them.

mod support;

use support::{Folder, stdout};

const ENGINES: [&str; 7] = ["explore", "local", "summary", "summary-flat", "inline", "shape", "shape-powerset"];

fn program(body: &str) -> Folder {
    Folder::new().with("t.c", format!("#include <cairn.h>\n#include <stdlib.h>\n{body}\n"))
}

fn check(folder: &Folder, engine: Option<&str>) -> String {
    let choice: &[&str] = &engine.map_or(vec![], |engine| vec!["--engine", engine]);
    let args = [&["check", "--alloc-may-fail", "no"], choice, &["t.c"]].concat();
    stdout(&folder.cairn(&args))
}

fn assert_not_proved(body: &str) {
    let folder = program(body);
    for engine in ENGINES.map(Some).into_iter().chain([None]) {
        let text = check(&folder, engine);
        assert!(!text.contains("PROVED"), "{engine:?}: {body}\n{text}");
    }
}

fn assert_proved(body: &str) {
    let text = check(&program(body), None);
    assert!(text.contains("PROVED"), "{body}\n{text}");
}

const DIFFERS: &str = "static int differs(const char *a, const char *b) { return a != b; }\n";

#[test]
fn string_literals_may_share_their_bytes() {
    assert_not_proved("int main(void) { const char *a = \"abc\", *b = \"bc\"; cairn_assert(a + 1 != b); return 0; }");
    assert_not_proved("static const char c[] = \"abc\"; int main(void) { cairn_assert(c != \"abc\"); return 0; }");
    assert_not_proved(
        "static const char *pick(int i) { return i ? \"abc\" : \"zabc\"; }
         int main(void) { cairn_assert(pick(1) != pick(0) + 1); return 0; }",
    );
    assert_not_proved(&format!("{DIFFERS} int main(void) {{ cairn_assert(differs(\"abc\" + 1, \"bc\")); return 0; }}"));
    assert_not_proved(&format!(
        "{DIFFERS} static int pass(const char *a) {{ return differs(a, \"bc\"); }}
         int main(void) {{ cairn_assert(pass(\"abc\" + 1)); return 0; }}"
    ));
    assert_not_proved(
        "static int is_mine(const char *a) { return a == \"abc\"; }
         int main(void) { cairn_assert(!is_mine(\"zabc\" + 1)); return 0; }",
    );
}

#[test]
fn other_objects_do_not_share_theirs() {
    assert_proved("int main(void) { const char *a = \"abc\", *b = \"xy\"; cairn_assert(a + 1 != b); return 0; }");
    assert_proved("int main(void) { const char *a = \"abc\"; char b[] = \"abc\"; cairn_assert(a != b); return 0; }");
    assert_proved("static const char c[] = \"abc\", d[] = \"abc\"; int main(void) { cairn_assert(c != d); return 0; }");
    assert_proved(&format!("{DIFFERS} int main(void) {{ cairn_assert(differs(\"abc\", \"xy\")); return 0; }}"));
}

#[test]
fn variables_of_no_bytes_may_lie_where_others_do() {
    assert_not_proved("int z[0]; int y; int main(void) { cairn_assert((void *)z != (void *)&y); return 0; }");
    assert_not_proved(
        "struct e {}; int main(void) { struct e a, b; struct e *p = &a, *q = &b; cairn_assert(p != q); return 0; }",
    );
    assert_proved("int x; int y; int main(void) { cairn_assert(&x != &y); return 0; }");
}

#[test]
fn what_is_volatile_may_be_undefined_all_the_same() {
    assert_not_proved(
        "int main(void) { volatile int *x = malloc(4); int r = 0; if (*x) r = 1; free((void *)x); return r; }",
    );
    assert_not_proved("int main(void) { volatile int x; int r = 0; if (x) r = 1; return r; }");
    assert_proved("volatile int x; int main(void) { int r = 0; if (x) r = 1; return r; }");
}
