// As above, among other addresses.
#include <cairn.h>
static int *table[8], one = 1;
//@ nondet: 6
int main(void) {
    int *r = 0, n = cairn_nondet_int();
    table[0] = table[1] = table[2] = table[3] = table[4] = table[6] = table[7] = &n;
    table[5] = &one;
    for (int i = 0; i < n; i++) r = table[i & 7];
    if (r == &one) cairn_assert(0); //~ assertion-failure
    return 0;
}
