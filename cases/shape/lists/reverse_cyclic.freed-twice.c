//@ expect: use-after-free in free_cycle
// The same loop on a cycle: it goes round once more and gives a cycle again.
#include "../list.h"

static struct node *reverse(struct node *x) {
    struct node *y = NULL;
    while (x) {
        struct node *t = x->next;
        x->next = y;
        y = x;
        x = t;
    }
    return y;
}

int main(void) {
    struct node *x = any_cycle(), *y = reverse(x);
    cairn_assert(y == x);
    cairn_cyclic(y, next);
    free_cycle(y);
    free_cycle(y);
    return 0;
}
