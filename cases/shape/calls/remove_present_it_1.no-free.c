//@ expect: memory-leak in cell
// A cell of the list is taken out, by a loop. Client: one list.
#include "../list.h"

static struct node *remove_cell(struct node *x, struct node *e) {
    if (x == e) {
        x = e->next;
    } else {
        struct node *prev = x;
        while (prev->next != e) prev = prev->next;
        prev->next = e->next;
    }
    return x;
}

int main(void) {
    struct node *e = cell(any_list()), *x = list_to(e);
    x = remove_cell(x, e);
    cairn_list(x, next);
    free_list(x);
    return 0;
}
