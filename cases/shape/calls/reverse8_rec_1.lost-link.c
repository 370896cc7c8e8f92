//@ expect: memory-leak in cell
// A list is turned round eight times, by recursion. Client: one list.
#include "../list.h"

static struct node *reverse(struct node *x) {
    if (!x || !x->next) return x;
    struct node *next = x->next, *r = reverse(next);
    x->next = NULL;
    return r;
}

int main(void) {
    struct node *x = some_list();
    struct node *r = x;
    r = reverse(r);
    r = reverse(r);
    r = reverse(r);
    r = reverse(r);
    r = reverse(r);
    r = reverse(r);
    r = reverse(r);
    r = reverse(r);
    cairn_list(r, next);
    free_list(r);
    return 0;
}
