// A list of n cells, by a loop.
#include "../list.h"

static struct node *create(unsigned n) {
    struct node *head = NULL;
    for (; n > 0; n--) head = cell(head);
    return head;
}

int main(void) {
    struct node *x = create(cairn_nondet_uchar());
    cairn_list(x, next);
    free_list(x);
    return 0;
}
