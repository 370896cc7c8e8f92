//@ expect: use-after-free in free_until
// The cells of a list are dealt out to 4 lists.
#include "../list.h"

int main(void) {
    struct node *x = any_list(), *a = NULL, *b = NULL, *c = NULL, *d = NULL;
    while (x) {
        struct node *t = x;
        x = x->next;
        switch (cairn_nondet_int()) {
        case 1: t->next = b, b = t; break;
        case 2: t->next = c, c = t; break;
        case 3: t->next = d, d = t; break;
        default: t->next = a, a = t;
        }
    }
    cairn_list(a, next);
    cairn_list(b, next);
    cairn_list(c, next);
    cairn_list(d, next);
    cairn_disjoint(a, b, next);
    cairn_disjoint(a, c, next);
    cairn_disjoint(a, d, next);
    cairn_disjoint(b, c, next);
    cairn_disjoint(b, d, next);
    cairn_disjoint(c, d, next);
    free_list(a);
    free_list(b);
    free_list(c);
    free_list(d);
    free_list(a);
    return 0;
}
