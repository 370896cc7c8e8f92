//! What is kept of functions: a run that finds it says the same as one that does not, whatever was edited in between, and only
//! what an edit can change is looked at again.

use cairn_driver::{Input, Loader, Options};
use cairn_engine::{Budget, Cause, Engine, Host, SummaryStore, Task, Terms};
use cairn_ir::obligation::{ObligationOptions, obligations_with};
use cairn_ir::{FuncOrigin, Program};
use cairn_summary::{Limits, Modular, Modules, show};
use std::collections::HashMap;
use std::sync::Mutex;

/// A host that remembers everything.
#[derive(Default)]
struct Memory(Mutex<HashMap<[u8; 32], Vec<u8>>>);

impl Host for Memory {
    fn stop(&self) -> Option<Cause> {
        None
    }

    fn progress(&self, _: u64, _: u64) {}

    fn summaries(&self) -> &dyn SummaryStore {
        self
    }
}

impl SummaryStore for Memory {
    fn get(&self, key: &[u8; 32]) -> Option<Vec<u8>> {
        self.0.lock().expect("nobody panics").get(key).cloned()
    }

    fn put(&self, key: &[u8; 32], bytes: &[u8]) {
        self.0.lock().expect("nobody panics").insert(*key, bytes.to_vec());
    }
}

/// Compiles files of C, which are linked.
fn load(name: &str, texts: &[&str]) -> Program {
    let folder = std::env::temp_dir().join(format!("cairn-reuse-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("made");
    let input = |(number, text): (usize, &&str)| {
        let file = folder.join(format!("{number}.c"));
        std::fs::write(&file, text).expect("written");
        Input::new(&file, &["-w".to_owned()])
    };
    let inputs: Vec<Input> = texts.iter().enumerate().map(input).collect();
    let loaded = Loader::new(Options::default()).load(&inputs);
    std::fs::remove_dir_all(&folder).ok();
    loaded.unwrap_or_else(|error| panic!("{name}: {error}")).program
}

/// Everything that is said of a program: verdicts with their reasons, and summaries.
fn said(program: &Program, host: &dyn Host, threads: usize) -> Vec<String> {
    let goals = obligations_with(program, &ObligationOptions::for_users());
    let terms = Terms::default();
    let task = Task { host, ..Task::new(program, &goals, &terms) };
    let all: Vec<usize> = (0..goals.len()).collect();
    let analysis = Modular.analyse(&task, &all, &mut Budget::new(2_000_000));
    let mut said: Vec<String> = analysis.verdicts.iter().map(|verdict| format!("{verdict:?}")).collect();
    let modules = Modules::with(program, program.func_named("main"), Limits::default(), threads, host);
    for (func, _) in program.funcs.iter_enumerated() {
        if let Some(Ok(summary)) = modules.summary(func) {
            said.push(format!("{}: {}", program.func_name(func), show(program, func, summary)));
        }
    }
    said
}

/// Says the same as without memory, with one thread and with several; gives how many functions were at hand.
#[track_caller]
fn same_as_cold(program: &Program, memory: &Memory, what: &str) -> usize {
    let reused = Modules::with(program, program.func_named("main"), Limits::default(), 2, memory).reused();
    let (cold, warm) = (said(program, &cairn_engine::Alone, 1), said(program, memory, 3));
    for (cold, warm) in cold.iter().zip(&warm) {
        assert_eq!(cold, warm, "{what}");
    }
    assert_eq!(cold.len(), warm.len(), "{what}");
    reused
}

fn functions(program: &Program) -> usize {
    program.funcs.iter().filter(|func| func.origin == FuncOrigin::User && func.is_defined()).count()
}

/// Small numbers in a text, one after the other changed.
fn edits(text: &str) -> Vec<String> {
    let is_word = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    let bytes = text.as_bytes();
    let alone = |&at: &usize| {
        bytes[at].is_ascii_digit() && !is_word(bytes.get(at + 1)) && !(at > 0 && is_word(bytes.get(at - 1)))
    };
    let edit = |at: usize| {
        let digit = b'0' + (bytes[at] - b'0' + 1) % 10;
        String::from_utf8([&bytes[..at], &[digit], &bytes[at + 1..]].concat()).expect("still text")
    };
    (0..bytes.len()).filter(alone).map(edit).collect()
}

#[test]
fn random_programs_and_their_edits_share_a_memory() {
    let memory = Memory::default();
    let mut reused = 0;
    for seed in cairn_cases::seeds(71, 1) {
        let text = cairn_fuzz::program(seed, &cairn_fuzz::Options::default());
        same_as_cold(&load(&format!("seed_{seed}"), &[&text]), &memory, &format!("seed {seed}"));
        let edits = edits(&text);
        for number in (0..edits.len()).step_by(edits.len().div_ceil(2).max(1)) {
            let program = load(&format!("seed_{seed}_{number}"), &[&edits[number]]);
            reused += same_as_cold(&program, &memory, &format!("seed {seed}, edit {number}"));
        }
    }
    assert!(reused > 0, "nothing was reused");
}

const LIBRARY: &str = r"
#include <stdlib.h>
static int limit = 4;
static const int steps[2] = { 1, 2 };
static int twice(int x) { return x + x; }
static int thrice(int x) { return 3 * x; }
static int (*const table[2])(int) = { twice, thrice };
struct list { struct list *next; int value; };
int at(int *values, unsigned n) { return n < limit ? values[n] : 0; }
int apply(unsigned which, int x) { return table[which & 1](x) + steps[which & 1]; }
int each(struct list *list, int (*f)(int)) { int sum = 0; for (; list; list = list->next) sum += f(list->value); return sum; }
void put(int *p, int x) { if (p) *p = x; }
void release(struct list *list) { while (list) { struct list *next = list->next; free(list); list = next; } }
int depth(struct list *list) { return list ? 1 + depth(list->next) : 0; }
";

const FIRST: &str = r"
int at(int *values, unsigned n); int apply(unsigned which, int x); void put(int *p, int x);
int main(int argc, char **argv) {
    int values[4] = { 1, 2, 3, 4 }, x;
    put(&x, argc);
    return at(values, x) + apply(x, 5);
}
";

const SECOND: &str = r"
#include <stdlib.h>
struct list { struct list *next; int value; };
int each(struct list *list, int (*f)(int)); void release(struct list *list); int depth(struct list *list);
static int same(int x) { return x; }
int main(void) {
    struct list *list = malloc(sizeof *list);
    if (!list) return 1;
    list->next = 0; list->value = 7;
    int sum = each(list, same) + depth(list);
    release(list);
    return sum;
}
";

#[test]
fn programs_of_a_project_share_functions_and_edits_are_noticed() {
    let memory = Memory::default();
    let first = load("first", &[LIBRARY, FIRST]);
    assert_eq!(same_as_cold(&first, &memory, "first"), 0);
    // The other program has other ids; all but its own functions are at hand.
    let second = load("second", &[SECOND, LIBRARY]);
    assert_eq!(same_as_cold(&second, &memory, "second"), functions(&second) - 2);
    assert_eq!(same_as_cold(&first, &memory, "again"), functions(&first) - 1);
    let edits = [
        ("a variable that is written", "void put(int", "void raise(void) { limit++; }\nvoid put(int"),
        ("another constant", "{ 1, 2 };", "{ 1, 3 };"),
        ("another limit", "limit = 4", "limit = 3"),
        ("another table", "{ twice, thrice }", "{ thrice, twice }"),
        ("a callee", "return x + x;", "return x + x + 1;"),
        ("a condition less", "if (p) *p", "*p"),
        ("an error", "free(list); list = next;", "free(list); list = list->next;"),
        (
            "something to run at the end",
            "void put(int",
            "__attribute__((destructor)) void end(void) { limit = 1; }\nvoid put(int",
        ),
        ("no limit of its own", "static int limit", "int limit"),
        ("a deeper recursion", "1 + depth(list->next)", "2 + depth(list->next->next)"),
    ];
    for (what, old, new) in edits {
        assert!(LIBRARY.contains(old), "{what}");
        let library = LIBRARY.replace(old, new);
        same_as_cold(&load("edited", &[&library, FIRST]), &memory, what);
        same_as_cold(&load("edited", &[SECOND, &library]), &memory, what);
    }
}

#[test]
fn only_what_an_edit_can_change_is_looked_at_again() {
    let text = r"
    static int leaf(int x) { return x & 15; }
    static int middle(int x) { return leaf(x) + 1; }
    int top(int *values, int x) { return values[middle(x)]; }
    int other(int x) { return x + 1; }
    ";
    let memory = Memory::default();
    let run = |text: &str| {
        let program = load("leaf", &[text]);
        (functions(&program), same_as_cold(&program, &memory, text))
    };
    assert_eq!(run(text), (4, 0));
    assert_eq!(run(text), (4, 4));
    // Further down, and with other names of variables: the same code.
    assert_eq!(run(&format!("\n\n{}", text.replace("values", "numbers"))), (4, 4));
    // The leaf does the same in another way: callers do not notice.
    assert_eq!(run(&text.replace("x & 15", "(x & 7) | (x & 8)")), (4, 3));
    // It does something else: all above it are looked at again.
    assert_eq!(run(&text.replace("x & 15", "x & 31")), (4, 1));
}

/// Functions that are all hard to look at.
fn crowd(count: usize) -> String {
    let step = |i: usize| {
        let [p, q, r] = [i * 7 % 11, i * 5 % 13, i * 3 % 17];
        format!("if (a[{p}]->v > n) a[{q}]->next->v += a[{r}]->v; else a[{i}]->next = a[{p}]; ")
    };
    let body: String = (0..100).map(step).collect();
    let function = |i: usize| format!("int f{i}(struct s **a, int n) {{ {body} return n + {i}; }}\n");
    let functions: String = (0..count).map(function).collect();
    format!("struct s {{ struct s *next; int v; }};\n{functions}")
}

#[test]
fn where_many_functions_are_hard_each_takes_less() {
    let steps = |count: usize| {
        let program = load("crowd", &[&crowd(count)]);
        let goals = obligations_with(&program, &ObligationOptions::for_users());
        let terms = Terms::default();
        let all: Vec<usize> = (0..goals.len()).collect();
        let analysis = Modular.analyse(&Task::new(&program, &goals, &terms), &all, &mut Budget::new(10_000_000));
        analysis.statistics.iter().find(|(name, _)| *name == "steps on conditions").expect("counted").1
    };
    let (one, many) = (steps(1), steps(64));
    assert!(many < 16 * one, "64 functions take {many} steps, one takes {one}");
}
