//! `cairn check` and `cairn svcomp` as their users meet them: findings, counts, formats, exit codes.

mod support;

use serde_json::Value;
use support::{Folder, code, stderr, stdout};

const GOOD: &str = "#include <string.h>\nstatic int unused(int *p) { return *p; }\nint main(void) {\n    char b[8];\n    \
                    strcpy(b, \"hello\");\n    return b[0] == 'x' ? unused(0) : 0;\n}\n";
const DOUBLE_FREE: &str = "#include <stdlib.h>\nstatic void drop(char *p) {\n    free(p);\n}\nint main(void) {\n    \
                           char *p = malloc(3);\n    drop(p);\n    drop(p);\n    return 0;\n}\n";
const UNCHECKED: &str =
    "#include <stdlib.h>\nint main(void) {\n    int *p = malloc(4);\n    *p = 1;\n    free(p);\n    return 0;\n}\n";
const INPUT: &str = "#include <stdio.h>\nint main(void) {\n    int n = 0;\n    scanf(\"%d\", &n);\n    return 100 / (n * 3 - 37035);\n}\n";

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn a_program_with_one_execution_is_proved() {
    let folder = Folder::new().with("good.c", GOOD);
    let output = folder.cairn(&["check", "--fail-on", "open", "good.c"]);
    let text = stdout(&output);
    assert_eq!(code(&output), 0, "{text}{}", stderr(&output));
    assert!(text.lines().last().expect("some lines").starts_with("PROVED: of "), "{text}");
    assert!(text.contains("unreachable") && !text.contains("error["), "{text}");
}

#[test]
fn findings_come_with_source_and_cause_and_exit_code_1() {
    let folder = Folder::new().with("twice.c", DOUBLE_FREE);
    let output = folder.cairn(&["check", "twice.c"]);
    let text = stdout(&output);
    assert_eq!(code(&output), 1, "{text}");
    for part in [
        "error[double-free]",
        "twice.c:3:5",
        "freed here",
        "6. line 8  calls `drop` with p = block #1",
        "confirmed",
        "REFUTED (1).",
    ] {
        assert!(text.contains(part), "no {part:?} in {text}");
    }
    assert!(!text.contains('\u{1b}'), "no colours in a pipe");
    assert_eq!(code(&folder.cairn(&["check", "--exit-zero", "twice.c"])), 0);
    assert_eq!(code(&folder.cairn(&["check", "--fail-on", "never", "twice.c"])), 0);
}

#[test]
fn allocations_may_fail_unless_told_otherwise() {
    let folder = Folder::new().with("unchecked.c", UNCHECKED);
    let output = folder.cairn(&["check", "unchecked.c"]);
    assert_eq!(code(&output), 1);
    assert!(stdout(&output).contains("error[null-dereference]"), "{}", stdout(&output));
    let output = folder.cairn(&["check", "--alloc-may-fail", "no", "--fail-on", "open", "unchecked.c"]);
    assert_eq!(code(&output), 0, "{}", stdout(&output));
}

#[test]
fn what_is_open_is_counted_by_cause_and_fails_only_on_request() {
    let folder = Folder::new().with("input.c", INPUT);
    let output = folder.cairn(&["check", "input.c"]);
    let text = stdout(&output);
    assert_eq!(code(&output), 0, "{text}");
    assert!(text.contains("by cause:") && text.contains("to do: "), "{text}");
    assert!(text.ends_with("open.\n") && text.contains("Not a proof"), "{text}");
    assert_eq!(code(&folder.cairn(&["check", "--fail-on", "open", "input.c"])), 3);
    let all = stdout(&folder.cairn(&["check", "--all", "input.c"]));
    assert!(all.contains("[division-by-zero]") && all.contains("is open"), "{all}");
    let explained = stdout(&folder.cairn(&["explain", "--engine", "explore", "input.c:4", "input.c"]));
    assert!(explained.contains("explore says step-budget: input from outside"), "{explained}");
}

#[test]
fn a_suspicion_that_its_execution_does_not_confirm_is_no_warning() {
    let text = "#include <stdio.h>\nint main(void) {\n    FILE *f = fopen(\"a\", \"w\");\n    if (f == NULL) return 1;\n    fclose(f);\n    return 0;\n}\n";
    let folder = Folder::new().with("file.c", text);
    let output = folder.cairn(&["check", "--fail-on", "likely", "file.c"]);
    assert_eq!(code(&output), 0, "{}", stdout(&output));
}

#[test]
fn an_unknown_function_is_named() {
    let folder = Folder::new().with("ext.c", "int ext(int);\nint main(void) {\n    return 1 / ext(2);\n}\n");
    let text = stdout(&folder.cairn(&["check", "ext.c"]));
    assert!(text.contains("unknown-function") && text.contains("ext ("), "{text}");
}

#[test]
fn bad_input_and_options_end_with_exit_code_2() {
    let folder = Folder::new().with("broken.c", "int y = ;\n").with("good.c", GOOD);
    for args in [
        &["check", "broken.c"][..],
        &["check"],
        &["check", "--entry", "f", "good.c"],
        &["check", "--fail-on", "x", "good.c"],
    ] {
        let output = folder.cairn(args);
        assert_eq!(code(&output), 2, "{args:?} {}", stderr(&output));
        assert!(output.stdout.is_empty(), "{args:?}");
    }
    assert_eq!(code(&folder.cairn(&["svcomp", "--property", "memsafety", "broken.c"])), 2);
}

#[test]
fn json_holds_every_obligation_and_the_same_bytes_for_any_number_of_threads() {
    let folder =
        Folder::new().with("twice.c", DOUBLE_FREE).with("flag.c", "#ifndef FLAG\n#error no flag\n#endif\nint f;\n");
    let run = |jobs: &str| {
        stdout(&folder.cairn(&["check", "--format", "json", "-j", jobs, "twice.c", "flag.c", "--", "-DFLAG"]))
    };
    let text = run("1");
    assert_eq!(text, run("3"));
    let report = json(&text);
    assert_eq!(report["schema"], "cairn-report/1");
    let obligations = report["obligations"].as_array().expect("a list");
    assert_eq!(report["counts"]["obligations"], obligations.len());
    let of = |verdict: &str| obligations.iter().filter(|obligation| obligation["verdict"] == verdict).count();
    for verdict in ["proved", "refuted", "open", "unreachable"] {
        assert_eq!(report["counts"][verdict], of(verdict), "{verdict}");
    }
    let refuted = obligations.iter().find(|obligation| obligation["verdict"] == "refuted").expect("one");
    assert_eq!((refuted["rule"].as_str(), refuted["function"].as_str()), (Some("double-free"), Some("drop")));
    assert_eq!(refuted["finding"]["place"]["line"], 3);
    assert_eq!(refuted["id"].as_str().map(str::len), Some(32));
}

#[test]
fn sarif_has_what_its_readers_demand() {
    let folder = Folder::new().with("twice.c", DOUBLE_FREE);
    let output = folder.cairn(&["check", "--format", "sarif", "--output", "out.sarif", "twice.c"]);
    assert_eq!(code(&output), 1);
    assert!(output.stdout.is_empty());
    let log = json(&std::fs::read_to_string(folder.path("out.sarif")).expect("written"));
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    for rule in rules {
        for field in ["/shortDescription/text", "/fullDescription/text", "/help/text", "/help/markdown", "/id"] {
            assert!(rule.pointer(field).is_some_and(|text| !text.as_str().unwrap_or_default().is_empty()), "{field}");
        }
        assert!(rule["properties"]["security-severity"].is_string(), "a number breaks the upload");
        assert!(rule["properties"]["tags"].as_array().is_some_and(|tags| tags.len() <= 10));
    }
    let results = run["results"].as_array().expect("a list, even if empty");
    assert_eq!(results.len(), 1, "only failures: {results:#?}");
    let result = &results[0];
    let index = result["ruleIndex"].as_u64().expect("an index") as usize;
    assert_eq!((rules[index]["id"].as_str(), result["ruleId"].as_str()), (Some("double-free"), Some("double-free")));
    assert_eq!((result["level"].as_str(), result["locations"].as_array().map(Vec::len)), (Some("error"), Some(1)));
    let location = &result["locations"][0];
    assert_eq!(location["physicalLocation"]["artifactLocation"]["uri"], "twice.c");
    let region = &location["physicalLocation"]["region"];
    assert_eq!(
        (region["startLine"].as_u64(), region["startColumn"].as_u64(), region["endColumn"].as_u64()),
        (Some(3), Some(5), Some(9))
    );
    assert_eq!(location["logicalLocations"][0]["name"], "drop");
    assert_eq!(result["partialFingerprints"]["cairn/v1"].as_str().map(str::len), Some(32));
    let flow = result["codeFlows"][0]["threadFlows"][0]["locations"].as_array().expect("steps");
    let lines: Vec<_> =
        flow.iter().map(|step| step["location"]["physicalLocation"]["region"]["startLine"].as_u64()).collect();
    let expected = [5, 6, 7, 3, 4, 8, 3].map(Some);
    assert_eq!(lines, expected, "start, allocated, called, freed, returned, called, freed again");
    assert!(flow.iter().all(|step| step["location"]["message"]["text"].is_string()));
    let empty =
        folder.cairn(&["check", "--format", "sarif", "--fail-on", "never", "twice.c", "--alloc-may-fail", "no"]);
    assert_eq!(json(&stdout(&empty))["runs"][0]["results"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_fingerprint_survives_edits_elsewhere() {
    let fingerprint = |source: &str| {
        let folder = Folder::new().with("t.c", source);
        let log = json(&stdout(&folder.cairn(&["check", "--format", "sarif", "t.c"])));
        log["runs"][0]["results"][0]["partialFingerprints"]["cairn/v1"].as_str().expect("one result").to_owned()
    };
    let edited = DOUBLE_FREE.replace("static void drop", "int other(int *p) { return *p; }\n\nstatic void drop");
    assert_eq!(fingerprint(DOUBLE_FREE), fingerprint(&edited));
}

#[test]
fn svcomp_says_only_what_the_property_is_about() {
    const HEAD: &str = "extern void __VERIFIER_error(void);\nextern int __VERIFIER_nondet_int(void);\n\
                        extern _Bool __VERIFIER_nondet_bool(void);\n#include <stdlib.h>\n#include <assert.h>\nint *g;\n";
    let table: &[(&str, &str, &str)] = &[
        ("int *p = malloc(4); *p = 1; free(p);", "true", "true"),
        ("int *p = malloc(4); p[1] = 1; free(p);", "false(valid-deref)", "true"),
        ("int *p = malloc(4); free(p); free(p);", "false(valid-free)", "true"),
        ("int *p = malloc(4); *p = 1;", "false(valid-memtrack)", "true"),
        ("g = malloc(4);", "true", "true"),
        ("int *p = malloc(4); exit(0);", "unknown", "true"),
        ("__VERIFIER_error();", "true", "false(unreach-call)"),
        ("if (__VERIFIER_nondet_int() == 3) __VERIFIER_error();", "true", "false(unreach-call)"),
        ("if (__VERIFIER_nondet_int() == 123456) __VERIFIER_error();", "true", "false(unreach-call)"),
        ("if (__VERIFIER_nondet_int() * 3u == 370368) __VERIFIER_error();", "true", "false(unreach-call)"),
        ("if (__VERIFIER_nondet_bool() && !__VERIFIER_nondet_bool()) g = 0;", "true", "true"),
        ("int *p = 0; *p = 1; __VERIFIER_error();", "false(valid-deref)", "unknown"),
        ("int *p = malloc(4); if (__VERIFIER_nondet_int()) *(g = 0) = 1;", "false(valid-deref)", "true"),
        ("int a[2]; a[__VERIFIER_nondet_int() * 3u == 233331 ? 2 : 0] = 1;", "false(valid-deref)", "true"),
        ("assert(0);", "true", "true"),
        ("abort();", "true", "true"),
        ("int x; if (x) __VERIFIER_error();", "true", "false(unreach-call)"),
        ("int x = __VERIFIER_nondet_int(); int y = 1 / x; if (x == 0) *(g = 0) = y;", "unknown", "true"),
        ("int *p = malloc(4); if ((unsigned long)p & 4096) __VERIFIER_error(); free(p);", "true", "unknown"),
        ("int *p = malloc(4); if ((unsigned long)p != 0) __VERIFIER_error(); free(p);", "true", "false(unreach-call)"),
    ];
    for (body, memory, error) in table {
        let folder = Folder::new().with("task.c", format!("{HEAD}int main(void) {{ {body} return 0; }}\n"));
        for (property, expected) in [("memsafety", memory), ("unreach-call", error)] {
            let output = folder.cairn(&["svcomp", "--property", property, "--data-model", "ILP32", "task.c"]);
            let text = stdout(&output);
            assert_eq!(text.lines().last(), Some(*expected), "{property} of {body}\n{}", stderr(&output));
            assert_eq!(code(&output), 0);
        }
    }
}

#[test]
fn a_proof_of_the_shape_engine_has_its_loop_invariants_as_data_and_in_words() {
    let text = "#include <stdlib.h>\nstruct node { struct node *next; };\nint __VERIFIER_nondet_int(void);\nint main(void) {\n    \
                struct node *x = 0;\n    while (__VERIFIER_nondet_int()) {\n        struct node *n = malloc(sizeof *n);\n        \
                n->next = x;\n        x = n;\n    }\n    while (x) {\n        struct node *t = x->next;\n        free(x);\n        \
                x = t;\n    }\n    return 0;\n}\n";
    let folder = Folder::new().with("list.c", text);
    let options = ["--engine", "shape", "--alloc-may-fail", "no"];
    let report = json(&stdout(&folder.cairn(&[&["check", "--format", "json", "list.c"], &options[..]].concat())));
    let invariants = report["loop_invariants"].as_array().expect("a list");
    let obligation = report["obligations"].as_array().expect("a list").iter().find(|one| one["place"]["line"] == 12);
    let obligation = obligation.expect("x->next");
    assert_eq!((&obligation["verdict"], &obligation["engine"]), (&Value::from("proved"), &Value::from("shape")));
    let own: Vec<&Value> = obligation["invariants"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|at| &invariants[at.as_u64().expect("a position") as usize])
        .collect();
    assert_eq!(own.iter().map(|one| one["line"].as_u64().unwrap_or(0)).collect::<Vec<_>>(), [6, 11]);
    let heaps = own[1]["heaps"].as_array().expect("a list");
    let segment =
        |heap: &&Value| heap["objects"].as_array().is_some_and(|all| all.iter().any(|one| one["segment"]["next"] == 0));
    let list = heaps.iter().find(segment).expect("a list of any length");
    assert_eq!(list["variables"][0]["name"], "x");
    assert!(list["words"].as_str().is_some_and(|words| words.contains("or more node that ends in null")), "{list}");
    let explained = stdout(&folder.cairn(&[&["explain", "list.c:12", "list.c"], &options[..]].concat()));
    assert!(explained.contains("whenever the loop of line 11 of main is begun or repeated:"), "{explained}");
    assert!(explained.contains("or more node that ends in null"), "{explained}");
    folder.cairn(&[&["check", "--heap-graphs", "heaps", "list.c"], &options[..]].concat());
    let picture = std::fs::read_to_string(folder.path("heaps/loop-main-11-1.svg")).expect("written");
    assert!(picture.starts_with("<svg ") && picture.contains("at the head of the loop, line 11"), "{picture}");
}

/// Calling it is the error, also where a task has a body for it that goes wrong in no way of its own.
#[test]
fn svcomp_takes_calls_of_the_error_function_for_errors_whatever_it_does() {
    for head in ["void reach_error(void) { abort(); }", "static void __VERIFIER_error(void) { exit(1); }"] {
        let name = head.split('(').next().and_then(|words| words.split(' ').next_back()).expect("a name");
        for (test, expected) in [("1", "false(unreach-call)"), ("0", "true")] {
            let text = format!("#include <stdlib.h>\n{head}\nint main(void) {{ if ({test}) {name}(); return 0; }}\n");
            let folder = Folder::new().with("task.c", text);
            let output = folder.cairn(&["svcomp", "--property", "unreach-call", "--data-model", "ILP32", "task.c"]);
            assert_eq!(stdout(&output).lines().last(), Some(expected), "{head}");
        }
    }
}

/// Whether the error is reached where a bad access comes first is not said, unless it does not matter what that access does.
#[test]
fn svcomp_with_one_engine_looks_past_errors_where_that_engine_does() {
    const HEAD: &str = "extern void __VERIFIER_error(void);\nextern void *__VERIFIER_nondet_pointer(void);\nint *g;\n";
    let anything = "int *p = __VERIFIER_nondet_pointer(), *q = __VERIFIER_nondet_pointer();";
    for (body, expected) in [
        (format!("{anything} if (p && p == q && *p != *q) __VERIFIER_error();"), "true"),
        (format!("{anything} if (p && p == q) {{ g = 0; *g = *p; __VERIFIER_error(); }}"), "unknown"),
    ] {
        let folder = Folder::new().with("task.c", format!("{HEAD}int main(void) {{ {body} return 0; }}\n"));
        let args = ["svcomp", "--property", "unreach-call", "--data-model", "ILP32", "--engine", "inline", "task.c"];
        let text = stdout(&folder.cairn(&args));
        assert_eq!(text.lines().last(), Some(expected), "{body}");
    }
}

fn svcomp(property: &str, text: &str) -> String {
    let folder = Folder::new().with("task.c", text);
    let output = folder.cairn(&["svcomp", "--property", property, "--data-model", "ILP32", "task.c"]);
    assert!(output.status.success(), "{}: {}", output.status, stderr(&output));
    stdout(&output).lines().last().unwrap_or_default().to_owned()
}

const TASK: &str = "extern void __VERIFIER_error(void); extern void *malloc(__SIZE_TYPE__);\n";

#[test]
fn in_svcomp_what_was_not_written_is_any_value() {
    let cases = [
        // The same value each time.
        ("int x; if (x != x) __VERIFIER_error();", "true"),
        ("int x; int *p = &x; if (*p != x) __VERIFIER_error();", "true"),
        ("int *p, *q; if (p == q && p != q) __VERIFIER_error();", "true"),
        ("int x; if (x == 123456) __VERIFIER_error();", "false(unreach-call)"),
        ("int x, y; if (x != y) __VERIFIER_error();", "false(unreach-call)"),
        // Of a block, that is not said.
        ("int *p = malloc(4); if (*p == 77) __VERIFIER_error();", "unknown"),
        ("struct { int a[3]; } s; if (s.a[1] == 5 && s.a[2] == 6) __VERIFIER_error();", "false(unreach-call)"),
        // Of a variable of a loop, another one each time.
        (
            "int last = 0; for (int i = 0; i < 2; i++) { int x; if (i && x != last) __VERIFIER_error(); last = x; }",
            "false(unreach-call)",
        ),
        // Long arrays are compared place by place.
        (
            "int a[10000], b[10000]; for (int i = 0; i < 10000; i++) b[i] = a[i];
             for (int i = 0; i < 10000; i++) if (a[i] != b[i]) __VERIFIER_error();",
            "true",
        ),
        (
            "int a[10000], b[10000]; for (int i = 0; i < 9999; i++) b[i] = a[i];
             for (int i = 0; i < 10000; i++) if (a[i] != b[i]) __VERIFIER_error();",
            "false(unreach-call)",
        ),
        ("int a[10000]; unsigned i; if (i < 9999 && a[i] != a[i + 1]) __VERIFIER_error();", "unknown"),
    ];
    for (body, verdict) in cases {
        let text = format!("{TASK}int main(void) {{ {body} return 0; }}");
        assert_eq!(svcomp("unreach-call", &text), verdict, "{body}");
    }
    let wild = format!("{TASK}int main(void) {{ int *p; *p = 1; return 0; }}");
    assert_eq!(svcomp("memsafety", &wild), "false(valid-deref)");
}

/// Declared with another type of the same width, it is no built-in function for Clang.
#[test]
fn in_svcomp_alloca_is_what_it_is_whatever_its_declaration() {
    let task = |body: &str| {
        format!(
            "void *alloca(unsigned long); void free(void *);\nint main(void) {{ int *p = alloca(8); {body} return 0; }}"
        )
    };
    assert_eq!(svcomp("memsafety", &task("p[1] = 3;")), "true");
    assert_eq!(svcomp("memsafety", &task("p[2] = 3;")), "false(valid-deref)");
    assert_eq!(svcomp("memsafety", &task("free(p);")), "false(valid-free)");
}

/// By the rules of the competition: from its begin to its end, no other thread runs.
#[test]
fn in_svcomp_functions_with_an_atomic_name_run_in_one_step() {
    let task = |name: &str| {
        format!(
            "{TASK}#include <pthread.h>\nint x;
             void {name}(void) {{ int old = x; for (volatile int i = 0; i < 400000; i++) ; x = old + 1; }}
             void *run(void *a) {{ {name}(); return a; }}
             int main(void) {{ pthread_t p, q; pthread_create(&p, 0, run, 0); pthread_create(&q, 0, run, 0);
                 pthread_join(p, 0); pthread_join(q, 0); if (x != 2) __VERIFIER_error(); return 0; }}"
        )
    };
    assert_eq!(svcomp("unreach-call", &task("increment")), "false(unreach-call)");
    assert_eq!(svcomp("unreach-call", &task("__VERIFIER_atomic_increment")), "unknown");
}

/// Allocation never fails there; blocks that no address space has room for are not ours to judge.
#[test]
fn in_svcomp_no_block_is_refused_for_its_size() {
    let head = format!(
        "{TASK}extern void free(void *), *calloc(__SIZE_TYPE__, __SIZE_TYPE__); unsigned __VERIFIER_nondet_uint(void);\n"
    );
    let verdict =
        |property: &str, body: &str| svcomp(property, &format!("{head}int main(void) {{ {body} return 0; }}"));
    let large =
        "unsigned n = __VERIFIER_nondet_uint(); if (n == 0 || n > 0x30000000) return 0; int *p = malloc(n * 4);";
    assert_eq!(verdict("memsafety", &format!("{large} *p = 1; free(p);")), "unknown");
    assert_eq!(verdict("unreach-call", &format!("{large} if (!p) __VERIFIER_error();")), "unknown");
    assert_eq!(verdict("unreach-call", "if (!calloc(0x80000000u, 8)) __VERIFIER_error();"), "unknown");
    assert_eq!(verdict("unreach-call", "if (!malloc(4)) __VERIFIER_error();"), "true");
}

/// What a header of the system declares does something, even if nobody says what.
#[test]
fn in_svcomp_functions_of_the_system_do_more_than_give_a_value() {
    let task = |head: &str, body: &str| {
        svcomp("unreach-call", &format!("{TASK}{head}\nint main(void) {{ {body} return 0; }}"))
    };
    let rounds = |mode: &str| {
        let body = format!("fesetround({mode}); if (rint(12.1) != 12) __VERIFIER_error();");
        task("#include <fenv.h>\n#include <math.h>", &body)
    };
    assert_eq!((rounds("FE_TONEAREST").as_str(), rounds("FE_UPWARD").as_str()), ("true", "unknown"));
    assert_eq!(task("int fork(void);", "if (fork() == 7) __VERIFIER_error();"), "false(unreach-call)");
    assert_eq!(task("#include <sched.h>", "if (sched_get_priority_max(9) == 7) __VERIFIER_error();"), "unknown");
}

#[test]
fn in_svcomp_functions_that_nobody_defines_give_any_value() {
    let task = |body: &str| format!("{TASK}int ask(int); int look(int *);\nint main(void) {{ {body} return 0; }}");
    let verdict = |body: &str| svcomp("unreach-call", &task(body));
    assert_eq!(verdict("int x = 1; ask(2); if (x != 1) __VERIFIER_error();"), "true");
    assert_eq!(verdict("if (ask(1) == 55) __VERIFIER_error();"), "false(unreach-call)");
    assert_eq!(verdict("if (ask(1) != ask(1)) __VERIFIER_error();"), "false(unreach-call)");
    // What is done with an address is not known, nor where one that is given leads.
    let block = format!("{TASK}int *block(int);\nint main(void) {{ *block(1) = 2; return 0; }}");
    assert_eq!(svcomp("memsafety", &block), "unknown");
    assert_eq!(verdict("int x = 1; look(&x); if (x != 1) __VERIFIER_error();"), "unknown");
}
