// Designated initialisers of arrays and structs, overriding, nesting.
#include <stdio.h>

struct inner { int a, b[3]; };
struct outer { char tag; struct inner in[2]; double d; };

static int sparse[10] = {[7] = 70, 80, [2] = 20, 30, [7] = 77};
static struct outer global = {.d = 1.5, .in = {[1] = {.b = {[1] = 5}, .a = 4}}, .tag = 'g'};
static struct outer mixed = {'m', 1, 2, 3, 4, .in[1].b[2] = 9, 2.5};

static void show(const struct outer *o) {
    printf("%c", o->tag);
    for (int i = 0; i < 2; i++) printf(" %d %d %d %d", o->in[i].a, o->in[i].b[0], o->in[i].b[1], o->in[i].b[2]);
    printf(" %g\n", o->d);
}

int main(void) {
    for (int i = 0; i < 10; i++) printf("%d ", sparse[i]);
    printf("\n");
    int x = 3;
    struct outer local = {.in[0].b[1] = x, .tag = 'a' + x};
    show(&global), show(&mixed), show(&local);
    int range[] = {[0 ... 3] = 1, [4 ... 6] = 2};
    printf("%d %d %d\n", range[3], range[6], (int)(sizeof range / sizeof *range));
    return 0;
}
