// The cell with a value is taken out, if there is one, by a loop. Client: two lists that share their tail.
#include "../list.h"

static struct node *remove_value(struct node *x, int k) {
    struct node *prev = NULL, *cur = x;
    while (cur && cur->data != k) {
        prev = cur;
        cur = cur->next;
    }
    if (!cur) return x;
    if (prev) prev->next = cur->next;
    else x = cur->next;
    free(cur);
    return x;
}

int main(void) {
    struct node *y = some_list(), *x = list_to(cell(y)), *z = list_to(cell(y));
    x = remove_value(x, cairn_nondet_int());
    cairn_list(x, next);
    cairn_list(z, next); //~ assertion-failure
    free_until(z, y);
    free_list(x);
    return 0;
}
