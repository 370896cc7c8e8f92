//@ expect: memory-leak in cell
// Insertion and removal through a pointer to the link: the head is no special case.
#include "../list.h"

static void insert(struct node **link, int data) {
    while (*link && (*link)->data < data) link = &(*link)->next;
    struct node *new = cell(*link);
    new->data = data;
    *link = new;
}

static void remove_value(struct node **link, int data) {
    while (*link && (*link)->data != data) link = &(*link)->next;
    struct node *gone = *link;
    if (!gone) return;
    *link = gone->next;
    free(gone);
}

int main(void) {
    struct node *x = NULL;
    while (cairn_nondet_bool()) {
        if (cairn_nondet_bool()) insert(&x, cairn_nondet_int());
        else remove_value(&x, cairn_nondet_int());
    }
    cairn_list(x, next);
    return 0;
}
