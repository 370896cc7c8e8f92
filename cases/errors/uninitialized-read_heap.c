//@ expect: uninitialized-read
//@ native: no
#include <stdlib.h>
int main(void) {
    int *p = malloc(3 * sizeof *p), r = 0;
    if (p[1] == 7) r = 1; //~ uninitialized-read
    free(p);
    return r;
}
