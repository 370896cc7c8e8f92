//@ stdin: abc\n
// A block of which no room is told is not looked at: glibc allocates another one.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char *line = malloc(10); //~ memory-leak
    size_t room = 0;
    if (line == NULL) return 0;
    getline(&line, &room, stdin);
    free(line);
    return 0;
}
