// Blocks of an inner loop are different in each iteration, also where an outer loop left their number open.
#include <cairn.h>
#include <stdlib.h>
static int *table[64];
//@ nondet: 0, 20
int main(void) {
    int c = cairn_nondet_int(), n = cairn_nondet_int();
    if (n < 0 || n > 64) return 0;
    for (int r = 0; r < 3; r++) {
        if (r == 1 && c > 0) continue;
        for (int i = 0; i < n; i++) table[i] = malloc(4);
    }
    if (n > 10) cairn_assert(table[7] == table[8]); //~ assertion-failure
    return 0;
}
