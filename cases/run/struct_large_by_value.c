// Structs of 12 to 40 bytes by value, in registers and in memory.
#include <stdio.h>

struct s12 { int a, b, c; };
struct s16 { long long a, b; };
struct s17 { char a[17]; };
struct s24 { double a, b, c; };
struct s32 { int a[8]; };
struct s40 { long long a; double b; char c[20]; };

static struct s12 f12(struct s12 s, int k) { return (struct s12){s.a + k, s.b + k, s.c + k}; }
static struct s16 f16(struct s16 s) { return (struct s16){s.b, s.a}; }
static struct s17 f17(struct s17 s) { s.a[16] = '!'; return s; }
static struct s24 f24(struct s24 s) { s.a = s.b + s.c; return s; }
static struct s32 f32(int x, struct s32 s, int y) { s.a[0] = x, s.a[7] = y; return s; }
static struct s40 f40(struct s40 s) { s.a++, s.b /= 2, s.c[0] = 'X'; return s; }

int main(void) {
    struct s12 a = f12((struct s12){1, 2, 3}, 10);
    printf("%d %d %d\n", a.a, a.b, a.c);
    struct s16 b = f16((struct s16){1LL << 40, -5});
    printf("%lld %lld\n", b.a, b.b);
    struct s17 c = {"sixteen letters."}, d = f17(c);
    printf("%.17s %d\n", d.a, c.a[16]);
    printf("%g\n", f24((struct s24){0, 1.5, 2.5}).a);
    struct s32 e = {{1, 2, 3, 4, 5, 6, 7, 8}}, f = f32(100, e, 200);
    for (int i = 0; i < 8; i++) printf("%d/%d ", e.a[i], f.a[i]);
    struct s40 g = f40((struct s40){41, 5, "text"});
    printf("\n%lld %g %s\n", g.a, g.b, g.c);
    return 0;
}
