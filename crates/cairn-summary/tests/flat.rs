//! Summaries where no body is entered: what may be undefined is followed through them.

use cairn_cases::{Claims, random_inputs, seeds};
use cairn_engine::Terms;
use cairn_summary::{Coarse, ModularWith};

const ENGINE: ModularWith = ModularWith(Coarse::Flat);
const BUDGET: u64 = 1_000_000;

const PRELUDE: &str = "#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct box { int word; int *at; int many[4]; };
static int word_of(struct box *b) { return b->word; }
static int *at_of(struct box *b) { return b->at; }
static int follow(struct box *b) { return *b->at; }
static int some_of(struct box *b, int i) { return b->many[i & 3]; }
static int plus_one(struct box *b) { return b->word + 1; }
static int is_large(struct box *b) { return b->word > 3 ? 2 : 1; }
static void copy(struct box *to, struct box *from) { to->word = from->word; to->at = from->at; }
static void set(struct box *b) { b->word = 1; *b->at = 2; }
static int odd(int n) { int x; if (n) goto in; while (n < 10) { n++; in: n += 2; } return x; }
static void odd_to(int n, int *to) { int x; if (n) goto in; while (n < 10) { n++; in: n += 2; } *to = x; }
static int *either(struct box *b, int *p, int *q) { return b->word ? p : q; }
static char *sum_of(char *p, int i, int j, int k) { return p + i + j + k; }
static int *nth(struct box *b, int *p) { return p + (b->word == 3); }
static int mix(struct box *b) { int h = b->word; for (int i = 0; i < 40; i++) h = h * 31 + (h >> 3) + i; return h; }
static int call(int (*f)(struct box *), struct box *b) { return f(b); }
static int *some(int n) {
    switch (n) {
    case 0: return malloc(4); case 1: return malloc(8); case 2: return malloc(12); case 3: return malloc(16);
    case 4: return malloc(20); case 5: return malloc(24); case 6: return malloc(28); case 7: return malloc(32);
    case 8: return malloc(36); case 9: return malloc(40); default: return malloc(44);
    }
}
static void *bytes_to(char *to, const char *from, unsigned long n) { return __builtin_memcpy(to, from, n); }
";

/// Bodies of `main`, most of which read something undefined somewhere.
const BODIES: &[&str] = &[
    "struct box b; if (word_of(&b)) return 1;",
    "struct box b; if (__VERIFIER_nondet_int()) b.word = 1; if (word_of(&b)) return 1;",
    "struct box b; return *at_of(&b);",
    "struct box b; int x = 1; if (__VERIFIER_nondet_int()) b.at = &x; return *at_of(&b);",
    "struct box b; return follow(&b);",
    "struct box b; b.many[1] = 1; if (some_of(&b, __VERIFIER_nondet_int())) return 1;",
    "struct box b; int x = plus_one(&b); if (x) return 1;",
    "struct box b; int x = is_large(&b); if (x) return 1;",
    "struct box b, c; copy(&c, &b); if (c.word) return 1;",
    "struct box b, c; copy(&c, &b); *c.at = 1;",
    "struct box b, c; copy(&c, &b); c.word = 1; if (is_large(&c)) return plus_one(&c);",
    "struct box b; set(&b);",
    "struct box b; int x = 0; b.at = &x; set(&b); return 10 / (x - 2);",
    "struct box b; int x = 0; b.at = __VERIFIER_nondet_int() ? &x : malloc(4); set(&b); return b.at == &x ? 10 / (x - 2) : 0;",
    "struct box b; if (call(word_of, &b)) return 1;",
    "struct box b; b.word = 4; if (call(is_large, &b) == 2) return 10 / (b.word - 4);",
    "if (odd(1)) return 1;",
    "int y = 0; odd_to(1, &y); if (y) return 1;",
    "struct box b; int x = 1, y = 2; return *either(&b, &x, &y);",
    "struct box b; int x[2] = { 1, 2 }; return *nth(&b, x);",
    "struct box b; if (mix(&b)) return 1;",
    "char x[9] = { 0 }, y[9] = { 0 }; int c = __VERIFIER_nondet_int(), d = __VERIFIER_nondet_int();
     char *p = c == 1 ? x : c == 2 ? x + 1 : c == 3 ? y : y + 1; int i = d == 1 ? 0 : d == 2 ? 1 : 2;
     *sum_of(p, i, c == 4 ? 0 : 1, d == 5 ? 0 : 2) = 7; if (x[1] + x[3]) return 10 / y[2];",
    "struct box *b = malloc(sizeof *b); b->word = 1; int *p = at_of(b); free(b); return p == 0;",
    "int *p = some(__VERIFIER_nondet_int()); *p = 1; return 10 / *p;",
    "int *p = some(__VERIFIER_nondet_int()); p[3] = 1; free(p);",
    "int *p = some(__VERIFIER_nondet_int()); int *q = some(__VERIFIER_nondet_int()); *p = 1; free(p); return *q; free(q);",
    "int *p = some(__VERIFIER_nondet_int()); free(p); free(p);",
    "char x[20] = { 1 }; bytes_to(x, x + 2, 8); return x[0];",
    "char x[20] = { 1 }; bytes_to(x, x + (__VERIFIER_nondet_int() & 7), 4); return x[0];",
    "struct { char a[9], b[9]; } x = { 0 }; bytes_to(x.a, x.b, __VERIFIER_nondet_int() & 15); return x.a[0];",
];

#[test]
fn what_may_be_undefined_is_followed_through_summaries() {
    let terms = Terms { alloc_may_fail: false, ..Terms::default() };
    let mut claims = Claims::of(&ENGINE, BUDGET);
    for (number, body) in BODIES.iter().enumerate() {
        let text = format!("{PRELUDE}int main(void) {{ {body} return 0; }}");
        claims.try_on(&format!("body_{number}"), &text, &terms, random_inputs(12, 100_000, false));
    }
    claims.confirm();
}

#[test]
fn what_is_proved_by_summaries_alone_never_fails() {
    let terms = Terms { alloc_may_fail: false, ..Terms::default() };
    let mut claims = Claims::of(&ENGINE, BUDGET);
    for seed in seeds(1, 4) {
        let text = cairn_fuzz::program(seed, &cairn_fuzz::Options::default());
        claims.try_on(&format!("seed_{seed}"), &text, &terms, random_inputs(12, 3_000_000, false));
    }
    claims.confirm();
}
