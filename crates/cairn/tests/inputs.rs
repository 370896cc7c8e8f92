//! Failures that need the right input: from outside, at random, by chance or from callers.

mod support;

use support::{Folder, findings, stdout};

const INCLUDES: &str = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <wchar.h>\n\
                        #include <sys/socket.h>\n#include <netinet/in.h>\n#include <unistd.h>\n";

fn check(source: &str) -> String {
    let folder = Folder::new().with("t.c", format!("{INCLUDES}{source}"));
    stdout(&folder.cairn(&["check", "t.c"]))
}

fn assert_all(expected: &str, bodies: &[&str]) {
    for body in bodies {
        let text = check(&format!("int main(void) {{\n    int a[10] = {{0}};\n    {body}\n    return a[9];\n}}\n"));
        assert!(text.contains(expected), "{body}\n{text}");
    }
}

#[test]
fn numbers_from_outside_become_bad_indices() {
    assert_all(
        "error[out-of-bounds]",
        &[
            "int i = 0; if (scanf(\"%d\", &i) == 1 && i >= 0) a[i] = 1;",
            "int i = 0; if (fscanf(stdin, \"%d\", &i) == 1 && i < 10) a[i] = 1;",
            "char line[16]; if (fgets(line, 16, stdin)) { int i = atoi(line); if (i <= 10 && i >= 0) a[i] = 1; }",
            "char *text = getenv(\"INDEX\"); if (text) { int i = atoi(text); if (i >= 0) a[i] = 1; }",
            "FILE *f = fopen(\"in\", \"r\"); int i = 0; if (f) { if (fscanf(f, \"%d\", &i) == 1 && i < 3) a[i] = 1; fclose(f); }",
            "char line[8]; int s = socket(AF_INET, SOCK_STREAM, 0); if (s >= 0) { \
             ssize_t n = recv(s, line, 7, 0); if (n > 0) { line[n] = 0; if (atoi(line) < 0) a[atoi(line)] = 1; } close(s); }",
            "int i = 0; if (rand() % 2 && scanf(\"%d\", &i) == 1 && i >= 0) a[i] = 1;",
            "int i = rand(); if (i % 100 > 50) a[i % 100] = 1;",
            "int i = rand(); if (i > 70000) a[i] = 1;",
        ],
    );
}

#[test]
fn constants_of_the_program_and_their_neighbours_are_tried() {
    assert_all(
        "error[division-by-zero]",
        &[
            "int n = 0; if (scanf(\"%d\", &n) == 1) a[0] = 10 / (n - 54321);",
            "int n = 0; if (scanf(\"%d\", &n) == 1 && n > 776) a[0] = 10 / (n - 777);",
            "int n = 0, m = 0; if (scanf(\"%d%d\", &n, &m) == 2 && n == 4040) { if (m == 5151) a[0] = 1 / a[1]; }",
            "extern int __VERIFIER_nondet_int(void); if (__VERIFIER_nondet_int() == 4040) { \
             if (__VERIFIER_nondet_int() == 5151) { if (__VERIFIER_nondet_int() == 6262) a[0] = 1 / a[1]; } }",
            "char word[32]; if (scanf(\"%31s\", word) == 1 && strcmp(word, \"open\") == 0) a[0] = 10 / a[1];",
        ],
    );
}

#[test]
fn long_texts_overflow_and_files_may_be_absent() {
    assert_all("error[out-of-bounds]", &["char line[64]; if (scanf(\"%s\", line) == 1) a[0] = line[0];"]);
    assert_all("error[null-dereference]", &["FILE *f = fopen(\"out\", \"w\"); fputs(\"x\", f); fclose(f);"]);
}

#[test]
fn a_finding_says_which_input_it_needs() {
    let text = check("int main(void) {\n    int n = 1;\n    scanf(\"%d\", &n);\n    return 10 / n;\n}\n");
    assert!(text.contains("input from outside is \"0\\n0\\n"), "{text}");
}

#[test]
fn a_library_function_fails_by_itself_whatever_it_writes_to_variables() {
    let source = "static int *p;\nstatic int stage;\nint f(void) {\n    static char text[4];\n    int x = 1;\n    \
                  p = &x;\n    stage = 2;\n    text[0] = 'a';\n    return stage == 2 ? *(p + 1) : text[0];\n}\n";
    assert_eq!(findings(source), ["error out-of-bounds 9"]);
}

#[test]
fn what_another_function_sets_up_is_not_held_against_a_library_function() {
    let source = "#include <stdlib.h>\nstatic int *table;\nstatic int count;\nint *shared;\n\
                  int prepare(void) {\n    table = malloc(8);\n    count = 2;\n    return table != 0;\n}\n\
                  int use(void) {\n    return table[0] / count;\n}\nint use_shared(void) {\n    return *shared;\n}\n";
    assert_eq!(findings(source), Vec::<String>::new());
}

#[test]
fn values_that_callers_pass_are_not_held_against_a_library_function() {
    let source = "#include <stdlib.h>\nint f(int n) {\n    int a[4] = {0};\n    int *p = malloc(4);\n    *p = 0;\n    \
                  int m = *p;\n    free(p);\n    return n / n + a[n] + m;\n}\n";
    assert_eq!(findings(source), ["error null-dereference 5"]);
}

#[test]
fn what_unknown_code_could_change_makes_a_failure_likely_only() {
    let source = "int level = 5;\nint f(void) {\n    int a[4] = {0};\n    return level == 5 ? a[level] : 0;\n}\n";
    assert_eq!(findings(source), ["warning out-of-bounds 4"]);
    assert_eq!(findings(&source.replace("int level", "static int level")), ["error out-of-bounds 4"]);
    assert_eq!(findings(&source.replace("int level", "const int level")), ["error out-of-bounds 4"]);
}

#[test]
fn behind_an_error_that_often_does_no_harm_the_next_one_is_likely() {
    let scope = "#include <stdlib.h>\nint main(void) {\n    char *p = malloc(1);\n    free(p);\n    {\n        \
                 char text[4] = \"abc\";\n        p = text;\n    }\n    char c = p[0];\n    free(p);\n    return c;\n}\n";
    assert_eq!(findings(scope), ["error use-after-scope 9", "warning invalid-free 10"]);
    let unterminated = "#include <string.h>\nint main(void) {\n    char text[8];\n    memcpy(text, \"abcdefg\", 7);\n    \
                        return strlen(text) > 9;\n}\n";
    assert_eq!(findings(unterminated), ["warning out-of-bounds 5", "error uninitialized-read 5"]);
    let wide = "#include <wchar.h>\nint main(void) {\n    wchar_t text[8];\n    wmemset(text, L'a', 7);\n    \
                return wcslen(text) > 9;\n}\n";
    assert_eq!(findings(wide), ["warning out-of-bounds 5", "error uninitialized-read 5"]);
}

#[test]
fn behind_unknown_functions_what_fails_whatever_they_do_is_likely() {
    let source = "#include <stdlib.h>\nvoid say(const char *text);\nvoid die(void);\nint f(void) {\n    char *p = malloc(4);\n    \
                  say(\"start\");\n    if (p == 0) die();\n    p[0] = 1;\n    free(p);\n    say(\"end\");\n    return p[0];\n}\n";
    assert_eq!(findings(source), ["warning use-after-free 11"], "`die` may never return");
    let by_reference =
        "int get(int *x);\nint f(void) {\n    int a[2] = {0}, x = 5;\n    get(&x);\n    return a[x];\n}\n";
    assert_eq!(findings(by_reference), Vec::<String>::new());
    assert_eq!(findings(&by_reference.replace("get(&x)", "get(0)")), ["warning out-of-bounds 5"]);
    let address = "#include <string.h>\nextern char *get(char *);\nint main(void) {\n    char x[10] = {0};\n    \
                   memcpy(get(x), x + 1, 4);\n    return 0;\n}\n";
    assert_eq!(findings(address), Vec::<String>::new());
}
