// A number that may be any address is guessed to be small; the offset of an address is, the address is not.
#include <cairn.h>
static int *table[8], one = 1;
//@ nondet: 5
int main(void) {
    int *r = 0, n = cairn_nondet_int();
    table[5] = &one;
    for (int i = 0; i < n; i++) r = table[(i + 1) & 7];
    if (r) cairn_assert(0); //~ assertion-failure
    return 0;
}
