// Addresses of several blocks of one loop, as numbers.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
//@ nondet: 30
int main(void) {
    int n = __VERIFIER_nondet_int();
    char *prev = 0;
    for (int k = 0; k < n; k++) {
        char *p = malloc(4);
        if (!p) return 0;
        if (prev && (unsigned long)p-(unsigned long)prev != 0) { int *z = 0; *z = 1; } //~ null-dereference
        if (k > 20) prev = p;
    }
    return 0;
}
