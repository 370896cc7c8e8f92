//@ expect: use-after-free in free_until
// The first cell with a value, by recursion. Client: two lists that share their tail.
#include "../list.h"

static struct node *find(struct node *x, int k) {
    if (!x || x->data == k) return x;
    return find(x->next, k);
}

int main(void) {
    struct node *y = some_list(), *x = list_to(cell(y)), *z = list_to(cell(y));
    struct node *found = find(x, cairn_nondet_int());
    cairn_reach(x, found, next);
    free(found);
    free_until(z, y);
    free_list(x);
    return 0;
}
