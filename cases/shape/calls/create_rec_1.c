// A list of n cells, by recursion.
#include "../list.h"

static struct node *create(unsigned n) {
    if (n == 0) return NULL;
    return cell(create(n - 1));
}

int main(void) {
    struct node *x = create(cairn_nondet_uchar());
    cairn_list(x, next);
    free_list(x);
    return 0;
}
