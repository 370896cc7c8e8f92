//@ expect: memory-leak in cell
// The first cell with a value, by a loop. Client: two lists that share their tail.
#include "../list.h"

static struct node *find(struct node *x, int k) {
    while (x && x->data != k) x = x->next;
    return x;
}

int main(void) {
    struct node *y = some_list(), *x = list_to(cell(y)), *z = list_to(cell(y));
    struct node *found = find(x, cairn_nondet_int());
    cairn_reach(x, found, next);
    free_until(z, y);
    free_until(x, y);
    return 0;
}
