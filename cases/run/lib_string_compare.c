// Comparing strings; only the sign counts.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>

static int sign(int x) { return (x > 0) - (x < 0); }

int main(void) {
    const char *words[] = {"", "a", "ab", "abc", "B", "b", "\xff", "abd"};
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            const char *volatile a = words[i], *volatile b = words[j];
            printf("%d%d%d%d ", sign(strcmp(a, b)), sign(strncmp(a, b, 2)), sign(strcasecmp(a, b)), sign(strcoll(a, b)));
        }
    printf("\n%d %d\n", sign(memcmp("a\0b", "a\0c", 3)), sign(strncasecmp("HELLO", "help", 3)));
    return 0;
}
