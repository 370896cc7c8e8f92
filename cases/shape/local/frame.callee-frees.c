// What a call cannot reach stays as it is, and the place where it points into the callee's list stays known.
#include "../list.h"

static void traverse(struct node *x) {
    while (x) {
        struct node *next = x->next;
        free(x);
        x = next;
    }
}

int main(void) {
    struct node *b = some_list(), *a = list_to(cell(b)), *c = cell(b), *d = a;
    traverse(a);
    cairn_assert(a == d);
    cairn_assert(c->next == b);
    cairn_reach(a, b, next); //~ assertion-failure
    free(c);
    free_list(d);
    return 0;
}
