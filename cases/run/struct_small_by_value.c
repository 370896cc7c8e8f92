// Structs of 1 to 8 bytes by value: every class of the calling convention.
#include <stdio.h>

struct s1 { char a; };
struct s2 { char a, b; };
struct s3 { char a, b, c; };
struct s4 { int a; };
struct s5 { char a[5]; };
struct s6 { short a, b, c; };
struct s7 { char a[7]; };
struct s8 { int a, b; };

static struct s1 f1(struct s1 s) { s.a++; return s; }
static struct s2 f2(struct s2 s) { s.a++, s.b--; return s; }
static struct s3 f3(struct s3 s) { s.c = s.a + s.b; return s; }
static struct s4 f4(struct s4 s) { s.a *= 3; return s; }
static struct s5 f5(struct s5 s) { s.a[4] = s.a[0]; return s; }
static struct s6 f6(struct s6 s) { s.b = s.a * s.c; return s; }
static struct s7 f7(struct s7 s) { s.a[6] = s.a[5] + 1; return s; }
static struct s8 f8(struct s8 s) { return (struct s8){s.b, s.a}; }

int main(void) {
    printf("%d\n", f1((struct s1){5}).a);
    struct s2 b = f2((struct s2){1, 2});
    printf("%d %d\n", b.a, b.b);
    printf("%d\n", f3((struct s3){1, 2, 0}).c);
    printf("%d\n", f4((struct s4){14}).a);
    printf("%c\n", f5((struct s5){"abcd"}).a[4]);
    printf("%d\n", f6((struct s6){3, 0, 5}).b);
    printf("%d\n", f7((struct s7){{1, 2, 3, 4, 5, 6, 0}}).a[6]);
    struct s8 h = f8((struct s8){10, 20});
    printf("%d %d\n", h.a, h.b);
    return 0;
}
