//@ native: no
// What a predicate is asked about is a value like any other.
#include <cairn.h>

struct node { struct node *next; };

int main(void) {
    struct node *p;
    cairn_list(p, next); //~ uninitialized-read
    return 0;
}
