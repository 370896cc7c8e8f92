// A list is turned round, by recursion. Client: one list.
#include "../list.h"

static struct node *reverse(struct node *x) {
    if (!x->next) return x; //~ null-dereference
    struct node *next = x->next, *r = reverse(next);
    next->next = x;
    x->next = NULL;
    return r;
}

int main(void) {
    struct node *x = any_list();
    struct node *r = reverse(x);
    cairn_list(r, next);
    cairn_reach(r, x, next);
    free_list(r);
    return 0;
}
