//@ only: 64
// Requests that no address space has room for fail.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
static volatile size_t all = SIZE_MAX;
int main(void) {
    int *kept = malloc(sizeof *kept);
    if (kept == NULL) return 1;
    *kept = 5;
    printf("%d %d %d", malloc(all) == NULL, malloc(all / 2) == NULL, calloc(all, 2) == NULL);
    printf(" %d %d\n", realloc(kept, all / 2) == NULL, *kept);
    free(kept);
    return 0;
}
