// One list is linked behind another, by a loop. Client: 1 call, each on the result before.
#include "../list.h"

static struct node *append(struct node *a, struct node *b) {
    struct node *last = a;
    while (last->next) last = last->next; //~ null-dereference
    last->next = b;
    return a;
}

int main(void) {
    struct node *x = any_list(), *y1 = some_list();
    struct node *r1 = append(x, y1);
    cairn_list(r1, next);
    cairn_reach(r1, x, next);
    cairn_reach(r1, y1, next);
    free_list(r1);
    return 0;
}
