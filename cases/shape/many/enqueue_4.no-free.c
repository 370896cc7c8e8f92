//@ expect: memory-leak in cell
// 4 queues with head and tail; each event goes to the end of one of them.
#include "../list.h"

int main(void) {
    struct node *h1 = cell(NULL), *t1 = h1;
    struct node *h2 = cell(NULL), *t2 = h2;
    struct node *h3 = cell(NULL), *t3 = h3;
    struct node *h4 = cell(NULL), *t4 = h4;
    while (cairn_nondet_bool()) {
        struct node *temp = cell(NULL);
        switch (cairn_nondet_int()) {
        case 2: t2->next = temp, t2 = temp; break;
        case 3: t3->next = temp, t3 = temp; break;
        case 4: t4->next = temp, t4 = temp; break;
        default: t1->next = temp, t1 = temp;
        }
    }
    cairn_list(h1, next);
    cairn_reach(h1, t1, next);
    cairn_list(h2, next);
    cairn_reach(h2, t2, next);
    cairn_list(h3, next);
    cairn_reach(h3, t3, next);
    cairn_list(h4, next);
    cairn_reach(h4, t4, next);
    cairn_disjoint(h1, h2, next);
    cairn_disjoint(h1, h3, next);
    cairn_disjoint(h1, h4, next);
    cairn_disjoint(h2, h3, next);
    cairn_disjoint(h2, h4, next);
    cairn_disjoint(h3, h4, next);
    free_list(h1);
    free_list(h2);
    free_list(h3);
    return 0;
}
