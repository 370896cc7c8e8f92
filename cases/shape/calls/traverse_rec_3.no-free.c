//@ expect: memory-leak in cell
// Walks to the end of a list, by recursion. Client: one list with two more pointers into it.
#include "../list.h"

static void traverse(struct node *x) {
    if (x) traverse(x->next);
}

int main(void) {
    struct node *z = some_list(), *y = list_to(cell(z)), *x = list_to(cell(y));
    traverse(x);
    cairn_list(x, next);
    free_until(x, z);
    return 0;
}
