//@ expect: none
//@ alloc-fail: 1
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    if (p == NULL) return 0;
    *p = 7;
    int result = *p - 7;
    free(p);
    return result;
}
