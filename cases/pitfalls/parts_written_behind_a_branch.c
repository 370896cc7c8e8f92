// As above, with a write.
#include <cairn.h>
#include <stdlib.h>
struct node { struct node *next; int data; } *first, *second;
//@ nondet: 0
int main(void) {
    int a = cairn_nondet_int(), c;
    first = malloc(sizeof *first);
    if (!first) return 0;
    first->data = 0;
    struct node **p = &first;
    if (a == 3) c = 1;
    else c = 0;
    if (c) p = &second;
    if (*p) (*p)->data = 5;
    if (first) cairn_assert(first->data == 0); //~ assertion-failure
    return 0;
}
