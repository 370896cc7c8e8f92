// Nodes of an inner list share one block, which each node of the outer list has one of.
#include <cairn.h>
#include <stdlib.h>
struct q { int v; };
struct in { struct in *next; struct q *q; };
struct out { struct out *next; struct in *list; };
struct out *all;
//@ nondet: 1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 0, 0
int main(void) {
    while (cairn_nondet_int()) {
        struct out *o = malloc(sizeof *o);
        struct q *q = malloc(sizeof *q);
        q->v = 1;
        struct in *l = NULL;
        do {
            struct in *i = malloc(sizeof *i);
            i->q = q; i->next = l; l = i;
        } while (cairn_nondet_int());
        o->list = l; o->next = all; all = o;
    }
    if (all && all->next && all->next->next && all->next->next->next && all->next->next->next->next
         && all->next->next->next->next->next && all->next->next->next->next->next->next) {
        struct out *o = all->next->next->next;
        struct in *i = o->list;
        if (i->next) {
            free(i->q);
            i->next->q->v = 3; //~ use-after-free
        }
    }
    return 0;
}
