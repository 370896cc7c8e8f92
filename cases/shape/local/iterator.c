// Two iterators into a stack stay valid while a callee clears it.
#include "../list.h"

static void walk(struct node *s) {
    for (; s; s = s->next) s->data = 0;
}

int main(void) {
    struct node *s = cell(any_list()), *i1 = s;
    s = cell(s);
    struct node *i2 = s;
    s = cell(s);
    walk(s);
    i2 = i2->next;
    cairn_assert(i1 == i2);
    free_list(s);
    return 0;
}
