//@ expect: memory-leak in cell
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
    return 0;
}
