//@ expect: use-after-free in free_until
// A new cell goes anywhere into a list.
#include "../list.h"

int main(void) {
    struct node *x = any_list(), *prev = NULL, *cur = x;
    while (cur && cairn_nondet_bool()) {
        prev = cur;
        cur = cur->next;
    }
    struct node *e = cell(cur);
    if (prev) prev->next = e;
    else x = e;
    cairn_list(x, next);
    cairn_reach(x, e, next);
    free_list(x);
    free_list(x);
    return 0;
}
