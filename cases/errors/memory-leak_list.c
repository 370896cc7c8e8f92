//@ expect: memory-leak
//@ native: no
#include <stdlib.h>
struct node { struct node *next; };
int main(void) {
    struct node *list = malloc(sizeof *list);
    list->next = malloc(sizeof *list); //~ memory-leak
    list->next->next = NULL;
    free(list);
    return 0;
}
