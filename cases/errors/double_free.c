// Freed twice.
#include <stdlib.h>
int main(void) {
    void *p = malloc(1);
    free(p);
    free(p); //~ double-free
    return 0;
}
