// Two sorted lists become one, by a loop. Client: 1 call, each on the result before.
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
    struct node *x = some_list(), *y1 = some_list();
    struct node *r1 = merge(x, y1);
    cairn_list(r1, next);
    cairn_reach(r1, x, next);
    cairn_reach(r1, y1, next);
    free_list(r1);
    return 0;
}
