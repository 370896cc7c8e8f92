//@ expect: double-free
//@ native: no
#include <stdlib.h>
int main(void) {
    char *p = malloc(10), *q = realloc(p, 1000);
    free(p); //~ double-free
    free(q);
    return 0;
}
