// The size is told when the stream is flushed.
#define _GNU_SOURCE
#include <stdio.h>
#include <assert.h>
#include <stdlib.h>
int main(void) {
    char *t = NULL; size_t n = 77;
    FILE *f = open_memstream(&t, &n);
    if (!f) return 0;
    fputs("abc", f);
    size_t m = n;
    fclose(f);
    free(t);
    assert(m == 3); //~ assertion-failure
}
