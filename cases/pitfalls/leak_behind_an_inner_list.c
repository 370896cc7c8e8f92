// What only an inner list leads to is lost where that list is empty.
#include <cairn.h>
#include <stdlib.h>
struct q { int v; };
struct in { struct in *next; struct q *q; };
struct out { struct out *next; struct in *list; };
struct out *all;
struct out *build(void) {
    if (!cairn_nondet_int()) return NULL;
    struct out *n = build();
    struct out *o = malloc(sizeof *o);
    struct q *q = malloc(sizeof *q); //~ memory-leak
    q->v = 1;
    struct in *l = NULL;
    unsigned k = 0;
    while (k < 2 || cairn_nondet_int()) {
        struct in *i = malloc(sizeof *i);
        i->q = q; i->next = l; l = i;
        if (k < 5) k++;
    }
    if (n) {
        struct in *i = l;
        l = i->next;
        free(i);
        i = l;
        l = i->next;
        free(i);
    }
    o->list = l; o->next = n;
    return o;
}
//@ nondet: 1, 1, 0, 0, 0
int main(void) {
    all = build();
    return 0;
}
