// One list is linked behind another, by a loop. Client: 2 calls, each on the result before.
#include "../list.h"

static struct node *append(struct node *a, struct node *b) {
    if (!a) return b;
    struct node *last = a;
    while (last->next) last = last->next;
    last->next = b;
    return a;
}

int main(void) {
    struct node *x = some_list(), *y1 = some_list(), *y2 = some_list();
    struct node *r1 = append(x, y1);
    struct node *r2 = append(r1, y1);
    cairn_list(r2, next); //~ assertion-failure
    cairn_reach(r2, x, next);
    cairn_reach(r2, y1, next);
    cairn_reach(r2, y2, next);
    free_list(r2);
    return 0;
}
