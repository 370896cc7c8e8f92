// Every cell is taken off the front and freed.
#include "../list.h"

int main(void) {
    struct node *x = any_list();
    while (x) {
        struct node *t = x;
        x = x->next;
        t->next = NULL;
        if (cairn_nondet_bool()) free(t);
        free(t); //~ double-free
    }
    cairn_assert(x == NULL);
    return 0;
}
