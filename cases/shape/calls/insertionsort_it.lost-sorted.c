//@ expect: memory-leak in cell
// Insertion sort; insert by a loop.
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

static struct node *insertionsort(struct node *x) {
    struct node *sorted = NULL;
    while (x) {
        struct node *e = x;
        x = x->next;
        sorted = insert(NULL, e);
    }
    return sorted;
}

int main(void) {
    struct node *x = any_list(), *r = insertionsort(x);
    cairn_list(r, next);
    free_list(r);
    return 0;
}
