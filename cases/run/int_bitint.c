//@ flags: -std=c2x
//@ only: 64
// _BitInt of odd widths.
#include <stdio.h>

struct holder {
    unsigned _BitInt(37) wide;
    _BitInt(5) small;
};

static unsigned _BitInt(37) twice(unsigned _BitInt(37) x) { return x + x; }

int main(void) {
    unsigned _BitInt(37) a = 137438953471ull;
    printf("%llu\n", (unsigned long long)a);
    a += 2;
    printf("%llu\n", (unsigned long long)a);
    _BitInt(5) s = 15;
    printf("%d %d\n", (int)s, (int)(_BitInt(5))(s - 20));
    struct holder h = {100000000000ull, -16};
    printf("%llu %d\n", (unsigned long long)twice(h.wide), (int)h.small);
    _BitInt(100) big = 1;
    for (int i = 0; i < 30; i++) big *= 7;
    printf("%llu\n", (unsigned long long)(big % 1000000007));
    printf("%d %d\n", (int)sizeof h, (int)sizeof(_BitInt(37)));
    return 0;
}
