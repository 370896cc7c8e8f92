//@ expect: double-free
//@ native: no
#include <stdlib.h>
int main(void) {
    char *p = malloc(10);
    free(p);
    free(p); //~ double-free
    return 0;
}
