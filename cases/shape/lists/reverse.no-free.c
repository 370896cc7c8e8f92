//@ expect: memory-leak in cell
// In place, with three pointers.
#include "../list.h"

static struct node *reverse(struct node *x) {
    struct node *y = NULL;
    while (x) {
        struct node *t = x->next;
        x->next = y;
        y = x;
        x = t;
    }
    return y;
}

int main(void) {
    struct node *x = any_list(), *y = reverse(x);
    cairn_list(y, next);
    if (x) cairn_reach(y, x, next);
    return 0;
}
