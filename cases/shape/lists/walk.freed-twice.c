//@ expect: use-after-free in free_until
// From head to tail, which is the last cell: the walk meets no null.
#include "../list.h"

int main(void) {
    struct node *tail = cell(NULL), *head = list_to(tail);
    for (struct node *cur = head; cur != tail; cur = cur->next) {
        cairn_assert(cur != NULL);
    }
    free_list(head);
    free_list(head);
    return 0;
}
