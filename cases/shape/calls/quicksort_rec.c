// Quicksort: the head is the pivot, the other cells are linked into two lists.
#include "../list.h"

static struct node *append(struct node *a, struct node *b) {
    if (!a) return b;
    a->next = append(a->next, b);
    return a;
}

static struct node *quicksort(struct node *x) {
    if (!x) return NULL;
    struct node *low = NULL, *high = NULL, *rest = x->next;
    while (rest) {
        struct node *t = rest;
        rest = rest->next;
        if (t->data < x->data) {
            t->next = low;
            low = t;
        } else {
            t->next = high;
            high = t;
        }
    }
    x->next = quicksort(high);
    return append(quicksort(low), x);
}

int main(void) {
    struct node *x = any_list(), *r = quicksort(x);
    cairn_list(r, next);
    if (x) cairn_reach(r, x, next);
    free_list(r);
    return 0;
}
