// The cells of a list are dealt out to 1 lists.
#include "../list.h"

int main(void) {
    struct node *x = any_list(), *a = NULL;
    while (x) {
        struct node *t = x;
        x = x->next;
        switch (cairn_nondet_int()) {
        default: t->next = a, a = t;
        }
    }
    cairn_list(a, next);
    free_list(a);
    return 0;
}
