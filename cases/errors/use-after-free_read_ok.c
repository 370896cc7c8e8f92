//@ expect: none
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p), result;
    *p = 0;
    result = *p;
    free(p);
    return result;
}
