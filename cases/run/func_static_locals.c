// Static locals: separate per function, initialised once, arrays and pointers.
#include <stdio.h>

static int *slot(void) { static int value = 5; return &value; }
static int next_id(void) { static int id; return ++id; }
static const char *rotate(void) {
    static const char *const names[] = {"a", "b", "c"};
    static unsigned at = 2;
    return names[at++ % 3];
}
static int fib(int n) {
    static int memo[50];
    if (n < 2) return n;
    if (memo[n] == 0) memo[n] = fib(n - 1) + fib(n - 2);
    return memo[n];
}

int main(void) {
    *slot() += 3;
    next_id(), next_id();
    printf("%d %d\n", *slot(), next_id());
    const char *x = rotate(), *y = rotate(), *z = rotate();
    printf("%s%s%s %d\n", x, y, z, fib(40));
    return 0;
}
