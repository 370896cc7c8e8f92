// Frees all cells of a list, by a loop. Client: one list.
#include "../list.h"

static void deallocate(struct node *x) {
    while (x) {
        free(x);
        struct node *next = x->next; //~ use-after-free
        x = next;
    }
}

int main(void) {
    struct node *x = some_list();
    deallocate(x);
    return 0;
}
