// Each block of a loop is written at another offset.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
//@ nondet: 30
int main(void) {
    int n = __VERIFIER_nondet_int();
    int *prev = 0;
    for (int k = 0; k < n; k++) {
        int *p = malloc(16);
        p[0] = p[1] = p[2] = p[3] = 0;
        p[k&3] = 7;
        if (prev && prev[k&3] != 7) { int *z = 0; *z = 1; } //~ null-dereference
        if (k > 20) prev = p;
    }
    return 0;
}
