// The first cell with a given value.
#include "../list.h"

static struct node *search(struct node *x, int value) {
    struct node *y = x;
    while (y && y->data != value) y = y->next; //~ use-after-free
    return y;
}

int main(void) {
    struct node *x = any_list();
    free_list(x);
    struct node *y = search(x, cairn_nondet_int());
    (void)y;
    return 0;
}
