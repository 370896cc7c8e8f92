// What comes back to the head of a loop may be one of the values there, but in other circumstances.
#include <cairn.h>
//@ nondet: -5, 2000
int main(void) {
    int a = cairn_nondet_int(), n = cairn_nondet_int();
    int x = a > 0 ? 5 : 7;
    for (int i = 0; i < n; i++) {
        if (a <= 0) cairn_assert(x == 7); //~ assertion-failure
        if (i == 1000) x = 5;
    }
    return 0;
}
