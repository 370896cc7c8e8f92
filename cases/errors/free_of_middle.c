// Not the start of the block.
#include <stdlib.h>
int main(void) {
    char *p = malloc(10);
    if (p)
        free(p + 1); //~ invalid-free
    return 0;
}
