// Structs that mix floats and integers, by value.
#include <stdio.h>

struct f1 { float a; };
struct f2 { float a, b; };
struct f3 { float a, b, c; };
struct fi { float a; int b; };
struct di { double a; int b; };
struct id { int a; double b; };
struct fd { float a; double b; };
struct ld { long double a; };
struct dd { double a, b; };
struct cf { char a; float b; short c; };

static float g1(struct f1 s) { return s.a * 2; }
static struct f2 g2(struct f2 s) { return (struct f2){s.b, s.a}; }
static struct f3 g3(struct f3 s) { return (struct f3){s.c, s.a, s.b}; }
static struct fi g4(struct fi s) { return (struct fi){s.b, (int)s.a}; }
static struct di g5(struct di s) { return (struct di){s.b, (int)s.a}; }
static struct id g6(struct id s) { return (struct id){(int)s.b, s.a}; }
static struct fd g7(struct fd s) { return (struct fd){(float)s.b, s.a}; }
static struct ld g8(struct ld s) { return (struct ld){s.a / 4}; }
static struct dd g9(struct dd a, struct dd b) { return (struct dd){a.a * b.b, a.b * b.a}; }
static struct cf g10(struct cf s) { return (struct cf){s.a + 1, s.b + 1, s.c + 1}; }

int main(void) {
    printf("%g\n", g1((struct f1){1.5f}));
    struct f2 b = g2((struct f2){1.25f, 2.5f});
    struct f3 c = g3((struct f3){1, 2, 3});
    struct fi d = g4((struct fi){7.5f, 9});
    struct di e = g5((struct di){7.5, 9});
    struct id f = g6((struct id){7, 9.5});
    struct fd g = g7((struct fd){0.5f, 8});
    struct dd i = g9((struct dd){1, 2}, (struct dd){3, 4});
    struct cf j = g10((struct cf){'a', 0.5f, 7});
    printf("%g %g | %g %g %g | %g %d | %g %d\n", b.a, b.b, c.a, c.b, c.c, d.a, d.b, e.a, e.b);
    printf("%d %g | %g %g | %Lg | %g %g | %c %g %d\n", f.a, f.b, g.a, g.b, g8((struct ld){3}).a, i.a, i.b, j.a, j.b, j.c);
    return 0;
}
