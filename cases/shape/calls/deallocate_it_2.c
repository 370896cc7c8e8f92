// Frees all cells of a list, by a loop. Client: two lists that share their tail.
#include "../list.h"

static void deallocate(struct node *x) {
    while (x) {
        struct node *next = x->next;
        free(x);
        x = next;
    }
}

int main(void) {
    struct node *y = some_list(), *x = list_to(cell(y)), *z = list_to(cell(y));
    deallocate(x);
    free_until(z, y);
    return 0;
}
