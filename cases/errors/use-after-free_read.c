//@ expect: use-after-free
//@ native: no
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p), result;
    *p = 0;
    free(p);
    result = *p; //~ use-after-free
    return result;
}
