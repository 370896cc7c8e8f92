// Inline functions: static, and plain inline with an external definition.
#include <stdio.h>

static inline int square(int x) { return x * x; }
inline int cube(int x) { return x * square(x); }
extern inline int cube(int x);
static inline __attribute__((always_inline)) unsigned rotate(unsigned x, int n) { return x << n | x >> (32 - n); }
static __attribute__((noinline)) int counter(void) { static int n = 10; return n++; }

int main(void) {
    printf("%d %d %x\n", square(7), cube(3), rotate(0x80000001u, 4));
    counter();
    printf("%d\n", counter());
    printf("%d\n", counter() + counter());
    int (*f)(int) = cube;
    printf("%d\n", f(-2));
    return 0;
}
