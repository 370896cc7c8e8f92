// The cell with a value is taken out, if there is one, by a loop. Client: one list.
#include "../list.h"

static struct node *remove_value(struct node *x, int k) {
    struct node *prev = NULL, *cur = x;
    while (cur && cur->data != k) {
        prev = cur;
        cur = cur->next;
    }
    if (!cur) return x;
    if (!prev) x = cur->next;
    free(cur);
    return x;
}

int main(void) {
    struct node *x = some_list();
    x = remove_value(x, cairn_nondet_int());
    cairn_list(x, next); //~ assertion-failure
    free_list(x);
    return 0;
}
