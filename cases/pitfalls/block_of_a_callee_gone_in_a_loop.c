// Some of the blocks that a callee returns are freed already.
#include <cairn.h>
#include <stdlib.h>
static int *make(int i) {
    int *p = calloc(1, 4);
    if (i >= 3) free(p);
    return p;
}
//@ nondet: 5
int main(void) {
    int n = cairn_nondet_int(), s = 0, *q = 0;
    for (int i = 0; i < n; i++) q = make(i);
    if (q) s = *q; //~ use-after-free
    return s;
}
