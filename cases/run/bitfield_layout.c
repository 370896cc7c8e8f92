// Bit-fields: packing, signs, zero width, sizes.
#include <stdio.h>
#include <string.h>

struct a { unsigned x : 3, y : 5, z : 10; };
struct b { int s : 4; unsigned u : 4; int : 0; int t : 7; };
struct c { unsigned char p : 1, q : 7; unsigned short r : 9; };
struct d { long long big : 40; int small : 20; };

static void dump(const void *p, size_t n) {
    for (size_t i = 0; i < n; i++) printf("%02x", ((const unsigned char *)p)[i]);
    printf("\n");
}

int main(void) {
    struct a a;
    struct b b;
    struct c c;
    struct d d;
    memset(&a, 0, sizeof a), memset(&b, 0, sizeof b), memset(&c, 0, sizeof c), memset(&d, 0, sizeof d);
    a.x = 9, a.y = 17, a.z = 1000;
    b.s = -3, b.u = 13, b.t = -64;
    c.p = 1, c.q = 100, c.r = 300;
    d.big = -123456789012LL, d.small = 5000;
    printf("%d %d %d\n", a.x, a.y, a.z);
    printf("%d %d %d\n", b.s, b.u, b.t);
    printf("%d %d %d\n", c.p, c.q, c.r);
    printf("%lld %d\n", (long long)d.big, d.small);
    dump(&a, sizeof a), dump(&b, sizeof b), dump(&c, sizeof c);
    printf("%d %d %d\n", (int)sizeof a, (int)sizeof b, (int)sizeof c);
    return 0;
}
