//@ expect: use-after-free
//@ native: no
#include <stdlib.h>
int main(void) {
    int *p = malloc(4 * sizeof *p);
    free(p);
    p[2] = 1; //~ use-after-free
    return 0;
}
