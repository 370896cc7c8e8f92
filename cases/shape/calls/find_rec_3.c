// The first cell with a value, by recursion. Client: one list with two more pointers into it.
#include "../list.h"

static struct node *find(struct node *x, int k) {
    if (!x || x->data == k) return x;
    return find(x->next, k);
}

int main(void) {
    struct node *z = some_list(), *y = list_to(cell(z)), *x = list_to(cell(y));
    struct node *found = find(x, cairn_nondet_int());
    cairn_reach(x, found, next);
    free_list(x);
    return 0;
}
