// Copying strings.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char a[40], b[40];
    printf("%s\n", strcpy(a, "hello"));
    printf("%s\n", strcat(a, " world"));
    printf("%s\n", strncat(a, "!!!!!", 2));
    memset(b, 'x', sizeof b);
    strncpy(b, "abc", 6);
    printf("%s %d %c\n", b, b[5], b[6]);
    char *end = stpcpy(b, "stp");
    printf("%d %s\n", (int)(end - b), (char *)mempcpy(end, "cpy", 4) == b + 7 ? b : "?");
    char *d = strdup("duplicate"), *n = strndup("duplicate", 3);
    printf("%s %s\n", d, n);
    printf("%d\n", (int)((char *)memccpy(a, "one,two", ',', 7) - a));
    bzero(a, 5);
    printf("%d%d\n", a[0], a[4]);
    free(d), free(n);
    return 0;
}
