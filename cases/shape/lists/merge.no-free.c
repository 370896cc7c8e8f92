//@ expect: memory-leak in cell
// Two sorted lists become one: always the smaller front goes to the end of the result.
#include "../list.h"

static struct node *merge(struct node *p, struct node *q) {
    struct node *h = NULL, *last = NULL;
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
        else h = front;
        last = front;
    }
    struct node *rest = p ? p : q;
    if (last) last->next = rest;
    else h = rest;
    return h;
}

int main(void) {
    struct node *h = merge(any_list(), any_list());
    cairn_list(h, next);
    return 0;
}
