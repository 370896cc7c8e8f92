//@ expect: out-of-bounds
//@ native: no
#include <stdlib.h>
int main(void) {
    int *a = calloc(4, sizeof *a), *p = a + 2;
    p -= 3;
    *p = 5; //~ out-of-bounds
    free(a);
    return 0;
}
