// Nodes that share a block, and nodes that have one each: where both meet, none has its own.
#include <cairn.h>
#include <stdlib.h>
struct q { int v; };
struct in { struct in *next; struct q *q; };
struct in *l;
//@ nondet: 0, 1, 1, 1, 1, 1, 0, 0
int main(void) {
    if (cairn_nondet_int()) {
        do {
            struct in *i = malloc(sizeof *i);
            i->q = malloc(sizeof(struct q)); i->q->v = 1; i->next = l; l = i;
        } while (cairn_nondet_int());
    } else {
        struct q *q = malloc(sizeof *q);
        q->v = 1;
        do {
            struct in *i = malloc(sizeof *i);
            i->q = q; i->next = l; l = i;
        } while (cairn_nondet_int());
    }
    if (!l->next || !l->next->next || !l->next->next->next || !l->next->next->next->next) return 0;
    while (cairn_nondet_int()) {}
    free(l->q);
    l->next->q->v = 3; //~ use-after-free
    return 0;
}
