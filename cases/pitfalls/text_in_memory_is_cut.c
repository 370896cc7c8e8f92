// When it is closed, the block is as large as the text.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char *text;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    if (file == NULL) return 1;
    fputs("abc", file);
    fclose(file);
    if (text == NULL) return 1;
    text[10] = 'x'; //~ out-of-bounds
    free(text);
    return 0;
}
