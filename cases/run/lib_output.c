// Output functions that do not format.
#include <stdio.h>
#include <string.h>

int main(void) {
    puts("puts");
    fputs("fputs\n", stdout);
    putchar('p');
    putc('c', stdout);
    fputc('\n', stdout);
    size_t n = fwrite("fwrite\n", 1, 7, stdout);
    n += fwrite("abcdef", 2, 2, stdout);
    printf(" %d\n", (int)n);
    setvbuf(stdout, NULL, _IONBF, 0);
    fprintf(stdout, "%s %d\n", "fprintf", 5);
    fprintf(stderr, "to the other stream\n");
    printf("%d %d\n", fflush(stdout), ferror(stdout));
    return 0;
}
