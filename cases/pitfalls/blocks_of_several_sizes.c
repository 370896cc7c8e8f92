// Each iteration makes a larger block.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
//@ nondet: 30
int main(void) {
    int n = __VERIFIER_nondet_int();
    int x = 0, y = 0; int *q = &x;
    char *prev = 0;
    for (int k = 0; k < n; k++) {
        q = (q == &x)?&y:&x;
        if (prev) prev[k] = 0; //~ out-of-bounds
        if (k > 20) {prev = malloc(k+1); if (!prev) return 0; }
    }
    return *q;
}
