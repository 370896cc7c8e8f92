//@ expect: use-after-free in free_cycle
// The same loop on a list that ends in a cycle: the handle comes out as it was, the cycle turned round.
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
    struct node *entry = any_cycle(), *x = list_to(cell(entry)), *y = reverse(x);
    cairn_assert(y == x);
    cairn_reach(y, entry, next);
    cairn_cyclic(entry, next);
    free_until(y, entry);
    free_cycle(entry);
    free_cycle(entry);
    return 0;
}
