// The initialiser of a large variable is not followed, but the address in it can be read.
#include <cairn.h>
static int x = 3;
static struct { char pad[70000]; int *p; } large = {.p = &x};
static unsigned mixed(unsigned m) {
    for (int k = 0; k < 6; k++) {
        m *= 2654435761u;
        m ^= m >> 13;
        m = m * 2246822519u + 374761393u;
        m ^= m >> 16;
    }
    return m;
}
//@ nondet: 1234
int main(void) {
    unsigned m = cairn_nondet_uint();
    int z = 0, *q = mixed(m) == 2906617093u ? large.p : &z;
    *q = 5;
    cairn_assert(x == 3); //~ assertion-failure
    return 0;
}
