//@ expect: memory-leak in cell
// The last cell, by a pointer that trails behind; the head stays in use.
#include "../list.h"

static struct node *get_last(struct node *h) {
    struct node *x = h, *y = NULL;
    while (x) {
        y = x;
        x = y->next;
    }
    return y;
}

int main(void) {
    struct node *h = some_list();
    struct node *y = get_last(h);
    cairn_assert(y != NULL);
    cairn_reach(h, y, next);
    cairn_assert(y->next == NULL);
    return 0;
}
