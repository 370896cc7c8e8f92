//@ expect: memory-leak in cell
// One list is linked behind another, by recursion. Client: 3 calls, each on the result before.
#include "../list.h"

static struct node *append(struct node *a, struct node *b) {
    if (!a) return b;
    a->next = append(a->next, b);
    return a;
}

int main(void) {
    struct node *x = some_list(), *y1 = some_list(), *y2 = some_list(), *y3 = some_list();
    struct node *r1 = append(x, y1);
    struct node *r2 = append(r1, y2);
    struct node *r3 = append(r2, y3);
    cairn_list(r3, next);
    cairn_reach(r3, x, next);
    cairn_reach(r3, y1, next);
    cairn_reach(r3, y2, next);
    cairn_reach(r3, y3, next);
    free_until(r3, y3);
    return 0;
}
