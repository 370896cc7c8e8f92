//@ expect: out-of-bounds
//@ native: no
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *p = malloc(6);
    int *q = (int *)(p + 4);
    *q = 7; //~ out-of-bounds
    free(p);
    return 0;
}
