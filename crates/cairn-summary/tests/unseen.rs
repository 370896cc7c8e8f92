//! Functions that are called only where somebody looked are judged by their callers, whatever is not known of the rest.

use cairn_driver::{Input, Loader, Options};
use cairn_engine::{Budget, Engine, Task, Terms, Verdict};
use cairn_ir::Rule;
use cairn_ir::obligation::{ObligationOptions, obligations_with};
use cairn_summary::Modular;

/// Is nothing left open of the accesses in the function `get`, but what is not initialised?
fn get_is_proved(name: &str, text: &str) -> bool {
    let file = std::env::temp_dir().join(format!("cairn-unseen-{}-{name}.c", std::process::id()));
    std::fs::write(&file, text).expect("written");
    let loaded = Loader::new(Options::default()).load(&[Input::new(&file, &[])]);
    std::fs::remove_file(&file).ok();
    let program = loaded.unwrap_or_else(|error| panic!("{name}: {error}")).program;
    let goals = obligations_with(&program, &ObligationOptions::for_users());
    let all: Vec<usize> = (0..goals.len()).collect();
    let terms = Terms::default();
    let task = Task::new(&program, &goals, &terms);
    let found = Modular.analyse(&task, &all, &mut Budget::new(50_000_000)).verdicts;
    let get = program.func_named("get");
    let accesses: Vec<usize> = all
        .into_iter()
        .filter(|&goal| Some(goals[goal].func) == get && goals[goal].rule != Rule::UninitializedRead)
        .collect();
    assert!(!accesses.is_empty(), "{name}");
    let is_proved =
        |goal: &usize| found.iter().any(|(of, verdict)| of == goal && matches!(verdict, Verdict::Proved(_)));
    accesses.iter().all(is_proved)
}

const LIBRARY: &str = "static int get(int *p, int i) { return p[i]; }
    int pick(int n) { int a[4] = {1, 2, 3, 4}; return n >= 0 && n < 4 ? get(a, n) : 0; }\n";

#[test]
fn without_an_entry_static_functions_are_judged_by_their_callers() {
    assert!(get_is_proved("all_callers", LIBRARY));
    let others = [
        ("another", "int other(int n) { int b[2] = {1, 2}; return n >= 0 && n < 3 ? get(b, n) : 0; }"),
        ("handed_on", "int other(int *p) { return get(p, 0); }"),
        ("pointed_to", "int (*pointer)(int *, int) = get;"),
        ("other_name", "int other(int *, int) __attribute__((alias(\"get\")));"),
    ];
    for (name, other) in others {
        assert!(!get_is_proved(name, &format!("{LIBRARY}{other}\n")), "{name}");
    }
    assert!(!get_is_proved("exported", &LIBRARY.replace("static ", "")));
}

/// Functions that jump have no summary.
const STOPPED: &str = "#include <setjmp.h>\nstatic jmp_buf there; int main(int argc, char **argv) {
    int near[1] = {0}; (void)near; if (setjmp(there) == 0) { CALL; longjmp(there, 1); } return 0; }\n";

#[test]
fn behind_an_entry_that_was_not_followed_functions_are_judged_by_their_callers() {
    let with = |call: &str| LIBRARY.replace("int pick", "static int pick") + &STOPPED.replace("CALL", call);
    assert!(get_is_proved("by_pick", &with("pick(argc)")));
    assert!(!get_is_proved("by_main", &with("pick(argc); get(near, argc)")));
    let through = "static int through(int *p) { return get(p, 1); }\n";
    assert!(!get_is_proved("through", &(LIBRARY.to_owned() + through + &STOPPED.replace("CALL", "through(near)"))));
}
