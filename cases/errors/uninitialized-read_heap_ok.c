//@ expect: none
#include <stdlib.h>
int main(void) {
    int *p = calloc(3, sizeof *p), r = 0;
    if (p[1] == 7) r = 1;
    free(p);
    return r;
}
