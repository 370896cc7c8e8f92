//@ expect: memory-leak in cell
// The cells of two lists alternate, by a loop. Client: 1 call, each on the result before.
#include "../list.h"

static struct node *splice(struct node *p, struct node *q) {
    if (!p) return q;
    struct node *head = p;
    while (q) {
        struct node *rest = p->next;
        p->next = q;
        p = q;
        q = rest ? rest->next : NULL;
    }
    return head;
}

int main(void) {
    struct node *x = some_list(), *y1 = some_list();
    struct node *r1 = splice(x, y1);
    cairn_list(r1, next);
    free_list(r1);
    return 0;
}
