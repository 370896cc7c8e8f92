//@ expect: out-of-bounds
//@ native: no
#include <stdlib.h>
#include <string.h>
int main(void) {
    int source[10] = {0}, *target = malloc(9 * sizeof *target);
    memcpy(target, source, sizeof source); //~ out-of-bounds
    free(target);
    return 0;
}
