// A list is turned round eight times, by recursion. Client: one list with two more pointers into it.
#include "../list.h"

static struct node *reverse(struct node *x) {
    if (!x || !x->next) return x;
    struct node *next = x->next, *r = reverse(next);
    next->next = x;
    x->next = NULL;
    return r;
}

int main(void) {
    struct node *z = some_list(), *y = list_to(cell(z)), *x = list_to(cell(y));
    struct node *r = x;
    r = reverse(r);
    r = reverse(r);
    r = reverse(r);
    r = reverse(r);
    r = reverse(r);
    r = reverse(r);
    r = reverse(r);
    r = reverse(r);
    cairn_list(r, next);
    cairn_assert(r == x);
    cairn_reach(r, y, next);
    cairn_reach(y, z, next);
    free_list(r);
    return 0;
}
