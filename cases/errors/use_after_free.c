// Reads a block after it was freed.
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    if (!p) return 0;
    *p = 1;
    free(p);
    return *p; //~ use-after-free
}
