//@ expect: none
#include <stdlib.h>
int main(void) {
    char *p = malloc(10), *q = realloc(p, 1000);
    free(q);
    return 0;
}
