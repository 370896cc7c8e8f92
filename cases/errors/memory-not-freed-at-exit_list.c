//@ expect: memory-not-freed-at-exit
//@ check: memory-not-freed-at-exit
//@ native: no
#include <stdlib.h>
struct node { struct node *next; };
static struct node *list;
int main(void) {
    list = calloc(1, sizeof *list); //~ memory-not-freed-at-exit
    return 0;
}
