//@ expect: memory-leak in cell
// 6 queues with head and tail; each event goes to the end of one of them.
#include "../list.h"

int main(void) {
    struct node *h1 = cell(NULL), *t1 = h1;
    struct node *h2 = cell(NULL), *t2 = h2;
    struct node *h3 = cell(NULL), *t3 = h3;
    struct node *h4 = cell(NULL), *t4 = h4;
    struct node *h5 = cell(NULL), *t5 = h5;
    struct node *h6 = cell(NULL), *t6 = h6;
    while (cairn_nondet_bool()) {
        struct node *temp = cell(NULL);
        switch (cairn_nondet_int()) {
        case 2: t2->next = temp, t2 = temp; break;
        case 3: t3->next = temp, t3 = temp; break;
        case 4: t4->next = temp, t4 = temp; break;
        case 5: t5->next = temp, t5 = temp; break;
        case 6: t6->next = temp, t6 = temp; break;
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
    cairn_list(h5, next);
    cairn_reach(h5, t5, next);
    cairn_list(h6, next);
    cairn_reach(h6, t6, next);
    cairn_disjoint(h1, h2, next);
    cairn_disjoint(h1, h3, next);
    cairn_disjoint(h1, h4, next);
    cairn_disjoint(h1, h5, next);
    cairn_disjoint(h1, h6, next);
    cairn_disjoint(h2, h3, next);
    cairn_disjoint(h2, h4, next);
    cairn_disjoint(h2, h5, next);
    cairn_disjoint(h2, h6, next);
    cairn_disjoint(h3, h4, next);
    cairn_disjoint(h3, h5, next);
    cairn_disjoint(h3, h6, next);
    cairn_disjoint(h4, h5, next);
    cairn_disjoint(h4, h6, next);
    cairn_disjoint(h5, h6, next);
    free_list(h1);
    free_list(h2);
    free_list(h3);
    free_list(h4);
    free_list(h5);
    return 0;
}
