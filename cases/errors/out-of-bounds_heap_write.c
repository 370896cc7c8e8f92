//@ expect: out-of-bounds
//@ native: no
#include <stdlib.h>
int main(void) {
    int n = 10;
    int *a = malloc(10 * sizeof *a);
    a[n] = 1; //~ out-of-bounds
    free(a);
    return 0;
}
