//@ expect: none
#include <stdlib.h>
static int values[] = {3, 1, 2};
static int depth;
static int compare(const void *a, const void *b) {
    int copy[] = {2, 1};
    if (depth++ < 3) qsort(copy, 2, sizeof *copy, compare);
    return *(const int *)a - *(const int *)b;
}
int main(void) {
    qsort(values, 3, sizeof *values, compare);
    return values[0] - 1;
}
