// Nothing is written to a stream that is only read.
#define _GNU_SOURCE
#include <stdio.h>
#include <assert.h>
int main(void) {
    char b[] = "abc";
    FILE *f = fmemopen(b, 3, "r");
    if (!f) return 0;
    fputc('x', f);
    fclose(f);
    assert(b[0] == 'x'); //~ assertion-failure
}
