// The cells of two lists alternate, by recursion. Client: 1 call, each on the result before.
#include "../list.h"

static struct node *splice(struct node *p, struct node *q) {
    if (!p) return q;
    p->next = splice(q, p->next);
    return p;
}

int main(void) {
    struct node *x = some_list(), *y1 = some_list();
    struct node *r1 = splice(x, y1);
    cairn_list(r1, next);
    cairn_reach(r1, x, next);
    cairn_reach(r1, y1, next);
    free_list(r1);
    return 0;
}
