// Nothing is walked and nothing is freed.
#include "../list.h"

static void traverse(struct node *x) {
    while (x) x = x->next;
}

static void deallocate(struct node *x) {
    if (!x) return;
    struct node *next = x->next;
    free(x);
    deallocate(next);
}

int main(void) {
    struct node *x = cell(NULL);
    free(x);
    free(x); //~ double-free
    deallocate(NULL);
    return 0;
}
