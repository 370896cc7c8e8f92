//@ expect: use-after-free in free_until
// The first cell with a given value.
#include "../list.h"

static struct node *search(struct node *x, int value) {
    struct node *y = x;
    while (y && y->data != value) y = y->next;
    return y;
}

int main(void) {
    struct node *x = any_list();
    struct node *y = search(x, cairn_nondet_int());
    cairn_reach(x, y, next);
    free_list(x);
    free_list(x);
    return 0;
}
