// Every cell is taken off the front and freed.
#include "../list.h"

int main(void) {
    struct node *x = any_list();
    while (x) {
        struct node *t = x;
        x = x->next;
        free(t);
        t->next = NULL; //~ use-after-free
    }
    cairn_assert(x == NULL);
    return 0;
}
