//! Functions without a program around them: what is proved must hold whoever calls.

use cairn_driver::{Input, Loader, Options};
use cairn_engine::{Budget, Engine, Task, Terms};
use cairn_ir::Rule;
use cairn_ir::obligation::{ObligationOptions, obligations_with};
use cairn_summary::Modular;

/// The rules that are not proved somewhere in the code.
#[track_caller]
fn not_proved(name: &str, text: &str) -> Vec<Rule> {
    let file = std::env::temp_dir().join(format!("cairn-library-{}-{name}.c", std::process::id()));
    std::fs::write(&file, format!("#include <stdlib.h>\n{text}")).expect("written");
    let loaded = Loader::new(Options::default()).load(&[Input::new(&file, &["-w".to_owned()])]);
    std::fs::remove_file(&file).ok();
    let program = loaded.unwrap_or_else(|error| panic!("{name}: {error}")).program;
    let goals = obligations_with(&program, &ObligationOptions::for_users());
    let terms = Terms { alloc_may_fail: false, ..Terms::default() };
    let task = Task::new(&program, &goals, &terms);
    let all: Vec<usize> = (0..goals.len()).collect();
    let verdicts = Modular.analyse(&task, &all, &mut Budget::new(1_000_000)).verdicts;
    let holds = |goal: usize| verdicts.iter().any(|(decided, verdict)| *decided == goal && verdict.holds());
    let mut rules: Vec<Rule> = all.into_iter().filter(|&goal| !holds(goal)).map(|goal| goals[goal].rule).collect();
    rules.sort_unstable();
    rules.dedup();
    rules
}

#[test]
fn a_block_that_goes_to_the_caller_may_be_lost_there() {
    let may_leak = |name, text| not_proved(name, text).contains(&Rule::MemoryLeak);
    assert!(!may_leak("freed", "void f(void) { free(malloc(4)); }"));
    assert!(may_leak("returned", "void *f(void) { return malloc(4); }"));
    assert!(may_leak("kept", "void *kept; void f(void) { if (!kept) kept = malloc(4); }"));
    assert!(may_leak("given_away", "void take(void *); void f(void) { take(malloc(4)); }"));
    let passed_on = "static void *g(void) { return malloc(4); } void f(void) { g(); }";
    assert!(may_leak("passed_on", passed_on));
}

#[test]
fn what_does_not_depend_on_arguments_is_proved() {
    let table = "int f(unsigned i, int *p) { int a[4] = {1, 2, 3, 4}; int x = a[i % 4]; return p ? x + *p : x / 2; }";
    let open = not_proved("table", table);
    assert!(!open.contains(&Rule::NullDereference) && !open.contains(&Rule::DivisionByZero), "{open:?}");
    assert!(open.contains(&Rule::UseAfterFree), "the caller may have freed it: {open:?}");
    let swap = "void f(int *a, int *b) { int t = *a; *a = *b; *b = t; }";
    assert!(not_proved("swap", swap).contains(&Rule::NullDereference));
}
