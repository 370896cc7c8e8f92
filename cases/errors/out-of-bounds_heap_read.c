//@ expect: out-of-bounds
//@ native: no
#include <stdlib.h>
int main(void) {
    char *a = calloc(4, 1);
    int r = a[4]; //~ out-of-bounds
    free(a);
    return r;
}
