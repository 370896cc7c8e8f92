//@ expect: none
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    int *q = realloc(p, 100 * sizeof *q);
    *q = 2;
    free(q);
    return 0;
}
