//@ expect: use-after-free in free_until
// A list that ends in a cycle is turned round, by a loop: the handle stays, the cycle turns. 2 pointers into it.
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
    struct node *y = cell(NULL), *z = list_to(cell(y));
    y->next = list_to(z);
    struct node *x = list_to(cell(y));
    struct node *r = reverse(x);
    cairn_assert(r == x);
    cairn_reach(r, y, next);
    cairn_cyclic(y, next);
    cairn_reach(y, z, next);
    free_until(r, y);
    free(z);
    free_cycle(y);
    return 0;
}
