// Two variables without an end of scope look alike, but they end with different functions.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct n { struct n *next; int v; };
int *p, *q, w;
static void g(struct n *l) {
    q = (int[]){1};
    unsigned h = 7;
    for (; l; l = l->next) h = h * 31 + (unsigned)l->v;
    h ^= h >> 7;
    if (h * 2654435761u == 0x1234567) { int *t = p; p = q; q = t; }
    w++;
}
static void f(struct n *l) {
    p = (int[]){1};
    g(l);
    *p = 2; //~ use-after-scope
}
//@ nondet: 1, 647946872, 0
int main(void) {
    struct n *l = 0;
    while (__VERIFIER_nondet_int()) {
        struct n *x = malloc(sizeof *x);
        if (!x) abort();
        x->next = l;
        x->v = __VERIFIER_nondet_int();
        l = x;
    }
    f(l);
    while (l) { struct n *x = l->next; free(l); l = x; }
    return 0;
}
