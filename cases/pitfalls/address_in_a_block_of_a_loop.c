// The address of a variable lies only in a block that a callee made in a loop.
#include <cairn.h>
#include <stdlib.h>
struct node { int *p; };
static int table[4];
static struct node *make(int i, int *p) {
    struct node *n = calloc(1, sizeof *n);
    if (n && i >= 3) n->p = p;
    return n;
}
//@ nondet: 5
int main(void) {
    int x[1] = {0}, n = cairn_nondet_int();
    struct node *last = 0;
    for (int i = 0; i < n; i++) last = make(i, x);
    if (last && last->p) *last->p = 5;
    table[x[0]] = 1; //~ out-of-bounds
    return 0;
}
