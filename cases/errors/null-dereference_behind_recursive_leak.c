//@ native: no
// A recursive function that loses blocks returns all the same.
#include <stdlib.h>
static int depth(int n) {
    char *block = malloc(4);
    if (block == NULL || n <= 0) return 0;
    block[0] = 1;
    return 1 + depth(n - 1);
}
int main(void) {
    int *items = NULL;
    if (depth(3) == 3) return *items; //~ null-dereference
    return 0;
}
