//@ expect: use-after-free in free_cycle
// The cell of a cycle that points back to its start.
#include "../list.h"

int main(void) {
    struct node *x = any_cycle(), *y = x;
    while (y->next != x) {
        y = y->next;
    }
    cairn_assert(y->next == x);
    cairn_cyclic(x, next);
    free_cycle(x);
    free_cycle(x);
    return 0;
}
