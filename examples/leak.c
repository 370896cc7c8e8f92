/* An early return forgets the buffer. */
#include <stdio.h>
#include <stdlib.h>

static int first_line_length(FILE *in) {
    char *line = malloc(64);
    if (line == NULL)
        return -1;
    if (fgets(line, 64, in) == NULL)
        return 0;
    int length = 0;
    while (line[length] != '\0' && line[length] != '\n')
        length++;
    free(line);
    return length;
}

int main(void) {
    printf("%d\n", first_line_length(stdin));
    return 0;
}
