//@ only: 32
// As with wide addresses: the place wraps to the start of the range.
#include <cairn.h>
static int a[2000];
//@ nondet: 1073741824
int main(void) {
    unsigned j = cairn_nondet_uint();
    for (unsigned i = 0; i < 1000; i++) a[i] = 3;
    if (!(j >= 1000 && j * 4 < 4000)) return 0;
    a[j] = 7;
    for (int i = 0; i < 8; i++) a[1000 + cairn_nondet_uint() % 1000] = 0;
    cairn_assert(a[0] == 3); //~ assertion-failure
    return 0;
}
