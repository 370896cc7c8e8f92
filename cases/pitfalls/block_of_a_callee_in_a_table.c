// A callee keeps the address of the block that it returns where nobody knows.
#include <cairn.h>
#include <stdlib.h>
struct node { int v; };
static struct node *table[16];
static struct node *insert(unsigned h, int v) {
    struct node *n = malloc(sizeof *n);
    if (!n) return 0;
    n->v = v;
    table[h % 16] = n;
    return n;
}
static void discard(unsigned h) {
    free(table[h % 16]);
    table[h % 16] = 0;
}
//@ nondet: 3
int main(void) {
    unsigned h = cairn_nondet_uint();
    struct node *n = insert(h, 1);
    if (!n) return 0;
    discard(h);
    n->v = 2; //~ use-after-free
    return 0;
}
