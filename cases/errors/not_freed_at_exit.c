//@ check: memory-not-freed-at-exit
// The same, on request.
#include <stdlib.h>
char *kept;
int main(void) {
    kept = malloc(10); //~ memory-not-freed-at-exit
    return 0;
}
