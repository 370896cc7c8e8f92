// The address is that of the iteration before, not of the present one.
#include <cairn.h>
//@ nondet: 20, 1000
int main(void) {
    unsigned n = cairn_nondet_uint();
    unsigned long start = cairn_nondet_uint(), i = start;
    void *p = 0;
    for (unsigned k = 0; k < n; k++) {
        p = (void *)i;
        i += 3;
    }
    unsigned long at = (unsigned long)p;
    if (at != 0 && at != i && at - start > 15) cairn_assert(0); //~ assertion-failure
    return 0;
}
