// Pointer arithmetic over several element types, differences, comparison.
#include <stdio.h>

struct odd { char c[3]; };

int main(void) {
    int a[10];
    for (int *p = a; p < a + 10; p++) *p = (int)(p - a) * 2;
    int *end = a + 10, *mid = &a[5];
    printf("%d %d %d\n", (int)(end - mid), mid[-2], end[-1]);
    struct odd o[4] = {{"ab"}, {"cd"}, {"ef"}, {"gh"}};
    struct odd *q = o + 3;
    printf("%s %s %d\n", q->c, (q - 2)->c, (int)(q - o));
    char *bytes = (char *)o;
    printf("%c%c\n", bytes[3], *(bytes + 7));
    const char *s = "pointer", *t = s;
    while (*t) t++;
    printf("%d\n", (int)(t - s));
    int *pp[3] = {a, a + 1, a + 9}, **w = pp;
    w++;
    printf("%d %d\n", **w, *w[1]);
    printf("%d %d\n", mid > a, mid == &a[5]);
    return 0;
}
