//@ expect: none
#include <stdlib.h>
int main(void) {
    int n = 9;
    int *a = malloc(10 * sizeof *a);
    a[n] = 1;
    free(a);
    return 0;
}
