// What is known of calls of a function in `main` is not so where `main` is called again.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int g;
static void check(void) { assert(g == 0); } //~ assertion-failure
//@ nondet: 1
int main(void) {
    check();
    int k = __VERIFIER_nondet_int();
    g = k;
    if (k == 0) return 0;
    return main();
}
