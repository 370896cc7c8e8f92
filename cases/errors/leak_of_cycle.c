// Blocks that only point to each other are lost, too.
#include <stdlib.h>
struct node { struct node *other; };
int main(void) {
    struct node *a = malloc(sizeof *a); //~ memory-leak
    struct node *b = malloc(sizeof *b); //~ memory-leak
    if (a && b) {
        a->other = b;
        b->other = a;
    }
    return 0;
}
