// One handler is fine, another one is not, and it is registered far from the end of `main`.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int done;
static void finish(void) { done = 1; }
static void (*chosen(int n))(void) { return n * 7 == 700049 ? 0 : finish; }
//@ nondet: 100007
int main(void) {
    int n = __VERIFIER_nondet_int();
    atexit(finish);
    atexit(chosen(n));
    for (int i = 0; i < n % 4; i++) done += i;
    return done; //~ null-dereference
}
