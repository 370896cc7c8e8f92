//@ expect: none
#include <stdlib.h>
int main(void) {
    int *a = calloc(4, sizeof *a), *p = a + 2;
    p -= 2;
    *p = 5;
    free(a);
    return 0;
}
