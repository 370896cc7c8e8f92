// From head to tail, which is the last cell: the walk meets no null.
#include "../list.h"

int main(void) {
    struct node *tail = cell(NULL), *head = any_list();
    for (struct node *cur = head; cur != tail; cur = cur->next) {
        cairn_assert(cur != NULL); //~ assertion-failure
    }
    free_list(head);
    return 0;
}
