//@ expect: none
#include <stdlib.h>
struct node { struct node *next; };
static void release(struct node **nodes, int count) {
    for (int i = 0; i < count; i++)
        free(nodes[i]);
}
int main(void) {
    struct node *b = malloc(sizeof *b), *a = malloc(sizeof *a);
    a->next = b;
    b->next = NULL;
    struct node *nodes[] = {a, b, b->next};
    release(nodes, 3);
    return 0;
}
