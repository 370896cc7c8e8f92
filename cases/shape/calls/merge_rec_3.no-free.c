//@ expect: memory-leak in cell
// Two sorted lists become one, by recursion. Client: 3 calls, each on the result before.
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

int main(void) {
    struct node *x = some_list(), *y1 = some_list(), *y2 = some_list(), *y3 = some_list();
    struct node *r1 = merge(x, y1);
    struct node *r2 = merge(r1, y2);
    struct node *r3 = merge(r2, y3);
    cairn_list(r3, next);
    cairn_reach(r3, x, next);
    cairn_reach(r3, y1, next);
    cairn_reach(r3, y2, next);
    cairn_reach(r3, y3, next);
    return 0;
}
