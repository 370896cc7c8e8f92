// A list is turned round eight times, by a loop. Client: one list with two more pointers into it.
#include "../list.h"

static struct node *reverse(struct node *x) {
    struct node *done = NULL;
    while (x) {
        struct node *next = x->next;
        x->next = done;
        done = x;
        x = next;
    }
    return done;
}

int main(void) {
    struct node *z = some_list(), *y = list_to(cell(z)), *x = list_to(cell(y));
    struct node *r = x;
    r = reverse(r);
    r = reverse(r);
    r = reverse(r);
    r = reverse(r);
    r = reverse(r);
    r = reverse(r);
    r = reverse(r);
    cairn_list(r, next);
    cairn_assert(r == x); //~ assertion-failure
    cairn_reach(r, y, next);
    cairn_reach(y, z, next);
    free_list(r);
    return 0;
}
