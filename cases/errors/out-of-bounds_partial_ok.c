//@ expect: none
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *p = malloc(8);
    int *q = (int *)(p + 4);
    *q = 7;
    free(p);
    return 0;
}
