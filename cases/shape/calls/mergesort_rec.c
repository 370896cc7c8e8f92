// Mergesort; merge by recursion.
#include "../list.h"

static struct node *merge(struct node *p, struct node *q) {
    if (!p) return q;
    if (!q) return p;
    if (p->data <= q->data) {
        p->next = merge(p->next, q);
        return p;
    }
    q->next = merge(p, q->next);
    return q;
}

/* Cuts a list of two cells or more in the middle and gives the second half. */
static struct node *split(struct node *x) {
    struct node *slow = x, *fast = x->next;
    while (fast) {
        fast = fast->next;
        if (!fast) break;
        slow = slow->next;
        fast = fast->next;
    }
    struct node *half = slow->next;
    slow->next = NULL;
    return half;
}

static struct node *mergesort(struct node *x) {
    if (!x || !x->next) return x;
    struct node *half = split(x);
    x = mergesort(x);
    half = mergesort(half);
    return merge(x, half);
}

int main(void) {
    struct node *x = any_list(), *r = mergesort(x);
    cairn_list(r, next);
    if (x) cairn_reach(r, x, next);
    free_list(r);
    return 0;
}
