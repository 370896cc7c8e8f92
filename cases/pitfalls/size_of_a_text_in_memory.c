// The position, where that was moved back.
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char *text;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    if (file == NULL) return 1;
    fputs("abcd", file);
    fseek(file, 1, SEEK_SET);
    fputc('X', file);
    fflush(file);
    int told = size == 4;
    fclose(file);
    if (text == NULL) return 1;
    free(text);
    assert(told); //~ assertion-failure
    return 0;
}
