//@ expect: memory-leak in main
// The only address of a block lies in one that is freed.
#include <stdlib.h>
struct node { struct node *next; };
static struct node *head;
int main(void) {
    head = malloc(sizeof *head);
    if (!head) return 0;
    head->next = malloc(sizeof *head);
    free(head);
    return 0;
}
