// The cells of a list are dealt out to 2 lists.
#include "../list.h"

int main(void) {
    struct node *x = any_list(), *a = NULL, *b = NULL;
    while (x) {
        struct node *t = x;
        x = x->next;
        switch (cairn_nondet_int()) {
        case 1: t->next = b, b = t; break;
        default: t->next = a, a = t;
        }
    }
    cairn_list(a, next);
    cairn_list(b, next);
    cairn_disjoint(a, b, next);
    free_list(a);
    free_list(b);
    return 0;
}
