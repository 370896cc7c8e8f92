// To flush all streams writes to where the text and its size belong.
#define _GNU_SOURCE
#include <stdio.h>
static void start(void) {
    char *text;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    if (f) fputs("x", f);
}
int main(void) {
    start();
    fflush(NULL); //~ use-after-scope
    return 0;
}
