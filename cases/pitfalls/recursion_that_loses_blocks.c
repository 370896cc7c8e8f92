// That each call loses a block says nothing of whether it returns.
#include <cairn.h>
#include <stdlib.h>
static int depth(int n) {
    if (n <= 0) return 0;
    int *p = malloc(4);
    *p = n;
    return depth(n - 1) + 1;
}
//@ nondet: 80
int main(void) {
    int n = cairn_nondet_int();
    if (n > 100) return 0;
    int r = depth(n);
    cairn_assert(r < 50); //~ assertion-failure
    return 0;
}
