// Who holds the last node of a list does not hold what lies behind the first one of a list that may be empty.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct n { struct n *next, *prev; };
int w;
static struct n *first;
static struct n *mk(struct n *next) {
    struct n *t = malloc(sizeof *t);
    if (!t) exit(1);
    t->next = next;
    t->prev = 0;
    return t;
}
static struct n *build(void) {
    struct n *x = malloc(sizeof(struct n) + 8); //~ memory-leak
    if (!x) exit(1);
    x->next = x->prev = 0;
    struct n *last = mk(x), *h = mk(last);
    last->prev = h;
    while (__VERIFIER_nondet_int()) {
        struct n *t = mk(h);
        h->prev = t;
        h = t;
    }
    first = h;
    return last;
}
static void pop2(void) {
    struct n *a = first, *b = a->next;
    first = 0;
    free(a);
    free(b);
}
static void quit(void) { exit(0); }
//@ nondet: 0, 0, 0, 0, 0, -332541093, 0, 0
int main(void) {
    struct n *p = build();
    unsigned h = 7;
    for (int i = 0; i < 5; i++) {
        h = h * 31 + (unsigned)__VERIFIER_nondet_int();
        h ^= h >> 7;
        h *= 2654435761u;
    }
    if (h != 0x1234567) {
        struct n *a = first;
        first = 0;
        while (a) {
            struct n *t = a->next;
            free(a);
            a = t;
        }
        return 0;
    }
    pop2();
    quit();
    w = p == 0;
    return 0;
}
