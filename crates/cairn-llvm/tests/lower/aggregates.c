// Structs by value in every way that the calling conventions know.
struct small { int a; char b; };
struct two { long a; double b; };
struct big { int n[20]; };
struct empty {};
struct nest { struct small s[2]; union { float f; int i; } u; };

static struct small make_small(int a) { struct small s = {a, (char)(a + 1)}; return s; }
static struct two make_two(long a, double b) { struct two t = {a, b}; return t; }
static struct big make_big(int n) { struct big b; for (int i = 0; i < 20; i++) b.n[i] = n + i; return b; }
static int change_big(struct big b) { b.n[0] = 1000; return b.n[0] + b.n[19]; }
static int change_nest(struct nest n) { n.s[1].a = 7; n.u.i = 9; return n.s[0].a + n.s[1].a + n.u.i; }
static struct empty nothing(struct empty e) { return e; }
static _Complex double square(_Complex double z) { return z * z; }
static _Complex float half(_Complex float z) { return z * 0.5f; }

static int recurse(struct big b, int depth) {
    if (depth == 0) return b.n[3];
    b.n[3] += depth;
    int inner = recurse(b, depth - 1);
    return inner + b.n[3];
}

int main(void) {
    struct small s = make_small(4);
    if (s.a != 4 || s.b != 5) return 1;
    struct two t = make_two(6, 7.5);
    if (t.a != 6 || t.b != 7.5) return 2;
    struct big b = make_big(10);
    for (int round = 0; round < 3; round++)
        if (change_big(b) != 1029 || b.n[0] != 10) return 3;
    struct nest n = {{{1, 2}, {3, 4}}, {.f = 0}};
    if (change_nest(n) != 17 || n.s[1].a != 3) return 4;
    struct empty e;
    nothing(e);
    _Complex double z = square(3.0 + 2.0i);
    if (__real__ z != 5 || __imag__ z != 12) return 5;
    _Complex float w = half(3.0f + 2.0fi);
    if (__real__ w != 1.5f || __imag__ w != 1.0f) return 6;
    for (int i = 0; i < 20; i++) b.n[i] = 0;
    if (recurse(b, 3) != 6 + 6 + 5 + 3) return 7;
    struct small copy = s, *pick = &copy;
    struct small chosen = pick->a > 3 ? copy : make_small(0);
    if (chosen.b != 5) return 8;
    int (*indirect)(struct big) = change_big;
    if (indirect(make_big(1)) != 1020) return 9;
    return 0;
}
