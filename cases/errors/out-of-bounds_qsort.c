//@ expect: out-of-bounds
//@ native: no
#include <stdlib.h>
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; } //~ out-of-bounds
int main(void) {
    int v[4] = {4, 3, 2, 1};
    qsort(v, 5, sizeof *v, compare);
    return v[0] - 1;
}
