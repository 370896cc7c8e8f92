// Patterns as shells have them.
#define _GNU_SOURCE
#include <fnmatch.h>
#include <stdio.h>

static const char *const patterns[] = {
    "", "*", "a*", "*a", "?", "??", "a?c", "[abc]", "[!abc]*", "[a-c]x", "*.c", "*.[ch]", "\\*", "a\\", "*/b", "a/*", "*[[:digit:]]", "[]x]",
    "[a-]", ".*", "a*b*c", "***", "[[:upper:][:digit:]]*", "A*",
};
static const char *const texts[] = {
    "", "a", "abc", "b", "ax", "x.c", "y.h", "*", "a/b", ".a", "/.a", "a/b/c", "file7", "]", "-", "aXbXc", "A1",
};
static const int flags[] = {0, FNM_PATHNAME, FNM_NOESCAPE, FNM_PERIOD, FNM_PATHNAME | FNM_PERIOD, FNM_LEADING_DIR};

int main(void) {
    for (int f = 0; f < 6; f++) {
        for (int p = 0; p < 24; p++) {
            for (int t = 0; t < 17; t++) putchar(fnmatch(patterns[p], texts[t], flags[f]) == 0 ? '1' : '0');
            putchar(' ');
        }
        putchar('\n');
    }
    printf("%d%d\n", fnmatch("AbC", "aBc", FNM_CASEFOLD), fnmatch("A?C*", "abcd", FNM_CASEFOLD));
    return 0;
}
