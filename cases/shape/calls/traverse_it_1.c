// Walks to the end of a list, by a loop. Client: one list.
#include "../list.h"

static void traverse(struct node *x) {
    while (x) x = x->next;
}

int main(void) {
    struct node *x = some_list();
    traverse(x);
    cairn_list(x, next);
    free_list(x);
    return 0;
}
