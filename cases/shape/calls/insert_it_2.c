// A given cell goes to its place in a sorted list, by a loop. Client: two lists that share their tail.
#include "../list.h"

static struct node *insert(struct node *x, struct node *e) {
    struct node *prev = NULL, *cur = x;
    while (cur && cur->data < e->data) {
        prev = cur;
        cur = cur->next;
    }
    e->next = cur;
    if (!prev) return e;
    prev->next = e;
    return x;
}

int main(void) {
    struct node *y = some_list(), *x = list_to(cell(y)), *z = list_to(cell(y));
    struct node *e = cell(NULL);
    x = insert(x, e);
    cairn_list(x, next);
    cairn_reach(x, e, next);
    cairn_reach(z, y, next);
    free_until(z, y);
    free_list(x);
    return 0;
}
