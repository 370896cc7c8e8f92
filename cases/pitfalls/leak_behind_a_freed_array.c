// Blocks whose addresses are only in an array that is freed.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int **g;
//@ nondet: 2
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 100) exit(0);
    int **z = malloc(100*sizeof(int*));
    for (int i = 0; i < n; i++) z[i] = malloc(4); //~ memory-leak
    g = z;
    free(z);
    exit(0);
}
