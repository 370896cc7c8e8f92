//@ expect: none
#include <stdlib.h>
int main(void) {
    char *a = calloc(4, 1);
    int r = a[3];
    free(a);
    return r;
}
