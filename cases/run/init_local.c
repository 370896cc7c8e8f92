// Initialisers of locals: partial, from expressions, from other structs, in loops.
#include <stdio.h>

struct s { int a; char b[8]; struct { short x, y; } c; };

static int calls;
static int next(void) { return ++calls; }

int main(void) {
    int a[5] = {next(), next()}, b[3] = {0};
    struct s s = {next(), "text", {.y = (short)next()}}, t = s;
    t.b[0] = 'T';
    printf("%d %d %d %d\n", a[0] + a[1], a[4], b[2], s.a);
    printf("%s %s %d %d\n", s.b, t.b, t.c.x, t.c.y);
    for (int i = 0; i < 3; i++) {
        int fresh[4] = {i};
        fresh[3] += fresh[0] + 1;
        printf("%d ", fresh[3]);
    }
    char text[] = {'a', 'b', 'c', 0}, *p = text;
    struct s array[2] = {{1}, s};
    printf("%s %d %s\n", p, array[0].c.y, array[1].b);
    return 0;
}
