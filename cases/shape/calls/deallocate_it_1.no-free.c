//@ expect: memory-leak in cell
// Frees all cells of a list, by a loop. Client: one list.
#include "../list.h"

static void deallocate(struct node *x) {
    while (x) {
        struct node *next = x->next;
        x = next;
    }
}

int main(void) {
    struct node *x = some_list();
    deallocate(x);
    return 0;
}
