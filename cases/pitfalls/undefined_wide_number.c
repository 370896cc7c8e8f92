//@ only: 64
// A number that is too wide to be computed with may be undefined all the same.
#include <cairn.h>
//@ nondet: 1
int main(void) {
    unsigned _BitInt(256) x, y = cairn_nondet_uint();
    if (y != 1) x = y;
    if (x == y) return 1; //~ uninitialized-read
    return 0;
}
