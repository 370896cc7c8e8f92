//@ expect: memory-leak in cell
// A list is turned round, by a loop. Client: one list.
#include "../list.h"

static struct node *reverse(struct node *x) {
    struct node *done = NULL;
    while (x) {
        struct node *next = x->next;
        x->next = NULL;
        done = x;
        x = next;
    }
    return done;
}

int main(void) {
    struct node *x = some_list();
    struct node *r = reverse(x);
    cairn_list(r, next);
    free_list(r);
    return 0;
}
