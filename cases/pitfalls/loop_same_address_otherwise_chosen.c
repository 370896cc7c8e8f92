// The same with addresses.
#include <cairn.h>
//@ nondet: -5, 2000
int main(void) {
    int a = cairn_nondet_int(), n = cairn_nondet_int();
    int u = 1, v = 2, *x = a > 0 ? &u : &v;
    for (int i = 0; i < n; i++) {
        if (a <= 0) cairn_assert(*x == 2); //~ assertion-failure
        if (i == 1000) x = &u;
    }
    return 0;
}
