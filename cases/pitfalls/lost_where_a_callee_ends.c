// The program ends in a function that does not see the list of its caller, which may be empty: then nothing holds the block.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct n { struct n *next; void *pay; };
void *gx;
int w;
static void mk(void) {
    gx = malloc(4); //~ memory-leak
    if (!gx) exit(1);
}
static struct n *push(struct n *l) {
    struct n *t = malloc(sizeof *t);
    if (!t) exit(1);
    t->next = l;
    t->pay = gx;
    return t;
}
static struct n *pop(struct n *l) {
    struct n *t = l->next;
    free(l);
    return t;
}
static void last(void) {
    gx = 0;
    while (__VERIFIER_nondet_int()) w++;
    exit(0);
}
//@ nondet: 0, 0, 0, 0, 0, -332541093, 0, 0
int main(void) {
    struct n *l = 0;
    mk();
    l = push(push(l));
    while (__VERIFIER_nondet_int()) l = push(l);
    l = pop(l);
    l = pop(l);
    unsigned h = 7;
    for (int i = 0; i < 5; i++) {
        h = h * 31 + (unsigned)__VERIFIER_nondet_int();
        h ^= h >> 7;
        h *= 2654435761u;
    }
    if (h == 0x1234567) last();
    w = l == 0;
    while (l) l = pop(l);
    free(gx);
    return w;
}
