// A list is turned round eight times, by a loop. Client: one list.
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
    struct node *x = some_list();
    struct node *r = x;
    r = reverse(r);
    r = reverse(r);
    r = reverse(r);
    r = reverse(r);
    r = reverse(r);
    r = reverse(r);
    r = reverse(r);
    r = reverse(r);
    cairn_list(r, next);
    cairn_assert(r == x);
    free_list(r);
    return 0;
}
