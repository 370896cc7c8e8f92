// A given cell goes to its place in a sorted list, by a loop. Client: one list.
#include "../list.h"

static struct node *insert(struct node *x, struct node *e) {
    struct node *prev = NULL, *cur = x;
    while (cur->data < e->data) { //~ null-dereference
        prev = cur;
        cur = cur->next;
    }
    e->next = cur;
    if (!prev) return e;
    prev->next = e;
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
