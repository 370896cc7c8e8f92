// What an atomic exchange compares with decides, too.
#include <cairn.h>
#include <stdatomic.h>
static _Atomic int state = 1;
//@ nondet: 1
int main(void) {
    int expected;
    if (cairn_nondet_int() == 0) expected = 1;
    atomic_compare_exchange_strong(&state, &expected, 5); //~ uninitialized-read
    return 0;
}
