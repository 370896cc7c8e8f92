// Structs as variable arguments: small, large, with floats.
#include <stdarg.h>
#include <stdio.h>

struct small { int a, b; };
struct floats { double x, y; };
struct mixed { double d; int i; };
struct large { int v[10]; };
struct tiny { char c; };

static void show(const char *kinds, ...) {
    va_list list;
    va_start(list, kinds);
    for (; *kinds; kinds++) {
        if (*kinds == 's') { struct small s = va_arg(list, struct small); printf("s%d,%d ", s.a, s.b); }
        if (*kinds == 'f') { struct floats f = va_arg(list, struct floats); printf("f%g,%g ", f.x, f.y); }
        if (*kinds == 'm') { struct mixed m = va_arg(list, struct mixed); printf("m%g,%d ", m.d, m.i); }
        if (*kinds == 'l') { struct large l = va_arg(list, struct large); printf("l%d,%d ", l.v[0], l.v[9]); }
        if (*kinds == 't') { struct tiny t = va_arg(list, struct tiny); printf("t%c ", t.c); }
        if (*kinds == 'i') printf("i%d ", va_arg(list, int));
    }
    va_end(list);
    printf("\n");
}

int main(void) {
    struct small s = {1, 2};
    struct floats f = {1.5, 2.5};
    struct mixed m = {3.5, 4};
    struct large l = {{5, [9] = 6}};
    struct tiny t = {'z'};
    show("sfmlti", s, f, m, l, t, 7);
    show("ffffffmmmmsssssstli", f, f, f, f, f, f, m, m, m, m, s, s, s, s, s, s, t, l, 9);
    return 0;
}
