//@ expect: null-dereference
//@ alloc-fail: 1
//@ native: no
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    *p = 7; //~ null-dereference
    int result = *p - 7;
    free(p);
    return result;
}
