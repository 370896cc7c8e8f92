//@ expect: memory-leak in cell
// Two sorted lists become one, by a loop. Client: 3 calls, each on the result before.
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
