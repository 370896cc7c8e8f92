//@ alloc-fail: 1
// Without memory, some libraries leave the pointer as it was.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    char *p;
    (void)argv;
    asprintf(&p, "%d", argc);
    free(p); //~ uninitialized-read
    return 0;
}
