#include <search.h>
#include <stdio.h>
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
    int items[8] = {3, 1, 2};
    size_t count = 3;
    for (int key = 0; key < 4; key++) {
        int *found = lfind(&key, items, &count, sizeof *items, compare);
        printf("%d\n", found != NULL ? (int)(found - items) : -1);
    }
    for (int key = 2; key < 6; key++) {
        int *found = lsearch(&key, items, &count, sizeof *items, compare);
        printf("%d %zu\n", (int)(found - items), count);
    }
    return items[4];
}
