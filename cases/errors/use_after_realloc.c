// realloc frees the old block.
#include <stdlib.h>
int main(void) {
    char *p = malloc(1), *q;
    if (!p) return 0;
    *p = 'x';
    q = realloc(p, 1000);
    if (q) *p = 'y'; //~ use-after-free
    free(q);
    return 0;
}
