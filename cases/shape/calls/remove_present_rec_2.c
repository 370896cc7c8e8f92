// A cell of the list is taken out, by recursion. Client: two lists that share their tail.
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
    struct node *y = some_list(), *e = cell(y), *x = list_to(e), *z = list_to(cell(y));
    x = remove_cell(x, e);
    cairn_list(x, next);
    cairn_list(z, next);
    free_until(z, y);
    free_list(x);
    return 0;
}
