//@ expect: memory-leak in cell
// The first two cells change places.
#include "../list.h"

static struct node *swap(struct node *x) {
    if (x && x->next) {
        struct node *t = x->next;
        x->next = t->next;
        t->next = x;
        x = t;
    }
    return x;
}

int main(void) {
    struct node *x = swap(any_list());
    cairn_list(x, next);
    return 0;
}
