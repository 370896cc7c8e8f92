//@ expect: memory-leak in cell
// The first cell goes behind the last one.
#include "../list.h"

static struct node *rotate(struct node *x) {
    if (!x->next) return x;
    struct node *first = x, *last = x;
    while (last->next) last = last->next;
    x = first->next;
    first->next = NULL;
    last->next = first;
    return x;
}

int main(void) {
    struct node *x = rotate(some_list());
    cairn_list(x, next);
    return 0;
}
