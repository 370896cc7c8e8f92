//@ expect: use-after-free in free_until
// 6 lists; each new cell goes to the front of one of them.
#include "../list.h"

int main(void) {
    struct node *a = NULL, *b = NULL, *c = NULL, *d = NULL, *e = NULL, *f = NULL;
    while (cairn_nondet_bool()) {
        switch (cairn_nondet_int()) {
        case 1: b = cell(b); break;
        case 2: c = cell(c); break;
        case 3: d = cell(d); break;
        case 4: e = cell(e); break;
        case 5: f = cell(f); break;
        default: a = cell(a);
        }
    }
    cairn_list(a, next);
    cairn_list(b, next);
    cairn_list(c, next);
    cairn_list(d, next);
    cairn_list(e, next);
    cairn_list(f, next);
    cairn_disjoint(a, b, next);
    cairn_disjoint(a, c, next);
    cairn_disjoint(a, d, next);
    cairn_disjoint(a, e, next);
    cairn_disjoint(a, f, next);
    cairn_disjoint(b, c, next);
    cairn_disjoint(b, d, next);
    cairn_disjoint(b, e, next);
    cairn_disjoint(b, f, next);
    cairn_disjoint(c, d, next);
    cairn_disjoint(c, e, next);
    cairn_disjoint(c, f, next);
    cairn_disjoint(d, e, next);
    cairn_disjoint(d, f, next);
    cairn_disjoint(e, f, next);
    free_list(a);
    free_list(b);
    free_list(c);
    free_list(d);
    free_list(e);
    free_list(f);
    free_list(f);
    return 0;
}
