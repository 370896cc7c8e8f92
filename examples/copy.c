/* One byte too few: the copy has no room for the zero at the end of the string. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *duplicate(const char *text) {
    char *copy = malloc(strlen(text));
    if (copy != NULL)
        strcpy(copy, text);
    return copy;
}

int main(int argc, char **argv) {
    char *copy = duplicate(argc > 1 ? argv[1] : "cairn");
    if (copy != NULL)
        puts(copy);
    free(copy);
    return 0;
}
