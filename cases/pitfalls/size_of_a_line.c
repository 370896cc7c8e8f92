// How large the block is behind a line that did not fit, nobody says.
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    static char text[] = "abcd";
    char *line = malloc(3);
    size_t room = 3;
    FILE *file = fmemopen(text, 4, "r");
    if (line != NULL && file != NULL && getline(&line, &room, file) == 4) assert(room == 120); //~ assertion-failure
    if (file != NULL) fclose(file);
    free(line);
    return 0;
}
