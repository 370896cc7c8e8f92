// Addresses of several locals of one loop, as numbers.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
//@ nondet: 30
int main(void) {
    int n = __VERIFIER_nondet_int();
    char *prev = 0;
    for (int k = 0; k < n; k++) {
        char *p = __builtin_alloca(4);
        if (prev && p-prev != 0) { int *z = 0; *z = 1; } //~ null-dereference
        if (k > 20) prev = p;
    }
    return 0;
}
