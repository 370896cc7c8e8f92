//@ expect: use-after-free in free_until
// The last cell, by looking one cell ahead.
#include "../list.h"

static struct node *get_last(struct node *h) {
    struct node *y = h;
    while (y->next) y = y->next;
    return y;
}

int main(void) {
    struct node *h = some_list();
    struct node *y = get_last(h);
    cairn_reach(h, y, next);
    cairn_assert(y->next == NULL);
    free_list(h);
    free_list(h);
    return 0;
}
