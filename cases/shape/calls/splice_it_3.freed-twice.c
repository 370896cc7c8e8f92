//@ expect: use-after-free in free_until
// The cells of two lists alternate, by a loop. Client: 3 calls, each on the result before.
#include "../list.h"

static struct node *splice(struct node *p, struct node *q) {
    if (!p) return q;
    struct node *head = p;
    while (q) {
        struct node *rest = p->next;
        p->next = q;
        p = q;
        q = rest;
    }
    return head;
}

int main(void) {
    struct node *x = some_list(), *y1 = some_list(), *y2 = some_list(), *y3 = some_list();
    struct node *r1 = splice(x, y1);
    struct node *r2 = splice(r1, y2);
    struct node *r3 = splice(r2, y3);
    cairn_list(r3, next);
    cairn_reach(r3, x, next);
    cairn_reach(r3, y1, next);
    cairn_reach(r3, y2, next);
    cairn_reach(r3, y3, next);
    free_list(r3);
    free_list(y2);
    return 0;
}
