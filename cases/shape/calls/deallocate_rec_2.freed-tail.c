//@ expect: use-after-free in free_until
// Frees all cells of a list, by recursion. Client: two lists that share their tail.
#include "../list.h"

static void deallocate(struct node *x) {
    if (!x) return;
    struct node *next = x->next;
    free(x);
    deallocate(next);
}

int main(void) {
    struct node *y = some_list(), *x = list_to(cell(y)), *z = list_to(cell(y));
    deallocate(x);
    free_list(z);
    return 0;
}
