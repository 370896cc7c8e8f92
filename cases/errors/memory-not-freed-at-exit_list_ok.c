//@ expect: none
//@ check: memory-not-freed-at-exit
#include <stdlib.h>
struct node { struct node *next; };
static struct node *list;
int main(void) {
    list = calloc(1, sizeof *list);
    free(list);
    return 0;
}
