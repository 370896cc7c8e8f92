//@ expect: use-after-free in free_cycle
// On a cycle, the cells from the first that is not below `low` up to the first after it that is not below `high` are
// cut out and freed.
#include "../list.h"

static void remove_segment(struct node *x, int low, int high) {
    struct node *y = x, *t = x->next;
    while (t != x && t->data < low) {
        y = t;
        t = t->next;
    }
    struct node *z = t;
    while (z != x && z->data < high) {
        t = z->next;
        free(z);
        z = t;
    }
    y->next = z;
}

int main(void) {
    struct node *x = any_cycle();
    remove_segment(x, cairn_nondet_int(), cairn_nondet_int());
    cairn_cyclic(x, next);
    free_cycle(x);
    free_cycle(x);
    return 0;
}
