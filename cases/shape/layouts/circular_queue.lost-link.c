// A queue as a cycle with a pointer to its last cell.
#include "../list.h"

static struct node *enqueue(struct node *last) {
    struct node *new = cell(NULL);
    new->next = last ? last->next : new;
    return new;
}

static struct node *dequeue(struct node *last) {
    struct node *first = last->next;
    if (first == last) last = NULL;
    else last->next = first->next;
    free(first);
    return last;
}

int main(void) {
    struct node *last = NULL;
    while (cairn_nondet_bool()) {
        if (cairn_nondet_bool()) last = enqueue(last);
        else if (last) last = dequeue(last);
        if (last) cairn_cyclic(last, next); //~ assertion-failure
    }
    while (last) last = dequeue(last);
    return 0;
}
