//@ native: no
#include <cairn.h>
#include <stdlib.h>

struct node { struct node *next, *prev; };

static struct node *cell(struct node *next) {
    struct node *node = malloc(sizeof *node);
    node->next = next;
    return node;
}

int main(void) {
    struct node *p = cell(NULL), *q = cell(p);
    cairn_disjoint(p, q, next); //~ assertion-failure
    return 0;
}
