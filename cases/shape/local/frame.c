// What a call cannot reach stays as it is, and the place where it points into the callee's list stays known.
#include "../list.h"

static void traverse(struct node *x) {
    for (; x; x = x->next) x->data = 0;
}

int main(void) {
    struct node *b = some_list(), *a = list_to(cell(b)), *c = cell(b), *d = a;
    traverse(a);
    cairn_assert(a == d);
    cairn_assert(c->next == b);
    cairn_reach(a, b, next);
    free(c);
    free_list(d);
    return 0;
}
