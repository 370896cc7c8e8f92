// A variable that still holds what it began with is not one of the numbers that were written to it elsewhere.
#include <assert.h>
#include <cairn.h>
//@ nondet: 0, 0, 11
static int kind = 3, other, which;
int main(void) {
    int n = cairn_nondet_int(), times = cairn_nondet_int();
    which = cairn_nondet_int();
    switch (n) {
    case 2:
        kind = 5;
        break;
    default:
        other = 0;
    }
    int i = 0;
    while (++i <= times) kind = 77;
    if (which == 10) assert(other == 0);
    if (which == 11) assert(kind != 3); //~ assertion-failure
    return 0;
}
