// open_memstream, asprintf, fmemopen.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *text = NULL, *formatted = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    for (int i = 0; i < 30; i++) fprintf(f, "%d,", i);
    fclose(f);
    printf("%d %s\n", (int)size, text);
    free(text);
    int n = asprintf(&formatted, "%s has %d", "text", 7);
    printf("%d %s\n", n, formatted);
    free(formatted);
    char buffer[] = "12 abc 3.5";
    f = fmemopen(buffer, sizeof buffer - 1, "r");
    int i;
    char word[8];
    double d;
    n = fscanf(f, "%d %7s %lf", &i, word, &d);
    printf("%d %d %s %g %d\n", n, i, word, d, fgetc(f) == EOF);
    fclose(f);
    return 0;
}
