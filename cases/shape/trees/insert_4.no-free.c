//@ expect: memory-leak in leaf
// Four trees; each new leaf is hung into one of them.
#include "../tree.h"

int main(void) {
    struct tree *a = NULL, *b = NULL, *c = NULL, *d = NULL;
    while (cairn_nondet_bool()) {
        switch (cairn_nondet_int()) {
        case 1: b = grow(b); break;
        case 2: c = grow(c); break;
        case 3: d = grow(d); break;
        default: a = grow(a);
        }
    }
    cairn_tree(a, left, right);
    cairn_tree(b, left, right);
    cairn_tree(c, left, right);
    cairn_tree(d, left, right);
    cairn_disjoint(a, b, left, right);
    cairn_disjoint(a, c, left, right);
    cairn_disjoint(a, d, left, right);
    cairn_disjoint(b, c, left, right);
    cairn_disjoint(b, d, left, right);
    cairn_disjoint(c, d, left, right);
    free_tree(a);
    free_tree(b);
    free_tree(d);
    return 0;
}
