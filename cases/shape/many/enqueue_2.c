// 2 queues with head and tail; each event goes to the end of one of them.
#include "../list.h"

int main(void) {
    struct node *h1 = cell(NULL), *t1 = h1;
    struct node *h2 = cell(NULL), *t2 = h2;
    while (cairn_nondet_bool()) {
        struct node *temp = cell(NULL);
        switch (cairn_nondet_int()) {
        case 2: t2->next = temp, t2 = temp; break;
        default: t1->next = temp, t1 = temp;
        }
    }
    cairn_list(h1, next);
    cairn_reach(h1, t1, next);
    cairn_list(h2, next);
    cairn_reach(h2, t2, next);
    cairn_disjoint(h1, h2, next);
    free_list(h1);
    free_list(h2);
    return 0;
}
