// The cell with a value is taken out, if there is one, by recursion. Client: one list with two more pointers into it.
#include "../list.h"

static struct node *remove_value(struct node *x, int k) {
    if (!x) return NULL;
    if (x->data == k) {
        struct node *rest = x->next;
        free(x);
        return rest;
    }
    x->next = remove_value(x->next, k);
    return x;
}

int main(void) {
    struct node *z = some_list(), *y = list_to(cell(z)), *x = list_to(cell(y));
    x = remove_value(x, cairn_nondet_int());
    cairn_list(x, next);
    free_list(x);
    return 0;
}
