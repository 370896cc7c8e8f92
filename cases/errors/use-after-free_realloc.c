//@ expect: use-after-free
//@ native: no
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    int *q = realloc(p, 100 * sizeof *q);
    *p = 2; //~ use-after-free
    free(q);
    return 0;
}
