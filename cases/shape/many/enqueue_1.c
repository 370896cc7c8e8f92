// 1 queues with head and tail; each event goes to the end of one of them.
#include "../list.h"

int main(void) {
    struct node *h1 = cell(NULL), *t1 = h1;
    while (cairn_nondet_bool()) {
        struct node *temp = cell(NULL);
        switch (cairn_nondet_int()) {
        default: t1->next = temp, t1 = temp;
        }
    }
    cairn_list(h1, next);
    cairn_reach(h1, t1, next);
    free_list(h1);
    return 0;
}
