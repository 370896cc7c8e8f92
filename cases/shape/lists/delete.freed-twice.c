//@ expect: use-after-free in free_until
// One cell, wherever it is, is taken out of a list and freed.
#include "../list.h"

static struct node *delete_any(struct node *x) {
    struct node *prev = NULL, *cur = x;
    while (cur && cairn_nondet_bool()) {
        prev = cur;
        cur = cur->next;
    }
    if (!cur) return x;
    struct node *rest = cur->next;
    free(cur);
    if (prev) prev->next = rest;
    else x = rest;
    return x;
}

int main(void) {
    struct node *x = delete_any(any_list());
    cairn_list(x, next);
    free_list(x);
    free_list(x);
    return 0;
}
