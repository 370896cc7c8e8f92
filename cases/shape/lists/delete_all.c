// Every cell is taken off the front and freed.
#include "../list.h"

int main(void) {
    struct node *x = any_list();
    while (x) {
        struct node *t = x;
        x = x->next;
        t->next = NULL;
        free(t);
    }
    cairn_assert(x == NULL);
    return 0;
}
