// Frees all cells of a list, by recursion. Client: one list.
#include "../list.h"

static void deallocate(struct node *x) {
    if (!x) return;
    free(x);
    struct node *next = x->next; //~ use-after-free
    deallocate(next);
}

int main(void) {
    struct node *x = some_list();
    deallocate(x);
    return 0;
}
