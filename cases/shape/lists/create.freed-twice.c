//@ expect: use-after-free in free_until
// A list grows at its head.
#include "../list.h"

int main(void) {
    struct node *x = NULL;
    while (cairn_nondet_bool()) {
        struct node *c = malloc(sizeof *c);
        if (!c) abort();
        c->next = x;
        x = c;
    }
    cairn_list(x, next);
    free_list(x);
    free_list(x);
    return 0;
}
