//@ expect: none
#include <stdlib.h>
int main(void) {
    int *p = malloc(4 * sizeof *p);
    p[2] = 1;
    free(p);
    return 0;
}
