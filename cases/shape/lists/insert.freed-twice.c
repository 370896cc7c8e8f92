//@ expect: use-after-free in free_until
// A new cell goes to its place in a sorted list.
#include "../list.h"

static struct node *insert(struct node *x, int data) {
    struct node *prev = NULL, *cur = x;
    while (cur && cur->data < data) {
        prev = cur;
        cur = cur->next;
    }
    struct node *e = cell(cur);
    e->data = data;
    if (prev) prev->next = e;
    else x = e;
    return x;
}

int main(void) {
    struct node *x = insert(any_list(), cairn_nondet_int());
    cairn_assert(x != NULL);
    cairn_list(x, next);
    free_list(x);
    free_list(x);
    return 0;
}
