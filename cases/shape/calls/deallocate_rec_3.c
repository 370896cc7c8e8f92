// Frees all cells of a list, by recursion. Client: one list with two more pointers into it.
#include "../list.h"

static void deallocate(struct node *x) {
    if (!x) return;
    struct node *next = x->next;
    free(x);
    deallocate(next);
}

int main(void) {
    struct node *z = some_list(), *y = list_to(cell(z)), *x = list_to(cell(y));
    deallocate(x);
    return 0;
}
