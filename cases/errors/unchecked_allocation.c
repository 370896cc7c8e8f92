//@ alloc-fail: 2
// The second allocation fails, and nobody looks.
#include <stdlib.h>
int main(void) {
    int *a = malloc(sizeof *a);
    int *b = malloc(sizeof *b);
    *a = 1;
    *b = 2; //~ null-dereference
    free(a);
    free(b);
    return 0;
}
