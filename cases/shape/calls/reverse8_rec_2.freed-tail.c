//@ expect: use-after-free in free_until
// A list is turned round eight times, by recursion. Client: two lists that share their tail.
#include "../list.h"

static struct node *reverse(struct node *x) {
    if (!x || !x->next) return x;
    struct node *next = x->next, *r = reverse(next);
    next->next = x;
    x->next = NULL;
    return r;
}

int main(void) {
    struct node *y = some_list(), *x = list_to(cell(y)), *z = list_to(cell(y));
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
    cairn_reach(z, y, next);
    free_list(r);
    free_list(z);
    return 0;
}
