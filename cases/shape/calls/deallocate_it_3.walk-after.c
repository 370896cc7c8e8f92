// Frees all cells of a list, by a loop. Client: one list with two more pointers into it.
#include "../list.h"

static void deallocate(struct node *x) {
    while (x) {
        struct node *next = x->next;
        free(x);
        x = next;
    }
}

int main(void) {
    struct node *z = some_list(), *y = list_to(cell(z)), *x = list_to(cell(y));
    deallocate(x);
    while (z) z = z->next; //~ use-after-free
    return 0;
}
