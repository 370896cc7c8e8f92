// Two lists share their tail; the first is freed as a whole, of the second only what is left.
#include "../list.h"

static void deallocate(struct node *x) {
    while (x) {
        struct node *next = x->next;
        free(x);
        x = next;
    }
}

static void traverse(struct node *x) {
    while (x) x = x->next; //~ use-after-free
}

int main(void) {
    struct node *y = some_list(), *x = list_to(cell(y)), *z = list_to(cell(y));
    deallocate(x);
    traverse(z);
    free_until(z, y);
    return 0;
}
