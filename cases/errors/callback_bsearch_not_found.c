//@ native: no
#include <stdlib.h>
static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}
int main(void) {
    int items[3] = {1, 2, 3};
    int key = 4;
    int *found = bsearch(&key, items, 3, sizeof *items, compare);
    return *found; //~ null-dereference
}
