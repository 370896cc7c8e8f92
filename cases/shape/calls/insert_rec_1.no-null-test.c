// A given cell goes to its place in a sorted list, by recursion. Client: one list.
#include "../list.h"

static struct node *insert(struct node *x, struct node *e) {
    if (x->data >= e->data) { //~ null-dereference
        e->next = x;
        return e;
    }
    x->next = insert(x->next, e);
    return x;
}

int main(void) {
    struct node *x = some_list();
    struct node *e = cell(NULL);
    x = insert(x, e);
    cairn_list(x, next);
    cairn_reach(x, e, next);
    free_list(x);
    return 0;
}
