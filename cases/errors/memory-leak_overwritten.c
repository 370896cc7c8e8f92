//@ expect: memory-leak
//@ native: no
#include <stdlib.h>
int main(void) {
    char *p = malloc(10); //~ memory-leak
    p = malloc(20);
    free(p);
    return 0;
}
