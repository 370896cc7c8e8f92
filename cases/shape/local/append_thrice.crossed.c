// Five lists: the second call is like the first, the third has one more pointer into its list.
#include "../list.h"

static struct node *append(struct node *a, struct node *b) {
    if (!a) return b;
    struct node *last = a;
    while (last->next) last = last->next;
    last->next = b;
    return a;
}

int main(void) {
    struct node *x = some_list(), *y = some_list(), *z = some_list(), *u = some_list(), *v = some_list();
    append(x, y);
    append(u, y);
    append(x, z);
    cairn_reach(x, y, next);
    cairn_reach(y, z, next);
    cairn_reach(u, v, next); //~ assertion-failure
    cairn_disjoint(x, u, next);
    free_list(x);
    free_list(u);
    return 0;
}
