// The block is as large as what was read.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char *text;
    if (sscanf("abc", "%ms", &text) != 1) return 1;
    text[10] = 'x'; //~ out-of-bounds
    free(text);
    return 0;
}
