// A tree is closed below a node that a variable still holds.
#include <cairn.h>
#include <stdlib.h>
struct n { struct n *l, *r, *p; };
struct n *root;
struct n *mk(struct n *p) { struct n *x = malloc(sizeof *x); x->l = x->r = NULL; x->p = p; return x; }
//@ nondet: 1, 1, 1, 0, 0, 1, 1
int main(void) {
    root = mk(NULL);
    while (cairn_nondet_int()) {
        struct n *c = root;
        for (; ; ) {
            if (cairn_nondet_int()) {
                if (!c->l) { c->l = mk(c); break; }
                c = c->l;
            } else {
                if (!c->r) { c->r = mk(c); break; }
                c = c->r;
            }
        }
    }
    struct n *c = root;
    for (; ; ) {
        struct n *d;
        if (cairn_nondet_int()) d = c->l; else d = c->r;
        if (!d) break;
        c = d;
    }
    struct n *p = c->p;
    if (!p) return 0;
    c = NULL;
    while (cairn_nondet_int()) {}
    int *z = NULL;
    if (p->l && p->r) *z = 1; //~ null-dereference
    return 0;
}
