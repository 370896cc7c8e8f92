//@ expect: none
#include <stdlib.h>
int main(void) {
    int local = 0;
    int *p = malloc(sizeof *p);
    free(p);
    return local;
}
