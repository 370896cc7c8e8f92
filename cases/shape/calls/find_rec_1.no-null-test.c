// The first cell with a value, by recursion. Client: one list.
#include "../list.h"

static struct node *find(struct node *x, int k) {
    if (x->data == k) return x; //~ null-dereference
    return find(x->next, k);
}

int main(void) {
    struct node *x = some_list();
    struct node *found = find(x, cairn_nondet_int());
    cairn_reach(x, found, next);
    free_list(x);
    return 0;
}
