// A block that was never written lies behind an address in memory that nothing is known of any more.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static struct { int *a[4]; char c[64]; } t;
static int put(int i, int k) {
    int *p = malloc(sizeof *p);
    if (!p) return 0;
    t.a[i & 3] = p;
    t.c[k & 63] = 0;
    return 1;
}
static int get(int *q) {
    if (*q) return 1; //~ uninitialized-read
    return 0;
}
//@ nondet: 1, 1
int main(void) {
    int i = __VERIFIER_nondet_int() & 3;
    if (!put(i, __VERIFIER_nondet_int())) return 0;
    return get(t.a[i]);
}
