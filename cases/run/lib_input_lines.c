//@ stdin: first line\n\nthird, which is rather long\nlast without newline
// fgets, getline, getchar, ungetc, fread.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char buffer[12];
    printf("<%s>", fgets(buffer, sizeof buffer, stdin));
    int c = getchar();
    printf("<%d>", c);
    ungetc('Q', stdin);
    printf("<%c>", getc(stdin));
    printf("<%c>", getchar());
    char *line = NULL;
    size_t room = 0;
    ssize_t n = getline(&line, &room, stdin);
    printf("<%d:%s>", (int)n, line);
    n = (ssize_t)fread(buffer, 1, 4, stdin);
    printf("<%d:%.4s>", (int)n, buffer);
    n = getdelim(&line, &room, 'w', stdin);
    printf("<%s>", line);
    while ((c = getchar()) != EOF) putchar(c);
    printf("<%d>", feof(stdin) != 0);
    printf("<%d>\n", getline(&line, &room, stdin) == -1);
    free(line);
    return 0;
}
