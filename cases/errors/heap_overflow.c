// One past the end of a heap block.
#include <stdlib.h>
int main(void) {
    int *a = malloc(10 * sizeof *a);
    if (!a) return 0;
    for (int i = 0; i <= 10; i++)
        a[i] = i; //~ out-of-bounds
    free(a);
    return 0;
}
