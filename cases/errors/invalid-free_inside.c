//@ expect: invalid-free
//@ native: no
#include <stdlib.h>
int main(void) {
    char *p = malloc(10);
    p++;
    free(p); //~ invalid-free
    return 0;
}
