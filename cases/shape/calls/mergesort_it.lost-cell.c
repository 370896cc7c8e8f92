//@ expect: memory-leak in cell
// Mergesort; merge by a loop.
#include "../list.h"

static struct node *merge(struct node *p, struct node *q) {
    struct node *head = NULL, *last = NULL;
    while (p && q) {
        struct node *front;
        if (p->data <= q->data) {
            front = p;
            p = p->next;
        } else {
            front = q;
            q = q->next;
        }
        if (last) last->next = front;
        else head = front;
        last = front;
    }
    if (!p) p = q;
    if (!last) return p;
    last->next = p;
    return head;
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
    return merge(x, half->next);
}

int main(void) {
    struct node *x = any_list(), *r = mergesort(x);
    cairn_list(r, next);
    free_list(r);
    return 0;
}
