// Walks to the end of a list, by a loop. Client: two lists that share their tail.
#include "../list.h"

static void traverse(struct node *x) {
    while (x) x = x->next;
}

int main(void) {
    struct node *y = some_list(), *x = list_to(cell(y)), *z = list_to(cell(y));
    traverse(x);
    cairn_list(x, next);
    free_until(z, y);
    free_list(x);
    return 0;
}
