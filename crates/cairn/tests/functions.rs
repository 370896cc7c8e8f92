//! Functions that are called without their program: what is their own mistake, and what is a matter of their callers.

mod support;

use support::{Folder, code, findings, stderr, stdout};

const HEAD: &str = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <assert.h>\nextern int unknown(int);\n\
                    extern void fatal(const char *);\nextern int fill(int **);\n\
                    struct s { char *name; struct s *next; int count; };\n";

const MADE: &str = "struct s *made(const char *name) {\nstruct s *s = malloc(sizeof *s);\ns->name = strdup(name);\ns->next = NULL;\n\
                s->count = 0;\nreturn s;\n}";
const USED: &str = "int used(struct s *s) {\nfree(s);\nreturn s->count;\n}";
const LOST: &str = "int lost(const char *text) {\nchar *copy = malloc(strlen(text) + 1);\nif (!copy) return -1;\n\
                strcpy(copy, text);\nreturn copy[0] == 'x';\n}";
const TWICE: &str = "void twice(struct s *s) {\nif (s->next) free(s->name);\nif (!s->name) return;\nfree(s->name);\n}";
const NUMBER: &str = "int number(unsigned n) {\nif (n * 7 == 8638) return *(int *)0;\nreturn 0;\n}";

/// The findings in one function, with lines counted from its first.
fn of(function: &str) -> Vec<String> {
    let before = HEAD.lines().count();
    let lines = findings(&format!("{HEAD}{function}\n"));
    let from_one = |finding: String| {
        let (words, line) = finding.rsplit_once(' ').expect("a line");
        format!("{words} {}", line.parse::<usize>().expect("a number") - before)
    };
    lines.into_iter().map(from_one).collect()
}

/// The same where the function is static, in a program that does not get past unknown code.
fn in_program(function: &str) -> Vec<String> {
    let lines: Vec<&str> = function.lines().collect();
    let start = lines.iter().position(|line| line.ends_with(") {")).expect("a definition");
    let before_parameters = lines[start].split('(').next().expect("the first part");
    let name = before_parameters.rsplit([' ', '*']).next().expect("the last word");
    let (types, definition) = (lines[..start].join("\n"), lines[start..].join("\n"));
    let types = if types.is_empty() { types } else { types + "\n" };
    of(&format!(
        "{types}static {definition}\nvoid (*parts[])(void) = {{(void (*)(void)){name}}};\nint main(void) {{ return unknown(0); }}"
    ))
}

fn assert_nothing(functions: &[&str]) {
    for function in functions {
        assert_eq!(of(function), Vec::<String>::new(), "{function}");
        assert_eq!(in_program(function), Vec::<String>::new(), "in a program: {function}");
    }
}

fn assert_not_refuted(function: &str) {
    let found = of(function);
    assert!(!found.iter().any(|finding| finding.starts_with("error")), "{found:?}: {function}");
}

#[test]
fn what_fails_whatever_is_passed_is_refuted() {
    assert_eq!(of(MADE), ["error null-dereference 3"]);
    assert_eq!(of(USED), ["error use-after-free 3"]);
    let inner = "int inner(const struct s *s) {\nint a[4] = {0};\nreturn a[4] + s->count;\n}";
    assert_eq!(of(inner), ["error out-of-bounds 3"]);
    assert_eq!(of(LOST), ["error memory-leak 2"]);
}

#[test]
fn what_fails_where_the_function_itself_knows_better_is_likely() {
    assert_eq!(of(TWICE), ["warning double-free 4"]);
    let tested = "int tested(struct s *l, const char *n) {\nwhile (l && strcmp(l->name, n) != 0) l = l->next;\n\
                  if (!l) printf(\"none\");\nreturn l->count;\n}";
    assert_eq!(of(tested), ["warning null-dereference 4"]);
    let one_more = "int one_more(int n) {\nint *a = malloc(n * sizeof *a), t;\nif (!a) return -1;\n\
                    for (int i = 0; i <= n; i++) a[i] = i;\nt = n ? a[0] : 0;\nfree(a);\nreturn t;\n}";
    assert_eq!(of(one_more), ["warning out-of-bounds 4"]);
    let opened = "struct s *opened(const char **names) {\nstruct s *s = malloc(sizeof *s);\nif (!s) return NULL;\n\
                  struct s *first = malloc(sizeof *first);\nif (!first) { free(s); return NULL; }\ns->next = first;\n\
                  s->name = strdup(*names ? *names : \"\");\nif (!s->name) { free(s); return NULL; }\nreturn s;\n}";
    assert_eq!(of(opened), ["error memory-leak 4"]);
    let early = "int early(struct s *s) {\nchar *p = malloc(4);\nif (!p) return -1;\nif (s->count < 0) return -2;\n\
                 free(p);\nreturn 0;\n}";
    assert_eq!(of(early), ["warning memory-leak 2"]);
}

/// Nobody knows whether the program calls them like that: then nothing is refuted.
#[test]
fn in_a_program_that_does_not_come_far_the_same_is_likely() {
    assert_eq!(in_program(USED), ["warning use-after-free 3"]);
    assert_eq!(in_program(LOST), ["warning memory-leak 2"]);
    let short = "char *copied(const char *text) {\nchar *copy = malloc(strlen(text));\nif (copy) strcpy(copy, text);\nreturn copy;\n}";
    assert_eq!(in_program(short), ["warning out-of-bounds 3"]);
    assert_eq!(in_program(MADE), ["warning null-dereference 3"]);
    assert_eq!(in_program(TWICE), ["warning double-free 4"]);
    assert_eq!(in_program(NUMBER), ["warning null-dereference 2"]);
}

#[test]
fn what_callers_could_pass_is_not_held_against_a_function() {
    assert_nothing(&[
        "int find(struct s *l, const char *n) {\nwhile (strcmp(l->name, n) != 0) l = l->next;\nreturn l->count;\n}",
        "const char *name(int k) {\nstatic const char *names[] = {\"a\", \"b\", \"c\"};\nif (k > 3) return \"?\";\nreturn names[k];\n}",
        "void clear(int *a, int n) {\nfor (int i = 0; i < n; i++) a[i] = 0;\n}",
        "int share(struct s *s, int n) {\nreturn n / s->count;\n}",
        "int expects(struct s *s) {\nassert(s->count == 4711);\nreturn s->next->next->count;\n}",
        "int last(struct s *s) {\nwhile (s->next) s = s->next;\nreturn s->name[0];\n}",
        "int call(int (*f)(void *), void *arg) {\nreturn f(arg);\n}",
        "int cast(void *arg) {\nstruct s *s = arg;\nreturn s->next->count;\n}",
        "union u { long number; struct s *s; };\nint member(union u *u) {\nreturn u->s->count;\n}",
        "union u { long number; struct s *s; };\nstruct v { int kind; union u u; };\nint copied(const struct v *v) {\n\
         struct v mine = *v;\nreturn mine.kind ? (int)mine.u.number : mine.u.s->count;\n}",
        "void say(FILE *f, struct s *s) {\nfprintf(f, \"%s\\n\", s->name);\n}",
        "struct pair { int *p; int n; };\nint whole(struct pair pair) {\nreturn pair.p[0] + pair.n;\n}",
        "struct c { unsigned fill; char buffer[64]; };\nstatic const char zero[64];\nvoid end(struct c *c) {\n\
         unsigned size = c->fill < 56 ? 56 : 120;\nmemcpy(c->buffer, zero, size - c->fill);\n}",
        "struct c { unsigned fill; char buffer[64]; };\nstatic const char zero[64];\nvoid end(struct c *c, void *to) {\n\
         unsigned size = c->fill < 56 ? 56 : 120;\nmemcpy(c->buffer, zero, size - c->fill);\nmemcpy(to, c->buffer, 8);\n}",
        "struct m { int seen; const char *at; int shift; };\nint next(struct m *m) {\nif (m->seen) return 0;\n\
         if (m->shift == 0) return m->at[0];\nreturn 1;\n}",
        "void copy(char *to, const char *from) {\nstrcpy(to, from);\n}",
        "int reads(struct s *s) {\nint a[4] = {0};\nreturn s->count > 3 ? 0 : a[s->count];\n}",
    ]);
}

/// Some calls are not all of them: what no call did well may be what its callers see to.
#[test]
fn what_some_callers_could_prevent_is_not_refuted() {
    assert_nothing(&[
        "enum kind { A = 1100, B = 2200 };\nstruct n { enum kind kind; int a, b; };\nint chosen(struct n *n) {\nint *q = NULL;\n\
         switch (n->kind) {\ncase A: q = &n->a; break;\ncase B: q = &n->b; break;\n}\nreturn *q;\n}",
        "static int verbose, quiet;\nint named(const char *name) {\nint *q = NULL;\nif (!strcmp(name, \"verbose\")) q = &verbose;\n\
         else if (!strcmp(name, \"quiet\")) q = &quiet;\nreturn *q;\n}",
    ]);
    let refuted = |function: &str| of(function).iter().any(|finding| finding.starts_with("error"));
    let hashed = "int hashed(unsigned n) {\nint a[4] = {1, 2, 3, 4};\nunsigned k = n * 2654435761u % 1000003;\n\
                  if (k > 77) k = 9;\nif (k < 70) k = 9;\nif (k != 9) k = 0;\nreturn a[k];\n}";
    assert!(!refuted(hashed));
    let far = "int far(unsigned n) {\nint a[4] = {1, 2, 3, 4};\nreturn a[n * 2654435761u % 1000003];\n}";
    assert!(!refuted(far));
    let of_text =
        "int of_text(const char *s) {\nint *p = NULL, x = 1;\nif (s[0] == 'q' && s[1] == 'z') p = &x;\nreturn *p;\n}";
    assert!(!refuted(of_text));
}

/// What is chosen by a number that was given is another thing with another number.
#[test]
fn what_is_chosen_by_what_was_given_is_not_refuted() {
    let odd = "static const unsigned char odd[256] = {[0 ... 255] = 1, [200] = 0};\n";
    let tables = [
        "struct parser { const char *name; int (*run)(int); };\nstatic int id(int x) { return x; }\n\
         static const struct parser table[128] = {['q'] = {\"q\", id}};\n\
         int dispatch(const char *command, int value) { return table[*command & 127].run(value); }",
        "void f(unsigned char k) { char *p = malloc(8); if (!p) return; free(p + odd[k]); }",
        "char *f(unsigned char k) { char *p = malloc(8); char *t[2] = {p, 0}; return t[odd[k]]; }",
        "int f(unsigned char k) { int *q; { int x = 3; static int y; int *t[2] = {&y, &x}; q = t[odd[k]]; } return *q; }",
        "int f(unsigned char k) {\nint *a = malloc(4), *b = malloc(4);\nif (!a || !b) abort();\nint *t[256];\n\
         for (int i = 0; i < 256; i++) t[i] = a;\nt[200] = b;\n*a = 1;\nfree(t[k]);\nint r = *a;\nreturn r;\n}",
        "static int at(int *p) { return *p; }\nint f(unsigned char k) { int x = 1; int *t[2] = {&x, 0}; return at(t[odd[k]]); }",
        "int f(unsigned char k) { struct s s = {0}; struct s *t[2] = {&s, 0}; struct s *q = t[odd[k]]; q->count = 1; return s.count; }",
        "void f(unsigned char k) { char *p = malloc(2 - odd[k]); if (!p) return; p[1] = 1; free(p); }",
        "void f(unsigned char k) { char *p = malloc(4); if (!p) return; p = realloc(p, odd[k]); }",
        "void f(unsigned char k) { char *p = malloc(odd[k] - 1L); if (p) p[0] = 1; }",
        "static int *p, y; static int by(const void *a, const void *b) { if (*(const int *)a == 4321) p = &y; return 0; }\n\
         int (*const order)(const void *, const void *) = by; int f(int n) { int v[2] = {n, 1}; p = 0; qsort(v, 2, 4, order); return *p; }",
        "struct h { char *name; }; int f(struct h *a, struct h *b) { free(a->name); b->name = \"x\"; return a->name[0]; }",
    ];
    for function in tables {
        assert_not_refuted(&format!("{odd}{function}"));
    }
}

/// Conditions that no call had all at once.
#[test]
fn what_several_conditions_prevent_together_is_not_refuted() {
    let opt = "struct opt { int a, b, mode; };\n";
    for function in [
        "int f(int a, int b, int c) { int *p = 0; static int x; if (a > 0) { if (b < 0) { if (c == 0) p = &x; } } return *p; }",
        "int f(unsigned n) { int *p = 0; static int x; if (n & 1) if (n & 2) if (!(n & 4)) if (n & 8) if (n & 1024) p = &x; return *p; }",
        "int f(int a, int b) { int c = 0; if (a > 0) c++; if (b < 0) c++; int t[2] = {0}; return t[3 - c]; }",
        "int f(const struct opt *o) { int z = 0; if (o->a) z++; if (!o->b) z++; if (o->mode == 3) z++; return 100 / (z == 3); }",
        "int f(const struct opt *o) { int z = 0; if (o->a) z++; if (!o->b) z++; if (o->mode == 3) z++; int t[4]; if (z == 3) t[0] = 1;\n\
         if (t[0]) return 1; return 0; }",
        "void *keep; void f(int a, int b) { char *p = malloc(3); if (a > 0) if (b < 0) keep = p; }",
        "int f(int a, int b) { char *p = malloc(3); int c = 0; if (a > 0) c++; if (b < 0) c++; if (c == 2) { free(p); } return c; }",
        "void f(unsigned n) { char *p = malloc(3); if ((n & 5) == 5) free(p); }",
        "static void end(void) { exit(1); } int f(int a, int b) { int c = 0; if (a > 0) c++; if (b < 0) c++; if (c == 2) end(); return *(int *)(long)(c - c); }",
        "static void drop(char *p, int is) { if (is) free(p); } void f(int a, int b) { char *p = malloc(3); drop(p, a > 7 && b < -7); }",
        "static int *of(int a, int b) { static int x; if (a > 7) if (b < -7) return &x; return 0; } int f(int a, int b) { return *of(a, b); }",
    ] {
        assert_not_refuted(&format!("{opt}{function}"));
    }
}

/// What was given goes along, and decides nothing.
#[test]
fn what_decides_nothing_does_not_prevent_it() {
    assert_eq!(
        of("int f(int n) {\nint *p = 0, k = 0;\nif (n > 3) k = 2;\nprintf(\"%d\", k);\nreturn *p;\n}"),
        ["error null-dereference 5"]
    );
    let helped = "static void *room(size_t n) {\nreturn malloc(n);\n}\nvoid f(const char *s) {\nchar *p = room(strlen(s) + 1);\n\
                  strcpy(p, s);\nfree(p);\n}";
    assert_eq!(of(helped), ["error null-dereference 6"]);
    let member = "void f(struct s *s) {\ns->name = malloc(4);\ns->name[0] = 0;\n}";
    assert_eq!(of(member), ["error null-dereference 3"]);
    let said = "int f(const char *s) {\nchar *p = malloc(4);\nif (!p) return 1;\nfor (; *s; s++) printf(\"%c %p\", *s, p);\nreturn 0;\n}";
    assert_eq!(of(said), ["error memory-leak 2"]);
}

#[test]
fn what_callers_keep_is_not_lost() {
    assert_nothing(&[
        "char *made(void) {\nreturn malloc(4);\n}",
        "int add(struct s **list) {\nstruct s *s = calloc(1, sizeof *s);\nif (!s) return -1;\ns->next = *list;\n*list = s;\nreturn 0;\n}",
        "void release(struct s *s) {\nif (s) { free(s->name); free(s); }\n}",
        "char *grown(char *p, size_t n) {\nchar *q = realloc(p, n + 1);\nif (!q) free(p);\nreturn q;\n}",
    ]);
}

#[test]
fn behind_unknown_functions_failures_are_likely_at_most() {
    let used = "void used(struct s *s) {\nfree(s);\nif (unknown(1)) puts(s->name);\n}";
    assert_eq!(of(used), ["warning use-after-free 3"]);
    let early = "int early(void) {\nchar *p = malloc(4);\nif (!p) return -1;\nif (unknown(1)) return -2;\nfree(p);\nreturn 0;\n}";
    assert_eq!(of(early), ["warning memory-leak 2"]);
    assert_nothing(&[
        "int stops(struct s *s) {\nint *p = malloc(4);\nif (!p) fatal(s->name);\n*p = 1;\nint n = *p;\nfree(p);\nreturn n;\n}",
        "int filled(struct s *s) {\nint *p = NULL;\nif (fill(&p)) return s->count;\nreturn *p;\n}",
        "int found(struct s *s) {\nextern struct s *get(struct s *);\nreturn get(s)->next->count;\n}",
        "int keeps(void) {\nextern int keep(char *);\nchar *p = malloc(4);\nif (!p) return -1;\nreturn keep(p);\n}",
    ]);
}

/// Arguments and memory come from a model of the path's condition: numbers that fit, pointers that are equal, cycles.
#[test]
fn what_only_certain_memory_leads_to_is_found() {
    assert_eq!(of(NUMBER), ["warning null-dereference 2"]);
    let same = "int same(int *p, int *q) {\n*p = 1;\n*q = 2;\nif (*p == 2) return *(int *)0;\nreturn 0;\n}";
    assert_eq!(of(same), ["warning null-dereference 4"]);
    let equal =
        "int equal(int *p, int *q, int n) {\nif (n != 12345 || p != q) return 0;\n*p = 1;\nreturn *(int *)0;\n}";
    assert_eq!(of(equal), ["warning null-dereference 4"]);
    let cycle = "int cycle(struct s *x) {\nif (x->next->next != x || x->next == x || x->count != 41) return 0;\nfree(x);\n\
                 return x->count;\n}";
    assert_eq!(of(cycle), ["warning use-after-free 4"]);
    let variable = "int level; int *at;\nint variable(int *p) {\nif (p != &level || at != p || *p * 3 != 27) return 0;\n\
                    return *(int *)0;\n}";
    assert_eq!(of(variable), ["warning null-dereference 4"]);
    let untyped = "void untyped(void *v) {\nstruct s *s = v;\ns->next->next->count = 1;\nint *z = 0;\n*z = 1;\n}";
    assert_eq!(of(untyped), ["error null-dereference 5"]);
}

/// A process may call any function first: then variables have their initial content.
#[test]
fn what_fails_at_the_first_call_is_likely() {
    let set = "static char **lines;\nstatic int used, most = 4;\nstruct conf { int quiet; void (*say)(const char *); };\n\
               static struct conf conf;\nvoid set(int n, int quiet) {\nmost = n;\nused = 0;\nlines = NULL;\nconf.quiet = quiet;\n}\n";
    let with_state = |function: &str| of(&format!("{set}{function}"));
    let unchecked = "int add(const char *line) {\nif (most == 0) return 0;\nif (!lines) {\nlines = malloc(most * sizeof *lines);\n\
                     lines[0] = NULL;\n}\nif (used < most) lines[used++] = strdup(line);\nreturn used;\n}";
    assert_eq!(with_state(unchecked), ["warning null-dereference 15"]);
    let written =
        "int say(int n) {\nchar room[4];\nif (conf.quiet) return 0;\nmemset(room, 0, 16);\nreturn room[n & 3];\n}";
    assert_eq!(with_state(written), ["warning out-of-bounds 14"]);
    // These want to be set up first.
    let table = "static int *table, size, last = -1;\nvoid init(int n) {\ntable = calloc(n, sizeof *table);\nsize = n;\nlast = 0;\n}\n";
    for function in [
        "int first(void) {\nreturn table[0];\n}",
        "int share(int n) {\nreturn n / size;\n}",
        "int newest(void) {\nstatic int n[4] = {1};\nreturn n[last];\n}",
    ] {
        assert_eq!(of(&format!("{table}{function}")), Vec::<String>::new(), "{function}");
    }
}

/// What a function sets up for the next one is there for itself, too, when it is called first.
#[test]
fn what_a_function_changes_itself_may_have_been_changed_before() {
    let again = "struct b { char *p; int n; };\nstatic struct b *cur;\nvoid start(void) {\nfree(cur);\ncur = calloc(1, sizeof *cur);\n\
                 if (!cur) abort();\n}\nint next(void) {\nint n = cur->n;\nstart();\nreturn n;\n}";
    assert_eq!(of(again), Vec::<String>::new());
    let helped = "static int *cur;\nstatic void fresh(void) {\ncur = calloc(1, sizeof *cur);\nif (!cur) abort();\n}\n\
                  void start(void) {\nfree(cur);\nfresh();\n}\nint take(void) {\nint n = *cur;\nfree(cur);\nfresh();\nreturn n;\n}";
    assert_eq!(of(helped), Vec::<String>::new());
    let alone = "static int *cur, other;\nint once(void) {\nint n = *cur;\ncur = &other;\nreturn n;\n}";
    assert_eq!(of(alone), ["error null-dereference 3"]);
}

/// Variables that other files see, with addresses in them or without.
#[test]
fn what_other_files_can_set_is_not_refuted() {
    let hook = "static int none(void) {\nreturn 0;\n}\nint (*hook)(void) = none;\nint f(void) {\nint *q = 0;\nstatic int y;\n\
                if (hook()) q = &y;\nreturn *q;\n}";
    assert_eq!(of(hook), ["warning null-dereference 9"]);
    let mode = "const char *mode = \"a\";\nint f(void) {\nint *q = 0;\nstatic int y;\nif (mode[0] == 'b') q = &y;\nreturn *q;\n}";
    assert_eq!(of(mode), ["warning null-dereference 6"]);
    let said = "int f(void) {\nint *q = 0;\nfprintf(stderr, \"f\");\nreturn *q;\n}";
    assert_eq!(of(said), ["error null-dereference 4"]);
    let random = "int f(void) {\nint *q = 0;\nif (rand() == 5 && !getenv(\"F\")) return *q;\nreturn 0;\n}";
    assert_eq!(of(random), ["error null-dereference 3"]);
}

/// Others may have been called before what a function only calls through a pointer, or has called at the end of the program.
#[test]
fn what_is_called_through_pointers_may_find_what_others_left() {
    let state = "static int *p;\nvoid set(void) {\nstatic int x;\np = &x;\n}\n";
    for function in [
        "static int by(const void *a, const void *b) {\nreturn *(int *)a - *(int *)b + *p;\n}\nvoid sort(void) {\nint a[2] = {2, 1};\n\
         qsort(a, 2, sizeof *a, by);\n}",
        "static void use(void) {\n*p = 1;\n}\nstatic void (*used)(void) = use;\nvoid f(void) {\nused();\n}",
        "static void use(void) {\n*p = 1;\n}\nvoid f(void) {\natexit(use);\nexit(0);\n}",
        "__attribute__((destructor)) static void use(void) {\n*p = 1;\n}\nint f(void) {\nreturn 1;\n}",
    ] {
        assert_not_refuted(&format!("{state}{function}"));
    }
}

/// Between a function that registers something for the end of the program, and the end, others are called.
#[test]
fn what_happens_at_the_end_is_not_sure() {
    let freed = "static int *p;\nstatic void end(void) {\nfree(p);\n}\nvoid start(void) {\np = malloc(4);\nfree(p);\natexit(end);\n}\n\
                 void clear(void) {\np = 0;\n}";
    assert_eq!(of(freed), ["warning double-free 3"]);
    let lost = "static int *p;\nstatic void end(void) {\np = 0;\n}\nvoid start(void) {\np = malloc(4);\natexit(end);\n}\n\
                void drop(void) {\nfree(p);\np = 0;\n}";
    assert_eq!(of(lost), ["warning memory-leak 6"]);
    let at_once = "static void end(void) {\n}\nvoid start(void) {\nint *p = malloc(4);\nif (p) atexit(end);\n}";
    assert_eq!(of(at_once), ["error memory-leak 4"]);
}

/// What constructors leave is only where a program starts.
#[test]
fn others_may_have_been_called_since_the_constructors() {
    let zero = "static int *p;\n__attribute__((constructor)) static void start(void) {\np = 0;\n}\nvoid set(void) {\nstatic int x;\n\
                p = &x;\n}\nint f(void) {\nreturn *p;\n}";
    assert_not_refuted(zero);
    let block = "static int *p;\n__attribute__((constructor)) static void start(void) {\np = calloc(1, 4);\nif (!p) exit(1);\n}\n\
                 void set(int n) {\n*p = n;\n}\nint f(void) {\nreturn 1 / *p;\n}";
    assert_not_refuted(block);
    let nobody_else = "static int *p;\n__attribute__((constructor)) static void start(void) {\np = 0;\n}\nint f(void) {\nreturn *p;\n}";
    assert_eq!(of(nobody_else), ["error null-dereference 6"]);
}

/// A program calls the library, too, before it calls a function.
#[test]
fn what_the_library_keeps_may_have_been_changed_before() {
    let head = "#include <errno.h>\n#include <signal.h>\n";
    for function in [
        "char *next(void) {\nreturn strtok(NULL, \",\");\n}\nchar *first(char *s) {\nreturn strtok(s, \",\");\n}",
        "int range(void) {\nint t[2] = {0};\nreturn t[2 - (errno == ERANGE)];\n}",
        "int handled(void) {\nint t[2] = {0};\nreturn t[2 - (signal(SIGUSR1, SIG_DFL) != SIG_DFL)];\n}",
    ] {
        assert_eq!(of(&format!("{head}{function}")), Vec::<String>::new(), "{function}");
    }
    for function in [
        "int failed(void) {\nint t[2] = {0};\nreturn t[2 - (ferror(stdin) != 0)];\n}",
        "int ended(void) {\nint t[2] = {0};\nputs(\"\");\nreturn t[2 - (feof(stdin) != 0)];\n}",
    ] {
        assert_not_refuted(&format!("{head}{function}"));
    }
    let own = "int own(void) {\nint t[2] = {0};\nchar s[] = \"a,b\";\nstrtok(s, \",\");\nprintf(\"%s\", strtok(NULL, \",\"));\n\
               errno = 0;\nreturn t[2 + errno];\n}";
    assert_eq!(of(&format!("{head}{own}")), ["error out-of-bounds 9"]);
}

#[test]
fn lists_and_trees_that_are_made_up_end_somewhere() {
    let tree = "struct t { struct t *l, *r; char *name; };\nint drop(struct t *t) {\nif (!t) return 0;\ndrop(t->l);\ndrop(t->r);\n\
                free(t->name);\nfree(t);\nchar *p = malloc(4);\nif (!p) return 1;\nreturn 0;\n}";
    assert!(of(tree).iter().any(|finding| finding.ends_with("memory-leak 8")), "{:?}", of(tree));
}

#[test]
fn what_was_cut_short_is_tried_again_with_what_is_left() {
    let table = "double table[100000];\nvoid tabulate(double from) {\nfor (int i = 0; i <= 100000; i++) table[i] = from + i;\n}\n";
    let others: String = (0..100).map(|i| format!("int other{i}(int *p) {{ return p ? *p : 0; }}\n")).collect();
    assert_eq!(of(&format!("{table}{others}")), ["error out-of-bounds 3"]);
}

/// What their callers pass is known.
#[test]
fn static_functions_are_not_given_what_nobody_passes() {
    let event = "struct event { FILE *to; const char *text; };\nstatic void say(struct event *e) {\nif (!e->to) puts(e->text);\n\
                 fprintf(e->to, \"%s\\n\", e->text);\n}\nvoid log_it(const char *text) {\nstruct event e = {stderr, text};\nsay(&e);\n}";
    assert_eq!(of(event), Vec::<String>::new());
    let nested = "struct text { int n; char *s; };\nunion any { long number; struct text text; };\nstruct v { int kind; union any any; };\n\
                  void drop(struct v *v) {\nif (v->kind) free(v->any.text.s);\n}\nunsigned long size(struct v *v) {\nreturn strlen(v->any.text.s);\n}";
    assert_eq!(of(nested), Vec::<String>::new());
}

/// No caller brings it about, or every caller is told what to pass.
#[test]
fn what_no_memory_leads_to_is_not_found() {
    assert_nothing(&[
        "int even(unsigned n) {\nif (n * 2 == 7) return *(int *)0;\nreturn 0;\n}",
        "static int hidden;\nint unset(void) {\nif (hidden == 5) return *(int *)0;\nreturn 0;\n}",
        "const int fixed = 4;\nint constant(void) {\nif (fixed == 5) return *(int *)0;\nreturn 0;\n}",
        "int told(struct s *s, int n) {\nassert(n != 5);\nassert(s->next != s);\nreturn s->count / 2;\n}",
        "int other(int *p, struct s *s) {\nif (p == &s->count && s == 0) return *p;\nreturn 0;\n}",
        "int indexed(int n) {\nint a[4] = {0};\nreturn a[n];\n}",
    ]);
}

#[test]
fn memory_that_is_written_out_is_executed_again() {
    let source = "struct s { int a; struct s *next; };\nint f(struct s *x, struct s *y) {\nx->a = 7;\ny->a = 9;\n\
                  if (x->a == 9 && x->next == y) return *(int *)0;\nreturn 0;\n}\n";
    let folder = Folder::new().with("t.c", source);
    let text = stdout(&folder.cairn(&["check", "t.c"]));
    let told = text.split_once("`cairn run ").and_then(|(_, rest)| rest.split_once('`')).expect("it says how").0;
    let (before, rest) = told.split_once(" --heap '").expect("memory");
    let (heap, after) = rest.split_once('\'').expect("its end");
    let run = |heap: &str| {
        let words = ["run"].into_iter().chain(before.split(' ')).chain(["--heap", heap]);
        folder.cairn(&words.chain(after.split_whitespace()).chain(["t.c"]).collect::<Vec<_>>())
    };
    let output = run(heap);
    assert!(code(&output) == 1 && stderr(&output).contains("error[null-dereference]"), "{told}: {}", stderr(&output));
    assert_eq!(code(&run("&#1 &#2 #1:16 #2:16 #1+8:8=&#2")), 0, "two objects");
    assert_eq!(code(&run("&#1 #1:sixteen")), 2);
}

#[test]
fn a_finding_says_how_to_make_it_again() {
    let source = "#include <stdlib.h>\nstruct s { int *p; };\nint f(struct s *s, int n) {\nfree(s->p);\nreturn s->p[0] + n;\n}\n";
    let folder = Folder::new().with("t.c", source);
    let text = stdout(&folder.cairn(&["check", "t.c"]));
    assert!(text.contains("freed here") && !text.contains("scope"), "{text}");
    let again = text.lines().find_map(|line| line.split_once("again: cairn ")).expect("it says so").1;
    let args: Vec<String> = again.split(' ').map(|word| word.trim_matches('\'').replace("FILES", "t.c")).collect();
    let output = folder.cairn(&args.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(code(&output), 1, "{text}");
    assert!(stderr(&output).contains("error[use-after-free]"), "{}", stderr(&output));
    let output = folder.cairn(&["run", "--entry", "f", "--given", "depth=x", "t.c"]);
    assert_eq!(code(&output), 2);
}

#[test]
fn each_file_of_a_project_can_be_looked_at_by_itself() {
    let used = "#include <stdlib.h>\nint used(int *p) {\nif (p == 0) return 0;\nfree(p);\nreturn *p;\n}\n";
    let main = "extern int used(int *);\nint main(void) {\nreturn used(0);\n}\n";
    let folder = Folder::new().with("used.c", used).with("main.c", main);
    let whole = stdout(&folder.cairn(&["check", "used.c", "main.c"]));
    assert!(!whole.contains("use-after-free"), "{whole}");
    let each = stdout(&folder.cairn(&["check", "--each-file", "used.c", "main.c"]));
    assert!(each.contains("[use-after-free] `*p` in used may fail"), "{each}");
}
