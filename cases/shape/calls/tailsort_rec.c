// The tail is sorted, then the head inserted; insert by recursion.
#include "../list.h"

static struct node *insert(struct node *x, struct node *e) {
    if (!x || x->data >= e->data) {
        e->next = x;
        return e;
    }
    x->next = insert(x->next, e);
    return x;
}

static struct node *tailsort(struct node *x) {
    if (!x) return NULL;
    return insert(tailsort(x->next), x);
}

int main(void) {
    struct node *x = any_list(), *r = tailsort(x);
    cairn_list(r, next);
    if (x) cairn_reach(r, x, next);
    free_list(r);
    return 0;
}
