// Two sorted lists become one, by recursion. Client: 1 call, each on the result before.
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
    struct node *x = some_list(), *y1 = some_list();
    struct node *r1 = merge(x, y1);
    cairn_list(r1, next);
    cairn_reach(r1, x, next);
    cairn_reach(r1, y1, next);
    free_list(r1);
    return 0;
}
