// A cell of the list is taken out, by recursion. Client: one list with two more pointers into it.
#include "../list.h"

static struct node *remove_cell(struct node *x, struct node *e) {
    if (x == e) {
        struct node *rest = e->next;
        free(e);
        return rest;
    }
    x->next = remove_cell(x->next, e);
    return x;
}

int main(void) {
    struct node *z = some_list(), *y = list_to(cell(z)), *e = cell(y), *x = list_to(e);
    x = remove_cell(x, e);
    cairn_list(x, next);
    cairn_reach(x, y, next);
    e->next = z; //~ use-after-free
    cairn_reach(y, z, next);
    free_list(x);
    return 0;
}
