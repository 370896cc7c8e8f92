// A list that ends in a cycle is turned round, by a loop: the handle stays, the cycle turns. 1 pointers into it.
#include "../list.h"

static struct node *reverse(struct node *x) {
    struct node *done = NULL;
    while (x) {
        struct node *next = x->next;
        x->next = done;
        done = x;
        x = next;
    }
    return done;
}

int main(void) {
    struct node *y = any_cycle(), *x = list_to(cell(y));
    struct node *r = reverse(x);
    cairn_assert(r == x);
    cairn_reach(r, y, next);
    cairn_cyclic(y, next);
    free_until(r, y);
    free_cycle(y);
    return 0;
}
