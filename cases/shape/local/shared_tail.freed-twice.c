// Two lists share their tail; the first is freed as a whole, of the second only what is left.
#include "../list.h"

static void deallocate(struct node *x) {
    while (x) {
        struct node *next = x->next; //~ use-after-free
        free(x);
        x = next;
    }
}

static void traverse(struct node *x) {
    while (x) x = x->next;
}

int main(void) {
    struct node *y = some_list(), *x = list_to(cell(y)), *z = list_to(cell(y));
    traverse(z);
    deallocate(x);
    deallocate(z);
    return 0;
}
