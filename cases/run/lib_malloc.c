// The malloc family.
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int *a = malloc(10 * sizeof *a), *b = calloc(10, sizeof *b);
    int zeros = 0;
    for (int i = 0; i < 10; i++) a[i] = i, zeros += b[i] == 0;
    a = realloc(a, 20 * sizeof *a);
    printf("%d %d\n", a[9], zeros);
    a = realloc(a, 3 * sizeof *a);
    printf("%d\n", a[2]);
    volatile size_t huge = SIZE_MAX / 2;
    errno = 0;
    void *volatile none = calloc(huge, 16);
    printf("%d %d\n", none == NULL, errno == ENOMEM);
    void *p;
    printf("%d %d\n", posix_memalign(&p, 64, 100), (int)((uintptr_t)p % 64));
    char *q = aligned_alloc(32, 64), *r = memalign(128, 10);
    printf("%d %d\n", (int)((uintptr_t)q % 32), (int)((uintptr_t)r % 128));
    int *s = reallocarray(NULL, 5, sizeof *s);
    s[4] = 1;
    free(a), free(b), free(p), free(q), free(r), free(s), free(NULL);
    return 0;
}
