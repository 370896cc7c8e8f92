//@ expect: use-after-free in free_until
// Two queues with head and tail; each event goes to the end of one of them.
#include "../list.h"

int main(void) {
    struct node *h1 = cell(NULL), *t1 = h1, *h2 = cell(NULL), *t2 = h2;
    for (;;) {
        cairn_list(h1, next);
        cairn_list(h2, next);
        cairn_reach(h1, t1, next);
        cairn_reach(h2, t2, next);
        cairn_disjoint(h1, h2, next);
        if (!cairn_nondet_bool()) break;
        struct node *temp = cell(NULL);
        if (cairn_nondet_bool()) {
            t1->next = temp;
            t1 = temp;
        } else {
            t2->next = temp;
            t2 = temp;
        }
    }
    free_list(h1);
    free_list(h2);
    free_list(h2);
    return 0;
}
