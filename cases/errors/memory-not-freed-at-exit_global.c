//@ expect: memory-not-freed-at-exit
//@ check: memory-not-freed-at-exit
//@ native: no
#include <stdlib.h>
static int *cache;
int main(void) {
    cache = malloc(10 * sizeof *cache); //~ memory-not-freed-at-exit
    cache[0] = 1;
    return 0;
}
