//@ expect: memory-leak in cell
// 5 lists are joined one after the other.
#include "../list.h"

static struct node *join(struct node *a, struct node *b) {
    if (!a) return b;
    struct node *last = a;
    while (last->next) last = last->next;
    last->next = b;
    return a;
}

int main(void) {
    struct node *x = any_list();
    struct node *x2 = any_list();
    struct node *x3 = any_list();
    struct node *x4 = any_list();
    struct node *x5 = any_list();
    x = join(x, x2);
    x = join(x, x3);
    x = join(x, x4);
    x = join(x, x5);
    cairn_list(x, next);
    return 0;
}
