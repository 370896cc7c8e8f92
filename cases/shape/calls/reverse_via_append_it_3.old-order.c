// A list is turned round by appending each cell to the reversed rest, append, by a loop. Client: one list with two more pointers into it.
#include "../list.h"

static struct node *append(struct node *a, struct node *b) {
    if (!a) return b;
    struct node *last = a;
    while (last->next) last = last->next;
    last->next = b;
    return a;
}

static struct node *reverse(struct node *x) {
    if (!x) return NULL;
    struct node *rest = x->next;
    x->next = NULL;
    return append(reverse(rest), x);
}

int main(void) {
    struct node *z = some_list(), *y = list_to(cell(z)), *x = list_to(cell(y));
    struct node *r = reverse(x);
    cairn_list(r, next);
    cairn_reach(r, z, next);
    cairn_reach(y, z, next); //~ assertion-failure
    cairn_reach(y, x, next);
    free_list(r);
    return 0;
}
