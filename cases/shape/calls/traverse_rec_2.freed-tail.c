// Walks to the end of a list, by recursion. Client: two lists that share their tail.
#include "../list.h"

static void traverse(struct node *x) {
    if (x) traverse(x->next); //~ use-after-free
}

int main(void) {
    struct node *y = some_list(), *x = list_to(cell(y)), *z = list_to(cell(y));
    free_list(x);
    traverse(z);
    cairn_list(x, next);
    free_until(z, y);
    return 0;
}
