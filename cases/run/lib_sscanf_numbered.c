// Conversions that say which argument is theirs.
#include <stdio.h>
int main(void) {
    int a = 0, b = 0;
    char text[8] = "", set[8] = "";
    printf("%d", sscanf("5 7", "%2$d %1$d", &a, &b));
    printf(" %d %d\n", a, b);
    printf("%d", sscanf("12 abc xyz", "%3$2d%2$s %1$[x-z]", set, text, &a));
    printf(" %d %s %s\n", a, text, set);
    printf("%d", sscanf("8 9", "%*d %1$d", &b));
    printf(" %d\n", b);
    return 0;
}
