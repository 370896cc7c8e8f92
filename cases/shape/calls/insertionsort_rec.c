// Insertion sort; insert by recursion.
#include "../list.h"

static struct node *insert(struct node *x, struct node *e) {
    if (!x || x->data >= e->data) {
        e->next = x;
        return e;
    }
    x->next = insert(x->next, e);
    return x;
}

static struct node *insertionsort(struct node *x) {
    struct node *sorted = NULL;
    while (x) {
        struct node *e = x;
        x = x->next;
        sorted = insert(sorted, e);
    }
    return sorted;
}

int main(void) {
    struct node *x = any_list(), *r = insertionsort(x);
    cairn_list(r, next);
    if (x) cairn_reach(r, x, next);
    free_list(r);
    return 0;
}
