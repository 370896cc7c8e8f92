//@ expect: none
//@ check: memory-not-freed-at-exit
#include <stdlib.h>
static int *cache;
int main(void) {
    cache = malloc(10 * sizeof *cache);
    cache[0] = 1;
    free(cache);
    return 0;
}
