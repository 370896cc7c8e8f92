//! Each ruling is there for a reason: without it, a case goes wrong.
//!
//! As in the acceptance cases, nothing may stay open in a function named `ok_…`, and the assertion in one named `fails_…` must;
//! in one named `unsure_…`, nothing is known to fail whatever the caller does.

use cairn_driver::{Input, Loader, Options};
use cairn_ir::{Program, Rule};
use cairn_summary::{Check, Limits, Modules, Rules, Ruling};

const PRELUDE: &str = "#include <stdlib.h>\n#include <assert.h>\nint __VERIFIER_nondet_int(void);\n\
                       #define choose if (__VERIFIER_nondet_int())\n";

const LIST: &str = "struct n { int v; struct n *next; };
    static struct n *mk(int n) { if (n <= 0) return 0; struct n *h = malloc(sizeof *h); h->v = 0; h->next = mk(n - 1); return h; }
    static int same(struct n *p, struct n *q) { return p == q; }";

/// A case that needs a ruling.
fn case(ruling: Ruling) -> String {
    let list = |caller: &str| format!("{LIST} {caller}");
    match ruling {
        Ruling::OnlyWhatIsWritten => "static void w(int *p, int *q, int c) { *p = 1; if (c) *q = 2; }
            void ok_w(void) { int x = 0; w(&x, &x, 0); assert(x == 1); w(&x, &x, 1); assert(x == 2); }"
            .to_owned(),
        Ruling::ConditionsOfValues => "static int r(int *p, int *q) { *p = 1; return *q; }
            void ok_r(void) { int x = 3, y = 5; assert(r(&x, &x) == 1); assert(r(&x, &y) == 5); }"
            .to_owned(),
        Ruling::OneOfSeveral => list(
            "void fails_same(void) { struct n *h = mk(__VERIFIER_nondet_int());
            struct n *a = h ? h->next : 0, *b = a ? a->next : 0; if (b) assert(same(a, b)); }",
        ),
        Ruling::WholeClass => {
            "static void k(int *a, int *b, int *c, int *t1, int *t2) { *c = 1; *t1 = *b; *a = 2; *t2 = *b; }
            void ok_k(void) { int x = 0, t1 = 0, t2 = 0; k(&x, &x, &x, &t1, &t2); assert(t1 == 1); assert(t2 == 2); }"
                .to_owned()
        }
        Ruling::RecursiveCallsMakeSeveral => list(
            "void fails_next(void) { struct n *h = mk(__VERIFIER_nondet_int());
            if (h && h->next && h->next->next) { h->next->v = 7; assert(h->next->next->v == 7); } }",
        ),
        Ruling::ContentOfScalars => "static int get(int *q) { return *q; }
            void ok_get(void) { int y = 5; assert(get(&y) == 5); }"
            .to_owned(),
        Ruling::NeverAtFirst => "static int *rec(int n, int *p) { return n ? rec(n - 1, p) : p; }
            void ok_rec(void) { int x; assert(rec(__VERIFIER_nondet_int(), &x) == &x); }"
            .to_owned(),
        Ruling::ChoicesTellPathsApart => {
            "static int ca(int *p, int *q) { int x; choose { assert(p == q); x = 1; } else x = 2; return x; }
            void fails_one(void) { int i; assert(ca(&i, &i) == 1); } void fails_two(void) { int i; assert(ca(&i, &i) == 2); }"
                .to_owned()
        }
        Ruling::EntryOnTheOtherPath => "static int *z(int **a, int *p, int *q) { if (p == q) *a = p; return *a; }
            void ok_z(void) { int o, p, q, *a = &o; assert(z(&a, &p, &q) == &o); }"
            .to_owned(),
        Ruling::WrittenIsNotChanged => "static void rs(int *p, int *q, int c) { int t = *p; *q = 1; if (c) *p = t; }
            void ok_rs(void) { int x = 9; rs(&x, &x, 1); assert(x == 9); }"
            .to_owned(),
        Ruling::OneOrderOfWrites => "static void w3(int *p, int *q, int c) { *p = 1; *q = 2; if (c) *p = 3; }
            void ok_w3(void) { int x; w3(&x, &x, 0); assert(x == 2); w3(&x, &x, 1); assert(x == 3); }"
            .to_owned(),
        Ruling::OrderOfCallees => {
            "static void w(int *p, int *q) { *p = 1; *q = 2; } static void g(int *a, int *b) { w(b, a); }
            void ok_g(void) { int x = 0; g(&x, &x); assert(x == 2); }"
                .to_owned()
        }
        Ruling::CalleeHasReturned => "static void f(int *x, int *y) { if (x == y) f(x, y); assert(0); }
            void ok_same(void) { int a; f(&a, &a); }"
            .to_owned(),
        Ruling::PerhapsReturns => "static int down(int n) { return n == 0 ? 0 : down(n - 2); }
            void unsure_down(void) { down(1); assert(0); }"
            .to_owned(),
    }
}

fn load(name: &str, text: &str) -> Program {
    let file = std::env::temp_dir().join(format!("cairn-rulings-{}-{name}.c", std::process::id()));
    std::fs::write(&file, PRELUDE.to_owned() + text).expect("written");
    let loaded = Loader::new(Options::default()).load(&[Input::new(&file, &["-w".to_owned()])]);
    std::fs::remove_file(&file).ok();
    loaded.unwrap_or_else(|error| panic!("{name}: {error}")).program
}

/// What is not as the names of the functions say.
fn wrong(program: &Program, rules: Rules) -> Vec<String> {
    let limits = Limits { alloc_may_fail: false, rules, ..Limits::default() };
    let modules = Modules::of(program, None, limits, 1);
    let mut wrong = Vec::new();
    for func in program.funcs.ids() {
        let name = program.func_name(func);
        let open: Vec<Rule> = modules.may_fail(func).map(|check| check.rule).collect();
        let fails = open.contains(&Rule::AssertionFailure);
        let as_named = match name {
            _ if name.starts_with("ok_") => open.iter().all(|rule| *rule == Rule::MemoryLeak),
            _ if name.starts_with("fails_") => fails,
            _ if name.starts_with("unsure_") => fails && modules.manifest(func).next().is_none(),
            _ => true,
        };
        if !as_named {
            wrong.push(format!("{name}: {open:?}"));
        }
    }
    wrong
}

#[test]
fn without_a_ruling_a_case_goes_wrong() {
    let mut unexpected = Vec::new();
    for ruling in Ruling::ALL {
        let program = load(&format!("{ruling:?}"), &case(ruling));
        let with = wrong(&program, Rules::default());
        if !with.is_empty() {
            unexpected.push(format!("{ruling:?}: {with:?}"));
        }
        if wrong(&program, Rules { without: Some(ruling), ..Rules::default() }).is_empty() {
            unexpected.push(format!("{ruling:?} makes no difference"));
        }
    }
    assert!(unexpected.is_empty(), "{}", unexpected.join("\n"));
}

#[test]
fn weak_updates_at_calls_know_less() {
    let text = "static void set(int *p) { *p = 1; } void ok_set(void) { int x = 0; set(&x); assert(x == 1); }
        static void release(int *p) { free(p); } void ok_release(void) { int *p = malloc(4); release(p); }
        void fails_set(void) { int x = 0; set(&x); assert(x == 0); }";
    let program = load("weak", text);
    assert_eq!(wrong(&program, Rules::default()), Vec::<String>::new());
    let weak = Rules { weak_calls: true, ..Rules::default() };
    assert_eq!(wrong(&program, weak), ["ok_set: [AssertionFailure]"]);
    let reports = |rules: Rules| {
        let limits = Limits { alloc_may_fail: false, rules, ..Limits::default() };
        Modules::of(&program, None, limits, 1).reports(None)
    };
    assert!(reports(Rules::default()).is_subset(&reports(weak)));
}

/// Functions that prepare, use and release what their callers own.
const MODULE: &str = "struct buffer { char *data; unsigned size, used; };
    static void open_buffer(struct buffer *b, unsigned n) { b->data = malloc(n); b->size = n; b->used = 0; }
    static void put(struct buffer *b, char c) { if (b->used < b->size) b->data[b->used++] = c; }
    static unsigned count(struct buffer *b) { return b->used; }
    static void close_buffer(struct buffer *b) { free(b->data); b->data = 0; b->size = b->used = 0; }
    static void move(struct buffer *to, struct buffer *from) { *to = *from; from->data = 0; from->size = from->used = 0; }
    static void pair(int *a, int *b, int x, int y) { *a = x; *b = y; }
    static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
    void one(void) { struct buffer b; open_buffer(&b, 8); put(&b, 'a'); put(&b, 'b'); assert(count(&b) == 2); close_buffer(&b); }
    void two(void) { struct buffer a, b; open_buffer(&a, 4); put(&a, 1); move(&b, &a); put(&b, 2); close_buffer(&a); close_buffer(&b); }
    void three(void) { int x, y; pair(&x, &y, 1, 2); swap(&x, &y); assert(x == 2); assert(y == 1); swap(&x, &x); assert(x == 2); }
    int four(int n) { int table[4], at, step; pair(&at, &step, 0, 1); for (int i = 0; i < 4; i++) { table[at] = i; at += step; }
        pair(&at, &step, 3, 1); return table[at] / step; }";

/// Functions that do not use them well.
const USERS: &str =
    "void wrong_twice(void) { struct buffer b; open_buffer(&b, 2); char *data = b.data; close_buffer(&b); free(data); }
    void wrong_null(void) { int x; pair(&x, 0, 1, 2); }
    void wrong_order(void) { int x, y; pair(&x, &y, 1, 2); swap(&x, &y); assert(x == 1); }";

#[test]
fn c30_reports_with_strong_updates_are_few_of_those_with_weak_ones() {
    let program = load("module", &format!("{MODULE} {USERS}"));
    let reports = |rules: Rules| {
        let limits = Limits { alloc_may_fail: false, rules, ..Limits::default() };
        Modules::of(&program, None, limits, 1).reports(None)
    };
    let (strong, weak) = (reports(Rules::default()), reports(Rules { weak_calls: true, ..Rules::default() }));
    let told: Vec<Rule> = strong.iter().map(|check| check.rule).collect();
    assert_eq!(told, [Rule::NullDereference, Rule::DoubleFree, Rule::AssertionFailure]);
    assert!(strong.is_subset(&weak));
    let about = |check: &&Check| ["one", "two", "three", "four"].contains(&program.func_name(check.func));
    assert!(weak.iter().filter(about).count() >= 10, "{}", weak.len());
}

#[test]
fn classes_by_type_are_larger_and_say_the_same() {
    let text = "static void f(int *a, int *b, int *c) { *a = 1; *b = 2; *c = 3; }
        void ok_f(void) { int x, y; f(&x, &y, &x); assert(x == 3 && y == 2); }";
    let program = load("typed", text);
    let typed = Rules { typed_classes: true, ..Rules::default() };
    for rules in [Rules::default(), typed] {
        assert_eq!(wrong(&program, rules), Vec::<String>::new());
    }
    let sizes = |rules: Rules| Modules::of(&program, None, Limits { rules, ..Limits::default() }, 1).class_sizes();
    assert_eq!(sizes(Rules::default()).get(&1), Some(&3));
    assert_eq!(sizes(typed).get(&3), Some(&1));
}
