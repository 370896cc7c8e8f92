// A given cell goes to its place in a sorted list, by recursion. Client: one list with two more pointers into it.
#include "../list.h"

static struct node *insert(struct node *x, struct node *e) {
    if (!x || x->data >= e->data) {
        e->next = x;
        return e;
    }
    insert(x->next, e);
    return x;
}

int main(void) {
    struct node *z = some_list(), *y = list_to(cell(z)), *x = list_to(cell(y));
    struct node *e = cell(NULL);
    x = insert(x, e);
    cairn_list(x, next);
    cairn_reach(x, e, next); //~ assertion-failure
    cairn_reach(x, y, next);
    cairn_reach(y, z, next);
    free_list(x);
    return 0;
}
